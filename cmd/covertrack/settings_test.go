package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/storage/storagetest"
	"github.com/covertrack/covertrack/storage/storagetest/relay"
)

// secretFile writes a secret to a file, with a line's end as editors leave it.
func secretFile(t *testing.T, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600))
	return path
}

// TestSecretFiles takes secrets from files that flags and variables name.
func TestSecretFiles(t *testing.T) {
	dsn := storagetest.Database(t)
	file := secretFile(t, dsn)
	require.Equal(t, output{}, runLine(t, "org", "list", "--database-url-file", file))
	both := runLine(t, "org", "list", "--database-url-file", file, "--database-url", dsn)
	require.Equal(t, command.ExitUsage, both.code)
	require.Contains(t, both.stderr, "--database-url and --database-url-file are both given")
	require.Contains(t, runLine(t, "org", "list", "--database-url-file", secretFile(t)).stderr, "is empty")

	t.Setenv("COVERTRACK_DATABASE_URL_FILE", file)
	require.Equal(t, output{}, runLine(t, "org", "list"))
	require.Equal(t, "removed 0 lenders of the demo data\n", runLine(t, "demo", "remove", "--data-dir", t.TempDir()).stdout)
	t.Setenv("COVERTRACK_SIGNING_KEY_FILE", secretFile(t, newKey))
	t.Setenv("COVERTRACK_SIGNING_KEY_PREVIOUS_FILE", secretFile(t, oldKey, testKey))
	require.Contains(t, runLine(t, "keys", "rotate").stdout, "encrypted 0 secrets with the new key")
	t.Setenv("COVERTRACK_SMTP_URL_FILE", secretFile(t, "mail.example.com"))
	require.Contains(t, runLine(t, "serve", "--data-dir", t.TempDir()).stderr, "--smtp-url: a mail server looks like smtp://")
}

// TestNearlySettings has variables that are misspelt, and no database: an empty one would hide the mistake.
func TestNearlySettings(t *testing.T) {
	for variable, value := range map[string]string{
		"COVERTRACK_DATABASEURL": "postgres://secret@db/covertrack", "COVERTRACK_PG": "postgres://secret@db/covertrack",
		"COVERTRACK_SMPT_URL": "x",
	} {
		t.Run(variable, func(t *testing.T) {
			t.Setenv(variable, value)
			dir := t.TempDir()
			for _, args := range [][]string{{"serve", "--addr", "127.0.0.1:0"}, {"org", "list"}, {"demo"}} {
				out := runLine(t, append(args, "--data-dir", dir)...)
				require.Equal(t, command.ExitUsage, out.code, out.stderr)
				require.Contains(t, out.stderr, "there is no setting "+variable)
				require.NotContains(t, out.stderr, "secret")
			}
			require.NoDirExists(t, filepath.Join(dir, "postgres"))
			require.Regexp(t, `(?m)^FAIL  settings +there is no setting `, runLine(t, "doctor", "--data-dir", dir).stdout)
		})
	}
}

// TestServeSays what settings are in force and how the database is reached, and nothing secret.
func TestServeSays(t *testing.T) {
	t.Parallel()
	dsn := durableDatabase(t)
	behind, err := pgx.ParseConfig(dsn)
	require.NoError(t, err)
	port := relay.New(t, "unix", behind.Host+"/.s.PGSQL.5432").Address()
	_, port, _ = strings.Cut(port, ":")
	far := "postgres://covertrack:canary@0.0.0.0:" + port + "/" + behind.Database + "?sslmode=disable"
	_, mailbox := newMailbox(t)
	s := serveOn(t, newDataDir(t), nil, "--database-url", far, "--signing-key", testKey, "--migrate", "off",
		"--smtp-url", "smtp://user:canary@"+mailbox+"?tls=none", "--blob-url", "file://"+newDataDir(t))
	said := s.logged("settings")
	require.NotNil(t, said)
	require.Equal(t, "postgres://0.0.0.0:"+port+"/"+behind.Database, said["database-url"])
	require.Equal(t, "smtp://"+mailbox, said["smtp-url"])
	require.Equal(t, "(given)", said["signing-key"])
	require.Equal(t, "off", said["migrate"])
	require.Equal(t, "600", said["rate-limit"])
	require.Equal(t, 1, strings.Count(s.stderr.String(), `"msg":"settings"`))
	require.NotContains(t, s.stderr.String(), "canary")
	require.NotContains(t, s.stderr.String(), testKey)
	warned := s.logged("the connection to the database at 0.0.0.0 is not encrypted")
	require.NotNil(t, warned, s.stderr.String())
	require.Contains(t, warned["to_do"], "sslmode=verify-full")

	_, address, _ := strings.Cut(s.url, "//")
	healthy := runLine(t, "health", "--addr", address)
	require.Equal(t, command.ExitOK, healthy.code, healthy.stderr)
	require.Contains(t, healthy.stdout, `"status":"ok"`)
	require.Equal(t, command.ExitFailure, runLine(t, "health", "--addr", freeAddr(t)).code)

	x := &terminal{dsn: far}
	require.Regexp(t, `(?m)^warn  connection +the connection to the database at 0.0.0.0 is not encrypted. To do: add sslmode`,
		x.examined(t).stdout)
	x.dsn = dsn
	require.NotContains(t, x.examined(t).stdout, "connection to the database")
}

// TestMigrateOff starts on a database that has all migrations only.
func TestMigrateOff(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	scan(t, x.dsn, "DELETE FROM bun_migrations WHERE id = (SELECT max(id) FROM bun_migrations)")
	require.Regexp(t, `the database lacks 1 of \d+ migrations: run .covertrack migrate up. first`,
		x.refused(t, "--migrate", "off", "--signing-key", testKey))
}
