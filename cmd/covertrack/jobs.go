package main

import (
	"context"
	"log/slog"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
)

const maxWorkers = 100

// stopJobsWithin is how long the jobs that run may take to end, once the requests have.
const stopJobsWithin = 10 * time.Second

// jobFlags say whether and how the node works the background jobs.
func jobFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{
			Name: "workers", Value: 2, Sources: fromEnv("workers"),
			Usage: "how many background jobs run at a time; 0 leaves the jobs to other nodes",
		},
		smtpFlag(),
	}
}

func smtpFlag() cli.Flag {
	return setting("smtp-url", "", "mail server of renewal notices, like smtp://user:password@mail.example.com:587?from=insurance@example.com "+
		"(default: none, notices are recorded and not sent)")
}

// jobs are the background jobs of this node, on a pool of their own: a slow mail server must not keep requests waiting for
// a connection.
type jobs struct {
	running *renewal.Jobs
	pool    *postgres.Pool
}

// jobSettings are the flags of the jobs, checked.
type jobSettings struct {
	workers int
	mail    *renewal.Mail // nil without a mail server
}

func readJobFlags(cmd *cli.Command) (settings jobSettings, err error) {
	if settings.workers = cmd.Int("workers"); settings.workers < 0 || settings.workers > maxWorkers {
		return settings, usagef(cmd, "--workers is %d; it takes 0 to %d", settings.workers, maxWorkers)
	}
	settings.mail, err = openMail(cmd)
	return settings, err
}

// startJobs works the jobs until stop; it does nothing without workers.
func startJobs(ctx context.Context, settings jobSettings, db *database, s *service, log *slog.Logger) (*jobs, error) {
	if settings.workers == 0 {
		return &jobs{}, nil
	}
	options := postgres.DefaultOptions()
	options.Logger, options.ApplicationName, options.MaxConns = log, "covertrack-jobs", 2*settings.workers+2
	pool, err := postgres.Open(ctx, db.dsn, options)
	if err != nil {
		return nil, err
	}
	store := storage.New(pool)
	// The end of ctx must not cut jobs off: stop lets them finish.
	running, err := renewal.StartJobs(context.WithoutCancel(ctx), renewal.JobsConfig{
		Follower: renewal.NewFollower(renewal.Config{Store: store, Mail: settings.mail, Now: time.Now, Logger: log}),
		Workers:  settings.workers,
		Cleaners: []renewal.Cleaner{
			{Name: "uploads", Run: renewal.UploadCleaner{Store: store, Blobs: s.blobs}.Clean},
			{Name: "idempotency keys", Run: store.CleanIdempotencyKeys},
			{Name: "tokens", Run: store.CleanTokens},
		},
	})
	if err != nil {
		pool.Close()
		return nil, err
	}
	return &jobs{running, pool}, nil
}

// stop lets the jobs that run come to their end.
func (j *jobs) stop() error {
	if j.running == nil {
		return nil
	}
	defer j.pool.Close()
	ctx, cancel := context.WithTimeout(context.Background(), stopJobsWithin)
	defer cancel()
	return j.running.Stop(ctx)
}

// openMail is the mail server of --smtp-url, nil without one.
func openMail(cmd *cli.Command) (*renewal.Mail, error) {
	address := cmd.String("smtp-url")
	if address == "" {
		return nil, nil
	}
	mail, err := renewal.OpenMail(address)
	if err != nil {
		return nil, usagef(cmd, "--smtp-url: %w", err)
	}
	return mail, nil
}
