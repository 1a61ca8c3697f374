package postgres

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestDescribe(t *testing.T) {
	t.Parallel()
	for statement, want := range map[string][2]string{
		``:       {"", ""},
		`begin`:  {"BEGIN", ""},
		`commit`: {"COMMIT", ""},
		`SELECT "case"."id" FROM "cases" AS "case" WHERE ("case"."portfolio_id" = $1)`:                         {"SELECT", "cases"},
		`SELECT count(*) FROM record_counts WHERE noun = 'cases'`:                                              {"SELECT", "record_counts"},
		`INSERT INTO audit_events (portfolio_id, id) VALUES ($1, $2)`:                                          {"INSERT", "audit_events"},
		`INSERT INTO "policies" ("id") SELECT id FROM other`:                                                   {"INSERT", "policies"},
		`UPDATE cases AS c SET status = $1 WHERE id = $2 RETURNING (SELECT 1 FROM b)`:                          {"UPDATE", "cases"},
		`DELETE FROM "idempotency_keys" WHERE id IN (SELECT id FROM x)`:                                        {"DELETE", "idempotency_keys"},
		`SELECT (SELECT max(at) FROM audit_events), id FROM tokens`:                                            {"SELECT", "tokens"},
		`SELECT * FROM (SELECT id FROM policies) AS p`:                                                         {"SELECT", "policies"},
		`SELECT * FROM unnest($1::uuid[]) AS ids JOIN cases USING (id)`:                                        {"SELECT", "cases"},
		`SELECT pg_notify('cases', $1)`:                                                                        {"SELECT", ""},
		`WITH due AS (SELECT id FROM renewal_notices) UPDATE tasks SET state = 'x' FROM due WHERE id = due.id`: {"UPDATE", "renewal_notices"},
		`WITH ids AS (VALUES (1)) SELECT id FROM ids`:                                                          {"SELECT", "ids"},
		"-- FROM a comment\nSELECT /* FROM another */ 1 FROM cases":                                            {"SELECT", "cases"},
		`SELECT 'Ann'' FROM canary' FROM cases`:                                                                {"SELECT", "cases"},
		`SELECT 1 WHERE name = ' FROM canary`:                                                                  {"SELECT", ""},
		`SELECT EXTRACT(year FROM at) FROM tasks`:                                                              {"SELECT", "tasks"},
		`SELECT 1 FROM public.cases`:                                                                           {"SELECT", "public.cases"},
		`select 1 from cases for update`:                                                                       {"SELECT", "cases"},
	} {
		operation, table := Describe(statement)
		require.Equal(t, want, [2]string{operation, table}, statement)
	}
}

// TestDescribeHoldsNoData puts any text into a literal of a statement.
func TestDescribeHoldsNoData(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		literal := rapid.StringMatching(`[^'\x00]*(''[^'\x00]*)*`).Draw(t, "literal")
		operation, table := Describe(`SELECT '` + literal + `' FROM cases WHERE name = '` + literal + `'`)
		require.Equal(t, "SELECT cases", operation+" "+table)
		Describe(rapid.String().Draw(t, "anything"))
	})
}
