package verdict

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/storage"
)

// Write is a transaction that brings stored verdicts up to date. Its events go into the trail, for the caller to write.
type Write struct {
	Store  *storage.Portfolio
	Trail  *storage.Trail
	Causes Causes // why cases are looked at; those without are looked at because of the time
	Now    time.Time

	// LeavesTasks is set where neither the cases themselves nor their tasks were changed: the task of a case whose findings are as
	// stored is what it should be.
	LeavesTasks bool

	// Placed are the placements that Keep has begun and changed, of which more may follow.
	Placed []*model.Placement

	isExact bool // the first days of findings are worked out, which no write of a client waits for
}

// Causes are the events from which changes of verdicts follow, by case.
type Causes map[uuid.UUID]*model.AuditEvent

// Keep evaluates cases and stores what it finds. The transaction has locked or made them, or has the lock of clause types
// for itself, without which no other can evaluate any case of the portfolio. It returns the changes of verdicts. Cases without a
// risk profile are left out, and a closed case loses its verdict.
func (w *Write) Keep(ctx context.Context, cases []uuid.UUID) ([]*model.VerdictChange, error) {
	begun := time.Now()
	defer func() { keeping.Observe(time.Since(begun).Seconds()) }()
	return w.keepIf(ctx, cases, func(*storage.CaseFacts) bool { return true })
}

// keepIf is Keep for the cases that are wanted.
func (w *Write) keepIf(
	ctx context.Context, cases []uuid.UUID, wanted func(*storage.CaseFacts) bool,
) (changes []*model.VerdictChange, err error) {
	facts, err := w.Store.CaseFacts(ctx, cases, false)
	if err != nil {
		return nil, of(cases, err)
	}
	var added, updated, repeated []*model.CaseVerdict
	var removed []uuid.UUID
	var judged []judgedCase
	for _, f := range facts {
		if f.RiskProfile == nil || !wanted(f) {
			continue
		}
		var change *model.VerdictChange
		v := evaluate(f, w.Now)
		if w.isExact {
			v = evaluateExactly(f, w.Now)
		}
		repeats := v.Repeats(f.Stored)
		switch {
		case f.Case.Status == model.CaseStatusClosed:
			removed, change = append(removed, f.Case.ID), f.Stored.Removed(storage.NewID(), w.Now)
		case f.Stored == nil:
			added, change = append(added, v), v.ChangeFrom(nil, storage.NewID())
		case repeats:
			repeated, change = append(repeated, v), v.ChangeFrom(f.Stored, storage.NewID())
		default:
			updated, change = append(updated, v), v.ChangeFrom(f.Stored, storage.NewID())
		}
		cause := w.Causes[f.Case.ID]
		if change != nil {
			changes = append(changes, change)
			cause = cmp.Or(cause, w.record(change))
		}
		judged = append(judged, judgedCase{f, v, cause, repeats})
	}
	if err := w.follow(ctx, judged); err != nil {
		return nil, err
	}
	if err := w.Store.RemoveCaseVerdicts(ctx, removed); err != nil {
		return nil, err
	}
	return changes, w.Store.SaveCaseVerdicts(ctx, added, updated, repeated, changes)
}

// Try returns the changes of verdicts that Keep would store.
func Try(facts []*storage.CaseFacts, now time.Time) (changes []*compliance.TrialChange) {
	for _, f := range facts {
		if f.RiskProfile == nil {
			continue
		}
		change := &compliance.TrialChange{CaseID: f.Case.ID, Case: f.Case}
		if f.Stored != nil {
			change.From = f.Stored.Verdict
		}
		if f.Case.Status != model.CaseStatusClosed {
			change.To = f.ToStore(now).Verdict
		}
		if change.From != change.To {
			changes = append(changes, change)
		}
	}
	return changes
}

// record adds the event of a change, and returns it.
func (w *Write) record(c *model.VerdictChange) *model.AuditEvent {
	if c.IsOfFindings() {
		return w.Trail.AddAs(c.AuditEventID, "case.findingsChanged", "case", c.CaseID, c.Changes())
	}
	return w.Trail.AddAs(c.AuditEventID, "case.verdictChanged", "case", c.CaseID, c.Changes())
}

// of names cases in an error, for the log: some of them, if they are many.
func of(cases []uuid.UUID, err error) error {
	const named = 5
	return fmt.Errorf("evaluate %d cases, %v: %w", len(cases), cases[:min(len(cases), named)], err)
}

// evaluateExactly is evaluate that works out since when each finding is told.
func evaluateExactly(f *storage.CaseFacts, now time.Time) *model.CaseVerdict {
	c := f.ToStore(now)
	f.TellSince(c)
	return compliance.NewCaseVerdict(f.Facts, c, now)
}

// evaluate returns what is to be stored of a case with a risk profile. What was told before is told since then.
func evaluate(f *storage.CaseFacts, now time.Time) *model.CaseVerdict {
	return compliance.NewCaseVerdict(f.Facts, f.ToStore(now), now).KeepSince(f.Stored)
}
