package storage

import (
	"context"

	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

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
