package renewal

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// Decision is what a sweep decided about one notice.
type Decision struct {
	Portfolio *model.Portfolio
	Case      *model.Case
	Policy    *model.Policy
	Notice    *model.RenewalNotice // after the decision: planned when it is handed over to the mail server
	To        []string             // to whom it goes, or would go
	Tasks     []*model.Task        // what it opens, unless that is open already
}

// batch collects decisions and what is to be saved.
type batch struct {
	*portfolioSweep
	book      *book
	decisions []Decision
	handedOn  bool
}

func (b *batch) decideAll() error {
	for _, p := range b.book.policies {
		carryOut, passed := model.PickDue(b.book.notices[p.ID], b.now)
		for _, n := range passed {
			n.Skip(model.SkipLate, b.now)
			b.add(p, n)
		}
		if carryOut == nil || carryOut.NextAttemptAt != nil {
			continue
		}
		if err := b.carryOut(p, carryOut); err != nil {
			return err
		}
	}
	return nil
}

// carryOut decides how a notice is done with: by the mail server, by the record alone, or by a task.
func (b *batch) carryOut(p *model.Policy, n *model.RenewalNotice) error {
	d := b.add(p, n)
	if task, ok := n.StepTask(storage.NewID(), b.now); ok {
		d.Tasks = append(d.Tasks, task)
	}
	to, copies := b.book.boxes.Recipients(d.Case, p)
	d.To = to
	switch {
	case len(to) == 0:
		n.Skip(model.SkipNoRecipient, b.now)
		d.Tasks = append(d.Tasks, n.EvidenceTask(storage.NewID(), model.SkipNoRecipient, b.now))
		return nil
	case b.portfolio.Mode == model.ModeLive && b.mail != nil:
		n.HandOver(b.now)
		b.handedOn = true
		return nil
	}
	message, err := Render(b.portfolio, d.Case, p, n)
	if err != nil {
		return err
	}
	n.Address(to, copies, message.Subject, message.Text)
	if b.portfolio.Mode == model.ModeTest {
		n.Suppress(model.SuppressTest, b.now)
	} else {
		n.Suppress(model.SuppressNoMail, b.now)
	}
	return nil
}

func (b *batch) add(p *model.Policy, n *model.RenewalNotice) *Decision {
	b.decisions = append(b.decisions, Decision{Portfolio: b.portfolio, Case: b.book.cases[p.CaseID], Policy: p, Notice: n})
	return &b.decisions[len(b.decisions)-1]
}

// save writes what was decided, with its audit events, and wakes the delivery for what was handed over.
func (b *batch) save(ctx context.Context, tx *storage.Tx, store *storage.Portfolio) error {
	var notices []*model.RenewalNotice
	var tasks []*model.Task
	var events []*model.AuditEvent
	for _, d := range b.decisions {
		notices = append(notices, d.Notice)
		tasks = append(tasks, d.Tasks...)
		if d.Notice.SettledAt != nil {
			events = append(events, settledEvent(d.Notice, b.portfolio.ID, b.now))
		}
	}
	if err := store.UpdateRenewalNotices(ctx, notices); err != nil {
		return err
	}
	opened, err := store.OpenTasks(ctx, tasks)
	if err != nil {
		return err
	}
	events = append(events, openedEvents(opened, b.portfolio.ID, b.now)...)
	if err := tx.InsertAuditEvents(ctx, events); err != nil {
		return err
	}
	if b.handedOn {
		return enqueueDelivery(ctx, store)
	}
	return nil
}

// settledEvent is the audit event of a notice that is done with.
func settledEvent(n *model.RenewalNotice, portfolio uuid.UUID, now time.Time) *model.AuditEvent {
	changes := map[string]model.Change{"state": {From: model.RenewalNoticeStatePlanned, To: n.State}}
	if n.SkipReason != nil {
		changes["skipReason"] = model.Change{To: *n.SkipReason}
	}
	return event("renewalNotice."+string(n.State), "renewalNotice", n.ID, changes, portfolio, now)
}

// openedEvents are the audit events of tasks that were opened.
func openedEvents(opened []*model.Task, portfolio uuid.UUID, now time.Time) (events []*model.AuditEvent) {
	for _, t := range opened {
		events = append(events, event("task.created", "task", t.ID, model.Changes(model.Task{}, *t), portfolio, now))
	}
	return events
}

// event is something that the program did by itself, in a request that nobody made.
func event(action, subjectType string, subject uuid.UUID, changes any, portfolio uuid.UUID, now time.Time) *model.AuditEvent {
	return &model.AuditEvent{
		PortfolioID: portfolio,
		ID:          storage.NewID(),
		ActorKind:   model.SystemActor.Kind,
		ActorName:   model.SystemActor.Name,
		Action:      action,
		SubjectType: subjectType,
		SubjectID:   &subject,
		Changes:     model.EncodeJSON(changes),
		RequestID:   "renewal",
		At:          now,
	}
}
