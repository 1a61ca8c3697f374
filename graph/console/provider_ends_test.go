package console_test

import (
	"bufio"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/graph/console"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestPersonEnds ends the session of a person, and its streams, in each way that there is, within 5 s.
func TestPersonEnds(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	logout := func(l *resttest.Login, claims object) *resttest.Response {
		token, err := l.LogoutToken(l.Realm.Name, claims)
		require.NoError(t, err)
		return s.As("").With("Content-Type", "application/x-www-form-urlencoded").
			Do(t, http.MethodPost, "/console/signin/logout/"+l.ID, url.Values{"logout_token": {token}}.Encode())
	}
	requireEnded := func(answer *resttest.Response) { require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body) }
	for name, end := range map[string]func(l *resttest.Login, c *resttest.Client){
		"suspended": func(l *resttest.Login, _ *resttest.Client) {
			s.Exec(t, "UPDATE persons SET state = 'suspended' WHERE issuer = $1", l.Of(l.Realm.Name))
		},
		"role taken away": func(l *resttest.Login, _ *resttest.Client) {
			l.Claims = func(claims map[string]any) { delete(claims, "roles") }
			b := s.Browser(t)
			b.Visit(b.Begin(l.Address(model.RoleAnalyst), ""))
			require.Contains(t, b.Refusal(), "has no role here")
		},
		"provider removed": func(l *resttest.Login, _ *resttest.Client) {
			s.As(s.Operator).Query(t, `mutation($id: ID!) { deleteIdentityProvider(id: $id) { id } }`, object{"id": l.ID})
		},
		"by the provider, a session": func(l *resttest.Login, _ *resttest.Client) {
			requireEnded(logout(l, object{"sid": "session of " + l.Realm.Name + "-analyst"}))
		},
		"by the provider, a subject": func(l *resttest.Login, _ *resttest.Client) {
			requireEnded(logout(l, object{"sub": l.Realm.Name + "-analyst"}))
		},
		"signed out": func(l *resttest.Login, c *resttest.Client) {
			says := c.Do(t, http.MethodDelete, "/console/session", nil).Object(t, http.StatusOK)
			require.Contains(t, says["address"], l.Of(l.Realm.Name)+"/logout?client_id=")
		},
	} {
		l := s.Login(t, "e"+strings.NewReplacer(" ", "-", ",", "").Replace(name), s.Harbor)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := l.SignIn(t, model.RoleAnalyst).With("X-Portfolio", s.Harbor.Portfolio.ID().String())
			other := s.Case(t, s.Harbor).String()
			stream := c.Stream(t, other)
			end(l, c)
			begun := time.Now()
			for lines := bufio.NewScanner(stream.Body); lines.Scan(); {
			}
			require.Less(t, time.Since(begun), 5*time.Second, "the stream")
			for c.Do(t, http.MethodPost, "/graphql", object{"query": whoami}).Status == http.StatusOK {
				require.Less(t, time.Since(begun), 5*time.Second)
				time.Sleep(50 * time.Millisecond)
			}
			requireSignedOut(t, c)
		})
	}
	t.Run("not by others", func(t *testing.T) {
		l, evil := s.Login(t, "good", s.Harbor), s.Login(t, "evil", s.Prairie)
		c := l.SignIn(t, model.RoleAnalyst)
		for name, claims := range map[string]object{
			"of another client": {"sub": "good-analyst", "aud": "another"}, "of another issuer": {"sub": "good-analyst", "iss": evil.Of("evil")},
			"an ID token": {"sub": "good-analyst", "nonce": "x"}, "too old": {"sub": "good-analyst", "iat": time.Now().Add(-time.Hour).Unix()},
			"of nobody": {},
		} {
			require.Equal(t, http.StatusBadRequest, logout(l, claims).Status, name)
		}
		token, err := evil.LogoutToken("evil", object{"iss": l.Of("good"), "sub": "good-analyst"})
		require.NoError(t, err)
		form := s.As("").With("Content-Type", "application/x-www-form-urlencoded")
		require.Equal(t, http.StatusBadRequest,
			form.Do(t, http.MethodPost, "/console/signin/logout/"+l.ID, url.Values{"logout_token": {token}}.Encode()).Status, "signed by another")
		requireEnded(logout(evil, object{"sub": "good-analyst"}))
		require.Equal(t, "A analyst", c.Query(t, whoami, nil)["viewer"].(object)["name"])
	})
}

// TestPersonEndsElsewhere ends a session at one node, and within 5 s it has ended at another one that knows it.
func TestPersonEndsElsewhere(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	other := resttest.Serve(t, s.World, time.Now)
	l := s.Login(t, "harbor", s.Harbor)
	b := s.Browser(t)
	b.Visit(b.Begin(l.Address(model.RoleAnalyst), ""))
	at, err := url.Parse(s.URL)
	require.NoError(t, err)
	c := page(other).With("Cookie", "covertrack_console="+b.Jar.Cookies(at)[0].Value).With("X-Portfolio", s.Harbor.Portfolio.ID().String())
	stream := c.Stream(t, s.Case(t, s.Harbor).String())
	require.Equal(t, "A analyst", c.Query(t, whoami, nil)["viewer"].(object)["name"])
	b.Page().Do(t, http.MethodDelete, "/console/session", nil).Object(t, http.StatusOK)
	begun := time.Now()
	for lines := bufio.NewScanner(stream.Body); lines.Scan(); {
	}
	require.Eventually(t, func() bool {
		return c.Do(t, http.MethodPost, "/graphql", object{"query": whoami}).Status == http.StatusUnauthorized
	}, 5*time.Second, 50*time.Millisecond)
	require.Less(t, time.Since(begun), 5*time.Second)
}

// TestNoTokens has staff tokens open nothing, also those that did before, and the page not ask for them.
func TestNoTokens(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	before := signedIn(t, s, s.Operator)
	without := console.New(console.Config{
		Engine: s.Engine, BaseURL: s.URL, SigningKeys: resttest.SigningKeys, Now: time.Now, IsHTTPS: func(*http.Request) bool { return false },
		Refuse: func(w http.ResponseWriter, _ *http.Request, err error) { restcompat.WriteProblem(w, err) },
		Logger: slog.New(slog.DiscardHandler), People: graph.People{Store: s.Store, Now: s.Engine.Now}, NoTokens: true,
	})
	server := httptest.NewServer(without.Handler())
	t.Cleanup(server.Close)
	answer := page(s).Do(t, http.MethodPost, server.URL+"/console/session", object{"token": s.Operator})
	require.Contains(t, answer.Problem(t, http.StatusForbidden, "forbidden")["detail"], "Tokens open no console here")
	require.Equal(t, false, s.As("").Do(t, http.MethodGet, server.URL+"/console/session", nil).Object(t, http.StatusOK)["tokens"])
	r, err := before.Request(t, http.MethodPost, "/graphql", object{"query": whoami})
	require.NoError(t, err)
	_, err = without.Caller(r, "")
	require.Equal(t, fault.CodeUnauthorized, fault.CodeOf(err))
	l := s.Login(t, "harbor", s.Harbor)
	b := s.Browser(t)
	b.Visit(b.Begin(l.Address(model.RoleAnalyst), ""))
	r, err = b.Page().Request(t, http.MethodPost, "/graphql", object{"query": whoami})
	require.NoError(t, err)
	caller, err := without.Caller(r, "")
	require.NoError(t, err)
	require.Equal(t, "A analyst", caller.Actor.Name)
}
