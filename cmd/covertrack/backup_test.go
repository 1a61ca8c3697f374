//go:build program

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/storage/storagetest"
)

var yearForm = regexp.MustCompile(`"writtenAt":"\d{4}`)

// TestBackupVerify damages an installation in each way that is looked for.
func TestBackupVerify(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	dir := newDataDir(t)
	x.ok(t, "demo", "--data-dir", dir)
	var portfolio, document, key string
	scan(t, x.dsn, "SELECT portfolio_id::text, id::text, blob_key FROM documents LIMIT 1", &portfolio, &document, &key)
	verify := func() output { return x.run(t, "backup", "verify", "--data-dir", dir) }
	wrong := func(want ...string) {
		t.Helper()
		out := verify()
		require.Equal(t, command.ExitFailure, out.code, out.stderr)
		require.Contains(t, out.stderr, "covertrack: the backup is not whole")
		require.Equal(t, len(want), strings.Count(out.stdout, "wrong: "), out.stdout)
		for _, line := range want {
			require.Contains(t, out.stdout, "wrong: "+line)
		}
	}
	whole := verify()
	require.Equal(t, command.ExitOK, whole.code, whole.stdout+whole.stderr)
	require.Regexp(t, `^looked at \d+ migrations, the totals of 24 tables and the files of [1-9]\d+ documents\n$`, whole.stdout)

	require.NoError(t, os.Rename(filepath.Join(dir, "blobs", key), filepath.Join(dir, "kept")))
	missing := "the file of the document " + document + " is missing: " + key
	wrong(missing)
	scan(t, x.dsn, "UPDATE record_counts SET n = n + 1 WHERE noun = 'cases' AND portfolio_id = '"+portfolio+"' AND shard = "+
		"(SELECT min(shard) FROM record_counts WHERE noun = 'cases' AND portfolio_id = '"+portfolio+"')")
	wrong(missing, "the total of cases in the portfolio "+portfolio+" is recorded as ")
	scan(t, x.dsn, "DELETE FROM record_counts WHERE noun = 'programs' AND portfolio_id = '"+portfolio+"'")
	wrong(missing, "the total of cases", "the total of programs in the portfolio "+portfolio+" is recorded as 0, and there are ")

	require.NoError(t, os.Rename(filepath.Join(dir, "kept"), filepath.Join(dir, "blobs", key)))
	scan(t, x.dsn, "UPDATE documents SET size = 3 WHERE id = '"+document+"'")
	wrong("the total of cases", "the total of programs", "the file of the document "+document+" has ")

	scan(t, x.dsn,
		"INSERT INTO bun_migrations (name, group_id) VALUES ('9999', 99); INSERT INTO river_migration (line, version) VALUES ('main', 99)")
	wrong("the migration 9999 is unknown: it is a backup of a newer version", "the migration river_099 is unknown")
	scan(t, x.dsn, "DELETE FROM bun_migrations WHERE name IN ('9999', '0011'); DELETE FROM river_migration WHERE version = 99")
	wrong("the migration 0011_installation is missing: it is a backup of an older version")
}

// TestRenewalsOfCopy has the jobs run by hand on a database that is no installation yet, in a store that is another's.
func TestRenewalsOfCopy(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	dir := newDataDir(t)
	require.Equal(t, command.ExitOK, x.run(t, "renewals", "run", "--data-dir", dir).code, "nothing belongs to anybody")
	require.Equal(t, command.ExitOK, runLine(t, "adopt", "--data-dir", dir, "--database-url", storagetest.Database(t)).code)
	out := x.run(t, "renewals", "run", "--data-dir", dir)
	require.Equal(t, command.ExitFailure, out.code)
	require.Contains(t, out.stderr, notTheOwner)
	require.Contains(t, out.stderr, "this database has never been one")
	require.Equal(t, command.ExitOK, x.run(t, "renewals", "run", "--dry-run", "--data-dir", dir).code, "to see changes nothing")

	busy := x.run(t, "adopt", "--data-dir", dir)
	require.Equal(t, command.ExitFailure, busy.code)
	require.Regexp(t, `wrote to it \d+s ago.* say --take-over`, busy.stderr)
	mark := filepath.Join(dir, "blobs", "covertrack-installation.json")
	text, err := os.ReadFile(mark)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(mark, []byte(yearForm.ReplaceAllString(string(text), `"writtenAt":"2020`)), 0o600))
	require.Regexp(t, `^this is the installation \S+ now, 0 documents, 0 files copied\n$`, x.ok(t, "adopt", "--data-dir", dir),
		"its owner is long gone")
	require.Equal(t, command.ExitOK, x.run(t, "renewals", "run", "--data-dir", dir).code)

	scan(t, x.dsn, "TRUNCATE installation, installation_marks")
	require.Contains(t, x.run(t, "adopt", "--data-dir", dir, "--copy-from", "ftp://x").stderr, "--copy-from: there is no store of the scheme")
}
