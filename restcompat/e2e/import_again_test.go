package e2e

import (
	"bytes"
	"encoding/csv"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// book is what the portfolio has of what an import writes, by noun: the cells of each record but those that tell when it was changed.
func (i *importer) book(t *testing.T) map[string][][]string {
	t.Helper()
	all := map[string][][]string{}
	for _, noun := range []string{"brokers", "insured-groups", "insureds", "cases", "assets", "policies"} {
		answer := i.c.With("Accept", "text/csv").Do(t, http.MethodGet, "/rest/"+noun, nil)
		table, err := csv.NewReader(bytes.NewReader(answer.Body)).ReadAll()
		require.NoError(t, err)
		heading := slices.Clone(table[0])
		for _, row := range table {
			for n, column := range heading {
				if slices.Contains([]string{"updatedAt", "onHoldAt", "currentVersion", "importId"}, column) {
					row[n] = ""
				}
			}
		}
		all[noun] = table
	}
	return all
}

// TestSoakImportAgain imports books that change each other, by their seeds: the same once more writes nothing, and a reversal gives the
// book before.
func TestSoakImportAgain(t *testing.T) {
	soak.Parallel(t)
	rounds := soak.Count(3, 100)
	tally := soak.NewTally(t, "Import", "books imported, imported again and undone: the second writes nothing, the book is as before")
	i := newImporter(t)
	profile := i.RiskProfile(t, i.tenant).String()
	for seed := range rounds {
		before := i.book(t)
		b := newDirtyBook(uint64(seed), 30+10*seed%30, seed%2 == 1)
		first := i.try(t, b, profile)
		require.Equal(t, "committed", i.commit(t, first["id"])["state"])
		after := i.book(t)
		require.NotEqual(t, before, after)

		again := i.try(t, b, profile)
		require.Equal(t, []any{0.0, 0.0}, values(again["counts"].(object), "create", "change"), i.rows(t, again, "change"))
		events := count(t, i.Server, "SELECT count(*) FROM audit_events WHERE subject_type NOT IN ('import', 'upload')")
		require.Equal(t, "committed", i.commit(t, again["id"])["state"])
		require.Equal(t, after, i.book(t))
		require.Equal(t, events, count(t, i.Server, "SELECT count(*) FROM audit_events WHERE subject_type NOT IN ('import', 'upload')"))

		if seed%3 == 0 { // what stays, and is released, is what the next book changes
			i.c.Post(t, "/rest/imports/"+first["id"].(string)+"/release", nil, http.StatusOK)
			require.NotNil(t, i.work(t, first["id"])["releasedAt"])
			continue
		}
		require.Empty(t, i.revert(t, first["id"])["left"])
		require.Equal(t, before, i.book(t))
		tally.Tried(1)
	}
}
