package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/cmd/covertrack/copies"
	"github.com/covertrack/covertrack/cmd/covertrack/sample"
	"github.com/covertrack/covertrack/cmd/covertrack/serve/access"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres/embedded"
)

// begun is when the program started.
var begun = time.Now()

// drainWithin is how long requests in flight may take to end after SIGTERM.
const drainWithin = 30 * time.Second

// Command is `covertrack serve`.
func Command() *cli.Command {
	flags := []cli.Flag{
		command.Setting("addr", "127.0.0.1:8080", "address to listen on; port 0 chooses a free one"),
		command.BaseURLFlag("http:// and --addr"),
		command.Setting("documents", "",
			"folder of trusted GraphQL documents, which clients name by their id (*.graphql, and manifests as *.json)"),
		&cli.BoolFlag{Name: "trusted-only", Sources: command.FromEnv("trusted-only"),
			Usage: "run no GraphQL but the trusted documents for organizations' tokens; staff's are not bound to them"},
		&cli.DurationFlag{Name: "drain-delay", Sources: command.FromEnv("drain-delay"),
			Usage: "how long requests are still answered after SIGTERM, with /readyz failing, so that the load balancer " +
				"sends no more; longer than it takes to notice"},
		command.Setting("migrate", "on", "on or off; off runs no migration, and a node does not start on a database that lacks one: "+
			"run `covertrack migrate up` before"),
		&cli.BoolFlag{Name: "mcp-write", Sources: command.FromEnv("mcp-write"),
			Usage: "offer language models at /mcp the tools that change records too, to tokens that may; otherwise they only read"},
		command.Setting("console-tokens", "on", "on or off; off has everybody sign in to the console with an identity provider, and "+
			"nobody with a staff token"),
		copies.RestoredFlag(),
		&cli.BoolFlag{Name: "demo", Sources: command.FromEnv("demo"),
			Usage: "load the demo data if there is none, and print tokens for it; only on a loopback address, or with --demo-public"},
		&cli.BoolFlag{Name: "demo-public", Sources: command.FromEnv("demo-public"),
			Usage: "with --demo: serve on an address that others can reach too"},
	}
	profiles := command.Setting("pprof-addr", "",
		"address of its own to serve Go's profiles on, like 127.0.0.1:6060, for trusted people only (default: none)")
	flags = slices.Concat(flags, command.DatabaseFlags(), replicaFlags(), command.FileFlags(), evidenceFlags(), webhookFlags(),
		limitFlags(), jobFlags(), command.LogFlags())
	return &cli.Command{
		Name:  "serve",
		Usage: "migrate the database, serve the API and work the background jobs",
		Description: `Serves /rest, /graphql, /mcp and /files, their documentation at /docs, staff's /console and /playground, brokers' /evidence,
the probes /healthz and /readyz, and /metrics. Without --database-url it runs an embedded Postgres in --data-dir. Follows
up renewals, as --workers, --smtp-url and --mail say. SIGTERM or Ctrl-C ends it in order: what runs is finished, then all
is stopped.

Examples:
   covertrack serve --demo
   covertrack serve --addr :8080 --base-url https://covertrack.example.com --signing-key-file /run/secrets/signing-key \
      --database-url 'postgres://app@db/covertrack?sslmode=verify-full' --blob-url 's3://covertrack?region=us-east-1'
   COVERTRACK_DATA_DIR=/srv/covertrack COVERTRACK_LOG_FORMAT=json covertrack serve`,
		Flags: append(flags, profiles),
		Action: command.Action(func(ctx context.Context, cmd *cli.Command) error {
			log, err := command.NewLogger(cmd, cmd.Root().ErrWriter)
			if err != nil {
				return err
			}
			slog.SetDefault(log)
			command.WarnUnknownSettings(cmd.Root(), os.Environ(), log)
			collectLess()
			if err = serve(ctx, cmd, log); err == nil {
				log.Info("stopped")
			}
			return err
		}),
	}
}

// serve runs the server until ctx or its embedded Postgres ends. It stops what it has started, in reverse order.
func serve(ctx context.Context, cmd *cli.Command, log *slog.Logger) (err error) {
	starting := true
	defer func() {
		if starting && ctx.Err() != nil {
			err = nil // It was told to end while it was starting, and this made something fail.
		}
	}()
	mail, err := checkFlags(cmd)
	if err != nil {
		return err
	}
	log.Info("settings", command.InForce(cmd)...)
	ending := watchEnd(ctx, cmd.Duration("drain-delay"), log)
	defer ending.done()
	unlock, err := embedded.Lock(cmd.String("data-dir"))
	if err != nil {
		return err
	}
	defer unlock()
	listener, err := listen(ctx, cmd)
	if err != nil {
		return err
	}
	door := OpenDoor(listener, log)
	defer door.Close()
	if err := tryFiles(cmd, listener, log); err != nil {
		return err
	}
	db, err := command.StartDatabase(ctx, cmd, true, log)
	if err != nil {
		return err
	}
	ending.watch(db)
	defer func() { err = errors.Join(err, ending.stop(ctx, db)) }()
	access, err := prepareDatabase(ctx, cmd, db, log)
	if err != nil {
		return err
	}
	s, end, err := startService(ctx, cmd, mail, db, baseURL(cmd, listener), log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	starting = false
	ready := func() { access.Announce(cmd, s.BaseURL, s.console.Link, log) }
	return errors.Join(s.answer(ctx, door, db, ready), errors.Join(together(door.drain, end)...))
}

// listen opens the address of the flags.
func listen(ctx context.Context, cmd *cli.Command) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", cmd.String("addr"))
	if err != nil {
		return nil, fmt.Errorf("--addr: %w; name another address, like --addr 127.0.0.1:8081", err)
	}
	if err := refusePublicDemo(cmd, listener); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return listener, nil
}

// tryFiles reports what is wrong with the flags of files before the database is started.
func tryFiles(cmd *cli.Command, listener net.Listener, log *slog.Logger) error {
	keys, err := command.SigningKeys(cmd)
	if err != nil {
		return err
	}
	return command.TryFiles(cmd, baseURL(cmd, listener), keys, log)
}

// startService starts the service on a database that is its own, and what runs beside the requests.
func startService(
	ctx context.Context, cmd *cli.Command, mail command.MailSettings, db *command.Database, baseURL string, log *slog.Logger,
) (s *Service, end func() error, err error) {
	if s, err = newService(ctx, cmd, db, baseURL, log); err != nil {
		return nil, nil, err
	}
	s.Health.Mail = mail
	if err = copies.ExplainRefusal(s.guard.Start(ctx)); err == nil {
		end, err = startBackground(ctx, cmd, mail, db, s, log)
	}
	if err != nil {
		return nil, nil, errors.Join(err, s.close())
	}
	return s, end, nil
}

// startBackground starts what runs beside the requests: the jobs, and the profiles on an address of their own.
func startBackground(
	ctx context.Context, cmd *cli.Command, mail command.MailSettings, db *command.Database, s *Service, log *slog.Logger,
) (end func() error, err error) {
	if err := mail.WarnMissing(ctx, s.Store, time.Now(), log); err != nil {
		return nil, err
	}
	keep, err := keepingOf(cmd)
	if err != nil {
		return nil, err
	}
	stopJobs, err := startJobs(ctx, cmd.Int("workers"), keep, mail, db, s, log)
	if err != nil {
		return nil, err
	}
	endProfiles, err := serveProfiles(ctx, cmd.String("pprof-addr"), log)
	if err != nil {
		return nil, errors.Join(err, stopJobs())
	}
	return func() error {
		endProfiles()
		return stopJobs()
	}, nil
}

// checkFlags refuses wrong combinations and values of flags before anything is started. It returns those about mail.
func checkFlags(cmd *cli.Command) (none command.MailSettings, err error) {
	if cmd.Bool("trusted-only") && cmd.String("documents") == "" {
		return none, command.Usagef(cmd, "--trusted-only: name the folder of the trusted documents with --documents")
	}
	if cmd.Bool("demo-public") && !cmd.Bool("demo") {
		return none, command.Usagef(cmd, "--demo-public is about --demo, which is not given")
	}
	if _, err := access.ReadTrustedProxies(cmd); err != nil {
		return none, err
	}
	if _, err := replicaURLs(cmd); err != nil {
		return none, err
	}
	if err := command.CheckFileFlags(cmd); err != nil {
		return none, err
	}
	if err := checkScanCommand(cmd); err != nil {
		return none, err
	}
	if workers := cmd.Int("workers"); workers < 0 || workers > maxWorkers {
		return none, command.Usagef(cmd, "--workers is %d; it takes 0 to %d", workers, maxWorkers)
	}
	if _, err := keepingOf(cmd); err != nil {
		return none, err
	}
	if when := cmd.String("migrate"); when != "on" && when != "off" {
		return none, command.Usagef(cmd, "--migrate is %q; it takes on or off", when)
	}
	if tokens := cmd.String("console-tokens"); tokens != "on" && tokens != "off" {
		return none, command.Usagef(cmd, "--console-tokens is %q; it takes on or off", tokens)
	}
	mail, err := command.OpenMail(cmd)
	if err != nil {
		return none, err
	}
	mail.Idle = cmd.Int("workers") == 0 || cmd.Bool("restored")
	return mail, mail.CheckLinks(cmd)
}

// refusePublicDemo refuses to serve the demo where others can reach it, unless that was said in a second flag: its tokens
// are printed and kept in a file, and an operator's token is among them.
func refusePublicDemo(cmd *cli.Command, listener net.Listener) error {
	if addr := listener.Addr().(*net.TCPAddr); !cmd.Bool("demo") || cmd.Bool("demo-public") || addr.IP.IsLoopback() {
		return nil
	}
	return command.Usagef(cmd, "--demo on --addr %s: others could reach it, and its tokens are printed; "+
		"give a loopback address, like --addr 127.0.0.1:8080, or say --demo-public too", cmd.String("addr"))
}

// answer serves requests until ctx or the embedded Postgres ends, and then until the load balancer has noticed.
func (s *Service) answer(ctx context.Context, door *door, db *command.Database, ready func()) (err error) {
	door.Server.RegisterOnShutdown(s.Engine.EndStreams)
	door.Serve(s.Handler)
	s.Log.Info("ready", "url", s.BaseURL, "took", time.Since(begun).Round(time.Millisecond))
	ready()
	select {
	case <-ctx.Done():
		s.Log.Info("stopping: finishing what runs", "at_most", drainWithin)
	case <-db.Ended():
		err = errors.New("the embedded Postgres ended; see postgres/postgres.log in the data folder")
	}
	s.Health.Drain()
	if err == nil {
		door.leave(s.leaveFor)
	}
	return err
}

// prepareDatabase runs the migrations, and loads the demo data if --demo is given.
func prepareDatabase(ctx context.Context, cmd *cli.Command, db *command.Database, log *slog.Logger) (access *sample.Access, err error) {
	err = db.Administer(ctx, log, func(store *storage.Store) error {
		var err error
		if cmd.String("migrate") == "off" {
			err = command.RequireMigrations(ctx, store)
		} else {
			err = migrate(ctx, store, log)
		}
		if err == nil && cmd.Bool("demo") {
			access, err = sample.PrepareDemo(ctx, cmd, store, log)
		}
		return err
	})
	return access, err
}

// migrate runs the migrations that are pending.
func migrate(ctx context.Context, store *storage.Store, log *slog.Logger) error {
	begun := time.Now()
	applied, err := store.Migrate(ctx)
	if err != nil {
		return err
	}
	if len(applied) > 0 {
		log.Info("migrated the database", "migrations", len(applied), "took", time.Since(begun).Round(time.Millisecond))
	}
	return nil
}

// baseURL returns the address that clients use: --base-url, or that of the listener.
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

// The live data of a server is about 10 MB, and most of the cost of a request is garbage. So garbage may grow to eight
// times the live data, but only up to a limit for each core, since the number of requests at once depends on the cores.
// The limit is soft: a node with more live data collects garbage more often, and never fails because of it.
const (
	garbagePercent = 800
	memoryPerCore  = 44 << 20
)

// collectLess makes garbage collections rarer, unless GOGC or GOMEMLIMIT is set in the environment.
func collectLess() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	limitMemory(0)
}

// limitMemory sets the limit, unless GOMEMLIMIT is set in the environment. What is held for answers that are not read yet and
// for open streams is no garbage, and comes on top: 1,500 streams within the limit had garbage collected all the time, which
// kept everybody else waiting.
func limitMemory(held int) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(memoryPerCore*runtime.GOMAXPROCS(0) + held))
	}
}
