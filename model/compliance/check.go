package compliance

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
)

// policyCheck asks one question of one policy by itself: of its version, not of the target. A further one is a file with a
// value that policyChecks lists, its codes in the schema, and its examples.
type policyCheck struct {
	number    string
	rules     []FindingRule
	primary   bool     // whether it is asked of the primary layer only
	voluntary bool     // whether a policy that the lender placed is not asked
	members   []Member // of a requirement that it asks by
	asks      func(d *Demand) bool
	judge     func(d *Demand, o *offer, tell func(lapse))
	required  func(d *Demand, f *ruled) wording // nil where no text says it
	found     func(d *Demand, f *ruled) wording // nil where no text says it
	demanded  func(d *Demand) string            // what a letter asks for; nil where it has words of its own
}

// lapse is what a policy does not pass of a check.
type lapse struct {
	code model.FindingCode
	item string     // which of several things it is about; "" where there is but one
	from *time.Time // the day from which it counts; nil for every day
}

// policyChecks are the checks that ask one question of one policy.
var policyChecks = []*policyCheck{
	insuredCheck, clauseCheck, ratingCheck, formCheck, valuationCheck, coinsuranceCheck, endorsementCheck, exclusionCheck,
	noticeCheck, evidenceCheck, confirmedCheck,
}

// checksOf returns the checks that a demand asks.
func (d *Demand) checksOf() (asked []*policyCheck) {
	for _, c := range policyChecks {
		if c.asks(d) {
			asked = append(asked, c)
		}
	}
	return asked
}

// isAskedOf reports whether a policy is asked the check.
func (c *policyCheck) isAskedOf(v *model.PolicyVersion, primary bool) bool {
	return (primary || !c.primary) && (!c.voluntary || !v.IsLenderPlaced())
}

// Demanded returns what the checks of single policies ask of one of some layer, as a letter asks for it.
func (d *Demand) Demanded(primary bool) (parts []string) {
	for _, c := range d.checks {
		if c.demanded != nil && (primary || !c.primary) {
			parts = append(parts, c.demanded(d))
		}
	}
	return parts
}

// underUmbrella are the coverage types that an umbrella adds to, whether it lists them or not.
var underUmbrella = []uuid.UUID{
	catalog.ID("coverageType", "generalLiability"), catalog.ID("coverageType", "autoLiability"),
	catalog.ID("coverageType", "liquorLiability"), catalog.UmbrellaExcess,
}

// IsOfType is check 1: the policy has the coverage type, or is an umbrella over it.
func IsOfType(coverageType uuid.UUID, v *model.PolicyVersion) bool {
	return slices.Contains(v.CoverageTypeIDs, coverageType) ||
		v.IsOfLayer(model.CoverageLayerUmbrella) && slices.Contains(underUmbrella, coverageType)
}

// clauseCheck is check 4: one of the policy's mortgagee clauses is as demanded.
var clauseCheck = &policyCheck{
	number: "4",
	rules: []FindingRule{{Code: model.FindingCodeClauseMissing, Outcome: fails, Meaning: "The policy lacks the clause.",
		Sentence: "{policy} lacks the {required}."}},
	members: []Member{
		{"clauseType", "Lender clause", choiceMember, "clauseType", nil},
		{"certificateHolder", "Clause names", choiceMember, "certificateHolders", nil},
	},
	asks: func(d *Demand) bool { return AsksForClause(d.Requirement) },
	judge: func(d *Demand, o *offer, tell func(lapse)) {
		for _, id := range o.version().MortgageeClauseIDs {
			if c := d.file.clauses[id]; c != nil && d.AcceptsClause(c) {
				return
			}
		}
		tell(lapse{code: model.FindingCodeClauseMissing})
	},
	required: func(d *Demand, _ *ruled) wording { return d.clauseWording() },
}

// AsksForClause reports whether clauses are looked at for a requirement.
func AsksForClause(r *model.Requirement) bool {
	return r.ClauseType != nil || r.CertificateHolder != nil
}

// AcceptsClause reports whether a clause is of the type and names the holder that are demanded.
func (d *Demand) AcceptsClause(c *model.MortgageeClause) bool {
	r := d.Requirement
	if r.ClauseType != nil && c.ClauseType != *r.ClauseType {
		return false
	}
	if r.CertificateHolder != nil {
		return c.CertificateHolderID == *r.CertificateHolder
	}
	return len(d.Holders) == 0 || slices.Contains(d.Holders, c.CertificateHolderID)
}
