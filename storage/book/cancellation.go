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

// Cancel cancels a policy of the case, and opens the task. The policy must not have been taken yet.
func (b *Book) Cancel(c *Case, p *model.Policy, in model.CancelPolicyInput, at time.Time) *Cancelled {
	refs := c.cancellationReferences(p)
	made, err := model.NewCancellation(b.id(at), p, in, refs, at)
	b.note("a cancellation", err)
	b.note("a cancellation", p.Cancel(made, refs))
	p.UpdatedAt = at
	b.followSince(p, at)
	c.cancellations = append(c.cancellations, made)
	task := made.FollowUpTask(b.id(at), at)
	return &Cancelled{add(b, storage.Cancellations, made, nil), add(b, storage.Tasks, task, nil)}
}

// Reinstate ends a cancellation of a policy of the case, and completes the task. None of them must have been taken.
func (b *Book) Reinstate(
	c *Case, p *model.Policy, cancelled *Cancelled, in model.ReinstatePolicyInput, at time.Time,
) {
	refs := c.cancellationReferences(p)
	r, err := model.NewReinstatement(p, in, refs)
	b.note("a reinstatement", err)
	_, after, err := p.Reinstate(r, refs)
	b.note("a reinstatement", err)
	*cancelled.Cancellation = *after
	cancelled.task.SetProgress(model.TaskProgress{State: model.TaskStateCompleted})
	p.UpdatedAt, cancelled.task.UpdatedAt = at, at
	b.followSince(p, at)
}

// cancellationReferences has the terms before a policy's current one, each as its latest version dates it.
func (c *Case) cancellationReferences(p *model.Policy) (refs model.CancellationReferences) {
	for _, v := range c.versions {
		if v.PolicyID != p.ID || v.TermNumber == p.TermNumber {
			continue
		}
		for len(refs.EarlierTerms) < v.TermNumber {
			refs.EarlierTerms = append(refs.EarlierTerms, model.PolicyTerm{})
		}
		refs.EarlierTerms[v.TermNumber-1] = model.PolicyTerm{
			TermNumber: v.TermNumber, StartDate: v.StartDate, EndDate: v.EndDate,
		}
	}
	return refs
}
