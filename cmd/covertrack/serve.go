package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/graph/admission"
	graphqldoor "github.com/covertrack/covertrack/graph/door"
	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/postgres"
)

// begun is when the program started.
var begun = time.Now()

// drainWithin is how long requests in flight may take to end after SIGTERM.
const drainWithin = 30 * time.Second

func serveCommand() *cli.Command {
	flags := []cli.Flag{
		setting("addr", "127.0.0.1:8080", "address to listen on; port 0 chooses a free one"),
		setting("base-url", "", "address that clients use, like https://covertrack.example.com (default: http:// and --addr)"),
		setting("documents", "", "folder of trusted GraphQL documents, which clients name by their id (*.graphql, and manifests as *.json)"),
		&cli.BoolFlag{Name: "trusted-only", Usage: "run no GraphQL but the trusted documents for organizations' tokens; staff's are not bound to them", Sources: fromEnv("trusted-only")},
		&cli.DurationFlag{Name: "drain-delay", Sources: fromEnv("drain-delay"),
			Usage: "how long requests are still answered after SIGTERM, with /readyz failing, so that the load balancer sends no more; longer than it takes to notice"},
		&cli.BoolFlag{Name: "demo", Usage: "load the demo data if there is none, and print tokens for it", Sources: fromEnv("demo")},
	}
	flags = slices.Concat(flags, databaseFlags(), replicaFlags(), fileFlags(), limitFlags(), jobFlags(), logFlags(), profileFlags())
	return &cli.Command{
		Name:  "serve",
		Usage: "migrate the database, serve the API and work the background jobs",
		Description: `Serves /rest, /graphql and /files, their documentation at /docs, staff's /playground, the probes /healthz and /readyz, and
/metrics. Without --database-url it runs an embedded Postgres in --data-dir. Follows up renewals, as --workers and --smtp-url say. SIGTERM or Ctrl-C
ends it in order: what runs is finished, then all is stopped.

Examples:
   covertrack serve --demo
   covertrack serve --addr :8080 --base-url https://covertrack.example.com --database-url postgres://app@db/covertrack
   COVERTRACK_DATA_DIR=/srv/covertrack COVERTRACK_LOG_FORMAT=json covertrack serve`,
		Flags: flags,
		Action: action(func(ctx context.Context, cmd *cli.Command) error {
			log, err := newLogger(cmd, cmd.Root().ErrWriter)
			if err != nil {
				return err
			}
			slog.SetDefault(log)
			collectLess()
			err = serve(ctx, cmd, log)
			if err == nil {
				log.Info("stopped")
			}
			return err
		}),
	}
}

// serve runs the server until ctx ends or its embedded Postgres does. What it starts it stops, in reverse order.
func serve(ctx context.Context, cmd *cli.Command, log *slog.Logger) (err error) {
	starting := true
	defer func() {
		if starting && ctx.Err() != nil {
			err = nil // told to end while it was starting: whatever failed then failed of that
		}
	}()
	settings, err := checkFlags(cmd)
	if err != nil {
		return err
	}
	unlock, err := postgres.Lock(cmd.String("data-dir"))
	if err != nil {
		return err
	}
	defer unlock()
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", cmd.String("addr"))
	if err != nil {
		return err
	}
	door := openDoor(listener, log)
	defer door.close()
	db, err := startDatabase(ctx, cmd, true, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.stop(ctx)) }()
	access, err := prepareDatabase(ctx, cmd, db, log)
	if err != nil {
		return err
	}
	s, err := newService(ctx, cmd, db, baseURL(cmd, listener), log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	jobs, err := startJobs(ctx, settings, db, s, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, jobs.stop()) }()
	endProfiles, err := serveProfiles(ctx, cmd.String("pprof-addr"), log)
	if err != nil {
		return err
	}
	defer endProfiles()
	starting = false
	return s.answer(ctx, door, db, func() { access.announce(cmd.Root().Writer, s.baseURL, log) })
}

// checkFlags refuses what cannot be meant, before anything is started.
func checkFlags(cmd *cli.Command) (jobSettings, error) {
	if cmd.Bool("trusted-only") && cmd.String("documents") == "" {
		return jobSettings{}, usagef(cmd, "--trusted-only: name the folder of the trusted documents with --documents")
	}
	if _, err := replicaURLs(cmd); err != nil {
		return jobSettings{}, err
	}
	return readJobFlags(cmd)
}

// answer lets requests in and answers them until ctx or the embedded Postgres ends, and then what is still running.
func (s *service) answer(ctx context.Context, door *door, db *database, ready func()) (err error) {
	door.server.RegisterOnShutdown(s.engine.EndStreams)
	door.serve(s.handler)
	s.log.Info("ready", "url", s.baseURL, "took", time.Since(begun).Round(time.Millisecond))
	ready()
	select {
	case <-ctx.Done():
		s.log.Info("stopping: finishing what runs", "at_most", drainWithin)
	case <-db.ended():
		err = errors.New("the embedded Postgres ended; see postgres/postgres.log in the data folder")
	}
	s.health.drain()
	if err == nil {
		door.leave(s.leaveFor)
	}
	return errors.Join(err, door.drain())
}

// prepareDatabase migrates, and loads the demo data if that is asked for.
func prepareDatabase(ctx context.Context, cmd *cli.Command, db *database, log *slog.Logger) (access *demoAccess, err error) {
	err = db.administer(ctx, log, func(store *storage.Store) error {
		err := migrate(ctx, store, log)
		if err == nil && cmd.Bool("demo") {
			access, err = prepareDemo(ctx, cmd, store, log)
		}
		return err
	})
	return access, err
}

// baseURL is the address that clients use, as far as the server can know.
func baseURL(cmd *cli.Command, listener net.Listener) string {
	if given := cmd.String("base-url"); given != "" {
		return strings.TrimRight(given, "/")
	}
	addr := listener.Addr().(*net.TCPAddr)
	if addr.IP.IsUnspecified() {
		return fmt.Sprintf("http://localhost:%d", addr.Port)
	}
	return "http://" + addr.String()
}

// service is what answers requests.
type service struct {
	baseURL string
	pool    *postgres.Pool
	blobs   *blob.Store
	store   *storage.Store
	engine  *engine.Engine
	graphql *graphqldoor.Door
	health  *health
	gate    *admission.Gate
	metrics *metrics
	traces  *traces
	origins string // whose pages may call, see allowOrigins
	// trustedOnly closes GraphQL to documents that were not deployed with the server.
	trustedOnly bool
	handler     http.Handler
	log         *slog.Logger
	// leaveFor is how long requests are still let in after SIGTERM.
	leaveFor time.Duration
}

// newService builds the service on a migrated database.
func newService(ctx context.Context, cmd *cli.Command, db *database, baseURL string, log *slog.Logger) (*service, error) {
	s := &service{
		baseURL: baseURL, metrics: newMetrics(), origins: cmd.String("cors-origins"), trustedOnly: cmd.Bool("trusted-only"), leaveFor: cmd.Duration("drain-delay"),
		log: log,
	}
	if err := s.open(ctx, cmd, db); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

func (s *service) open(ctx context.Context, cmd *cli.Command, db *database) (err error) {
	if s.gate, err = newGate(cmd); err != nil {
		return err
	}
	if s.traces, err = startTraces(ctx); err != nil {
		return err
	}
	options := postgres.DefaultOptions()
	options.Logger, options.Tracer = s.log, s.traces.statements()
	if s.pool, err = postgres.Open(ctx, db.dsn, options); err != nil {
		return err
	}
	if s.blobs, err = openBlobs(ctx, cmd, s.baseURL, s.log); err != nil {
		return err
	}
	s.metrics.watchPool(s.pool)
	s.store = storage.New(s.pool)
	if db.direct != db.dsn {
		s.store.ListenOn(db.direct)
	}
	if err = openReplicas(cmd, s.store, options, s.log); err != nil {
		return err
	}
	s.metrics.watchReplicas(s.store.Replicas())
	s.engine = engine.New(engine.Config{Store: s.store, Blobs: s.blobs, Now: time.Now, Logger: s.log}, &graph.Resolver{})
	s.graphql = graphqldoor.New(s.engine)
	if folder := cmd.String("documents"); folder != "" {
		if err := s.graphql.Trust(os.DirFS(folder)); err != nil {
			return usagef(cmd, "--documents: %w", err)
		}
	}
	s.health = &health{store: s.store, blobs: s.blobs, log: s.log}
	s.handler, err = newHandler(s)
	return err
}

func (s *service) close() (err error) {
	if s.blobs != nil {
		err = s.blobs.Close()
	}
	if s.store != nil {
		s.store.Wait()
		s.store.CloseReplicas()
	}
	if s.pool != nil {
		s.pool.Close()
	}
	_ = s.traces.flush() // what watches us must not make us fail
	return err
}

// openBlobs opens the object store that the flags describe.
func openBlobs(ctx context.Context, cmd *cli.Command, baseURL string, log *slog.Logger) (*blob.Store, error) {
	dataDir := cmd.String("data-dir")
	if err := os.MkdirAll(dataDir, 0o755); err != nil {
		return nil, err
	}
	key, err := signingKey(cmd.String("signing-key"), dataDir)
	if err != nil {
		return nil, err
	}
	return blob.Open(ctx, blob.Config{
		URL: cmd.String("blob-url"), DataDir: dataDir, BaseURL: baseURL, SigningKey: key, Logger: log,
	})
}
