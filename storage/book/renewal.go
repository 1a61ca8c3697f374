package book

import (
	"time"

	"github.com/covertrack/covertrack/model"
)

// followed is a policy whose notices are not planned yet, and the time since which its term is known.
type followed struct {
	of     *model.Case
	policy *model.Policy
	since  time.Time
}

// follow opens the task for a policy's missing evidence, and leaves its notices to followUp.
func (b *Book) follow(c *model.Case, p *model.Policy, at time.Time) {
	if b.options.Notice == nil {
		return
	}
	if p.NeedsEvidence() {
		add(b, model.NewEvidenceTask(b.id(at), p, at), nil)
	}
	b.followed = append(b.followed, &followed{c, p, at})
}

// followUp plans the notices of the policies as they are now, and settles those that were due before today, as the jobs
// would have done if they had run all the time.
func (b *Book) followUp() {
	for _, f := range b.followed {
		for _, n := range model.PlanRenewal(f.policy, nil, nil, model.SkipLate, f.since).New {
			n.ID = b.id(n.CreatedAt)
			add(b, n, nil)
			planned := n.State == model.RenewalNoticeStatePlanned
			if planned && n.DueAt.Before(b.options.Today) && f.policy.Status.FollowedUp() {
				b.carryOut(f, n)
			}
		}
	}
	b.followed = nil
}

// carryOut does what a sweep does about a notice if there is no mail server.
func (b *Book) carryOut(f *followed, n *model.RenewalNotice) {
	if task, ok := n.StepTask(b.id(n.DueAt), n.DueAt); ok {
		b.openTask(task)
	}
	to, copies := b.boxes.Recipients(f.of, f.policy)
	if len(to) == 0 {
		n.Skip(model.SkipNoRecipient, n.DueAt)
		b.openTask(n.EvidenceTask(b.id(n.DueAt), model.SkipNoRecipient, n.DueAt))
		return
	}
	subject, text, err := b.options.Notice(b.portfolio, f.of, f.policy, n)
	b.note("a notice", err)
	n.Address(to, copies, subject, text)
	reason := model.SuppressNoMail
	if b.portfolio.Mode == model.ModeTest {
		reason = model.SuppressTest
	}
	n.Suppress(reason, n.DueAt)
}

// openTask adds a task unless there is one for the same reason.
func (b *Book) openTask(t *model.Task) {
	if reason := "task/" + *t.Origin; !b.taken[reason] {
		b.taken[reason] = true
		add(b, t, nil)
	}
}
