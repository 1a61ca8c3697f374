package jobs

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"github.com/covertrack/covertrack/graph/rates"
	"github.com/covertrack/covertrack/storage"
)

// Cleaner removes records that have expired. Run returns how many.
type Cleaner struct {
	Name string
	Run  func(ctx context.Context, now time.Time) (int, error)
}

// Duty is something else that one of the nodes does again and again, at most once in a time. What it leaves undone, the
// next time does.
type Duty struct {
	Name  string
	Every time.Duration // at least a second
	Run   func(ctx context.Context) error
	// Sweep takes the place of Run for what is done portfolio by portfolio: nodes share it when it returns rates.ErrMany. It has a
	// queue of its own.
	Sweep func(ctx context.Context, share rates.Share) error
}

// Guard says whether jobs may run, which a copy of the database must not (package installation).
type Guard interface {
	Allows(ctx context.Context) bool // looks, before a job that decides or sends
	Raise(ctx context.Context) bool  // looks and makes a new generation, before a clean-up
	Paused() bool                    // as of the last look
}

// FollowUp is the renewal follow-up, of package renewal.
type FollowUp interface {
	SweepShare(ctx context.Context, share rates.Share) error            // decides about the notices that are due, as Duty.Sweep
	SweepPolicy(ctx context.Context, portfolio, policy uuid.UUID) error // decides about those of one policy
	Deliver(ctx context.Context) error                                  // sends letters
}

// ErrReported is in the chain of an error that the job has reported itself: the failure is not logged again.
var ErrReported = errors.New("the job has reported it")

// Config says how a node runs the jobs. Store, Now, Logger, FollowUp and Workers are required.
type Config struct {
	Store    *storage.Store
	Now      func() time.Time
	Logger   *slog.Logger
	FollowUp FollowUp
	Guard    Guard // nil allows everything
	// Judge judges cases, or all that have findings if it gets none; nil leaves them to other nodes.
	Judge func(ctx context.Context, portfolio uuid.UUID, cases []uuid.UUID) error
	// Wake does in a sandbox what is due and was asked for, and reports whether the portfolio is one; nil if there are none.
	Wake       func(ctx context.Context, portfolio uuid.UUID, asked Asked) (isSandbox bool, err error)
	Cleaners   []Cleaner
	Duties     []Duty
	Workers    int           // how many jobs of each of the two queues run at a time
	Every      time.Duration // between sweeps, at least a second; 0 means a minute
	CleanEvery time.Duration // between clean-ups; 0 means an hour
}

// jobTimeout is the longest that a job may run; the next one does what it left undone.
const jobTimeout = 10 * time.Minute

// sweepShares is how many jobs a sweep of many portfolios is, of which a node runs one at a time: so many nodes share it.
const sweepShares = 8

// Jobs runs the jobs on one node.
type Jobs struct{ client *river.Client[pgx.Tx] }

// Start runs jobs until Stop is called, even if ctx ends. The nodes that share a database elect the one that starts
// the periodic jobs.
func Start(ctx context.Context, cfg Config) (*Jobs, error) {
	cfg.Now = storage.Clock(cfg.Now)
	cfg.Every, cfg.CleanEvery = cmp.Or(cfg.Every, time.Minute), cmp.Or(cfg.CleanEvery, time.Hour)
	queue := river.QueueConfig{MaxWorkers: cfg.Workers}
	// A job comes once in cfg.Every, and after one the next is looked for at once.
	sweeping := river.QueueConfig{MaxWorkers: 1, FetchPollInterval: cfg.Every / 10}
	client, err := river.NewClient(riverpgxv5.New(cfg.Store.Pool().Pgx()), &river.Config{
		Queues: map[string]river.QueueConfig{
			river.QueueDefault: queue, queueMail: queue, Imports: {MaxWorkers: 2}, Sandboxes: {MaxWorkers: 2},
			Notices: sweeping, Verdicts: sweeping, Placements: sweeping,
		},
		Workers:                     workers(cfg),
		PeriodicJobs:                periodic(cfg),
		JobTimeout:                  jobTimeout,
		RescueStuckJobsAfter:        jobTimeout + 5*time.Minute,
		CompletedJobRetentionPeriod: time.Hour,
		// LISTEN needs a connection of its own and does not work through a PgBouncer in transaction mode; polling only
		// adds a second.
		PollOnly: true,
		Logger:   slog.New(warnings{cfg.Logger.Handler()}),
	})
	if err != nil {
		return nil, err
	}
	return &Jobs{client}, client.Start(context.WithoutCancel(ctx))
}

// Stop waits for the running jobs to finish, and cancels them when ctx ends.
func (j *Jobs) Stop(ctx context.Context) error {
	err := j.client.Stop(ctx)
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		cut, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		return j.client.StopAndCancel(cut)
	}
	return err
}

func workers(cfg Config) *river.Workers {
	guard := cmp.Or[Guard](cfg.Guard, unguarded{})
	w := river.NewWorkers()
	// There may be thousands of these at once, so they do not look themselves. They send nothing.
	addWorker(w, cfg.Logger, func(context.Context) bool { return !guard.Paused() }, func(ctx context.Context, args policyArgs) error {
		if done, err := cfg.wake(ctx, args.Portfolio, Asked{}); done || err != nil {
			return err
		}
		return cfg.FollowUp.SweepPolicy(ctx, args.Portfolio, args.Policy)
	})
	addWorker(w, cfg.Logger, func(context.Context) bool { return !guard.Paused() }, func(ctx context.Context, args judgeArgs) error {
		if cfg.Judge == nil {
			return nil
		}
		if done, err := cfg.wake(ctx, args.Portfolio, Asked{Cases: args.Cases, All: len(args.Cases) == 0}); done || err != nil {
			return err
		}
		return cfg.Judge(ctx, args.Portfolio, args.Cases)
	})
	addWorker(w, cfg.Logger, guard.Allows, func(ctx context.Context, args sweepArgs) error {
		return shareOut(ctx, cfg.FollowUp.SweepShare(ctx, args.Share), func(share rates.Share) river.InsertManyParams {
			return river.InsertManyParams{Args: sweepArgs{share}, InsertOpts: onceIn(cfg.Every, Notices)}
		})
	})
	addWorker(w, cfg.Logger, guard.Allows, func(ctx context.Context, args dutyArgs) error {
		for _, d := range cfg.Duties {
			switch {
			case d.Name == args.Name && d.Sweep != nil:
				return shareOut(ctx, d.Sweep(ctx, args.Share), func(share rates.Share) river.InsertManyParams {
					return river.InsertManyParams{Args: dutyArgs{d.Name, share}, InsertOpts: onceIn(d.Every, queueOf(d.Name))}
				})
			case d.Name == args.Name:
				return d.Run(ctx)
			}
		}
		return nil // of a node of another release
	})
	addWorker(w, cfg.Logger, guard.Allows, func(ctx context.Context, args deliverArgs) error {
		if done, err := cfg.wake(ctx, args.Portfolio, Asked{}); done || err != nil {
			return err
		}
		return cfg.FollowUp.Deliver(ctx)
	})
	addWorker(w, cfg.Logger, guard.Raise, func(ctx context.Context, _ cleanArgs) error { return cfg.clean(ctx) })
	return w
}

// wake does what is due and was asked for if the portfolio is a sandbox.
func (cfg Config) wake(ctx context.Context, portfolio uuid.UUID, asked Asked) (isSandbox bool, err error) {
	if cfg.Wake == nil || portfolio == uuid.Nil {
		return false, nil
	}
	return cfg.Wake(ctx, portfolio, asked)
}

// addWorker runs jobs that are allowed. One that is not is over: the next of its kind does what it left undone.
func addWorker[T river.JobArgs](
	w *river.Workers, log *slog.Logger, allowed func(context.Context) bool, run func(context.Context, T) error,
) {
	river.AddWorker(w, river.WorkFunc(func(ctx context.Context, job *river.Job[T]) error {
		if !allowed(ctx) {
			return nil
		}
		err := run(ctx, job.Args)
		if err != nil && !errors.Is(err, ErrReported) && ctx.Err() == nil {
			log.Warn("a background job failed; the next one does what it left undone", "job", job.Kind, "error", err)
		}
		return err
	}))
}

type unguarded struct{}

func (unguarded) Allows(context.Context) bool { return true }
func (unguarded) Raise(context.Context) bool  { return true }
func (unguarded) Paused() bool                { return false }

// shareOut adds the jobs of the shares if a sweep has found too much for one.
func shareOut(ctx context.Context, swept error, job func(rates.Share) river.InsertManyParams) error {
	if !errors.Is(swept, rates.ErrMany) {
		return swept
	}
	var added []river.InsertManyParams
	for _, share := range rates.Shares(sweepShares) {
		added = append(added, job(share))
	}
	_, err := river.ClientFromContext[pgx.Tx](ctx).InsertMany(ctx, added)
	return err
}

// periodic returns the jobs that the leader starts.
func periodic(cfg Config) []*river.PeriodicJob {
	job := func(every time.Duration, args river.JobArgs, queue string) *river.PeriodicJob {
		return river.NewPeriodicJob(river.PeriodicInterval(every), func() (river.JobArgs, *river.InsertOpts) {
			return args, onceIn(every, queue)
		}, &river.PeriodicJobOpts{RunOnStart: true})
	}
	jobs := []*river.PeriodicJob{
		job(cfg.Every, deliverArgs{}, queueMail),
		job(cfg.CleanEvery, cleanArgs{}, river.QueueDefault),
		job(cfg.Every, sweepArgs{rates.Few()}, Notices),
	}
	for _, d := range cfg.Duties {
		args := dutyArgs{Name: d.Name}
		if d.Sweep != nil {
			args.Share = rates.Few()
		}
		jobs = append(jobs, job(d.Every, args, queueOf(d.Name)))
	}
	return jobs
}

// clean runs all cleaners, even if one of them fails.
func (cfg Config) clean(ctx context.Context) error {
	var failed error
	for _, c := range cfg.Cleaners {
		removed, err := c.Run(ctx, cfg.Now())
		failed = errors.Join(failed, err)
		if removed > 0 {
			cfg.Logger.Info("cleaned up", "what", c.Name, "removed", removed)
		}
	}
	return failed
}

// warnings is a log handler that drops everything below a warning, such as River's routine reports.
type warnings struct{ slog.Handler }

// Enabled reports whether records of the level are kept.
func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}
