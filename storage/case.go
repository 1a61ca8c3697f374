package storage

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// Cases are the loans of a portfolio.
var Cases = rows.Define(Table[model.Case, model.CaseFilter]{
	Noun: "case",
	Filter: func(f model.CaseFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("status", f.Status.Value()),
			rows.In("management_type", f.ManagementType.Value()),
			rows.In("program_id", f.Program.Value()),
			rows.In("risk_profile_id", f.RiskProfile.Value()),
			rows.In("loan_number", f.LoanNumber.Value()),
			rows.HasAny("insured_ids", f.Insured.Value()),
			withVerdict(f.Verdict.Value()),
			withStoredGaps(f.CoverageType.Value(), f.Code.Value()),
			withProfile(f.HasRiskProfile.Value()),
		}
	},
	Text:     func(f model.CaseFilter) *string { return f.Q.Value() },
	Searched: searchedOfCases,
	Orders: map[model.Sort]string{
		model.SortLoanNumber: "loan_number", model.SortMaturityDate: "maturity_date",
		model.SortLoanAmount: "loan_amount_up", model.SortLoanAmountDesc: "loan_amount_down",
	},
})

// withProfile holds for cases with a risk profile, or for those without.
func withProfile(has *bool) rows.Condition {
	switch {
	case has == nil:
		return nil
	case *has:
		return rows.Where("t.risk_profile_id IS NOT NULL")
	default:
		return rows.Where("t.risk_profile_id IS NULL")
	}
}

// lockCaseOf locks the case of a row below it; `not_found` for a row that does not exist. The row is read without a
// lock: whose case it is never changes. Every write below a case begins with the lock of the case (reliability, trap
// 4).
func (p *Portfolio) lockCaseOf(ctx context.Context, n rows.Noun, id uuid.UUID, noun string) (*model.Case, error) {
	parent := p.db.NewSelect().Table(n.Name()).Column("case_id").Where("portfolio_id = ? AND id = ?", p.ID(), id)
	return rows.First[model.Case](ctx, p.db, rows.Prepared,
		Cases.Select(p, rows.Where("t.id = (?)", parent)).For(string(rows.ForUpdate)), noun)
}

// ofCase has the record of a noun if it is one of the case. The id may be nil.
func (p *Portfolio) ofCase(ctx context.Context, n rows.Noun, caseID uuid.UUID, id *uuid.UUID) (map[uuid.UUID]bool, error) {
	if id == nil {
		return map[uuid.UUID]bool{}, nil
	}
	is, err := rows.Exists(ctx, p.db, rows.Prepared, p.db.NewSelect().Table(n.Name()).
		Where("portfolio_id = ? AND id = ? AND case_id = ?", p.ID(), *id, caseID))
	return map[uuid.UUID]bool{*id: is}, err
}

// CaseReferences looks up the records that inputs of cases name.
func (p *Portfolio) CaseReferences(ctx context.Context, inputs []model.UpdateCaseInput) (refs model.CaseReferences, err error) {
	var programs, profiles, contacts, insureds, clauses []uuid.UUID
	for _, in := range inputs {
		programs = appendID(programs, in.Program.Value())
		profiles = appendID(profiles, in.RiskProfile.Value())
		contacts = append(append(contacts, in.InsuranceContacts.Value()...), in.InsuranceContactsCc.Value()...)
		insureds = append(insureds, in.Insureds.Value()...)
		clauses = append(clauses, in.MortgageeClauses.Value()...)
	}
	found, err := p.existing(ctx, asked{
		Programs: programs, Insureds: insureds, MortgageeClauses: clauses, Users: contacts, Brokers: contacts,
	})
	if err != nil {
		return refs, err
	}
	refs.Programs, refs.Insureds, refs.MortgageeClauses = found[Programs], found[Insureds], found[MortgageeClauses]
	refs.Contacts = found.contacts()
	refs.RiskProfiles, err = p.publishedProfiles(ctx, profiles)
	return refs, err
}

// publishedProfiles says of the ids that exist whether they are published.
func (p *Portfolio) publishedProfiles(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]bool, error) {
	published := map[uuid.UUID]bool{}
	if len(ids) == 0 {
		return published, nil
	}
	type row struct {
		ID          uuid.UUID
		IsPublished bool
	}
	found, err := rows.Read[row](ctx, p.db, rows.Prepared, p.db.NewSelect().
		Table("risk_profiles").Column("id", "is_published").
		Where("portfolio_id = ? AND id = ANY (?)", p.ID(), rows.Array[uuid.UUID](ids)))
	for _, row := range found {
		published[row.ID] = row.IsPublished
	}
	return published, err
}

// CasesOfLineage are cases that pin a version of a risk profile's lineage, in the order of their ids, after the one
// given.
func (p *Portfolio) CasesOfLineage(ctx context.Context, lineage, after uuid.UUID, limit int) ([]uuid.UUID, error) {
	return rows.IDs(ctx, p.db, rows.Planned, p.db.NewSelect().TableExpr("cases AS t").Column("t.id").
		Where("t.portfolio_id = ? AND t.id > ?", p.ID(), after).
		Where("t.risk_profile_id IN (SELECT r.id FROM risk_profiles AS r WHERE r.portfolio_id = ? AND r.lineage_id = ?)",
			p.ID(), lineage).
		OrderExpr("t.id").Limit(int64(limit)))
}
