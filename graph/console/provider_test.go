package console_test

import (
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

const whoSigned = `{ viewer { kind name roles staffRole lenderId portfolioId } }`

// TestSignIn goes the way of people of two lenders and the operator.
func TestSignIn(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	harbor, prairie, staff := s.Login(t, "harbor", s.Harbor), s.Login(t, "prairie", s.Prairie), s.Login(t, "operator", nil)
	own, others := s.Harbor.Portfolio.ID().String(), s.Prairie.Portfolio.ID().String()

	b := s.Browser(t)
	back := b.Begin(harbor.Address(model.RoleAnalyst), "/console/cases?q=a")
	var answer *resttest.Response
	require.LessOrEqual(t, s.CountStatements(func() { answer = b.Visit(back) }), 4, "a sign-in")
	require.Equal(t, http.StatusSeeOther, answer.Status)
	require.Equal(t, "/console/cases?q=a", answer.Header.Get("Location"))
	cookies := strings.Join(answer.Header.Values("Set-Cookie"), "\n")
	require.Regexp(t, `(?m)^covertrack_console=[A-Za-z0-9_-]+; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict$`, cookies)
	require.Regexp(t, `(?m)^covertrack_signin=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax$`, cookies)

	c := b.Page()
	viewer := c.With("X-Portfolio", own).Query(t, whoSigned, nil)["viewer"].(object)
	require.Equal(t, []any{"person", "A analyst", []any{"analyst"}, nil, own},
		[]any{viewer["kind"], viewer["name"], viewer["roles"], viewer["staffRole"], viewer["portfolioId"]})
	for _, id := range []string{others, "0190c6de-8f6e-7000-8000-000000000000"} {
		require.Equal(t, "not_found", resttest.FirstError(t, c.With("X-Portfolio", id).GraphQL(t, whoSigned, nil)), "another lender's is none")
	}
	ask := func(c *resttest.Client) func() {
		c.Query(t, whoSigned, nil) // known
		return func() { c.Query(t, whoSigned, nil) }
	}
	require.LessOrEqual(t, s.CountStatements(ask(c.With("X-Portfolio", own))), s.CountStatements(ask(s.As(s.Harbor.Token))), "a request")

	operator := staff.SignIn(t, model.RoleOperator).Query(t, whoSigned, nil)["viewer"].(object)
	require.Equal(t, []any{"person", "OPERATOR", nil}, []any{operator["kind"], operator["staffRole"], operator["lenderId"]})
	require.Equal(t, "A viewer", prairie.SignIn(t, model.RoleViewer).Query(t, whoSigned, nil)["viewer"].(object)["name"])

	t.Run("the address says nothing about who exists", func(t *testing.T) {
		for _, email := range []string{"nobody@elsewhere.example.com", "analyst@elsewhere.example.com", "harbor.example.com",
			"@harbor.example.com"} {
			answer := page(s).Do(t, http.MethodPost, "/console/signin", object{"email": email})
			problem := answer.Problem(t, http.StatusUnprocessableEntity, "invalid_value")
			require.Contains(t, problem["detail"], "No sign-in is known for this address")
		}
		begin := func(email string) string {
			address := page(s).Do(t, http.MethodPost, "/console/signin", object{"email": email}).Object(t, http.StatusOK)["address"].(string)
			at, err := url.Parse(address)
			require.NoError(t, err)
			return at.Host + at.Path
		}
		require.Equal(t, begin("analyst@harbor.example.com"), begin("nobody@HARBOR.example.com"))
	})
	t.Run("clocks a minute apart", func(t *testing.T) {
		for _, ahead := range []time.Duration{50 * time.Second, -50 * time.Second} {
			at := time.Now().Add(ahead).Unix()
			prairie.Claims = func(claims map[string]any) {
				claims["iat"], claims["nbf"], claims["exp"] = at, at, max(at, time.Now().Add(-50*time.Second).Unix())
			}
			prairie.SignIn(t, model.RoleViewer)
		}
		prairie.Claims = nil
	})
	t.Run("no role that is known", func(t *testing.T) {
		b := s.Browser(t)
		require.Equal(t, "/console", b.Visit(b.Begin(harbor.Address(model.RoleOperator), "")).Header.Get("Location"))
		said := b.Refusal()
		require.Contains(t, said, "A operator (operator@harbor.example.com) has signed in at 127.0.0.1, but has no role here.")
		require.Contains(t, said, "the claim `roles`, which held \"operator\"")
		require.Empty(t, b.Refusal(), "it is said once")
		require.False(t, b.IsSignedIn())
		require.Contains(t, s.Log.String(), "reason=role")
	})
	t.Run("everything that is wrong with the body", func(t *testing.T) {
		page(s).Do(t, http.MethodPost, "/console/signin", `{"email":1,"who":"x"}`).Problem(t, http.StatusUnprocessableEntity, "validation_failed")
		s.As("").Do(t, http.MethodPost, "/console/signin", object{"email": "a@harbor.example.com"}).Problem(t, http.StatusForbidden, "forbidden")
	})
}

// TestSignInButton has a button in the place of the address while there is one provider alone.
func TestSignInButton(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	options := func() object { return s.As("").Get(t, "/console/session") }
	require.Equal(t, object{"provider": nil, "addresses": false, "tokens": true, "refusal": nil}, options())
	s.Login(t, "harbor", s.Harbor)
	require.Equal(t, object{"provider": "127.0.0.1", "addresses": false, "tokens": true, "refusal": nil}, options())
	page(s).Do(t, http.MethodPost, "/console/signin", object{}).Object(t, http.StatusOK)
	s.Login(t, "prairie", s.Prairie)
	require.Equal(t, object{"provider": nil, "addresses": true, "tokens": true, "refusal": nil}, options())
	page(s).Do(t, http.MethodPost, "/console/signin", object{}).Problem(t, http.StatusUnprocessableEntity, "invalid_value")
}

// TestSignInElsewhere begins at the provider, as a company's own page does.
func TestSignInElsewhere(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	l := s.Login(t, "harbor", s.Harbor)
	b := s.Browser(t)
	query := url.Values{"iss": {l.Of("harbor")}, "login_hint": {l.Address(model.RoleAnalyst)}, "target_link_uri": {"/console/tasks"}}
	to := b.Visit(s.URL + "/console/signin/begin?" + query.Encode()).Header.Get("Location")
	require.Equal(t, "/console/tasks", b.Visit(b.Visit(to).Header.Get("Location")).Header.Get("Location"))
	require.True(t, b.IsSignedIn())
	query.Set("iss", "https://evil.example.com")
	other := s.Browser(t)
	require.Equal(t, "/console", other.Visit(s.URL+"/console/signin/begin?"+query.Encode()).Header.Get("Location"))
	require.Contains(t, other.Refusal(), "is not known here")
}

// TestProviderAway has who is signed in stay while the provider is away, and says which it is to who signs in.
func TestProviderAway(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := resttest.Serve(t, storagetest.NewWorld(t), clock.now)
	l := s.Login(t, "harbor", s.Harbor)
	c := l.SignIn(t, model.RoleAnalyst)
	fresh := s.Login(t, "prairie", s.Prairie)
	l.Gone()
	fresh.Gone()
	clock.pass(time.Hour)
	require.Equal(t, "A analyst", c.Query(t, whoami, nil)["viewer"].(object)["name"])
	problem := page(s).Do(t, http.MethodPost, "/console/signin", object{"email": fresh.Address(model.RoleAnalyst)}).
		Problem(t, http.StatusServiceUnavailable, "unavailable")
	require.Contains(t, problem["detail"], "127.0.0.1 does not answer as it should")
	clock.pass(11*time.Hour - time.Minute)
	require.Equal(t, "A analyst", c.Query(t, whoami, nil)["viewer"].(object)["name"])
	clock.pass(2 * time.Minute)
	requireSignedOut(t, c)
}

// TestKeysAreFetchedSeldom fetches keys once a minute at most, whatever names of keys come.
func TestKeysAreFetchedSeldom(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := resttest.Serve(t, storagetest.NewWorld(t), clock.now)
	l := s.Login(t, "harbor", s.Harbor)
	var fetched atomic.Int64
	count := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/keys") {
				fetched.Add(1)
			}
			next.ServeHTTP(w, r)
		})
	}
	l.Wrap.Store(&count)
	l.SignIn(t, model.RoleAnalyst)
	l.Sign = signWith(t, "unknown")
	for range 5 {
		b := s.Browser(t)
		b.Visit(b.Begin(l.Address(model.RoleAnalyst), ""))
		require.False(t, b.IsSignedIn())
	}
	require.EqualValues(t, 1, fetched.Load())
	require.Contains(t, s.Log.String(), "reason=key ")
	clock.pass(30 * time.Second) // the clocks of the two differ now
	l.Sign = nil
	l.SignIn(t, model.RoleAnalyst)
	clock.pass(31 * time.Second)
	l.Sign = signWith(t, "unknown")
	b := s.Browser(t)
	b.Visit(b.Begin(l.Address(model.RoleAnalyst), ""))
	require.EqualValues(t, 2, fetched.Load())
}

// TestIdentityProviders has operators alone add, see, ask and remove providers, whose secrets nobody sees again.
func TestIdentityProviders(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	l := s.Login(t, "harbor", s.Harbor)
	const (
		list   = `{ identityProviders { id issuer clientId lenderId domains rolesClaim roles { role value } redirectUrl logoutUrl createdAt } }`
		faults = `query($id: ID!) { identityProviderFaults(id: $id) }`
		add    = `mutation($in: CreateIdentityProviderInput!) { createIdentityProvider(input: $in) { id lenderId roles { role value } } }`
		remove = `mutation($id: ID!) { deleteIdentityProvider(id: $id) { id } }`
	)
	operator := s.As(s.Operator)
	listed := operator.Query(t, list, nil)["identityProviders"].([]any)[0].(object)
	require.Equal(t, []any{l.ID, l.Of("harbor"), "roles", s.URL + "/console/signin/callback/" + l.ID,
		s.URL + "/console/signin/logout/" + l.ID},
		[]any{listed["id"], listed["issuer"], listed["rolesClaim"], listed["redirectUrl"], listed["logoutUrl"]})
	require.Equal(t, []any{}, operator.Query(t, faults, object{"id": l.ID})["identityProviderFaults"])
	input := object{"issuer": l.Of("harbor"), "clientId": "x", "clientSecret": "a client secret", "staff": true,
		"domains": []string{"HARBOR.example.com"}}
	operator.Refused(t, add, object{"in": input}, "duplicate", "/issuer duplicate", "/domains/0 duplicate")
	for _, token := range []string{s.Support, s.Harbor.Token, s.Basic.Token, s.Prairie.Token} {
		for _, query := range []string{list, faults, add, remove} {
			answer := s.As(token).GraphQL(t, query, object{"id": l.ID, "in": input})
			require.Equal(t, "forbidden", resttest.FirstError(t, answer), query)
		}
	}
	input["issuer"], input["domains"] = "https://nowhere.invalid", []string{"nowhere.invalid"}
	input["roles"] = []object{{"role": "operator", "value": "ct-ops"}}
	made := operator.Query(t, add, object{"in": input})["createIdentityProvider"].(object)
	require.Nil(t, made["lenderId"])
	require.Contains(t, operator.Query(t, faults, object{"id": made["id"]})["identityProviderFaults"].([]any)[0], "could not be read")
	p, err := s.Store.IdentityProvider(t.Context(), uuid.MustParse(made["id"].(string)))
	require.NoError(t, err)
	require.NotContains(t, string(p.Sealed), "secret")
	operator.Query(t, remove, object{"id": made["id"]})
	require.Equal(t, "not_found", resttest.FirstError(t, operator.GraphQL(t, remove, object{"id": made["id"]})))
	require.Len(t, operator.Query(t, list, nil)["identityProviders"], 1)
}
