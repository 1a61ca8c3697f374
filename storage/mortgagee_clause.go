package storage

import (
	"context"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

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

// CasesOfClause are cases with a policy of which a version names the clause, in the order of their ids, after the one given.
func (p *Portfolio) CasesOfClause(ctx context.Context, clause, after uuid.UUID, limit int) ([]uuid.UUID, error) {
	return rows.IDs(ctx, p.db, rows.Prepared, p.db.NewSelect().TableExpr("policy_versions AS t").
		ColumnExpr("DISTINCT t.case_id AS id").
		Where("t.portfolio_id = ? AND t.mortgagee_clause_ids @> ? AND t.case_id > ?", p.ID(), rows.Array[uuid.UUID]{clause}, after).
		OrderExpr("id").Limit(int64(limit)))
}

// UnjudgedClause is a clause whose type has changed, and the last case that was judged by it since.
type UnjudgedClause struct{ ID, JudgedTo uuid.UUID }

// JudgeClauseLater has the sweep judge all cases of a clause. What one of them has locked now is waited for then.
func (p *Portfolio) JudgeClauseLater(ctx context.Context, clause uuid.UUID) error {
	_, err := rows.Exec(ctx, p.db, p.judgedTo(clause, &uuid.Nil))
	return err
}

func (p *Portfolio) judgedTo(clause uuid.UUID, to *uuid.UUID) *bun.UpdateQuery {
	return p.db.NewUpdate().Table("mortgagee_clauses").Set("judged_to = ?", to).Where("portfolio_id = ? AND id = ?", p.ID(), clause)
}

// UnjudgedClauses are those of the portfolio.
func (p *Portfolio) UnjudgedClauses(ctx context.Context) ([]*UnjudgedClause, error) {
	return rows.Read[UnjudgedClause](ctx, p.db, rows.Planned, p.db.NewSelect().TableExpr("mortgagee_clauses AS t").
		Column("t.id", "t.judged_to").Where("t.portfolio_id = ?", p.ID()).Where(isUnjudged).OrderExpr("t.id"))
}

// isUnjudged holds for clauses of which cases are to be judged.
const isUnjudged = "t.judged_to IS NOT NULL"

// HasMoved notes in a transaction that has locked them that the cases of a clause are judged up to one, and reports whether they
// were judged as far as is known: if not, the clause has changed again, or another node judges them. The type stays as it is
// until the transaction ends.
func (p *Portfolio) HasMoved(ctx context.Context, u *UnjudgedClause, to uuid.UUID) (bool, error) {
	if _, err := rows.Exec(ctx, p.db, rows.SQL("SELECT pg_advisory_xact_lock_shared(?)", p.lockKey(lockOfClauses))); err != nil {
		return false, err
	}
	n, err := rows.Exec(ctx, p.db, p.judgedTo(u.ID, &to).Where("judged_to = ?", u.JudgedTo))
	return n > 0, err
}

// ClauseIsJudged notes that there is no case of the clause after the last one that was judged.
func (p *Portfolio) ClauseIsJudged(ctx context.Context, u *UnjudgedClause) error {
	_, err := rows.Exec(ctx, p.db, p.judgedTo(u.ID, nil).Where("judged_to = ?", u.JudgedTo))
	return err
}
