package storage

import (
	"context"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"golang.org/x/text/unicode/norm"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage/rows"
)

// Cases are the loans of a portfolio.
var Cases = rows.Define(Table[model.Case, model.CaseFilter]{
	Noun: "case",
	Filter: func(f model.CaseFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("status", f.Status.Value()),
			withoutHold(f.StatusWithoutHold.Value()),
			rows.In("management_type", f.ManagementType.Value()),
			rows.In("program_id", f.Program.Value()),
			rows.In("risk_profile_id", f.RiskProfile.Value()),
			rows.In("loan_number", f.LoanNumber.Value()),
			rows.In("external_id", f.ExternalID.Value()),
			rows.HasAny("insured_ids", f.Insured.Value()),
			withVerdict(f.Verdict.Value()),
			withStoredGaps(f.CoverageType.Value(), f.Code.Value()),
			withPlaced(f.LenderPlaced.Value()),
			withProfile(f.HasRiskProfile.Value()),
		}
	},
	Text:     func(f model.CaseFilter) *string { return f.Q.Value() },
	Searched: searchedOfCases,
	Orders: map[page.Sort]string{
		page.SortLoanNumber: "loan_number", page.SortMaturityDate: "maturity_date",
		page.SortLoanAmount: "loan_amount_up", page.SortLoanAmountDesc: "loan_amount_down",
	},
	Counted: []string{"status", "management_type"},
})

// withoutHold holds for cases in one of the statuses, or on hold and in one of them before.
func withoutHold(statuses []model.CaseStatus) rows.Condition {
	if statuses == nil {
		return nil
	}
	in := rows.Array[model.CaseStatus](statuses)
	return rows.Where("(t.status = ANY (?) OR t.status = ? AND t.status_before_hold = ANY (?))", in, model.CaseStatusOnHold, in)
}

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
	return rows.First[model.Case](ctx, p.db, rows.Prepared, p.caseOf(n, id), noun)
}

func (p *Portfolio) caseOf(n rows.Noun, id uuid.UUID) *bun.SelectQuery {
	parent := p.db.NewSelect().Table(n.Name()).Column("case_id").Where("portfolio_id = ? AND id = ?", p.ID(), id)
	return Cases.Select(p, rows.Where("t.id = (?)", parent)).For(string(rows.ForUpdate))
}

// lockBelow is lockCaseOf that finds the row too, under a lock of its own if one is given: in one round trip, and two
// statements. The second one has a snapshot of after the first has its lock.
func lockBelow[T, F any](ctx context.Context, p *Portfolio, n *Table[T, F], lock rows.Lock, id uuid.UUID) (*model.Case, *T, error) {
	var cases []*model.Case
	var found []*T
	b := rows.NewBatch(p)
	rows.Into(b, p.caseOf(n, id), &cases)
	n.OneIn(b, lock, id, &found)
	if err := b.Send(ctx); err != nil {
		return nil, nil, err
	}
	if len(cases) == 0 || len(found) == 0 {
		return nil, nil, fault.NotFound(n.Noun)
	}
	return cases[0], found[0], nil
}

// lockCasesOf locks the cases of those rows below them that exist, in the order of their ids, with the transaction's next
// statement. After that the list has them, as far as CheckOpen asks.
func (p *Portfolio) lockCasesOf(ctx context.Context, n rows.Noun, ids []uuid.UUID) (*LockedCases, error) {
	return p.lockCases(ctx, "t.id IN (SELECT b.case_id FROM "+n.Name()+" AS b WHERE b.portfolio_id = $1 AND b.id = ANY (?))", ids)
}

// LockedCases are cases that are locked once the transaction's next statement has run.
type LockedCases struct {
	list   []*model.Case
	wanted int // how many there must be
}

// CheckOpen refuses to change what is below a closed case, or one that was just removed: `case_closed`, `not_found`.
func (l *LockedCases) CheckOpen() error {
	if len(l.list) < l.wanted {
		return fault.NotFound(Cases.Noun)
	}
	for _, c := range l.list {
		if err := c.CheckOpen(); err != nil {
			return err
		}
	}
	return nil
}

// LockCases locks cases, each named once, in the order of their ids, with the transaction's next statement.
func (p *Portfolio) LockCases(ctx context.Context, ids []uuid.UUID) (*LockedCases, error) {
	locked, err := p.lockCases(ctx, "t.id = ANY (?)", ids)
	locked.wanted = len(ids)
	return locked, err
}

func (p *Portfolio) lockCases(ctx context.Context, which string, ids []uuid.UUID) (*LockedCases, error) {
	locked := &LockedCases{}
	return locked, rows.Later(ctx, p.db, rows.Prepared, rows.SQL("SELECT t.status FROM cases AS t WHERE t.portfolio_id = ? AND "+which+
		" ORDER BY t.id FOR "+string(rows.ForUpdate), rows.IDValue(p.ID()), rows.IDValues(ids)), rows.ReadInto(&locked.list))
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

// CaseReferences looks up the records that inputs of cases name, in one round trip of a transaction.
func (p *Portfolio) CaseReferences(ctx context.Context, inputs []model.UpdateCaseInput) (refs model.CaseReferences, err error) {
	var programs, profiles, contacts, insureds, clauses []uuid.UUID
	var keys []*string
	for _, in := range inputs {
		keys = append(keys, in.ExternalID.Value())
		programs = appendID(programs, in.Program.Value())
		profiles = appendID(profiles, in.RiskProfile.Value())
		contacts = append(append(contacts, in.InsuranceContacts.Value()...), in.InsuranceContactsCc.Value()...)
		insureds = append(insureds, in.Insureds.Value()...)
		clauses = append(clauses, in.MortgageeClauses.Value()...)
	}
	b := rows.NewBatch(p)
	found := p.existingIn(b, asked{
		Programs: programs, Insureds: insureds, MortgageeClauses: clauses, Users: contacts, Brokers: contacts,
	})
	var named []*publishedProfile
	if len(profiles) > 0 {
		publishedProfiles.In(b, profiles, &named)
	}
	if err := b.Send(ctx); err != nil {
		return refs, err
	}
	refs.Programs, refs.Insureds, refs.MortgageeClauses = found[Programs], found[Insureds], found[MortgageeClauses]
	refs.Contacts, refs.RiskProfiles = found.contacts(), make(map[uuid.UUID]bool, len(named))
	for _, profile := range named {
		refs.RiskProfiles[profile.ID] = profile.IsPublished
	}
	refs.Holders, err = p.Holders(ctx, Cases, keys...)
	return refs, err
}

// LockCaseOf locks the case that has an external id; `not_found`.
func (p *Portfolio) LockCaseOf(ctx context.Context, externalID string) (*model.Case, error) {
	return rows.First[model.Case](ctx, p.db, rows.Prepared, p.withExternalID(externalID).For(string(rows.ForUpdate)), Cases.Noun)
}

// CaseOf finds the case that has an external id; `not_found`.
func (p *Portfolio) CaseOf(ctx context.Context, externalID string) (*model.Case, error) {
	return rows.First[model.Case](ctx, p.db, rows.Prepared, p.withExternalID(externalID), Cases.Noun)
}

func (p *Portfolio) withExternalID(externalID string) *bun.SelectQuery {
	return Cases.Select(p, rows.Where("t.external_id = ?", externalID))
}

// publishedProfile says of a risk profile whether it is published.
type publishedProfile struct {
	bun.BaseModel `bun:"table:risk_profiles,alias:t"`

	ID          uuid.UUID
	IsPublished bool
}

var publishedProfiles = rows.NewPart[publishedProfile]("", ofIDs)

// CasesOfLineage are cases that pin a version of a risk profile's lineage, in the order of their ids, after the one
// given.
func (p *Portfolio) CasesOfLineage(ctx context.Context, lineage, after uuid.UUID, limit int) ([]uuid.UUID, error) {
	return rows.IDs(ctx, p.db, rows.Planned, p.db.NewSelect().TableExpr("cases AS t").Column("t.id").
		Where("t.portfolio_id = ? AND t.id > ?", p.ID(), after).
		Where("t.risk_profile_id IN (SELECT r.id FROM risk_profiles AS r WHERE r.portfolio_id = ? AND r.lineage_id = ?)",
			p.ID(), lineage).
		OrderExpr("t.id").Limit(int64(limit)).Where("t.status <> ?", model.CaseStatusClosed))
}

// searchedOfCases are the texts by which a search finds a case, each in the rows of its own noun. Nothing is copied to
// the case, so what is renamed is found by its new name at once.
var searchedOfCases = []rows.Searched{
	{Table: "insureds", Text: "x.search", Link: "t.insured_ids @> ARRAY[x.id]", IsName: true},
	{Table: "cases", Text: "x.search", Number: "lower(x.loan_number)", Link: "t.id = x.id", IsName: true},
	{Table: "assets", Text: "x.search", Key: "case_id", Link: "t.id = x.case_id", IsName: true},
	{Table: "policies", Text: "lower(x.policy_number)", Number: "lower(x.policy_number)", Key: "case_id", Link: "t.id = x.case_id"},
}

// textsOfCases are the texts that a search looks at, of cases by their ids, as clients see them.
const textsOfCases = `
	SELECT c.id AS case_id, c.id, x.field, x.text, x.is_number FROM cases AS c
		CROSS JOIN LATERAL (VALUES ('loanNumber', c.loan_number, true), ('displayName', c.display_name, false)) AS x (field, text, is_number)
		WHERE c.portfolio_id = ? AND c.id = ANY (?)
	UNION ALL SELECT c.id, i.id, 'insured', i.display_name, false FROM cases AS c JOIN insureds AS i
		ON i.portfolio_id = c.portfolio_id AND i.id = ANY (c.insured_ids) WHERE c.portfolio_id = ? AND c.id = ANY (?)
	UNION ALL SELECT case_id, id, 'asset', display_name, false FROM assets WHERE portfolio_id = ? AND case_id = ANY (?)
	UNION ALL SELECT case_id, id, 'policyNumber', policy_number, true FROM policies WHERE portfolio_id = ? AND case_id = ANY (?)`

// matchesOfCase is how many matches of a case are shown at most.
const matchesOfCase = 10

// CaseMatches are the texts of cases that a search for the text finds, of each case the likest first: those that contain
// the text or, if none does, the one that resembles it most.
func (p *Portfolio) CaseMatches(ctx context.Context, cases []uuid.UUID, text string) ([]*model.CaseMatch, error) {
	if len(cases) == 0 {
		return nil, nil
	}
	ids, text := rows.Array[uuid.UUID](cases), norm.NFC.String(text)
	texts := p.db.NewSelect().TableExpr("("+textsOfCases+") AS x", p.ID(), ids, p.ID(), ids, p.ID(), ids, p.ID(), ids).
		ColumnExpr("x.*").Where("x.text IS NOT NULL").
		ColumnExpr("CASE WHEN char_length(?) < 3 THEN x.is_number AND starts_with(lower(x.text), lower(?)) "+
			"ELSE strpos(lower(normalize(x.text)), lower(?)) > 0 END AS contains", text, text, text).
		ColumnExpr("word_similarity(lower(?), lower(x.text)) AS likeness", text)
	ranked := p.db.NewSelect().TableExpr("(?) AS x", texts).ColumnExpr("x.*").ColumnExpr(
		"row_number() OVER (PARTITION BY x.case_id ORDER BY x.contains DESC, x.likeness DESC, char_length(x.text), x.field, x.id) AS place")
	return rows.Read[model.CaseMatch](ctx, p.db, rows.Planned, p.db.NewSelect().TableExpr("(?) AS x", ranked).
		ColumnExpr("x.case_id, x.id, x.field, x.text").
		Where("x.place = 1 OR x.contains AND x.place <= ?", matchesOfCase).OrderExpr("x.case_id, x.place"))
}
