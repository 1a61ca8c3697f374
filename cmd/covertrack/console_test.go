package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/serve"
	"github.com/covertrack/covertrack/cmd/covertrack/serve/access"
	"github.com/covertrack/covertrack/graph/console"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// signIn sends what the console's page sends to sign in.
func (x *inProcess) signIn(token string, header ...string) *httptest.ResponseRecorder {
	header = append([]string{"Origin", x.BaseURL, "X-Console", "1"}, header...)
	return x.do("POST", "/console/session", "", fmt.Sprintf(`{"token":%q}`, token), header...)
}

// TestConsoleHTTPS has the cookie for https only, and for this host only, where browsers come by https.
func TestConsoleHTTPS(t *testing.T) {
	t.Parallel()
	const plain, secure = `^covertrack_console=[\w-]+; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict$`,
		`^__Host-covertrack_console=[\w-]+; Path=/; Max-Age=43200; HttpOnly; Secure; SameSite=Strict$`
	for name, test := range map[string]struct {
		baseURL, proxy, origin, forwarded string
		cookie                            string
	}{
		"plain":                         {"http://covertrack.example.com", "", "http://covertrack.example.com", "", plain},
		"https by its base URL":         {"https://covertrack.example.com", "", "https://covertrack.example.com", "", secure},
		"https as a proxy says":         {"http://10.1.1.1:8080", "192.0.2.0/24", "https://example.com", "https", secure},
		"http as a proxy says":          {"http://10.1.1.1:8080", "192.0.2.0/24", "http://example.com", "http", plain},
		"somebody says https":           {"http://10.1.1.1:8080", "", "http://example.com", "https", plain},
		"somebody else is trusted":      {"http://10.1.1.1:8080", "10.0.0.0/8", "http://example.com", "https", plain},
		"the base URL behind its proxy": {"http://10.1.1.1:8080", "192.0.2.0/24", "http://10.1.1.1:8080", "https", secure},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := newInProcessWith(t, func(s *serve.Service) {
				s.BaseURL = test.baseURL
				if test.proxy != "" {
					s.Proxies = access.TrustedProxies{netip.MustParsePrefix(test.proxy)}
				}
			})
			header := []string{"Origin", test.origin, "X-Forwarded-Proto", test.forwarded}
			w := x.signIn(x.world.Support, header...)
			require.Equal(t, http.StatusNoContent, w.Code, w.Body)
			require.Regexp(t, test.cookie, w.Header().Get("Set-Cookie"))
			value, _, _ := strings.Cut(w.Header().Get("Set-Cookie"), ";")
			ask := func(cookie string) int {
				return x.do("POST", "/graphql", "", `{"query":"{ viewer { name } }"}`, append(header, "X-Console", "1", "Cookie", cookie)...).Code
			}
			require.Equal(t, http.StatusOK, ask(value))
			if name, ok := strings.CutPrefix(value, "__Host-"); ok {
				require.Equal(t, http.StatusUnauthorized, ask(name), "what any page of the domain could have set")
			}
			out := x.do("DELETE", "/console/session", "", "", append(header, "X-Console", "1")...)
			require.Equal(t, http.StatusNoContent, out.Code)
			require.Contains(t, out.Header().Get("Set-Cookie"), "Max-Age=0")
		})
	}
}

// TestSoakS11 has the console's texts on the trusted list of every server, for its sessions alone, and runs those
// without variables.
func TestSoakS11(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "S11", "documents of the console, "+
		"sent with --trusted-only and by tokens in place of a session: each is as good as unknown")
	x := newInProcessWith(t, func(s *serve.Service) { s.TrustedOnly = true })
	text, err := fs.ReadFile(console.Documents(), "files/documents.json")
	require.NoError(t, err)
	var documents map[string]string
	require.NoError(t, json.Unmarshal(text, &documents))
	require.NotEmpty(t, documents)
	cookie, _, _ := strings.Cut(x.signIn(x.world.Operator).Header().Get("Set-Cookie"), ";")
	asked := 0
	for hash, query := range documents {
		body := fmt.Sprintf(`{"documentId":"sha256:%s"}`, strings.TrimPrefix(hash, "sha256:"))
		for _, token := range []string{x.world.Harbor.Token, x.world.HarborTest.Token, x.world.Support, x.world.Operator} {
			tally.Tried(1)
			require.Contains(t, x.do("POST", "/graphql", token, body).Body.String(), `"unknown_reference"`, query)
		}
		if !regexp.MustCompile(`^query \w+ *\{`).MatchString(query) {
			continue // it needs variables
		}
		asked++
		w := x.do("POST", "/graphql", "", body, "X-Portfolio", x.world.Harbor.Portfolio.ID().String(),
			"Origin", x.BaseURL, "X-Console", "1", "Cookie", cookie)
		require.Equal(t, http.StatusOK, w.Code, "%s: %s", query, w.Body)
		require.NotContains(t, w.Body.String(), `"errors"`, query)
	}
	require.NotZero(t, asked)
}

// TestConsoleLeavesNoSecret has nothing in the log that opens anything, and a label of its own in the metrics.
func TestConsoleLeavesNoSecret(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	cookie, _, _ := strings.Cut(x.signIn(x.world.Operator).Header().Get("Set-Cookie"), ";")
	require.Equal(t, "POST /console/session", x.last(t)["route"])
	x.do("POST", "/graphql", "", `{"query":"query Mine { viewer { id } }"}`, "Origin", x.BaseURL, "X-Console", "1", "Cookie", cookie)
	require.Equal(t, "Mine", x.last(t)["operation"])
	require.NotEmpty(t, x.last(t)["token_id"])
	x.do("POST", "/console/session", "", `{"link":"canary"}`, "Origin", x.BaseURL, "X-Console", "1")
	x.do("GET", "/console/canary/cases?q=canary", "", "")
	require.Equal(t, "GET /console/{path...}", x.last(t)["route"])
	_, value, _ := strings.Cut(cookie, "=")
	for _, secret := range []string{x.world.Operator, value, "canary"} {
		require.NotContains(t, x.log.String(), secret)
	}
	require.Equal(t, 3.0, testutil.ToFloat64(x.Metrics.Requests.WithLabelValues("console", "", "204"))+
		testutil.ToFloat64(x.Metrics.Requests.WithLabelValues("console", "", "401"))+
		testutil.ToFloat64(x.Metrics.Requests.WithLabelValues("console", "", "200")))
}
