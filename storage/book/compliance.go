package book

import (
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// FactsOf returns the records that the compliance of a case follows from. Those that are not in the book are missing,
// and later changes of the case may show in them.
func (b *Book) FactsOf(c *Case) model.ComplianceFacts {
	facts := model.ComplianceFacts{
		Case: c.Case, Assets: c.assets, Policies: c.policies, Versions: c.versions,
		Cancellations: c.cancellations, Waivers: c.waivers,
	}
	if c.RiskProfileID != nil {
		facts.RiskProfile = b.profiles[*c.RiskProfileID]
	}
	named := map[uuid.UUID]bool{}
	for _, v := range c.versions {
		for _, id := range v.MortgageeClauseIDs {
			if clause := b.clauses[id]; clause != nil && !named[id] {
				named[id] = true
				facts.Clauses = append(facts.Clauses, clause)
			}
		}
	}
	return facts
}
