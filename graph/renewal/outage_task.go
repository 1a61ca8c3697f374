package renewal

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/mailer"
	"github.com/covertrack/covertrack/storage"
)

// tell opens a task in each portfolio whose notices have waited for mail for an hour, and completes those of an outage
// that is over.
func (d *delivery) tell(ctx context.Context, status *mailer.Status) error {
	if origin, isOver := status.TasksOver(); isOver {
		if err := d.eachPortfolio(ctx, origin, d.Store.PortfoliosWithTask, d.completeTask); err != nil {
			return err
		}
		if err := d.Store.ForgetMailTasks(ctx, origin); err != nil {
			return err
		}
	}
	if origin, isOpen := status.TasksOpen(); isOpen {
		return d.eachPortfolio(ctx, origin, d.untold, func(ctx context.Context, tx *storage.Tx, store *storage.Portfolio, origin string) error {
			goesOn, err := tx.HoldMailStatus(ctx, status.Since)
			if err != nil || !goesOn {
				return err
			}
			return record(ctx, tx, store, d.Now(), nil, model.NewMailTask(storage.NewID(), origin, d.Now()))
		})
	}
	return nil
}

// untold are the live portfolios whose letters wait, and that have no task of the origin.
func (d *delivery) untold(ctx context.Context, origin string) (portfolios []uuid.UUID, err error) {
	all := make([]uuid.UUID, len(d.waiting))
	for i, p := range d.waiting {
		all[i] = p.ID
	}
	found, err := d.Store.PortfoliosWithoutTask(ctx, origin, all, d.Now())
	for _, id := range found {
		waits, failed := true, error(nil)
		if slices.Contains(all, id) {
			waits, failed = d.hasWaiting(ctx, id)
		}
		if err = errors.Join(err, failed); waits {
			portfolios = append(portfolios, id)
		}
	}
	return portfolios, err
}

// eachPortfolio does something about the task of an origin, in a transaction of each portfolio that find returns.
func (d *delivery) eachPortfolio(
	ctx context.Context, origin string, find func(ctx context.Context, origin string) ([]uuid.UUID, error),
	do func(ctx context.Context, tx *storage.Tx, store *storage.Portfolio, origin string) error,
) error {
	portfolios, err := find(ctx, origin)
	if err != nil {
		return err
	}
	for _, id := range portfolios {
		err := d.Store.InTx(ctx, id, func(ctx context.Context, tx *storage.Tx) error { return do(ctx, tx, tx.For(id), origin) })
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *delivery) completeTask(ctx context.Context, tx *storage.Tx, store *storage.Portfolio, origin string) error {
	tasks, err := store.LockOpenTask(ctx, origin)
	if err != nil {
		return err
	}
	return completeTasks(ctx, tx, store, tasks, d.Now())
}

// completeTasks completes tasks that are locked.
func completeTasks(ctx context.Context, tx *storage.Tx, store *storage.Portfolio, tasks []*model.Task, now time.Time) error {
	trail := trailOf(store, now)
	for _, t := range tasks {
		before := *t
		t.Complete(now)
		trail.Add("task.updated", "task", t.ID, model.Changes(before, *t))
	}
	if err := storage.Tasks.Update(ctx, store, tasks...); err != nil {
		return err
	}
	return trail.Save(ctx, tx)
}
