package main

import (
	"net/url"
	"regexp"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestWriterRole has a database whose owner may make no roles: the program refuses to go on until the two statements of
// its message were run, with the tables in the usual schema and in one that belongs to the owner.
func TestWriterRole(t *testing.T) {
	t.Parallel()
	for name, owner := range map[string]string{"public": "plain", "own schema": "plain with a schema"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := &terminal{dsn: storagetest.EmptyDatabase(t)}
			admin, err := pgxpool.New(t.Context(), x.dsn)
			require.NoError(t, err)
			t.Cleanup(admin.Close)
			run := func(statement string) {
				t.Helper()
				_, err := admin.Exec(t.Context(), statement)
				require.NoError(t, err)
			}
			run(`CREATE ROLE "` + owner + `" LOGIN`)
			run(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO %I', current_database(), '` + owner + `'); END $$`)
			if name == "own schema" {
				run(`CREATE SCHEMA "` + owner + `" AUTHORIZATION "` + owner + `"`)
			}
			x.dsn += "&user=" + url.PathEscape(owner)

			statements := regexp.MustCompile("run once as a role that may, then `covertrack migrate up`: (CREATE ROLE .*; GRANT .*)\n")
			for range 2 {
				refused := x.run(t, "migrate", "up")
				require.Equal(t, command.ExitFailure, refused.code)
				require.Regexp(t, statements, refused.stderr)
				run(`DO $$ BEGIN IF to_regrole('"` + owner + `_writer"') IS NOT NULL THEN RAISE 'the role is there'; END IF; END $$`)
			}
			create := func(name string) output {
				return x.run(t, "org", "create", "--name", name, "--lender", "L", "--plan", "full")
			}
			require.Regexp(t, statements, create("Acme").stderr)
			run(statements.FindStringSubmatch(x.run(t, "migrate", "up").stderr)[1])
			require.Equal(t, "up to date\n", x.ok(t, "migrate", "up"))
			require.Equal(t, command.ExitOK, create("Acme").code)

			run(`REVOKE "` + owner + `_writer" FROM "` + owner + `"`)
			require.Regexp(t, statements, create("Beacon").stderr, "it does not go on without its role")
		})
	}
}
