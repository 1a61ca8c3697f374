package serve

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/graph/evidence"
	"github.com/covertrack/covertrack/graph/exporting"
	"github.com/covertrack/covertrack/graph/feed"
	"github.com/covertrack/covertrack/graph/importing"
	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/graph/placing"
	"github.com/covertrack/covertrack/graph/rates"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/graph/sandbox"
	"github.com/covertrack/covertrack/graph/verdict"
	"github.com/covertrack/covertrack/graph/webhook"
	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
)

const maxWorkers = 100

// stopJobsWithin is how long running jobs may take to end, while the requests end.
const stopJobsWithin = 10 * time.Second

// jobFlags say whether and how the node runs the background jobs.
func jobFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.IntFlag{Name: "workers", Value: 2, Sources: command.FromEnv("workers"),
			Usage: "how many background jobs run at a time; 0 leaves the jobs to other nodes"},
		command.SMTPFlag(), command.MailFlag(),
	}, keepFlags()...)
}

// startJobs runs the background jobs, if there are workers, until stop is called, which waits for the running ones. They
// have their own pool, so that a slow mail server does not make requests wait for a connection.
func startJobs(
	ctx context.Context, workers int, keep keeping, mail command.MailSettings, db *command.Database, s *Service, log *slog.Logger,
) (stop func() error, err error) {
	if workers == 0 {
		return func() error { return nil }, nil
	}
	options := postgres.DefaultOptions()
	options.Logger, options.ApplicationName, options.MaxConns = log, "covertrack-jobs", 2*workers+2
	pool, err := postgres.Open(ctx, db.DSN, options)
	if err != nil {
		return nil, err
	}
	store := storage.New(pool)
	store.ShareReplicas(s.Store)
	exports, err := exporterOf(store, s, log)
	if err != nil {
		pool.Close()
		return nil, err
	}
	imports := importing.New(importing.Config{
		Engine: s.Engine, Store: store, Blobs: s.Blobs, Logger: log, Operations: graph.ImportOperations,
	})
	followUp := mail.Config(store, s.links(), time.Now, log)
	sandboxes, err := sandboxesOf(store, followUp, s, log)
	if err != nil {
		pool.Close()
		return nil, err
	}
	// The end of ctx must not cancel jobs: stop lets them finish.
	running, err := jobs.Start(context.WithoutCancel(ctx), jobs.Config{
		Store: store, Now: time.Now, Logger: log,
		FollowUp: renewal.NewFollower(followUp), Workers: workers, Guard: s.guard,
		Judge: keeperOf(store, log).Judge, Wake: sandboxes.Wake,
		Duties: append(VerdictDuties(store, log), releaseTasks(store),
			jobs.Duty{Name: jobs.Placements, Every: time.Minute,
				Sweep: placing.New(placing.Config{Store: store, Now: time.Now}).SweepShare},
			jobs.Duty{Name: jobs.Imports, Every: time.Minute, Run: imports.Run},
			jobs.Duty{Name: jobs.Sandboxes, Every: 10 * time.Second, Run: sandboxes.Run},
			jobs.Duty{Name: graph.ExportsDuty, Every: 10 * time.Second, Run: exports.Run}),
		Cleaners: append(append(cleaners(store, s, exports, keep), keep.cleaners(db, log)...),
			jobs.Cleaner{Name: "files of imports", Run: imports.Clean}, jobs.Cleaner{Name: "sandboxes", Run: sandboxes.Clean}),
	})
	if err != nil {
		pool.Close()
		return nil, err
	}
	allowed := func() bool { return !s.guard.Paused() }
	webhooks := startWebhooks(store, s, allowed, log)
	stopPlacing := feed.Start(feed.Config{Store: store, Now: time.Now, Logger: log, Allowed: allowed, Placed: webhooks.Wake})
	stopJobs := func() error {
		ctx, cancel := context.WithTimeout(context.Background(), stopJobsWithin)
		defer cancel()
		return running.Stop(ctx)
	}
	return func() error {
		defer pool.Close()
		stopPlacing()
		return errors.Join(together(stopJobs, func() error {
			webhooks.Stop(stopWebhooksWithin)
			return nil
		})...)
	}, nil
}

// cleaners remove what has had its time.
func cleaners(store *storage.Store, s *Service, exports *exporting.Runner, keep keeping) []jobs.Cleaner {
	return []jobs.Cleaner{
		{Name: "uploads", Run: jobs.UploadCleaner{Store: store, Blobs: s.Blobs}.Clean},
		{Name: "idempotency keys", Run: store.CleanIdempotencyKeys},
		{Name: "tokens", Run: store.CleanTokens},
		{Name: "exports", Run: exports.Clean},
		{Name: "sessions", Run: store.CleanPersonSessions},
		{Name: "deliveries of webhooks",
			Run: func(ctx context.Context, now time.Time) (int, error) { return webhook.Sweep(ctx, store, now) }},
		{Name: "partitions of keys", Run: store.PartitionKeys},
		{Name: "months of the audit trail", Run: func(ctx context.Context, now time.Time) (int, error) {
			return store.PartitionTrail(ctx, now, keep.auditMonths)
		}},
		{Name: "events of the feed", Run: func(ctx context.Context, now time.Time) (int, error) {
			return store.RemoveEvents(ctx, now.AddDate(0, 0, -keep.eventDays))
		}},
	}
}

func exporterOf(store *storage.Store, s *Service, log *slog.Logger) (*exporting.Runner, error) {
	lists, err := restcompat.NewLists(s.Engine)
	return &exporting.Runner{Store: store, Blobs: s.Blobs, Lists: lists, Now: time.Now, Logger: log}, err
}

func sandboxesOf(store *storage.Store, followUp renewal.Config, s *Service, log *slog.Logger) (*sandbox.Worker, error) {
	broker, err := evidence.NewBroker(s.Engine, graph.EvidenceLinks{Store: store, Now: s.Engine.Now}, s.Blobs)
	return sandbox.New(sandbox.Config{
		Store: store, Blobs: s.Blobs, FollowUp: followUp, Now: time.Now, Logger: log,
		Actors: []sandbox.Actor{sandbox.Brokers{Store: store, By: broker}},
	}), err
}

func keeperOf(store *storage.Store, log *slog.Logger) *verdict.Keeper {
	return verdict.NewKeeper(verdict.Config{Store: store, Now: time.Now, Logger: log})
}

// auditEvery is how often some stored verdicts are compared with evaluations.
const auditEvery = 10 * time.Minute

// VerdictDuties keep the stored verdicts of cases as time passes.
func VerdictDuties(store *storage.Store, log *slog.Logger) []jobs.Duty {
	keeper := keeperOf(store, log)
	return []jobs.Duty{
		{Name: jobs.Verdicts, Every: time.Minute, Sweep: func(ctx context.Context, share rates.Share) error {
			_, err := keeper.SweepShare(ctx, share)
			return err
		}},
		{Name: "verdict audit", Every: auditEvery, Run: func(ctx context.Context) error {
			_, err := keeper.Audit(ctx)
			return err
		}},
	}
}

// releaseTasks is due at once when somebody is suspended; here again, for tasks that they get later.
func releaseTasks(store *storage.Store) jobs.Duty {
	return jobs.Duty{Name: jobs.ReleaseTasksDuty, Every: time.Minute, Run: func(ctx context.Context) error {
		return graph.ReleaseTasks(ctx, store, storage.Clock(time.Now)())
	}}
}
