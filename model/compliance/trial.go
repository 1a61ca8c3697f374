package compliance

import (
	"cmp"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// Trial is what the verdicts of cases would be with another version of their risk profile (specification of
// compliance, section 7).
type Trial struct {
	RiskProfileID uuid.UUID
	Cases         int
	Moves         []*VerdictMove
	Changes       []*TrialChange

	moved map[[2]model.Verdict]*share
}

// VerdictMove is the cases that a trial moves from one verdict to another, or leaves as they are.
type VerdictMove struct {
	From, To    model.Verdict
	Cases       int
	LoanAmounts []*scalar.Money // one a currency
}

// TrialChange is a case whose verdict would change.
type TrialChange struct {
	CaseID   uuid.UUID
	From, To model.Verdict

	Case *model.Case
}

// NewTrial begins the trial of a version.
func NewTrial(p *model.RiskProfile) *Trial {
	return &Trial{RiskProfileID: p.ID, Changes: []*TrialChange{}, moved: map[[2]model.Verdict]*share{}}
}

// Add adds a case with its verdict today and the one with the version that is tried. It shows at most so many changes.
func (t *Trial) Add(c *model.Case, from, to model.Verdict, shown int) {
	t.Cases++
	move := [2]model.Verdict{from, to}
	if t.moved[move] == nil {
		t.moved[move] = &share{}
	}
	t.moved[move].cases++
	t.moved[move].amounts = scalar.AddUnits(t.moved[move].amounts, scalar.UnitsOf(c.LoanAmount))
	if from != to && len(t.Changes) < shown {
		t.Changes = append(t.Changes, &TrialChange{CaseID: c.ID, From: from, To: to})
	}
}

// End sums up the moves, in the order of the verdicts.
func (t *Trial) End() *Trial {
	t.Moves = []*VerdictMove{}
	for move, s := range t.moved {
		t.Moves = append(t.Moves, &VerdictMove{move[0], move[1], s.cases, scalar.MoneyOf(s.amounts)})
	}
	place := func(v model.Verdict) int { return slices.Index(model.AllVerdict, v) }
	slices.SortFunc(t.Moves, func(a, b *VerdictMove) int {
		return cmp.Or(cmp.Compare(place(a.From), place(b.From)), cmp.Compare(place(a.To), place(b.To)))
	})
	return t
}

// The bounds of the changes that a trial shows.
const (
	defaultTrialLimit = 200
	maxTrialLimit     = 1000
)

// TrialLimit returns how many changes a trial shows. `invalid_value`.
func TrialLimit(limit *int) (int, error) {
	if limit == nil {
		return defaultTrialLimit, nil
	}
	var vs fault.Violations
	if *limit < 0 || *limit > maxTrialLimit {
		vs.Say("limit", fault.CodeInvalidValue, "must be a whole number from 0 to %d", maxTrialLimit)
	}
	return *limit, vs.Err()
}

// Tried is a policy of a case as it would be.
type Tried struct {
	Policy    *model.Policy
	Version   *model.PolicyVersion     // its next one; nil if nothing of its coverage changes
	Clauses   []*model.MortgageeClause // that it names
	Documents []*model.Document        // that would be on file besides
}

// In returns the facts of the case with the policy. Those before stay as they are.
func (t Tried) In(f Facts) Facts {
	others := slices.DeleteFunc(slices.Clone(f.Policies), func(p *model.Policy) bool { return p.ID == t.Policy.ID })
	f.Policies = slices.Concat(others, []*model.Policy{t.Policy})
	if t.Version != nil {
		f.Versions = append(slices.Clip(f.Versions), t.Version)
	}
	f.Clauses = append(slices.Clip(f.Clauses), t.Clauses...)
	f.Documents = append(slices.Clip(f.Documents), t.Documents...)
	return f
}
