package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// terminal runs command lines in this process on a database of the test's own.
type terminal struct{ dsn string }

type output struct {
	stdout, stderr string
	code           int
}

func newTerminal(t *testing.T) *terminal {
	t.Helper()
	return &terminal{dsn: storagetest.Database(t)}
}

func (x *terminal) run(t *testing.T, args ...string) output {
	t.Helper()
	return runLine(t, append(args, "--database-url", x.dsn)...)
}

// ok expects success and nothing on stderr, and answers what was printed.
func (x *terminal) ok(t *testing.T, args ...string) string {
	t.Helper()
	out := x.run(t, args...)
	require.Equal(t, command.ExitOK, out.code, out.stderr)
	require.Empty(t, out.stderr)
	return out.stdout
}

// audited are the actions recorded of administration, oldest first.
func (x *terminal) audited(t *testing.T) (actions []string) {
	t.Helper()
	page, err := storage.AuditEvents.Page(t.Context(), x.store(t).For(uuid.Nil), model.AuditEventFilter{}, page.Options{Limit: 100})
	require.NoError(t, err)
	for _, e := range page.Nodes {
		require.Contains(t, e.ActorName, "command line")
		require.NotEmpty(t, e.RequestID)
		actions = append(actions, e.Action)
	}
	return actions
}

func (x *terminal) store(t *testing.T) *storage.Store {
	t.Helper()
	return storagetest.Open(t, x.dsn, postgres.Options{MaxConns: 2})
}

func runLine(t *testing.T, args ...string) output {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := run(t.Context(), args, &stdout, &stderr)
	return output{stdout.String(), stderr.String(), code}
}

func TestUsage(t *testing.T) {
	for line, want := range map[string]string{
		"orgg":                                                    `there is no command "orgg"; did you mean "org"?`,
		"org make":                                                `there is no command "make"`,
		"version now":                                             `unexpected argument "now"`,
		"serve --nope":                                            "there is no flag --nope",
		"serve --rate-limt 5":                                     "there is no flag --rate-limt; did you mean `--rate-limit`?",
		"demo --jsn":                                              "did you mean `--json`?",
		"serve --signing-key short":                               "the signing key of --signing-key has 5 characters; give it at least 32",
		"serve --blob-url ftp://files":                            `--blob-url: there is no store of the scheme "ftp"; it looks like s3://bucket`,
		"serve --blob-url %zz":                                    "--blob-url: it is no URL",
		"serve --log-level loud":                                  `--log-level is "loud"`,
		"serve --log-format xml":                                  `--log-format is "xml"`,
		"org create --name A --lender B":                          `Required flag "plan" not set`,
		"token create":                                            "give either --org and --mode or --staff",
		"token create --org X --mode dead":                        `--mode is "dead"; it takes live or test`,
		"token create --org X --staff support":                    "give either --org and --mode or --staff",
		"token create --staff chief --name A":                     `--staff is "chief"; it takes support or operator`,
		"token create --staff support":                            "a staff token needs the --name of the person",
		"token create --staff support --mode live":                "a staff token has no --mode",
		"token create --org X --mode test --expires -1h":          "it takes a time to come",
		"token create --org X --mode test --expires 1x":           "1x",
		"token create --org X --mode test --role operator":        `--role is "operator"; it takes viewer, analyst, approver or admin`,
		"token create --staff support --name A --role viewer":     `--role is for the tokens of organizations`,
		"token create --org X --mode test --scope all":            `--scope is "all"; it takes full or read`,
		"token create --org X --mode test --allow here":           `--allow: "here" is not an address or a network`,
		"token create --org X --mode test --allow 203.0.113.7/24": "the network is 203.0.113.0/24",
		"serve --scan-command /nowhere/clamdscan":                 "--scan-command: exec: \"/nowhere/clamdscan\": stat /nowhere/clamdscan",
		"serve --trusted-proxies 10.0.0.1,proxy":                  `--trusted-proxies: "proxy" is not an address`,
		"serve --trusted-proxies ::/0":                            "--trusted-proxies: ::/0 trusts everybody",
		"serve --demo-public":                                     "--demo-public is about --demo",
		"token revoke":                                            "name the token by its id",
		"serve --workers -1":                                      "--workers is -1; it takes 0 to 100",
		"serve --workers many":                                    "many",
		"serve --smtp-url mail.example.com":                       "--smtp-url: a mail server looks like smtp://",
		"serve --console-tokens never":                            `--console-tokens is "never"; it takes on or off`,
		"serve --migrate never":                                   `--migrate is "never"; it takes on or off`,
		"serve --smtp-url smtp://mail.example.com":                "links in letters would lead to this machine",
		"serve --signing-key-file /nowhere/key":                   "--signing-key-file: open /nowhere/key",
		"serve --mail never":                                      `--mail is "never"; it takes on or off`,
		"renewals run --mail=":                                    `--mail is ""; it takes on or off`,
		"serve --replica-urls postgres://a,b/c":                   "--replica-urls: cannot parse",
		"serve --replica-urls postgres://a,":                      "--replica-urls has nothing between two commas",
		"renewals run --now tomorrow":                             `--now is "tomorrow"`,
		"doctor --send-to nobody":                                 `--send-to is "nobody"; it takes an address`,
		"load --cases 0":                                          "--cases is 0",
		"load --cases 9 --documents -1":                           "--documents is -1",
		"load --cases many":                                       "many",
		"token revoke A B":                                        `unexpected argument "B"`,
		"import a.csv b.csv --portfolio 7":                        "--portfolio: name the portfolio by its id",
		"adopt --copy-from ftp://files":                           "--copy-from: there is no store of the scheme \"ftp\"",
		"backup verify --blob-url ftp://f":                        "--blob-url: there is no store of the scheme",
	} {
		t.Run(line, func(t *testing.T) {
			out := runLine(t, strings.Fields(line)...)
			require.Equal(t, command.ExitUsage, out.code, out.stderr)
			require.Contains(t, out.stderr, want)
			require.Contains(t, out.stderr, "--help' to see what it takes.")
			require.Empty(t, out.stdout)
		})
	}
}

func TestHelp(t *testing.T) {
	for _, line := range []string{
		"", "serve", "migrate", "migrate up", "migrate status", "org", "org create", "org list",
		"token", "token create", "token list", "token revoke", "keys", "keys rotate", "demo", "demo remove", "load", "renewals", "renewals run",
		"doctor", "health", "adopt", "backup", "backup verify", "openapi", "routes", "version",
	} {
		t.Run(line, func(t *testing.T) {
			out := runLine(t, append(strings.Fields(line), "--help")...)
			require.Equal(t, command.ExitOK, out.code)
			require.Regexp(t, `Examples?:\n`, out.stdout)
			require.Empty(t, out.stderr)
		})
	}
}

func TestVersion(t *testing.T) {
	require.Equal(t, output{stdout: programVersion() + "\n"}, runLine(t, "version"))
}

func TestFailure(t *testing.T) {
	out := runLine(t, "org", "list", "--database-url", "postgres://nobody@127.0.0.1:1/none")
	require.Equal(t, command.ExitFailure, out.code)
	require.Contains(t, out.stderr, "covertrack: open the database")
	require.Empty(t, out.stdout)
}

func TestEnvironment(t *testing.T) {
	t.Setenv("COVERTRACK_DATABASE_URL", storagetest.Database(t))
	require.Equal(t, output{}, runLine(t, "org", "list"))
	t.Setenv("COVERTRACK_LOG_LEVEL", "loud")
	require.Contains(t, runLine(t, "serve").stderr, `--log-level is "loud"`)
	t.Setenv("COVERTRACK_LOG_LEVEL", "")
	t.Setenv("COVERTRACK_LOG_FORMAT", "xml")
	require.Contains(t, runLine(t, "serve").stderr, `--log-format is "xml"`, "an empty variable counts as unset")
}

// TestUnknownSetting has a typing error in the name of a variable.
func TestUnknownSetting(t *testing.T) {
	t.Setenv("COVERTRACK_DATABSE_URL", "postgres://secret@db/covertrack")
	t.Setenv("COVERTRACK_COLOUR_OF_THE_SKY", "secret")
	out := newTerminal(t).run(t, "org", "list")
	require.Equal(t, command.ExitOK, out.code)
	require.Contains(t, out.stderr, "level=WARN msg=\"there is no setting COVERTRACK_DATABSE_URL; did you mean `COVERTRACK_DATABASE_URL`?\"")
	require.Contains(t, out.stderr, `"there is no setting COVERTRACK_COLOUR_OF_THE_SKY"`)
	require.NotContains(t, out.stderr, "secret")
}

// owner is what a token stands for.
func owner(t *testing.T, x *terminal, token string) *storage.TokenOwner {
	t.Helper()
	text, err := credentials.ParseToken(token)
	require.NoError(t, err)
	owners, err := x.store(t).TokensByDigest(t.Context(), [][32]byte{text.Digest()})
	require.NoError(t, err)
	require.Len(t, owners, 1)
	return owners[0]
}
