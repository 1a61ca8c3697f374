package serve

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/cmd/covertrack/demo"
	"github.com/covertrack/covertrack/cmd/covertrack/serve/access"
	"github.com/covertrack/covertrack/cmd/covertrack/serve/health"
	"github.com/covertrack/covertrack/cmd/covertrack/serve/metrics"
	"github.com/covertrack/covertrack/cmd/covertrack/serve/traces"
	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/graph/admission"
	"github.com/covertrack/covertrack/graph/console"
	graphqldoor "github.com/covertrack/covertrack/graph/door"
	"github.com/covertrack/covertrack/graph/dossier"
	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/evidence"
	"github.com/covertrack/covertrack/graph/feed"
	"github.com/covertrack/covertrack/graph/installation"
	"github.com/covertrack/covertrack/graph/printing"
	"github.com/covertrack/covertrack/graph/signin"
	"github.com/covertrack/covertrack/graph/signin/issuer"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/placement"
	"github.com/covertrack/covertrack/model/receiver"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/erasing"
	"github.com/covertrack/covertrack/storage/postgres"
)

// Service handles requests.
type Service struct {
	BaseURL string
	Version string // of the program
	pool    *postgres.Pool
	Blobs   *blob.Store
	Store   *storage.Store
	Engine  *engine.Engine
	GraphQL *graphqldoor.Door
	console *console.Console
	Graph   *graph.Resolver

	Dossiers *dossier.Maker

	Health  *health.Health
	guard   *installation.Guard
	Gate    *admission.Gate
	Streams *admission.Streams
	Metrics *metrics.Metrics
	Traces  *traces.Traces
	Origins string // see allowOrigins
	Proxies access.TrustedProxies
	Handler http.Handler
	demo    *issuer.Issuer // nil without --demo
	Quotas  model.Quotas
	Log     *slog.Logger

	SigningKeys credentials.SigningKeys
	Scanner     *evidence.Scanner // of files that are handed in as evidence; nil: none
	incoming    string            // folder of files that are being checked

	ToolsWrite  bool          // /mcp has the tools that write
	noTokens    bool          // nobody opens the console with a token
	TrustedOnly bool          // organizations may send the trusted GraphQL documents only
	leaveFor    time.Duration // how long requests are still accepted after SIGTERM
}

// newService builds the service on a migrated database.
func newService(ctx context.Context, cmd *cli.Command, db *command.Database, baseURL string, log *slog.Logger) (*Service, error) {
	s := &Service{
		BaseURL: baseURL, Version: cmd.Root().Version, Metrics: metrics.New(cmd.Root().Version), Origins: cmd.String("cors-origins"), Log: log,
		TrustedOnly: cmd.Bool("trusted-only"), noTokens: cmd.String("console-tokens") == "off", leaveFor: cmd.Duration("drain-delay"),
		ToolsWrite: cmd.Bool("mcp-write"),
	}
	if err := s.open(ctx, cmd, db); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

func (s *Service) open(ctx context.Context, cmd *cli.Command, db *command.Database) (err error) {
	if s.Gate, err = newGate(cmd); err != nil {
		return err
	}
	if s.Proxies, err = access.ReadTrustedProxies(cmd); err != nil {
		return err
	}
	s.Streams = newStreams(cmd, s.Gate)
	if s.Traces, err = traces.Start(ctx, s.Version, s.Log); err != nil {
		return err
	}
	options := postgres.DefaultOptions()
	options.Logger, options.Tracer, options.Shared = s.Log, s.Traces.Statements(), true
	if s.pool, err = postgres.Open(ctx, db.DSN, options); err != nil {
		return err
	}
	if err = s.logLink(ctx, cmd); err != nil {
		return err
	}
	if err = s.openFiles(cmd); err != nil {
		return err
	}
	if err = s.openStore(ctx, cmd, db, options); err != nil {
		return err
	}
	s.Quotas = quotasOf(cmd)
	s.Dossiers = &dossier.Maker{Store: s.Store, Blobs: s.Blobs, Keys: s.SigningKeys, BaseURL: s.BaseURL, Now: time.Now}
	if err = s.Dossiers.Open(ctx); err != nil {
		return err
	}
	(&printing.Maker{Store: s.Store}).Open(s.Blobs)
	if err = s.openGraph(cmd); err != nil {
		return err
	}
	if folder := cmd.String("documents"); folder != "" {
		if err := s.GraphQL.Trust(os.DirFS(folder)); err != nil {
			return command.Usagef(cmd, "--documents: %w", err)
		}
	}
	s.guard = installation.NewGuard(installation.Config{Store: s.Store, Blobs: s.Blobs, Now: time.Now, Logger: s.Log},
		cmd.Bool("restored"))
	s.Metrics.WatchGuard(s.guard)
	if err = s.repeatErasures(ctx, db); err != nil {
		return err
	}
	s.Health = &health.Health{Store: s.Store, Blobs: s.Blobs, Guard: s.guard, Log: s.Log}
	s.Metrics.WatchRoom(s.Store, s.Engine.Quotas, s.Blobs, s.Health.Writable, s.Log)
	if err = s.openDemo(ctx, cmd); err != nil {
		return err
	}
	s.Handler, err = NewHandler(s)
	return err
}

// openStore opens the database behind the pool, and its replicas.
func (s *Service) openStore(ctx context.Context, cmd *cli.Command, db *command.Database, options postgres.Options) error {
	s.Metrics.WatchPool(s.pool)
	s.Store = storage.New(s.pool)
	if err := command.ClaimSigningKey(ctx, s.Store, s.SigningKeys); err != nil {
		return err
	}
	if err := s.Store.CheckWriter(ctx); err != nil {
		return err
	}
	s.Metrics.WatchJobs(s.Store, s.Log)
	if db.Direct != db.DSN {
		s.Store.ListenOn(db.Direct)
	}
	if err := openReplicas(ctx, cmd, s.Store, options, s.Log); err != nil {
		return err
	}
	s.Metrics.WatchReplicas(s.Store.Replicas())
	return nil
}

// repeatErasures erases in a backup that was restored what was erased since. A store that does not answer is asked by the next start.
func (s *Service) repeatErasures(ctx context.Context, db *command.Database) error {
	var repeated int
	err := db.Administer(ctx, s.Log, func(store *storage.Store) (err error) { // a search in all texts may take longer than a request
		repeated, err = erasing.Eraser{Store: store, Blobs: s.Blobs, Now: time.Now}.Repeat(ctx)
		return err
	})
	if repeated > 0 {
		s.Log.Warn("erasures that the database did not know of were repeated", "erasures", repeated)
	}
	if errors.Is(err, erasing.ErrAway) {
		s.Log.Warn("it is not known whether a restored backup must have something erased; the next start looks again", "error", err)
		return nil
	}
	return err
}

// openGraph makes what runs the operations of both doors, by rules of lender-placed insurance that have been checked.
func (s *Service) openGraph(cmd *cli.Command) error {
	if _, err := placement.Load(); err != nil {
		return err
	}
	key := receiver.NewIdentityKey(s.SigningKeys)
	s.Graph = &graph.Resolver{
		BaseURL: s.BaseURL, Blobs: s.Blobs, Feed: feed.NewHub(s.Store, s.Log),
		WebhookKey: receiver.NewKey(s.SigningKeys), WebhookURLs: webhookURLs(cmd),
		IdentityKey: key, SignIn: signin.NewClient(key, time.Now), Demo: demo.InSandbox,
	}
	s.Engine = engine.New(engine.Config{
		Store: s.Store, Now: time.Now, Logger: s.Log, Streams: s.Streams, Quotas: s.Quotas, BeforeCommit: graph.KeepVerdicts,
	}, s.Graph)
	s.GraphQL = graphqldoor.New(s.Engine)
	return nil
}

// openFiles opens what keeps files, and the page that takes evidence.
func (s *Service) openFiles(cmd *cli.Command) (err error) {
	if s.SigningKeys, err = command.SigningKeys(cmd); err != nil {
		return err
	}
	if s.Blobs, err = command.OpenBlobs(cmd, s.BaseURL, s.SigningKeys, s.Log); err != nil {
		return err
	}
	return s.openEvidence(cmd)
}

// logLink says how the database is reached, if there is anything to know about it.
func (s *Service) logLink(ctx context.Context, cmd *cli.Command) error {
	link, err := s.pool.Link(ctx)
	for _, r := range command.AboutLink(cmd, link) {
		if r.ToDo == "" {
			s.Log.Info(r.Found)
			continue
		}
		s.Log.Warn(r.Found, "to_do", r.ToDo)
	}
	return err
}

// close ends everything at the same time, since each may take some seconds when what it talks to does not respond.
func (s *Service) close() error {
	return errors.Join(together(s.closeBlobs, s.closeDatabase, s.flushTraces)...)
}

func (s *Service) closeBlobs() error {
	if s.Blobs == nil {
		return nil
	}
	return s.Blobs.Close()
}

func (s *Service) closeDatabase() error {
	if s.Store != nil {
		s.Store.Wait()
		s.Store.CloseReplicas()
	}
	if s.pool != nil {
		s.pool.Close()
	}
	return nil
}

func (s *Service) flushTraces() error {
	s.Traces.Flush(s.Log)
	return nil
}
