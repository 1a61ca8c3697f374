package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

var caseColumns = columnsNamed[model.Case]()

func (p *Portfolio) cases() *bun.SelectQuery {
	return p.db.NewSelect().Model((*model.Case)(nil)).Column(p.shown(caseColumns...)...).Where("t.portfolio_id = ?", p.id)
}

// Cases reads a page of the portfolio's cases.
func (p *Portfolio) Cases(ctx context.Context, f model.CaseFilter, opt model.ListOptions) (*Page[model.Case], error) {
	return lister[model.Case]{
		base:   p.cases,
		joined: true,
		given:  f,
		filter: func(q *bun.SelectQuery) *bun.SelectQuery {
			q = common{f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata}.apply(q)
			q = in(q, "status", f.Status.Value())
			q = in(q, "management_type", f.ManagementType.Value())
			q = in(q, "program_id", f.Program.Value())
			q = in(q, "risk_profile_id", f.RiskProfile.Value())
			q = in(q, "loan_number", f.LoanNumber.Value())
			return contains(q, f.Q.Value())
		},
		key: func(c *model.Case) (uuid.UUID, time.Time, time.Time) { return c.ID, c.CreatedAt, c.UpdatedAt },
	}.list(ctx, p, opt)
}

// Case finds one case; `not_found`.
func (p *Portfolio) Case(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	return one[model.Case](ctx, p, p.cases, "", id, "case")
}

// CasesByID finds those of the ids that exist, in no certain order.
func (p *Portfolio) CasesByID(ctx context.Context, ids []uuid.UUID) ([]*model.Case, error) {
	return byID[model.Case](ctx, p, p.cases(), ids)
}

// LockCase finds one case and keeps others from writing it or anything below it until the transaction ends; `not_found`.
// Every write below a case begins with it (reliability, trap 4).
func (p *Portfolio) LockCase(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	return one[model.Case](ctx, p, p.cases, "NO KEY UPDATE", id, "case")
}

// LockCases is LockCase for several cases; it locks those that exist in the order of their ids.
func (p *Portfolio) LockCases(ctx context.Context, ids []uuid.UUID) ([]*model.Case, error) {
	return byID[model.Case](ctx, p, p.cases().OrderExpr("t.id").For("NO KEY UPDATE"), ids)
}

// lockCaseOf locks the case that a row below it names. The row is read without a lock: whose case it is never changes.
func (p *Portfolio) lockCaseOf(ctx context.Context, table string, id uuid.UUID, noun string) (*model.Case, error) {
	parent := p.db.NewSelect().Table(table).Column("case_id").Where("portfolio_id = ? AND id = ?", p.id, id)
	return first[model.Case](ctx, p, p.cases().Where("t.id = (?)", parent).For("NO KEY UPDATE"), noun)
}

// InsertCase adds a case and reads back what the database made of it.
func (p *Portfolio) InsertCase(ctx context.Context, c *model.Case) error {
	c.PortfolioID = p.id
	return insert(ctx, p.on, c)
}

// UpdateCases saves all members of cases that the transaction has locked, in one statement.
func (p *Portfolio) UpdateCases(ctx context.Context, cases []*model.Case) error {
	return updateAll(ctx, p, cases, p.cases, func(c *model.Case) uuid.UUID { return c.ID })
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
		"programs": programs, "insureds": insureds, "mortgagee_clauses": clauses, "users": contacts, "brokers": contacts,
	})
	if err != nil {
		return refs, err
	}
	refs.Programs, refs.Insureds, refs.MortgageeClauses, refs.Contacts = found["programs"], found["insureds"], found["mortgagee_clauses"], found.contacts()
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
	rows, err := read[row](ctx, p.on, prepared, p.db.NewSelect().Table("risk_profiles").Column("id", "is_published").
		Where("portfolio_id = ? AND id = ANY (?)", p.id, array[uuid.UUID](ids)))
	for _, row := range rows {
		published[row.ID] = row.IsPublished
	}
	return published, err
}
