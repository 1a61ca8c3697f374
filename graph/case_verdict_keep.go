package graph

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/verdict"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
)

// judgedNouns are those that the verdict of a case follows from: the case itself, with the version of a risk profile that
// it pins, and what belongs to it. A published version never changes, and a cancellation is always written with its policy.
// Tasks of renewals decide whether the end of a policy is a deficiency that somebody is to see to. Of documents only those count
// that are evidence of terms, and of placements their first days: own cover is held against them.
var judgedNouns = map[string]bool{"case": true, "asset": true, "policy": true, "waiver": true, "task": true}

// markForVerdict has KeepVerdicts look at what follows from a record that was made or changed, as its event tells. It is the one
// place that decides which writes change verdicts. The case is that of the record; uuid.Nil if it has none with a risk profile.
func markForVerdict(r *engine.Request, e *model.AuditEvent, caseID uuid.UUID, changes any) {
	switch noun := e.SubjectType; {
	case judgedNouns[noun] && caseID != uuid.Nil:
		r.Mark(engine.Mark{Noun: "case", ID: caseID, Cause: e})
	case noun == "document" && caseID != uuid.Nil:
		all, _ := changes.(map[string]model.Change)
		_, isNew := all["id"]
		_, ofOther := all["categoryId"]
		if _, evidences := all["evidences"]; evidences || ofOther && !isNew {
			r.Mark(engine.Mark{Noun: "case", ID: caseID, Cause: e})
		}
	case noun == "placement" && caseID != uuid.Nil:
		all, _ := changes.(map[string]model.Change)
		if _, hasNewDays := all["lapsedOn"]; hasNewDays {
			r.Mark(engine.Mark{Noun: "case", ID: caseID, Cause: e})
		}
	case noun == "mortgageeClause":
		all, _ := changes.(map[string]model.Change)
		_, isNew := all["id"] // nothing follows from a clause that no policy names yet
		if _, ok := all["clauseType"]; ok && !isNew {
			r.Mark(engine.Mark{Noun: noun, ID: *e.SubjectID, Cause: e})
		}
	}
}

// casesAtOnce is how many cases are evaluated together: their records are in memory at the same time.
const casesAtOnce = 200

// KeepVerdicts updates the stored verdicts of the cases that the transaction has changed, and of all cases whose policies
// name a mortgagee clause that it has changed, unless they are many: the sweep judges these in pieces. Each change of a verdict
// is an audit event. The engine runs it before each commit; a resolver runs it earlier to show the verdicts.
func KeepVerdicts(ctx context.Context) error {
	r := engine.RequestOf(ctx)
	cases, causes, err := markedCases(ctx, r)
	if err != nil {
		return err
	}
	var placed []*model.Placement
	for some := range slices.Chunk(cases, casesAtOnce) {
		w := verdict.Write{
			Store: r.Store, Trail: r.Trail(), Causes: causes, Now: r.Now, LeavesTasks: !r.HasRecorded("case", "task"),
		}
		if _, err := w.Keep(ctx, some); err != nil {
			return err
		}
		r.Keep(w.Trail)
		placed = append(placed, w.Placed...)
	}
	for _, p := range placed {
		if err := followPlacements(ctx, p); err != nil {
			return err
		}
	}
	if len(placed) > 0 {
		return KeepVerdicts(ctx) // of cases whose placed insurance has ended
	}
	return nil
}

// tryVerdicts tells of the cases whose verdicts KeepVerdicts would change, and stores none of them.
func tryVerdicts(ctx context.Context) (changes []*compliance.TrialChange, err error) {
	r := engine.RequestOf(ctx)
	cases, _, err := markedCases(ctx, r)
	for some := range slices.Chunk(cases, casesAtOnce) {
		facts, err := r.Store.CaseFacts(ctx, some, false)
		if err != nil {
			return nil, err
		}
		changes = append(changes, verdict.Try(facts, r.Now)...)
	}
	return changes, err
}

// markedCases returns the cases whose verdicts are to be updated, and what for.
func markedCases(ctx context.Context, r *engine.Request) (cases []uuid.UUID, causes verdict.Causes, err error) {
	marks := r.TakeMarks()
	causes = verdict.Causes{}
	for _, m := range marks {
		if m.Noun == "case" {
			cases, causes[m.ID] = append(cases, m.ID), m.Cause
		}
	}
	for _, m := range marks {
		if m.Noun == "case" {
			continue
		}
		named, err := r.Store.CasesOfClause(ctx, m.ID, uuid.Nil, casesAtOnce+1)
		switch {
		case err != nil:
			return nil, nil, err
		case len(named) > casesAtOnce:
			// Others would wait for the lock of clause types, and for nothing else. The verdicts say when they were evaluated.
			if err := r.Store.JudgeClauseLater(ctx, m.ID); err != nil {
				return nil, nil, err
			}
		default:
			for _, id := range named {
				if causes[id] == nil {
					cases, causes[id] = append(cases, id), m.Cause
				}
			}
		}
	}
	return cases, causes, nil
}
