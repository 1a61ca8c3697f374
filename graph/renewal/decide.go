package renewal

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/graph/letter"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// Decision is what a sweep decided about one notice.
type Decision struct {
	Portfolio *model.Portfolio
	Case      *model.Case
	Policy    *model.Policy        // nil for a letter about the findings of the case
	Notice    *model.RenewalNotice // after the decision: still planned if it waits for delivery
	To        []string             // the addresses that it is, or would be, sent to
	Tasks     []*model.Task        // to be opened, except those that are open already
}

// decider makes the decisions of one transaction and collects what is to be saved.
type decider struct {
	writer
	records *records
	made    []Decision
}

func (d *decider) decideAll() {
	for _, p := range d.records.policies {
		due, passed := model.PickDue(p, d.records.notices[p.ID], d.now)
		for _, n := range passed {
			n.Skip(model.SkipLate, d.now)
			d.add(p, n)
		}
		for _, n := range due {
			if n.NextAttemptAt == nil {
				d.decide(p, n)
			}
		}
	}
}

// decide has the notice sent by mail, or records that it is suppressed or has no recipient.
func (d *decider) decide(p *model.Policy, n *model.RenewalNotice) {
	made := d.add(p, n)
	if task, ok := n.StepTask(storage.NewID(), d.now); ok {
		made.Tasks = append(made.Tasks, task)
	}
	to, copies := d.records.boxes.Recipients(made.Case, p)
	made.To = to
	if len(to) == 0 {
		n.Skip(model.SkipNoRecipient, d.now)
		made.Tasks = append(made.Tasks, n.EvidenceTask(storage.NewID(), model.SkipNoRecipient, d.now))
		return
	}
	about := letter.Subject{Case: made.Case, Policy: p, Step: n.Step, Gap: p.GapOf(n, d.now)}
	d.give(unworded{Subject: about, notice: n, to: to, copies: copies})
}

// open has tasks opened with a notice.
func (d *decider) open(n *model.RenewalNotice, tasks ...*model.Task) {
	for i := range d.made {
		if d.made[i].Notice == n {
			d.made[i].Tasks = append(d.made[i].Tasks, tasks...)
		}
	}
}

// suppression returns why a notice of the portfolio is not sent at all.
func suppression(p *model.Portfolio) string {
	if p.Mode == model.ModeTest {
		return model.SuppressTest
	}
	return model.SuppressMailOff
}

func (d *decider) add(p *model.Policy, n *model.RenewalNotice) *Decision {
	d.made = append(d.made, Decision{Portfolio: d.portfolio, Case: d.records.cases[p.CaseID], Policy: p, Notice: n})
	return &d.made[len(d.made)-1]
}

// save writes the decisions, and starts the delivery if there is something to deliver.
func (d *decider) save(ctx context.Context, tx *storage.Tx, store *storage.Portfolio) error {
	var notices []*model.RenewalNotice
	var tasks []*model.Task
	for _, made := range d.made {
		notices, tasks = append(notices, made.Notice), append(tasks, made.Tasks...)
	}
	if err := record(ctx, tx, store, d.now, notices, tasks...); err != nil || !d.delivers {
		return err
	}
	return jobs.Deliver(ctx, store)
}

// record saves notices and opens tasks, with the audit events of the notices that are settled and of the new tasks.
func record(
	ctx context.Context, tx *storage.Tx, store *storage.Portfolio, now time.Time,
	notices []*model.RenewalNotice, tasks ...*model.Task,
) error {
	for _, n := range notices {
		n.UpdatedAt = now
	}
	if err := store.UpdateRenewalNotices(ctx, notices); err != nil {
		return err
	}
	trail := trailOf(store, now)
	var ended []uuid.UUID // the cases in whose follow-up a notice less is to come
	for _, n := range notices {
		if n.SettledAt == nil {
			continue
		}
		if n.PolicyID != nil && n.Step.TellsOfEnd() {
			ended = append(ended, n.CaseID)
		}
		changes := map[string]model.Change{"state": {From: model.RenewalNoticeStatePlanned, To: n.State}}
		if n.SkipReason != nil {
			changes["skipReason"] = model.Change{To: *n.SkipReason}
		}
		trail.Add("renewalNotice."+string(n.State), "renewalNotice", n.ID, changes)
	}
	if err := trail.OpenTasks(ctx, store, tasks...); err != nil {
		return err
	}
	if len(ended) > 0 {
		if err := jobs.Judge(ctx, store, ended...); err != nil {
			return err
		}
	}
	return trail.Save(ctx, tx)
}

// JudgeAgain has cases judged after the commit, or all of the portfolio that have findings if none is named.
func JudgeAgain(ctx context.Context, store *storage.Portfolio, cases ...uuid.UUID) error {
	return jobs.Judge(ctx, store, cases...)
}

// trailOf is the audit trail of what the jobs do in a portfolio.
func trailOf(store *storage.Portfolio, now time.Time) *storage.Trail {
	return storage.NewTrail(model.SystemOrigin(store.ID(), "renewal", now))
}
