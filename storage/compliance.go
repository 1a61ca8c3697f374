package storage

import (
	"context"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// CaseFacts are what a case's compliance follows from, and what is stored of it.
type CaseFacts struct {
	model.ComplianceFacts
	Stored *model.CaseVerdict // nil if none
}

// The queries read what an evaluation looks at, and no more: it runs with every write below a case.
var (
	factsOfCases = rows.NewOfIDs[model.Case](func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery {
		return ofTable(q, "cases", portfolio).Where("t.id = ANY (?)", ids).
			Column("t.id", "t.portfolio_id", "t.risk_profile_id", "t.loan_amount", "t.metadata", "t.created_at", "t.updated_at")
	})
	factsOfProfiles = rows.NewOfIDs[model.RiskProfile](func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery {
		return ofTable(q, "risk_profiles", portfolio).
			Where("t.id IN (SELECT c.risk_profile_id FROM cases AS c WHERE c.portfolio_id = ? AND c.id = ANY (?))", portfolio, ids).
			Column("t.id", "t.asset_type_ids", "t.certificate_holder_ids", "t.certificate_holder_clause_types", "t.requirements")
	})
	factsOfHolders = rows.NewOfIDs[model.CertificateHolder](func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery {
		return ofTable(q, "certificate_holders", portfolio).
			Where("t.id IN (SELECT unnest(p.certificate_holder_ids) FROM risk_profiles AS p JOIN cases AS c "+
				"ON c.portfolio_id = p.portfolio_id AND c.risk_profile_id = p.id "+
				"WHERE c.portfolio_id = ? AND c.id = ANY (?))", portfolio, ids).
			Column("t.id", "t.name")
	})
	factsOfAssets = rows.NewOfIDs[model.Asset](func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery {
		return ofCases(q, "assets", portfolio, ids).
			Column("t.id", "t.case_id", "t.asset_type_id", "t.display_name", "t.fields", "t.created_at")
	})
	factsOfPolicies = rows.NewOfIDs[model.Policy](func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery {
		return ofCases(q, "policies", portfolio, ids).
			Column("t.id", "t.case_id", "t.status", "t.status_before_hold", "t.deactivated_at")
	})
	factsOfVersions = rows.NewOfIDs[model.PolicyVersion](func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery {
		return ofCases(q, "policy_versions", portfolio, ids).DistinctOn("t.policy_id, t.term_number").
			Column("t.id", "t.policy_id", "t.case_id", "t.version_number", "t.term_number", "t.display_name", "t.policy_number",
				"t.coverage_layer", "t.coverage_type_ids", "t.peril_ids", "t.asset_perils", "t.coverage_form_type",
				"t.start_date", "t.end_date", "t.carrier", "t.mortgagee_clause_ids", "t.limits", "t.deductible").
			OrderExpr("t.policy_id, t.term_number, t.version_number DESC")
	})
	factsOfClauses = rows.NewOfIDs[model.MortgageeClause](func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery {
		return ofTable(q, "mortgagee_clauses", portfolio).
			Where("t.id IN (SELECT unnest(v.mortgagee_clause_ids) FROM policy_versions AS v "+
				"WHERE v.portfolio_id = ? AND v.case_id = ANY (?))", portfolio, ids).
			Column("t.id", "t.certificate_holder_id", "t.clause_type")
	})
	factsOfCancellations = rows.NewOfIDs[model.Cancellation](func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery {
		return ofCases(q, "cancellations", portfolio, ids).
			Column("t.id", "t.policy_id", "t.case_id", "t.term_number", "t.effective_date", "t.reinstated_on")
	})
	factsOfWaivers = rows.NewOfIDs[model.Waiver](func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery {
		return ofCases(q, "waivers", portfolio, ids).Where("t.state = 'approved'").
			Column("t.id", "t.case_id", "t.coverage_type_id", "t.asset_id", "t.codes", "t.expires_on", "t.state")
	})
	storedVerdicts = rows.NewOfIDs[model.CaseVerdict](func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery {
		return ofTable(q, "case_verdicts", portfolio).Where("t.id = ANY (?)", ids).
			Column("t.id", "t.portfolio_id", "t.risk_profile_id", "t.verdict", "t.codes", "t.gaps", "t.shortfalls",
				"t.next_change_on", "t.look_again_on", "t.flood_rows", "t.evaluated_at", "t.loan_amount", "t.metadata", "t.created_at", "t.updated_at")
	})
)

func ofTable(q *bun.SelectQuery, table string, portfolio any) *bun.SelectQuery {
	return q.TableExpr("? AS t", bun.Ident(table)).Where("t.portfolio_id = ?", portfolio)
}

func ofCases(q *bun.SelectQuery, table string, portfolio, ids any) *bun.SelectQuery {
	return ofTable(q, table, portfolio).Where("t.case_id = ANY (?)", ids)
}

// CaseFacts finds what the compliance of cases follows from, as it is at one moment; cases that do not exist are left
// out. With names it also has those of the certificate holders, which only sentences need. A transaction that writes must
// have locked the cases or made them, or have called LockClauseTypes; clauses keep their types until it ends.
func (p *Portfolio) CaseFacts(ctx context.Context, cases []uuid.UUID, withNames bool) ([]*CaseFacts, error) {
	var found facts
	b := rows.NewBatch(p, cases)
	if p.db.MayWrite() {
		b.Lock(clauseTypesOf(p.ID()))
	}
	factsOfCases.In(b, &found.cases)
	factsOfProfiles.In(b, &found.profiles)
	if withNames {
		factsOfHolders.In(b, &found.holders)
	}
	factsOfAssets.In(b, &found.assets)
	factsOfPolicies.In(b, &found.policies)
	factsOfVersions.In(b, &found.versions)
	factsOfClauses.In(b, &found.clauses)
	factsOfCancellations.In(b, &found.cancellations)
	factsOfWaivers.In(b, &found.waivers)
	storedVerdicts.In(b, &found.stored)
	if err := b.Send(ctx); err != nil {
		return nil, err
	}
	return found.byCase(), nil
}

// facts are what the queries found, of all cases together.
type facts struct {
	cases         []*model.Case
	profiles      []*model.RiskProfile
	holders       []*model.CertificateHolder
	assets        []*model.Asset
	policies      []*model.Policy
	versions      []*model.PolicyVersion
	clauses       []*model.MortgageeClause
	cancellations []*model.Cancellation
	waivers       []*model.Waiver
	stored        []*model.CaseVerdict
}

// byCase gives each case what is its own. Profiles and clauses are shared.
func (f *facts) byCase() []*CaseFacts {
	profiles := map[uuid.UUID]*model.RiskProfile{}
	for _, p := range f.profiles {
		p.CertificateHolders = f.holders
		profiles[p.ID] = p
	}
	all, byID := make([]*CaseFacts, len(f.cases)), make(map[uuid.UUID]*CaseFacts, len(f.cases))
	for i, c := range f.cases {
		all[i] = &CaseFacts{ComplianceFacts: model.ComplianceFacts{Case: c, Clauses: f.clauses}}
		if byID[c.ID] = all[i]; c.RiskProfileID != nil {
			all[i].RiskProfile = profiles[*c.RiskProfileID]
		}
	}
	for _, a := range f.assets {
		byID[a.CaseID].Assets = append(byID[a.CaseID].Assets, a)
	}
	for _, p := range f.policies {
		byID[p.CaseID].Policies = append(byID[p.CaseID].Policies, p)
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
	for _, v := range f.stored {
		byID[v.CaseID].Stored = v
	}
	return all
}
