package model

import (
	"cmp"
	"slices"

	"github.com/google/uuid"
)

// RiskProfileTrial is what the verdicts of cases would be with another version of their risk profile (specification of
// compliance, section 7).
type RiskProfileTrial struct {
	RiskProfileID uuid.UUID
	Cases         int
	Moves         []*VerdictMove
	Changes       []*TrialChange

	moved map[[2]Verdict]*share
}

// VerdictMove is the cases that a trial moves from one verdict to another, or leaves as they are.
type VerdictMove struct {
	From, To    Verdict
	Cases       int
	LoanAmounts []*Money // one a currency
}

// TrialChange is a case whose verdict would change.
type TrialChange struct {
	CaseID   uuid.UUID
	From, To Verdict

	Case *Case
}

// NewRiskProfileTrial begins the trial of a version.
func NewRiskProfileTrial(p *RiskProfile) *RiskProfileTrial {
	return &RiskProfileTrial{RiskProfileID: p.ID, Changes: []*TrialChange{}, moved: map[[2]Verdict]*share{}}
}

// Add adds a case with its verdict today and the one with the version that is tried. It shows at most so many changes.
func (t *RiskProfileTrial) Add(c *Case, from, to Verdict, shown int) {
	t.Cases++
	move := [2]Verdict{from, to}
	if t.moved[move] == nil {
		t.moved[move] = &share{}
	}
	t.moved[move].cases++
	t.moved[move].amounts = addUnits(t.moved[move].amounts, unitsOf(c.LoanAmount))
	if from != to && len(t.Changes) < shown {
		t.Changes = append(t.Changes, &TrialChange{CaseID: c.ID, From: from, To: to})
	}
}

// End sums up the moves, in the order of the verdicts.
func (t *RiskProfileTrial) End() *RiskProfileTrial {
	t.Moves = []*VerdictMove{}
	for move, s := range t.moved {
		t.Moves = append(t.Moves, &VerdictMove{move[0], move[1], s.cases, moneyOf(s.amounts)})
	}
	place := func(v Verdict) int { return slices.Index(AllVerdict, v) }
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
	var vs Violations
	if *limit < 0 || *limit > maxTrialLimit {
		vs.Say("limit", CodeInvalidValue, "is a whole number from 0 to %d", maxTrialLimit)
	}
	return *limit, vs.Err()
}
