package storage

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage/rows"
)

// CaseVerdicts are the stored verdicts of cases with a risk profile, under the ids of the cases.
var CaseVerdicts = rows.Define(Table[model.CaseVerdict, model.ComplianceFilter]{
	Noun: "case verdict",
	Filter: func(f model.ComplianceFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("id", f.CaseID.Value()),
			rows.In("verdict", f.Verdict.Value()),
			rows.HasAny("statuses", f.Status.Value()),
			withGaps(f.CoverageType.Value(), f.Code.Value()),
			rows.Is("lender_placed", f.LenderPlaced.Value()),
			rows.WithinDates("next_change_on", f.NextChangeOn.Value()),
		}
	},
	Counted: []string{"verdict", "lender_placed"},
})

// VerdictChanges are the history of the stored verdicts.
var VerdictChanges = rows.Define(Table[model.VerdictChange, struct{}]{Noun: "verdict change"})

// withGaps holds when a demand of one of the coverage types is not compliant for one of the codes. Either may be nil.
func withGaps(coverageTypes []string, codes []model.FindingCode) rows.Condition {
	if coverageTypes == nil && codes == nil {
		return nil
	}
	return rows.HasAny(gapsOf(coverageTypes, codes))
}

// gapsOf returns the column of stored verdicts that tells of the coverage types and codes, and the values to look for.
func gapsOf(coverageTypes []string, codes []model.FindingCode) (column string, values []string) {
	values = []string{}
	if coverageTypes == nil {
		for _, code := range codes {
			values = append(values, string(code))
		}
		return "codes", values
	}
	if codes == nil {
		codes = []model.FindingCode{""}
	}
	for _, id := range catalog.CoverageTypes.IDs(coverageTypes) {
		for _, code := range codes {
			values = append(values, model.Gap(id, code))
		}
	}
	return "gaps", values
}

// withStoredGaps is withGaps for cases, by their stored verdicts.
func withStoredGaps(coverageTypes []string, codes []model.FindingCode) rows.Condition {
	if coverageTypes == nil && codes == nil {
		return nil
	}
	column, values := gapsOf(coverageTypes, codes)
	if len(values) == 0 {
		return rows.Where("false")
	}
	return rows.Where("EXISTS (SELECT FROM case_verdicts AS v WHERE v.portfolio_id = t.portfolio_id AND v.id = t.id AND ? && ?)",
		bun.Ident("v."+column), rows.Array[string](values))
}

// withPlaced holds for cases whose stored verdict is of a lender-placed policy, or for those of which none is.
func withPlaced(is *bool) rows.Condition {
	const stored = "EXISTS (SELECT FROM case_verdicts AS v WHERE v.portfolio_id = t.portfolio_id AND v.id = t.id AND v.lender_placed)"
	switch {
	case is == nil:
		return nil
	case *is:
		return rows.Where(stored)
	default:
		return rows.Where("NOT " + stored)
	}
}

// RemoveCaseVerdicts removes the stored verdicts of cases that the transaction has locked.
func (p *Portfolio) RemoveCaseVerdicts(ctx context.Context, cases []uuid.UUID) error {
	if len(cases) == 0 {
		return nil
	}
	return rows.Later(ctx, p.db, rows.Prepared, p.db.NewDelete().TableExpr("case_verdicts").
		Where("portfolio_id = ? AND id = ANY (?)", p.ID(), rows.Array[uuid.UUID](cases)), nil)
}

// SaveCaseVerdicts saves the verdicts of cases that the transaction has locked or made, new ones, those that were there, and
// those that repeat what was there, with their history: with the transaction's next statement, or its COMMIT.
func (p *Portfolio) SaveCaseVerdicts(
	ctx context.Context, added, updated, repeated []*model.CaseVerdict, changes []*model.VerdictChange,
) error {
	if err := CaseVerdicts.Add(ctx, p, added...); err != nil {
		return err
	}
	if err := CaseVerdicts.Save(ctx, p, updated, ""); err != nil {
		return err
	}
	if err := CaseVerdicts.Save(ctx, p, repeated, "again"); err != nil || len(changes) == 0 {
		return err
	}
	return VerdictChanges.Add(ctx, p, changes...)
}

// DueCases are cases whose stored verdict may have changed by time (model.CaseVerdict.IsDue): those whose next change has
// come on a day, or may have come into view, and those that rest on the federal table when that has got more rows. They
// come in the order of their ids, after the one given.
func (p *Portfolio) DueCases(ctx context.Context, day time.Time, floodRows int, after uuid.UUID, limit int) ([]uuid.UUID, error) {
	some := func() *bun.SelectQuery {
		return p.db.NewSelect().TableExpr("case_verdicts AS t").Column("t.id").
			Where("t.portfolio_id = ? AND t.id > ?", p.ID(), after).OrderExpr("t.id").Limit(int64(limit))
	}
	return rows.IDs(ctx, p.db, rows.Planned, p.db.NewSelect().
		TableExpr("((?) UNION (?)) AS t", dueOnDay(some(), day), withFewerRows(some(), floodRows)).
		Column("t.id").OrderExpr("t.id").Limit(int64(limit)))
}

// dueOnDay narrows a query for verdicts to those whose next change has come on a day, or may have come into view. Two indexes have
// this very expression.
func dueOnDay(q *bun.SelectQuery, day time.Time) *bun.SelectQuery {
	return q.Where("LEAST(t.next_change_on, t.look_again_on) <= ?", day)
}

// withFewerRows narrows a query for verdicts to those that rest on a federal table with fewer rows.
func withFewerRows(q *bun.SelectQuery, floodRows int) *bun.SelectQuery {
	return q.Where("t.flood_rows < ?", rows.Number(floodRows))
}

// withVerdict holds for cases with one of the stored verdicts. Those without a risk profile have none, and nothing is
// demanded of them.
func withVerdict(verdicts []model.Verdict) rows.Condition {
	if len(verdicts) == 0 {
		return rows.In("id", verdicts)
	}
	const stored = "EXISTS (SELECT FROM case_verdicts AS v WHERE v.portfolio_id = t.portfolio_id AND v.id = t.id AND v.verdict "
	switch {
	case slices.Contains(verdicts, model.VerdictNotApplicable):
		return rows.Where("(t.risk_profile_id IS NULL OR "+stored+"= ANY (?)))", rows.Array[model.Verdict](verdicts))
	case len(verdicts) == 1: // For one value an index is in the list's order.
		return rows.CountedIn(rows.Where(stored+"= ?)", verdicts[0]), "case_verdicts", "verdict", verdicts)
	default:
		return rows.CountedIn(rows.Where(stored+"= ANY (?))", rows.Array[model.Verdict](verdicts)), "case_verdicts", "verdict", verdicts)
	}
}

// CountVerdicts counts the stored verdicts that a filter shows, those alike together. Cases that are no more than a draft are
// left out unless the filter names a status; closed ones, of which nothing is demanded, are counted where it names theirs.
func (p *Portfolio) CountVerdicts(ctx context.Context, filter model.ComplianceFilter) ([]*compliance.VerdictCount, error) {
	q := p.db.NewSelect().TableExpr("case_verdicts AS t").Where("t.portfolio_id = ?", p.ID()).
		ColumnExpr("t.verdict, t.codes, t.gaps, date_trunc('month', t.next_change_on, 'UTC') AS next, t.loan_currency AS currency").
		ColumnExpr("t.lender_placed, sum(t.loan_value) AS amount, count(*) AS cases").
		GroupExpr("1, 2, 3, 4, 5, 6")
	statuses := filter.Status.Value()
	if statuses == nil {
		q = q.Where("NOT t.statuses @> ARRAY[?]", model.CaseStatusDraft)
	}
	counts, err := rows.Read[compliance.VerdictCount](ctx, p.db, rows.Planned, p.db.NewSelect().
		TableExpr("(?) AS t", rows.Meeting(q, CaseVerdicts.Filter(filter))).
		ColumnExpr("t.verdict, t.codes, t.gaps, to_char(t.next AT TIME ZONE 'UTC', 'YYYY-MM') AS month, t.currency").
		ColumnExpr("t.lender_placed, t.amount::text AS amount, t.cases"))
	if err != nil || !slices.Contains(statuses, model.CaseStatusClosed) || !filter.ShowsUnjudged() {
		return counts, err
	}
	closed, err := rows.Read[compliance.VerdictCount](ctx, p.db, rows.Planned, rows.Meeting(p.db.NewSelect().
		TableExpr("cases AS t").Where("t.portfolio_id = ?", p.ID()).
		Where("t.status = ? AND t.risk_profile_id IS NOT NULL", model.CaseStatusClosed), casesOf(filter)).
		ColumnExpr("?::text AS verdict, '{}'::text[] AS codes, '{}'::text[] AS gaps", model.VerdictNotApplicable).
		ColumnExpr("t.loan_amount ->> 'currency' AS currency, sum((t.loan_amount ->> 'amount')::numeric)::text AS amount, count(*) AS cases").
		GroupExpr("t.loan_amount ->> 'currency'"))
	return append(counts, closed...), err
}

// casesOf are the conditions of a filter that cases meet, whether they are judged or not.
func casesOf(f model.ComplianceFilter) []rows.Condition {
	return []rows.Condition{
		rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata), rows.In("id", f.CaseID.Value()),
	}
}

// CountCases counts the cases that a filter of verdicts would show if each case had every verdict: those of its ids, times,
// metadata and statuses.
func (p *Portfolio) CountCases(ctx context.Context, f model.ComplianceFilter) (int, error) {
	where := casesOf(f)
	if statuses := f.Status.Value(); statuses != nil {
		where = append(where, rows.Where("(t.status = ANY (?) OR t.status_before_hold = ANY (?))",
			rows.Array[model.CaseStatus](statuses), rows.Array[model.CaseStatus](statuses)))
	}
	if slices.IndexFunc(where, func(c rows.Condition) bool { return c != nil }) < 0 {
		all, err := Cases.Page(ctx, p, model.CaseFilter{}, page.Options{WithTotal: true})
		return all.Total, err
	}
	var count int
	return count, rows.Scan(ctx, p.db, rows.Planned, rows.Meeting(p.db.NewSelect().TableExpr("cases AS t").ColumnExpr("count(*)").
		Where("t.portfolio_id = ?", p.ID()), where), &count)
}

// RandomVerdicts names some cases with a stored verdict, of any portfolio, by chance: at most so many.
func (s *Store) RandomVerdicts(ctx context.Context, limit int) ([]CaseKey, error) {
	var about float64
	known := rows.SQL("SELECT greatest(reltuples, 1)::float8 FROM pg_class WHERE oid = to_regclass('case_verdicts')")
	if err := rows.Scan(ctx, s.db, rows.Prepared, known, &about); err != nil {
		return nil, err
	}
	// Whole blocks of the table are taken by chance, some more than needed, and then rows of these.
	percent := min(100, 400*float64(limit)/about)
	return s.caseKeys(ctx, rows.SQL(`SELECT portfolio_id AS portfolio, id AS "case" FROM case_verdicts TABLESAMPLE SYSTEM (?)
		ORDER BY random() LIMIT ?`, percent, limit))
}

// CasesWithoutVerdict names some cases that are not closed and have a risk profile and no stored verdict, of any portfolio:
// a node of a release that knows none has made them.
func (s *Store) CasesWithoutVerdict(ctx context.Context, limit int) ([]CaseKey, error) {
	return s.caseKeys(ctx,
		rows.SQL(`SELECT c.portfolio_id AS portfolio, c.id AS "case" FROM cases AS c WHERE c.risk_profile_id IS NOT NULL AND c.status <> 'closed'
		AND NOT EXISTS (SELECT FROM case_verdicts AS v WHERE v.portfolio_id = c.portfolio_id AND v.id = c.id) LIMIT ?`, limit))
}

func (s *Store) caseKeys(ctx context.Context, q schema.QueryAppender) ([]CaseKey, error) {
	keys, err := rows.Read[CaseKey](ctx, s.db, rows.Planned, q)
	return valuesOf(keys), err
}
