package book

import (
	"time"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
)

// followed is a policy whose notices are not planned yet, and since when its term is known.
type followed struct {
	c     *model.Case
	p     *model.Policy
	since time.Time
}

// followUp plans the notices of all policies as they stand, and settles those that were due by today, as the jobs would have
// done had they been running all along.
func (b *Book) followUp() {
	for _, f := range b.unsent.followed {
		for _, n := range model.PlanRenewal(f.p, nil, nil, model.SkipLate, f.since).New {
			n.ID = b.ids.at(n.CreatedAt)
			b.unsent.notices = append(b.unsent.notices, n)
			if n.State == model.RenewalNoticeStatePlanned && n.DueAt.Before(b.today) && f.p.Status.FollowedUp() {
				b.carryOut(f, n)
			}
		}
	}
	b.unsent.followed = nil
}

// carryOut is what a sweep does about a notice when there is no mail server.
func (b *Book) carryOut(f *followed, n *model.RenewalNotice) {
	if task, ok := n.StepTask(b.ids.at(n.DueAt), n.DueAt); ok {
		b.openTask(task)
	}
	to, copies := b.boxes.Recipients(f.c, f.p)
	if len(to) == 0 {
		n.Skip(model.SkipNoRecipient, n.DueAt)
		b.openTask(n.EvidenceTask(b.ids.at(n.DueAt), model.SkipNoRecipient, n.DueAt))
		return
	}
	message, err := renewal.Render(b.portfolio, f.c, f.p, n)
	if err != nil {
		b.note("notice", err)
		return
	}
	n.Address(to, copies, message.Subject, message.Text)
	reason := model.SuppressNoMail
	if b.portfolio.Mode == model.ModeTest {
		reason = model.SuppressTest
	}
	n.Suppress(reason, n.DueAt)
}

// openTask adds a task unless what it is opened for opened one before.
func (b *Book) openTask(t *model.Task) {
	if !b.taken["task/"+*t.Origin] {
		b.taken["task/"+*t.Origin] = true
		b.unsent.tasks = append(b.unsent.tasks, t)
	}
}
