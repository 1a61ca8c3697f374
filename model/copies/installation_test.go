package copies_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/copies"
)

// TestDifferences changes one thing at a time of a database and a store that belong together.
func TestDifferences(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		change func(*copies.Sighting)
		want   string // "" if they still belong together
	}{
		"nothing":                   {func(*copies.Sighting) {}, ""},
		"new database and store":    {func(s *copies.Sighting) { s.Record, s.Mark = nil, nil }, ""},
		"crashed before its mark":   {func(s *copies.Sighting) { s.Record.Marked, s.Mark = false, nil }, ""},
		"server says no identifier": {func(s *copies.Sighting) { s.Server.SystemIdentifier = "" }, ""},
		"identifier was not known":  {func(s *copies.Sighting) { s.Record.SystemIdentifier, s.Mark.SystemIdentifier = "", "" }, ""},
		"another cluster": {func(s *copies.Sighting) { s.Server.SystemIdentifier = "2" },
			"Postgres cluster 1, and the database runs on 2"},
		"another database": {func(s *copies.Sighting) { s.Server.DatabaseOID = 6 }, "OID 5, and this one has 6"},
		"mark of another cluster": {func(s *copies.Sighting) { s.Mark.SystemIdentifier = "2" },
			"the mark in the object store is of the Postgres cluster 2"},
		"another installation":        {func(s *copies.Sighting) { s.Mark.Installation = uuid.UUID{2} }, "belongs to the installation 02000000"},
		"dump from before this":       {func(s *copies.Sighting) { s.Record = nil }, "this database has never been one"},
		"store without a mark":        {func(s *copies.Sighting) { s.Mark = nil }, "the object store has no mark"},
		"generation that is not ours": {func(s *copies.Sighting) { s.Known = false }, "at generation 7 (of 2031-01-01T00:00:00Z)"},
		"copied bucket":               {func(s *copies.Sighting) { s.Store = "s3://b" }, "the object store is a copy of s3://a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := copies.Server{SystemIdentifier: "1", DatabaseOID: 5}
			record := copies.NewInstallation(uuid.UUID{1}, server)
			record.Marked = true
			mark := record.MarkOf(7, uuid.UUID{7}, "s3://a", now)
			s := copies.Sighting{Server: server, Record: record, Generation: 9, Mark: &mark, Known: true, Store: "s3://a"}
			c.change(&s)
			found := s.Differences()
			if c.want == "" {
				require.Empty(t, found)
				return
			}
			require.Len(t, found, 1)
			require.Contains(t, found[0], c.want)
		})
	}
}
