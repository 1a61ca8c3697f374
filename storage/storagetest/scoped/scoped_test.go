package scoped_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest/scoped"
)

func isTenants(table string) bool {
	return map[string]bool{"cases": true, "assets": true, "tasks": true}[table]
}

func TestUnscoped(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		statement string
		unscoped  []string
	}{
		"a value":             {"SELECT t.id FROM cases AS t WHERE t.portfolio_id = $1", nil},
		"a literal":           {`SELECT id FROM "cases" WHERE ("portfolio_id" = '0192')`, nil},
		"the other way round": {"SELECT id FROM cases WHERE $1 = portfolio_id", nil},
		"none":                {"SELECT id FROM cases WHERE id = $1", []string{"cases"}},
		"several":             {"SELECT id FROM cases WHERE portfolio_id = ANY ($1)", []string{"cases"}},
		"no tenant's table":   {"SELECT id FROM lenders WHERE id = $1", nil},
		"a join": {"SELECT 1 FROM cases AS c JOIN assets AS a ON a.portfolio_id = c.portfolio_id AND a.case_id = c.id " +
			"WHERE a.portfolio_id = $1", nil},
		"a join by id alone": {"SELECT 1 FROM cases AS c JOIN assets AS a ON a.case_id = c.id WHERE a.portfolio_id = $1",
			[]string{"cases"}},
		"a comma": {"SELECT 1 FROM cases AS c, assets AS a WHERE c.portfolio_id = $1", []string{"assets"}},
		"a nested query": {"SELECT EXISTS (SELECT FROM assets AS a WHERE a.portfolio_id = c.portfolio_id) FROM cases AS c WHERE " +
			"c.portfolio_id = $1", nil},
		"nested, without": {"SELECT 1 FROM cases WHERE portfolio_id = $1 AND id IN (SELECT case_id FROM assets)", []string{"assets"}},
		"the outer query is compared inside": {"SELECT 1 FROM cases AS c WHERE EXISTS (SELECT FROM assets AS a " +
			"WHERE a.portfolio_id = $1 AND a.case_id = c.id)", []string{"cases"}},
		"each part of a union": {"SELECT id FROM cases WHERE portfolio_id = $1 UNION ALL SELECT id FROM assets WHERE id = $2",
			[]string{"assets"}},
		"an insert":         {"INSERT INTO cases (portfolio_id, id) VALUES ($1, $2)", nil},
		"an insert without": {"INSERT INTO cases (id) VALUES ($1)", []string{"cases"}},
		"an upsert":         {"INSERT INTO cases AS c (portfolio_id) VALUES ($1) ON CONFLICT (portfolio_id) DO UPDATE SET n = c.n", nil},
		"an update":         {"UPDATE cases AS t SET name = $1 WHERE (t.portfolio_id = $2)", nil},
		"an update of rows": {"WITH _data (portfolio_id) AS (VALUES ($1::uuid)) UPDATE cases AS t SET n = 1 FROM _data WHERE " +
			"t.portfolio_id = _data.portfolio_id", []string{"cases"}},
		"a delete":              {"DELETE FROM cases WHERE id = $1", []string{"cases"}},
		"a delete with another": {"DELETE FROM cases AS c USING old WHERE c.portfolio_id = $1", nil},
		"a lock":                {"SELECT 1 FROM cases AS t WHERE t.portfolio_id = $1 FOR NO KEY UPDATE OF t SKIP LOCKED", nil},
		"names of columns":      {"SELECT t.tasks, assets FROM cases AS t WHERE t.portfolio_id = $1", nil},
		"in a string":           {"SELECT 'FROM assets' FROM cases WHERE portfolio_id = $1 -- JOIN tasks", nil},
		"no query":              {"LOCK TABLE cases", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.unscoped, scoped.Unscoped(c.statement, isTenants))
		})
	}
}
