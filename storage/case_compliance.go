package storage

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/storage/rows"
)

// CaseFacts are what a case's compliance follows from, and what is stored of it.
type CaseFacts struct {
	compliance.Facts
	Stored *model.CaseVerdict // nil if none
}

// The queries read what an evaluation looks at, and no more: it runs with every write below a case.
var (
	factsOfCases = rows.NewOfIDs[model.Case](func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery {
		return ofTable(q, "cases", portfolio).Where("t.id = ANY (?)", ids).
			Column("t.id", "t.portfolio_id", "t.risk_profile_id", "t.loan_amount", "t.metadata", "t.created_at", "t.updated_at")
	})
	factsOfAssets = rows.NewOfIDs[model.Asset](func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery {
		return ofCases(q, "assets", portfolio, ids).
			Column("t.id", "t.case_id", "t.asset_type_id", "t.display_name", "t.fields", "t.created_at")
	})
	factsOfPolicies = rows.NewOfIDs[policyFacts](func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery {
		return ofCases(q, "policies", portfolio, ids).
			Column("t.id", "t.case_id", "t.status", "t.status_before_hold", "t.deactivated_at", "t.current_version_id", "t.term_number").
			ColumnExpr("t.cancellations IS NOT NULL AS is_cancelled")
	})
	factsOfWaivers = rows.NewOfIDs[model.Waiver](func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery {
		return ofCases(q, "waivers", portfolio, ids).Where("t.state = 'approved'").
			Column("t.id", "t.case_id", "t.coverage_type_id", "t.asset_id", "t.codes", "t.expires_on", "t.state")
	})
	storedVerdicts = rows.NewOfIDs[model.CaseVerdict](func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery {
		return ofTable(q, "case_verdicts", portfolio).Where("t.id = ANY (?)", ids).
			Column("t.id", "t.portfolio_id", "t.risk_profile_id", "t.verdict", "t.codes", "t.gaps", "t.shortfalls",
				"t.next_change_on", "t.look_again_on", "t.flood_rows", "t.evaluated_at", "t.loan_amount", "t.metadata",
				"t.created_at", "t.updated_at")
	})
)

// What is read after these, of those cases that have it, and what is not remembered.
var (
	factsOfProfiles = rows.NewOfIDs[model.RiskProfile](func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery {
		return ofTable(q, "risk_profiles", portfolio).Where("t.id = ANY (?)", ids).
			Column("t.id", "t.asset_type_ids", "t.certificate_holder_ids", "t.certificate_holder_clause_types", "t.requirements")
	})
	factsOfHolders = rows.NewOfIDs[model.CertificateHolder](func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery {
		return ofTable(q, "certificate_holders", portfolio).
			Where("t.id IN (SELECT unnest(p.certificate_holder_ids) FROM risk_profiles AS p "+
				"WHERE p.portfolio_id = ? AND p.id = ANY (?))", portfolio, ids).
			Column("t.id", "t.name")
	})
	factsOfVersions = rows.NewOfIDs[model.PolicyVersion](func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery {
		return versionFacts(q, portfolio).Where("t.id = ANY (?)", ids)
	})
	earlierVersions = rows.NewOfIDs[model.PolicyVersion](func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery {
		return versionFacts(q, portfolio).Where("t.id IN (SELECT DISTINCT ON (v.policy_id, v.term_number) v.id "+earlierTerms+
			"ORDER BY v.policy_id, v.term_number, v.version_number DESC)", portfolio, ids)
	})
	factsOfClauses = rows.NewOfIDs[model.MortgageeClause](func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery {
		return ofTable(q, "mortgagee_clauses", portfolio).Where("t.id = ANY (?)", ids).
			Column("t.id", "t.certificate_holder_id", "t.clause_type")
	})
	factsOfCancellations = rows.NewOfIDs[model.Cancellation](func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery {
		return ofCases(q, "cancellations", portfolio, ids).
			Column("t.id", "t.policy_id", "t.case_id", "t.term_number", "t.effective_date", "t.reinstated_on")
	})
)

// earlierTerms are the versions of the terms before the current ones.
const earlierTerms = "FROM policies AS p JOIN policy_versions AS v ON v.portfolio_id = p.portfolio_id AND v.policy_id = p.id " +
	"AND v.term_number < p.term_number WHERE p.portfolio_id = ? AND p.case_id = ANY (?) AND p.term_number > 1 "

func ofTable(q *bun.SelectQuery, table string, portfolio any) *bun.SelectQuery {
	return q.TableExpr("? AS t", bun.Ident(table)).Where("t.portfolio_id = ?", portfolio)
}

func ofCases(q *bun.SelectQuery, table string, portfolio, ids any) *bun.SelectQuery {
	return ofTable(q, table, portfolio).Where("t.case_id = ANY (?)", ids)
}

func versionFacts(q *bun.SelectQuery, portfolio any) *bun.SelectQuery {
	return ofTable(q, "policy_versions", portfolio).
		Column("t.id", "t.policy_id", "t.case_id", "t.version_number", "t.term_number", "t.display_name", "t.policy_number",
			"t.coverage_layer", "t.coverage_type_ids", "t.peril_ids", "t.asset_perils", "t.coverage_form_type",
			"t.start_date", "t.end_date", "t.carrier", "t.mortgagee_clause_ids", "t.limits", "t.deductible")
}

// CaseFacts finds what the compliance of cases follows from, as it is at one moment; cases that do not exist are left
// out. With names it also has those of the certificate holders, which only sentences need. A transaction must have locked
// the cases, or made them; clauses keep their types until it ends.
func (p *Portfolio) CaseFacts(ctx context.Context, cases []uuid.UUID, withNames bool) ([]*CaseFacts, error) {
	return p.caseFacts(ctx, cases, withNames, p.db.MayWrite())
}

// CaseFactsInWords is CaseFacts for a text that nothing is decided by, with names. No lock is needed, or taken.
func (p *Portfolio) CaseFactsInWords(ctx context.Context, cases []uuid.UUID) ([]*CaseFacts, error) {
	return p.caseFacts(ctx, cases, true, false)
}

func (p *Portfolio) caseFacts(ctx context.Context, cases []uuid.UUID, withNames, isLocked bool) ([]*CaseFacts, error) {
	var found facts
	err := rows.Snapshot(ctx, p, func(in rows.Scoped) error {
		b := rows.NewBatch(in, cases)
		if isLocked {
			b.Lock(clauseTypesOf(p.ID()))
		}
		factsOfCases.In(b, &found.cases)
		factsOfAssets.In(b, &found.assets)
		factsOfPolicies.In(b, &found.policies)
		factsOfWaivers.In(b, &found.waivers)
		storedVerdicts.In(b, &found.stored)
		if err := b.Send(ctx); err != nil || len(found.profileIDs()) == 0 {
			return err
		}
		if err := found.rest(ctx, in, p.memory, withNames); err != nil {
			return err
		}
		return found.named(ctx, in)
	})
	if err != nil {
		return nil, Translate(err)
	}
	return found.byCase(), nil
}

// rest reads what only some cases have, and what is not remembered.
func (f *facts) rest(ctx context.Context, in rows.Scoped, m *memory, withNames bool) error {
	b := rows.NewBatch(in, nil)
	var missing []uuid.UUID
	var profiles []*model.RiskProfile
	if f.profiles, missing = m.profiles.get(f.profileIDs()); len(missing) > 0 {
		factsOfProfiles.In(b.Of(missing), &profiles)
	}
	if withNames {
		factsOfHolders.In(b.Of(f.profileIDs()), &f.holders)
	}
	var versions, earlier []*model.PolicyVersion
	if f.versions, missing = m.versions.get(f.versionIDs()); len(missing) > 0 {
		factsOfVersions.In(b.Of(missing), &versions)
	}
	if of := f.casesWith(func(p *policyFacts) bool { return p.TermNumber > 1 }); len(of) > 0 {
		earlierVersions.In(b.Of(of), &earlier)
	}
	if of := f.casesWith(func(p *policyFacts) bool { return p.IsCancelled }); len(of) > 0 {
		factsOfCancellations.In(b.Of(of), &f.cancellations)
	}
	if b.IsEmpty() {
		return nil
	}
	if err := b.Send(ctx); err != nil {
		return err
	}
	m.profiles.put(profiles)
	m.versions.put(versions)
	f.profiles, f.versions = append(f.profiles, profiles...), slices.Concat(f.versions, versions, earlier)
	return nil
}

// named reads the clauses that the versions name, if any does.
func (f *facts) named(ctx context.Context, in rows.Scoped) error {
	ids := f.clauseIDs()
	if len(ids) == 0 {
		return nil
	}
	b := rows.NewBatch(in, ids)
	factsOfClauses.In(b, &f.clauses)
	return b.Send(ctx)
}

// policyFacts is what an evaluation reads of a policy's row.
type policyFacts struct {
	ID               uuid.UUID `bun:"type:uuid"`
	CaseID           uuid.UUID `bun:"type:uuid"`
	Status           model.PolicyStatus
	StatusBeforeHold *model.PolicyStatus
	DeactivatedAt    *time.Time
	CurrentVersionID uuid.UUID `bun:"type:uuid"`
	TermNumber       int
	IsCancelled      bool // or was
}

func (p *policyFacts) policy() *model.Policy {
	return &model.Policy{
		ID: p.ID, CaseID: p.CaseID, Status: p.Status, StatusBeforeHold: p.StatusBeforeHold, DeactivatedAt: p.DeactivatedAt,
	}
}
