package storage

import (
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
)

// facts are what the queries found, of all cases together.
type facts struct {
	cases         []*model.Case
	profiles      []*model.RiskProfile
	holders       []*model.CertificateHolder
	assets        []*model.Asset
	policies      []*policyFacts
	versions      []*model.PolicyVersion
	clauses       []*model.MortgageeClause
	cancellations []*model.Cancellation
	waivers       []*model.Waiver
	documents     []*model.Document
	insureds      []*model.Insured
	stored        []*model.CaseVerdict
}

// byCase gives each case what is its own. Profiles and clauses are shared.
func (f *facts) byCase() []*CaseFacts {
	profiles := map[uuid.UUID]*model.RiskProfile{}
	for _, known := range f.profiles {
		p := *known // it may be remembered, without names
		p.CertificateHolders = f.holders
		profiles[p.ID] = &p
	}
	all, byID := make([]*CaseFacts, len(f.cases)), make(map[uuid.UUID]*CaseFacts, len(f.cases))
	for i, c := range f.cases {
		all[i] = &CaseFacts{Facts: compliance.Facts{Case: c, Clauses: f.clauses, Insureds: f.insureds}}
		if byID[c.ID] = all[i]; c.RiskProfileID != nil {
			all[i].RiskProfile = profiles[*c.RiskProfileID]
		}
	}
	for _, a := range f.assets {
		byID[a.CaseID].Assets = append(byID[a.CaseID].Assets, a)
	}
	for _, p := range f.policies {
		byID[p.CaseID].Policies = append(byID[p.CaseID].Policies, p.policy())
	}
	for _, v := range f.versions {
		byID[v.CaseID].Versions = append(byID[v.CaseID].Versions, v)
	}
	for _, c := range f.cancellations {
		byID[c.CaseID].Cancellations = append(byID[c.CaseID].Cancellations, c)
	}
	for _, w := range f.waivers {
		byID[w.CaseID].Waivers = append(byID[w.CaseID].Waivers, w)
	}
	for _, d := range f.documents {
		byID[d.CaseID].Documents = append(byID[d.CaseID].Documents, d)
	}
	for _, v := range f.stored {
		byID[v.CaseID].Stored = v
	}
	return all
}

// profileIDs are those that the cases pin, each once.
func (f *facts) profileIDs() (ids []uuid.UUID) {
	for _, c := range f.cases {
		if c.RiskProfileID != nil && !slices.Contains(ids, *c.RiskProfileID) {
			ids = append(ids, *c.RiskProfileID)
		}
	}
	return ids
}

// caseIDs are those of the cases that pin a profile.
func (f *facts) caseIDs() (ids []uuid.UUID) {
	for _, c := range f.cases {
		if c.RiskProfileID != nil {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// insuredIDs are those that the cases name, each once.
func (f *facts) insuredIDs() (ids []uuid.UUID) {
	for _, c := range f.cases {
		for _, id := range c.InsuredIDs {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// versionIDs are those of the current versions.
func (f *facts) versionIDs() []uuid.UUID {
	ids := make([]uuid.UUID, len(f.policies))
	for i, p := range f.policies {
		ids[i] = p.CurrentVersionID
	}
	return ids
}

// casesWith are the cases with a policy of which something holds, each once.
func (f *facts) casesWith(holds func(*policyFacts) bool) (ids []uuid.UUID) {
	seen := map[uuid.UUID]bool{}
	for _, p := range f.policies {
		if holds(p) && !seen[p.CaseID] {
			seen[p.CaseID] = true
			ids = append(ids, p.CaseID)
		}
	}
	return ids
}

// clauseIDs are those that the versions name, each once.
func (f *facts) clauseIDs() (ids []uuid.UUID) {
	for _, v := range f.versions {
		for _, id := range v.MortgageeClauseIDs {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}
