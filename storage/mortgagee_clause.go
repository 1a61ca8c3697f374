package storage

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// MortgageeClauses are the wordings by which policies name certificate holders.
var MortgageeClauses = rows.Define(Table[model.MortgageeClause, model.MortgageeClauseFilter]{
	Noun: "mortgagee clause",
	Filter: func(f model.MortgageeClauseFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("certificate_holder_id", f.CertificateHolder.Value()),
			rows.In("clause_type", f.ClauseType.Value()),
		}
	},
})

// ClauseTypesOfHolder are the types of a certificate holder's clauses.
func (p *Portfolio) ClauseTypesOfHolder(ctx context.Context, holder uuid.UUID) ([]model.ClauseType, error) {
	type row struct{ ClauseType model.ClauseType }
	found, err := rows.Read[row](ctx, p.db, rows.Prepared, p.db.NewSelect().Table("mortgagee_clauses").
		ColumnExpr("DISTINCT clause_type").Where("portfolio_id = ? AND certificate_holder_id = ?", p.ID(), holder).
		OrderExpr("clause_type"))
	var types []model.ClauseType
	for _, row := range found {
		types = append(types, row.ClauseType)
	}
	return types, err
}

// LockClauseTypes waits for the transactions of the portfolio that have evaluated cases, and keeps others from evaluating
// any until the transaction ends. Who has it may write the verdicts of cases that others have locked: these evaluate
// theirs afterwards. It comes before the lock of a clause, and no lock of a case may come after it: who has that may be
// waiting to evaluate the case.
func (p *Portfolio) LockClauseTypes(ctx context.Context) error { return p.lock(ctx, lockOfClauses) }

// CasesOfClause are the cases with a policy of which a version names the clause, in the order of their ids.
func (p *Portfolio) CasesOfClause(ctx context.Context, clause uuid.UUID) ([]uuid.UUID, error) {
	return rows.IDs(ctx, p.db, rows.Prepared, p.db.NewSelect().TableExpr("policy_versions AS t").
		ColumnExpr("DISTINCT t.case_id AS id").
		Where("t.portfolio_id = ? AND t.mortgagee_clause_ids @> ?", p.ID(), rows.Array[uuid.UUID]{clause}).OrderExpr("id"))
}
