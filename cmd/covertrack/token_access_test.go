package main

import (
	"crypto/rand"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/cmd/covertrack/serve"
	"github.com/covertrack/covertrack/cmd/covertrack/serve/access"
	"github.com/covertrack/covertrack/model/credentials"
)

// createdToken makes a token by the command line, on the database of the server under test.
func (x *inProcess) createdToken(t *testing.T, args ...string) string {
	t.Helper()
	line := append([]string{"token", "create", "--database-url", x.world.Store.Pool().Pgx().Config().ConnString()}, args...)
	out := runLine(t, line...)
	require.Equal(t, command.ExitOK, out.code, out.stderr)
	return strings.TrimSpace(out.stdout)
}

func (x *inProcess) listedTokens(t *testing.T) string {
	t.Helper()
	out := runLine(t, "token", "list", "--database-url", x.world.Store.Pool().Pgx().Config().ConnString())
	require.Equal(t, command.ExitOK, out.code, out.stderr)
	return out.stdout
}

// TestTokenExpires makes tokens of every lifetime that can be asked for.
func TestTokenExpires(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	org := x.world.Harbor.Organization.ID.String()
	x.createdToken(t, "--org", org, "--mode", "live", "--name", "Year")
	x.createdToken(t, "--org", org, "--mode", "live", "--name", "Never", "--expires", "never")
	soon := x.createdToken(t, "--org", org, "--mode", "live", "--name", "Soon", "--expires", "1ms")
	require.Equal(t, http.StatusUnauthorized, x.do("GET", "/rest/cases", soon, "").Code)
	listed := x.listedTokens(t)
	require.Regexp(t, `  Year +live +full +from anywhere  used never +expires 20\S+Z +usable\n`, listed)
	require.Regexp(t, `  Never +live +full +from anywhere  used never +expires never +usable\n`, listed)
	require.Regexp(t, `  Soon +live +full +from anywhere  used never +expires 20\S+Z +expired\n`, listed)
}

// TestTokenOfRole does what its role may, and the list shows the role.
func TestTokenOfRole(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	token := func(role string) string {
		return x.createdToken(t, "--org", x.world.Harbor.Organization.ID.String(), "--mode", "live", "--role", role, "--name", "A "+role)
	}
	viewer, analyst := token("viewer"), token("analyst")
	require.Equal(t, http.StatusOK, x.do("GET", "/rest/cases", viewer, "").Code)
	require.Equal(t, http.StatusForbidden, x.do("POST", "/rest/insured-groups", viewer, `{"name":"A group"}`).Code)
	require.Equal(t, http.StatusCreated, x.do("POST", "/rest/insured-groups", analyst, `{"name":"A group"}`).Code)
	require.Equal(t, http.StatusForbidden, x.do("POST", "/rest/users", analyst, `{"email":"a@example.com"}`).Code)
	require.Regexp(t, `  A viewer +live as viewer +full `, x.listedTokens(t))
}

// TestReadOnlyToken reads at both doors and writes at none, with an organization's token and with staff's.
func TestReadOnlyToken(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	tenant := x.world.Harbor
	caseID := x.world.Case(t, tenant).String()
	token := x.createdToken(t, "--org", tenant.Organization.ID.String(), "--mode", string(tenant.Mode), "--scope", "read")
	operator := x.createdToken(t, "--staff", "operator", "--name", "Ann Example", "--scope", "read")
	portfolio := []string{"X-Portfolio", tenant.Portfolio.ID().String()}
	before := x.world.Contents(t)

	require.Equal(t, http.StatusOK, x.do("GET", "/rest/cases/"+caseID, token, "").Code)
	require.Equal(t, http.StatusOK, x.do("HEAD", "/rest/cases", token, "").Code)
	for _, reader := range []string{token, operator} {
		w := x.do("POST", "/graphql", reader, `{"query":"{ cases { pageInfo { total } } }"}`, portfolio...)
		require.Contains(t, w.Body.String(), `"total":`, "%s", w.Body)
	}
	w := x.do("POST", "/graphql", operator, `{"query":"{ tokens { name scope allowedAddresses expiresAt lastUsedAt } }"}`)
	require.Contains(t, w.Body.String(), `"name":"Ann Example","scope":"read","allowedAddresses":[],"expiresAt":"2`)

	for _, write := range [][2]string{
		{"POST /rest/insured-groups", `{"name":"A group"}`}, {"PATCH /rest/cases/" + caseID, `{"loanNumber":"LN-1"}`},
		{"POST /rest/cases/" + caseID + "/on-hold", ""}, {"POST /rest/cases", `not JSON`},
	} {
		method, path, _ := strings.Cut(write[0], " ")
		w := x.do(method, path, token, write[1], "Idempotency-Key", "k")
		require.Equal(t, http.StatusForbidden, w.Code, w.Body)
		require.Contains(t, w.Body.String(), `"code":"forbidden"`)
		require.Contains(t, w.Body.String(), "scope is `read`")
	}
	for mutation, reader := range map[string]string{
		`mutation { createInsuredGroup(input: {name: \"A group\"}) { id } }`:                   token,
		`mutation { createInsuredGroup(input: {name: \"Another group\"}) { id } }`:             operator,
		`mutation { createToken(input: {name: \"Mine\", role: OPERATOR}) { text } }`:           operator,
		`mutation { revokeToken(id: \"0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e10\") { revokedAt } }`: operator,
	} {
		w := x.do("POST", "/graphql", reader, `{"query":"`+mutation+`"}`, portfolio...)
		require.Equal(t, http.StatusForbidden, w.Code, w.Body)
		require.Contains(t, w.Body.String(), `"code":"forbidden"`)
	}
	after := x.world.Contents(t)
	for _, table := range []string{"audit_events", "audit_events_first", "audit_events_last", "record_counts"} { // staff have read
		delete(before, table)
		delete(after, table)
	}
	require.Equal(t, before, after)

	ctx := t.Context()
	server := httptest.NewServer(x.Handler)
	t.Cleanup(server.Close)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL+"/graphql",
		strings.NewReader(`{"query":"subscription { caseChanged(id: \"`+caseID+`\") { id } }"}`))
	require.NoError(t, err)
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "text/event-stream")
	answer, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, answer.StatusCode, "a subscription reads")
	require.NoError(t, answer.Body.Close())
}

// TestAllowedAddresses uses tokens from where they may be used and from elsewhere, with and without a proxy.
func TestAllowedAddresses(t *testing.T) {
	t.Parallel()
	x := newInProcessWith(t, func(s *serve.Service) { s.Proxies = access.TrustedProxies{netip.MustParsePrefix("10.0.0.0/8")} })
	org := x.world.Harbor.Organization.ID.String()
	token := x.createdToken(t, "--org", org, "--mode", "live", "--name", "Branch", "--allow", "203.0.113.0/24", "--allow", "2001:db8::/32",
		"--allow", "198.51.100.7")
	staff := x.createdToken(t, "--staff", "operator", "--name", "Ann Example", "--allow", "203.0.113.0/24")
	require.Regexp(t, `  Branch +live +full +from 203\.0\.113\.0/24,2001:db8::/32,198\.51\.100\.7/32 +used never`, x.listedTokens(t))
	ask := func(token, remote, forwarded string) *httptest.ResponseRecorder {
		r := requestFrom(remote, forwarded)
		r.Method, r.URL.Path = "GET", "/rest/cases"
		if token == staff {
			r.URL.Path, r.URL.RawQuery = "/graphql", "query={__typename}"
		}
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("X-Request-Id", "the-same")
		w := httptest.NewRecorder()
		x.Handler.ServeHTTP(w, r)
		return w
	}
	for _, from := range [][2]string{
		{"203.0.113.255:1", ""}, {"[2001:db8:ffff::1]:1", ""}, {"198.51.100.7:1", ""}, {"10.0.0.1:1", "203.0.113.7"},
		{"10.0.0.1:1", "192.0.2.1, 203.0.113.7, 10.0.0.2"}, {"[::ffff:203.0.113.7]:1", ""},
	} {
		require.Equal(t, http.StatusOK, ask(token, from[0], from[1]).Code, from)
	}
	unknown := ask(invented(t), "203.0.113.1:1", "")
	require.Equal(t, http.StatusUnauthorized, unknown.Code)
	for _, from := range [][2]string{
		{"203.0.114.1:1", ""}, {"[2001:db9::1]:1", ""}, {"198.51.100.8:1", ""}, {"10.0.0.1:1", ""}, {"192.0.2.1:1", "203.0.113.7"},
		{"10.0.0.1:1", "203.0.113.7, 192.0.2.1"}, {"10.0.0.1:1", "203.0.113.7, nonsense"}, {"nonsense", "203.0.113.7"},
	} {
		w := ask(token, from[0], from[1])
		require.Equal(t, unknown.Code, w.Code, from)
		require.Equal(t, unknown.Body.String(), w.Body.String(), "the same 401, byte for byte")
		require.Equal(t, unknown.Header(), w.Header())
	}
	require.Equal(t, http.StatusOK, ask(staff, "203.0.113.1:1", "").Code)
	require.Equal(t, http.StatusUnauthorized, ask(staff, "192.0.2.1:1", "").Code)
	require.Equal(t, http.StatusOK, ask(x.world.Harbor.Token, "nonsense", "").Code, "a token without addresses works from anywhere")
}

// TestPublicDemo: the demo listens on an address that others can reach only when told so twice.
func TestPublicDemo(t *testing.T) {
	t.Parallel()
	serve := func(args ...string) output {
		line := []string{"serve", "--demo", "--data-dir", t.TempDir(), "--database-url", "postgres://nobody@127.0.0.1:1/none", "--signing-key",
			newKey}
		return runLine(t, append(line, args...)...)
	}
	for _, addr := range []string{":0", "0.0.0.0:0"} {
		out := serve("--addr", addr)
		require.Equal(t, command.ExitUsage, out.code, out.stderr)
		require.Contains(t, out.stderr, "--demo on --addr "+addr+": others could reach it")
		require.Contains(t, out.stderr, "--demo-public")
		require.Empty(t, out.stdout)
		out = serve("--addr", addr, "--demo-public")
		require.Equal(t, command.ExitFailure, out.code, "it goes on to the database: %s", out.stderr)
	}
	require.Equal(t, command.ExitFailure, serve("--addr", "localhost:0").code)
}

// invented is a well-formed token that does not exist.
func invented(t *testing.T) string {
	t.Helper()
	token, err := credentials.NewToken(credentials.TokenKindLive, rand.Reader)
	require.NoError(t, err)
	return token.Reveal()
}
