package resttest

import (
	"bytes"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/signin/issuer"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// Login is an identity provider on an address of its own, which the server knows, with a person of each role.
type Login struct {
	*issuer.Issuer
	Realm *issuer.Realm
	ID    string // of the provider here
	// Wrap, if set, answers in the place of the provider.
	Wrap atomic.Pointer[func(http.Handler) http.Handler]

	s      *Server
	server *httptest.Server
}

// Login starts a provider of the people of a tenant's lender, or of the operator's staff if it is nil, whose addresses end in
// name.example.com, and adds it as an operator does.
func (s *Server) Login(t testing.TB, name string, of *storagetest.Tenant) *Login {
	t.Helper()
	l := &Login{s: s}
	var handler http.Handler
	l.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if wrap := l.Wrap.Load(); wrap != nil {
			(*wrap)(handler).ServeHTTP(w, r)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		l.server.CloseClientConnections()
		l.server.Close()
	})
	l.Issuer = issuer.New(l.server.URL, []byte(t.Name()+name), time.Now)
	handler = l.Handler()
	l.Realm = &issuer.Realm{Name: name}
	for _, role := range model.AllRole {
		l.Realm.People = append(l.Realm.People, issuer.Person{
			Subject: name + "-" + string(role), Name: "A " + string(role), Email: string(role) + "@" + name + ".example.com",
			Roles: []string{string(role)},
		})
	}
	input := Object{
		"issuer": l.Of(name), "clientId": issuer.ClientID, "clientSecret": l.ClientSecret(), "staff": of == nil,
		"domains": []string{name + ".example.com"},
	}
	if of != nil {
		input["lender"] = of.Organization.LenderID
	}
	const add = `mutation($in: CreateIdentityProviderInput!) { createIdentityProvider(input: $in) { id redirectUrl } }`
	made := s.As(s.Operator).Query(t, add, Object{"in": input})["createIdentityProvider"].(Object)
	l.ID, l.Realm.Redirect = made["id"].(string), made["redirectUrl"].(string)
	l.Add(l.Realm)
	return l
}

// Gone has the provider not answer any more.
func (l *Login) Gone() { l.server.Close() }

// SignIn goes the whole way for the person of a role, and returns a page of theirs.
func (l *Login) SignIn(t testing.TB, role model.Role) *Client {
	t.Helper()
	b := l.s.Browser(t)
	require.Equal(t, http.StatusSeeOther, b.Visit(b.Begin(l.Address(role), "")).Status)
	return b.Page()
}

// Address is the work address of the person of a role.
func (l *Login) Address(role model.Role) string {
	return string(role) + "@" + l.Realm.Name + ".example.com"
}

// Browser keeps cookies, and follows a redirect when it is told to.
type Browser struct {
	t   testing.TB
	s   *Server
	Jar http.CookieJar
}

// Browser is a new browser.
func (s *Server) Browser(t testing.TB) *Browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	return &Browser{t: t, s: s, Jar: jar}
}

// Do sends a request, as the console's own scripts do if it has a body.
func (b *Browser) Do(method, address, body string) *Response {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), method, address, strings.NewReader(body))
	require.NoError(b.t, err)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if method != http.MethodGet {
		r.Header.Set("Origin", b.s.URL)
		r.Header.Set("X-Console", "1")
	}
	client := http.Client{Jar: b.Jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	require.NoError(b.t, err)
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	require.NoError(b.t, err)
	return &Response{Status: answer.StatusCode, Header: answer.Header, Body: bytes.TrimSpace(text)}
}

// Begin gives the work address on the console's page, and returns where the provider sends the browser back to.
func (b *Browser) Begin(email, next string) (callback string) {
	b.t.Helper()
	body := `{"email":"` + email + `"}`
	if next != "" {
		body = `{"email":"` + email + `","next":"` + next + `"}`
	}
	at := b.Do(http.MethodPost, b.s.URL+"/console/signin", body).Object(b.t, http.StatusOK)["address"].(string)
	answer := b.Do(http.MethodGet, at, "")
	require.Equal(b.t, http.StatusSeeOther, answer.Status, "%s", answer.Body)
	return answer.Header.Get("Location")
}

// Visit opens an address.
func (b *Browser) Visit(address string) *Response {
	b.t.Helper()
	return b.Do(http.MethodGet, address, "")
}

// Page is what the console's scripts send in this browser.
func (b *Browser) Page() *Client {
	b.t.Helper()
	at, err := url.Parse(b.s.URL)
	require.NoError(b.t, err)
	var cookies []string
	for _, c := range b.Jar.Cookies(at) {
		cookies = append(cookies, c.Name+"="+c.Value)
	}
	return b.s.As("").With("Origin", b.s.URL).With("X-Console", "1").With("Cookie", strings.Join(cookies, "; "))
}

// Refusal is what the page says of a sign-in that was refused, once.
func (b *Browser) Refusal() string {
	b.t.Helper()
	text, _ := b.Visit(b.s.URL+"/console/session").Object(b.t, http.StatusOK)["refusal"].(string)
	return text
}

// IsSignedIn reports whether the browser has a session that is good.
func (b *Browser) IsSignedIn() bool {
	b.t.Helper()
	return b.Page().Do(b.t, http.MethodPost, "/graphql", Object{"query": "{ viewer { name } }"}).Status == http.StatusOK
}
