package book

import (
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// Cancelled is a cancellation with its task.
type Cancelled struct {
	*model.Cancellation
	task *model.Task
}

// Cancel cancels a policy that has one term, and opens the task. The policy must not have been taken yet.
func (b *Book) Cancel(p *model.Policy, in model.CancelPolicyInput, at time.Time) *Cancelled {
	var refs model.CancellationReferences
	c, err := model.NewCancellation(b.id(at), p, in, refs, at)
	b.note("a cancellation", err)
	b.note("a cancellation", p.Cancel(c, refs))
	p.UpdatedAt = at
	b.followSince(p, at)
	task := c.FollowUpTask(b.id(at), at)
	return &Cancelled{add(b, storage.Cancellations, c, nil), add(b, storage.Tasks, task, nil)}
}

// Reinstate ends a cancellation of a policy that has one term, and completes the task. Neither must have been taken.
func (b *Book) Reinstate(p *model.Policy, c *Cancelled, in model.ReinstatePolicyInput, at time.Time) {
	var refs model.CancellationReferences
	r, err := model.NewReinstatement(p, in, refs)
	b.note("a reinstatement", err)
	_, after, err := p.Reinstate(r, refs)
	b.note("a reinstatement", err)
	*c.Cancellation = *after
	c.task.SetProgress(model.TaskProgress{State: model.TaskStateCompleted})
	p.UpdatedAt, c.task.UpdatedAt = at, at
	b.followSince(p, at)
}
