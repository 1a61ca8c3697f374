package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"net/http/httptest"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/graph/signin/issuer"
)

// TestIdentityCommand adds, lists, tests and removes a provider, and says what is wrong.
func TestIdentityCommand(t *testing.T) {
	t.Parallel()
	x, folder := newTerminal(t), t.TempDir()
	made := httptest.NewUnstartedServer(nil)
	made.Start()
	t.Cleanup(made.Close)
	of := issuer.New(made.URL, []byte("seed"), time.Now)
	of.Add(&issuer.Realm{Name: "harbor"})
	made.Config.Handler = of.Handler()
	secret := filepath.Join(folder, "secret")
	require.NoError(t, os.WriteFile(secret, []byte(of.ClientSecret()+"\n"), 0o600))
	key := []string{"--signing-key", strings.Repeat("k", 32)}
	x.ok(t, "org", "create", "--name", "Harbor", "--lender", "Harbor Example Bank", "--plan", "full")
	add := func(more ...string) []string {
		return append(append([]string{"identity", "add", "--issuer", of.Of("harbor"), "--client-id", issuer.ClientID}, key...), more...)
	}
	lender := []string{"--lender", "Harbor Example Bank", "--domain", "harbor.example.com", "--domain", "harbor.example.org",
		"--roles-claim", "groups", "--map", "analyst=covertrack-analyst", "--map", "admin=it, all",
		"--client-secret-file", secret, "--base-url", "https://covertrack.example.com"}
	printed := x.ok(t, add(lender...)...)
	id, rest, _ := strings.Cut(printed, "\n")
	require.Equal(t, "redirect URI: https://covertrack.example.com/console/signin/callback/"+id+
		"\nback-channel logout URI: https://covertrack.example.com/console/signin/logout/"+id+"\n", rest)
	listed := x.ok(t, "identity", "list")
	for _, part := range []string{id, of.Of("harbor"), "Harbor Example Bank", "harbor.example.com,harbor.example.org",
		"groups: analyst=covertrack-analyst,admin=it, all"} {
		require.Contains(t, listed, part)
	}
	require.NotContains(t, listed, of.ClientSecret())
	require.Contains(t, listed, "no SCIM token")
	scim := regexp.MustCompile(`^scim_[0-9A-Za-z]{36}\ntenant URL: https://covertrack.example.com/scim/v2\n$`)
	first := x.ok(t, "identity", "scim-token", id, "--base-url", "https://covertrack.example.com")
	require.Regexp(t, scim, first)
	require.NotEqual(t, first, x.ok(t, "identity", "scim-token", id, "--base-url", "https://covertrack.example.com"))
	listed = x.ok(t, "identity", "list")
	require.NotContains(t, listed, "no SCIM token")
	require.NotContains(t, listed, "scim_")
	require.Contains(t, x.ok(t, append([]string{"identity", "test", id}, key...)...), "its keys can be read")

	for want, args := range map[string][]string{
		"is a provider already":                {"--staff", "--client-secret-file", secret},
		"give either --staff or --lender":      {"--client-secret-file", secret},
		"with --client-secret-file":            {"--staff"},
		`--map is "boss=x"`:                    {"--staff", "--client-secret-file", secret, "--map", "boss=x"},
		"must be one of support, operator":     {"--staff", "--client-secret-file", secret, "--map", "viewer=x"},
		`there is no lender "Nobody"`:          {"--lender", "Nobody", "--client-secret-file", secret},
		"leads to another provider already":    {"--staff", "--client-secret-file", secret, "--domain", "harbor.example.org"},
		"must be a domain such as example.com": {"--staff", "--client-secret-file", secret, "--domain", "x"},
	} {
		out := x.run(t, add(args...)...)
		require.NotEqual(t, command.ExitOK, out.code)
		require.Contains(t, out.stderr, want)
	}
	made.Close()
	out := x.run(t, append([]string{"identity", "test", id}, key...)...)
	require.Equal(t, command.ExitFailure, out.code)
	require.Contains(t, out.stderr, "The discovery document could not be read")
	x.ok(t, "identity", "remove", id)
	require.Empty(t, x.ok(t, "identity", "list"))
	require.Equal(t, command.ExitFailure, x.run(t, "identity", "remove", id).code)
	require.Equal(t, []string{"lender.created", "organization.created", "identityProvider.created", "identityProvider.updated",
		"identityProvider.updated",
		"identityProvider.deleted"}, x.audited(t))
}
