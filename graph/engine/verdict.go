package engine

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/verdict"
	"github.com/covertrack/covertrack/model"
)

// unjudged are the cases whose stored verdicts the transaction may have made wrong, until KeepVerdicts.
type unjudged struct {
	cases   []uuid.UUID
	clauses []uuid.UUID // all cases whose policies name one of these
}

// judged are the nouns that a case's verdict follows from: the case itself, with the version that it pins, and what is
// below it. A published version never changes, and who writes a cancellation writes its policy too.
var judged = map[string]bool{"case": true, "asset": true, "policy": true, "waiver": true}

// Wrote notes what was made or changed, so that the verdicts that follow from it are written anew. This is the one place
// that decides which writes those are. The case is that of the record, uuid.Nil if it has none with a risk profile.
func (r *Request) Wrote(noun string, id, caseID uuid.UUID, changes any) {
	switch {
	case judged[noun] && caseID != uuid.Nil && !slices.Contains(r.unjudged.cases, caseID):
		r.unjudged.cases = append(r.unjudged.cases, caseID)
	case noun == "mortgageeClause":
		if all, ok := changes.(map[string]model.Change); ok && all["clauseType"].From != nil {
			r.unjudged.clauses = append(r.unjudged.clauses, id)
		}
	}
}

// casesAtOnce is how many cases are evaluated together, so that their records need not be in memory all at once.
const casesAtOnce = 200

// KeepVerdicts brings the stored verdicts up to date with what the transaction has written so far. Each change of a
// verdict is an audit event.
func (r *Request) KeepVerdicts(ctx context.Context) error {
	if len(r.unjudged.cases) == 0 && len(r.unjudged.clauses) == 0 {
		return nil // always so in a query, whose root fields run at the same time
	}
	cases := r.unjudged.cases
	for _, clause := range r.unjudged.clauses {
		named, err := r.Store.CasesOfClause(ctx, clause)
		if err != nil {
			return err
		}
		cases = append(cases, named...)
	}
	r.unjudged = unjudged{}
	for some := range slices.Chunk(cases, casesAtOnce) {
		changes, err := verdict.Keep(ctx, r.Store, some, r.Now)
		if err != nil {
			return err
		}
		for _, c := range changes {
			event := r.event("case.verdictChanged", "case", &c.CaseID, c.Changes())
			event.ID = c.AuditEventID
			r.events = append(r.events, event)
		}
	}
	return nil
}
