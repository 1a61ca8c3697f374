package storage_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestNouns fails when a table of portfolios' records is missing in Nouns, or comes before one that it refers to.
func TestNouns(t *testing.T) {
	t.Parallel()
	pool := storagetest.New(t).Pool().Pgx()
	var names []string
	for _, n := range storage.Nouns() {
		names = append(names, n.Name())
	}
	texts := func(query string, args ...any) []string {
		rows, err := pool.Query(t.Context(), query, args...)
		require.NoError(t, err)
		found, err := pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		return found
	}
	require.ElementsMatch(t, texts(`SELECT c.table_name::text FROM information_schema.columns AS c
		JOIN information_schema.columns AS i USING (table_schema, table_name)
		WHERE table_schema = 'public' AND c.column_name = 'portfolio_id' AND i.column_name = 'id'
			AND c.table_name NOT IN ('events', 'event_outbox', 'imports', 'sandbox_letters', 'sandbox_answers', 'sandbox_faults')
		AND NOT (SELECT relispartition FROM pg_class WHERE oid = c.table_name::regclass)`), names)
	for i, name := range names {
		for _, other := range texts(`SELECT confrelid::regclass::text FROM pg_constraint WHERE contype = 'f' AND NOT condeferrable
			AND conrelid = $1::regclass AND confrelid <> conrelid AND confrelid::regclass::text = ANY ($2)`, name, names) {
			require.Less(t, slices.Index(names, other), i, "%s refers to %s", name, other)
		}
	}
}

// TestNounsOfCases has the members of a case in the audit events that tell listeners of its changes.
func TestNounsOfCases(t *testing.T) {
	t.Parallel()
	var subjects []string
	for _, n := range storage.Nouns() {
		if n.HasColumn("case_id") {
			subjects = append(subjects, n.Subject())
		}
	}
	require.ElementsMatch(t, subjectsWithCase(t), subjects)
}

// evaluated are the types that follow from a case and are no records of their own, or that have the case's id.
var evaluated = map[string]bool{"EventSubject": true, "Compliance": true, "CaseVerdict": true, "Dossier": true, "TrialChange": true,
	"TrialVerdict": true, "SandboxLetter": true}

// subjectsWithCase are the types of the schema that name their case, as audit events name them.
func subjectsWithCase(t *testing.T) (subjects []string) {
	text, err := os.ReadFile("../schema.graphqls")
	require.NoError(t, err)
	schema, err := gqlparser.LoadSchema(&ast.Source{Name: "schema.graphqls", Input: string(text)})
	require.NoError(t, err)
	for name, definition := range schema.Types {
		if definition.Kind == ast.Object && definition.Fields.ForName("caseId") != nil && !evaluated[name] {
			subjects = append(subjects, strings.ToLower(name[:1])+name[1:])
		}
	}
	require.NotEmpty(t, subjects)
	return subjects
}

// TestBulkHasNouns fails when storagetest makes no rows of a noun that has lists.
func TestBulkHasNouns(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	pool := w.Store.Pool().Pgx()
	storagetest.Bulk{Portfolios: []uuid.UUID{w.HarborTest.Portfolio.ID()}, First: 1, Last: 5, Parents: 5}.Fill(t, pool)
	for _, table := range listTables(t) {
		var n int
		err := pool.QueryRow(t.Context(), "SELECT count(*) FROM "+table+" WHERE portfolio_id = $1", w.HarborTest.Portfolio.ID()).Scan(&n)
		require.NoError(t, err)
		require.Equal(t, 5, n, table)
	}
}
