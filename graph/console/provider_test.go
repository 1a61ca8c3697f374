package console_test

import (
	"bufio"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/graph/console"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/restcompat"
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
		for _, email := range []string{"nobody@elsewhere.example.com", "analyst@elsewhere.example.com", "harbor.example.com", "@harbor.example.com"} {
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

// TestSignInFaults gives the provider each fault: each is refused with its own line in the log, and none with a session.
func TestSignInFaults(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	claim := func(name string, value any) func(*resttest.Login) {
		return func(l *resttest.Login) { l.Claims = func(claims map[string]any) { claims[name] = value } }
	}
	wrap := func(path string, answer http.HandlerFunc) func(*resttest.Login) {
		return func(l *resttest.Login) {
			around := func(next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if strings.HasSuffix(r.URL.Path, path) {
						answer(w, r)
						return
					}
					next.ServeHTTP(w, r)
				})
			}
			l.Wrap.Store(&around)
		}
	}
	now := time.Now()
	for name, test := range map[string]struct {
		fault  func(*resttest.Login)
		reason string
		says   string
	}{
		"another nonce":    {claim("nonce", "another"), "nonce", "cannot be believed"},
		"no nonce":         {claim("nonce", ""), "nonce", "cannot be believed"},
		"another audience": {claim("aud", "another"), "audience", "cannot be believed"},
		"two audiences":    {claim("aud", []string{"covertrack-console", "another"}), "audience", "cannot be believed"},
		"another party":    {claim("azp", "another"), "audience", "cannot be believed"},
		"another issuer":   {claim("iss", "https://evil.example.com"), "issuer", "cannot be believed"},
		"too old":          {claim("exp", now.Add(-2*time.Minute).Unix()), "expired", "cannot be believed"},
		"from the future":  {claim("iat", now.Add(2*time.Minute).Unix()), "time", "cannot be believed"},
		"not yet":          {claim("nbf", now.Add(2*time.Minute).Unix()), "time", "cannot be believed"},
		"no subject":       {claim("sub", ""), "role", "did not say who you are"},
		"groups by a link": {func(l *resttest.Login) {
			l.Claims = func(claims map[string]any) {
				delete(claims, "roles")
				claims["_claim_names"] = object{"roles": "src1"}
				claims["_claim_sources"] = object{"src1": object{"endpoint": "https://graph.example.com/groups"}}
			}
		}, "role", "is in more groups than 127.0.0.1 sends"},
		"no roles":           {claim("roles", nil), "role", "which held nothing"},
		"a key of its own":   {func(l *resttest.Login) { l.Sign = signWith(t, "unpublished") }, "signature", "cannot be believed"},
		"the name of a key":  {func(l *resttest.Login) { l.Sign = signWith(t, "demo") }, "signature", "cannot be believed"},
		"alg none":           {func(l *resttest.Login) { l.Sign = unsigned }, "algorithm", "cannot be believed"},
		"huge":               {claim("picture", strings.Repeat("x", 1<<20)), "\"too large\"", "does not answer as it should"},
		"slow":               {wrap("/token", func(_ http.ResponseWriter, r *http.Request) { waitFor(r) }), "slow", "127.0.0.1 does not answer"},
		"gone":               {wrap("/token", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }), "gone", "127.0.0.1 does not answer"},
		"no token":           {wrap("/token", noToken), "id_token", "sent no ID token"},
		"out of order":       {wrap("/token", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "x", http.StatusInternalServerError) }), "gone", "does not answer"},
		"it leads elsewhere": {wrap("/token", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/x", http.StatusTemporaryRedirect) }), "code", "does not take the answer"},
	} {
		l := s.Login(t, "f"+strings.ReplaceAll(name, " ", "-"), s.Harbor)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := s.Browser(t)
			back := b.Begin(l.Address(model.RoleAnalyst), "")
			test.fault(l)
			begun := time.Now()
			require.Equal(t, "/console", b.Visit(back).Header.Get("Location"))
			require.Less(t, time.Since(begun), 5*time.Second)
			require.Contains(t, b.Refusal(), test.says)
			require.False(t, b.IsSignedIn())
			lines := ""
			for line := range strings.Lines(s.Log.String()) {
				if strings.Contains(line, "provider="+l.Of(l.Realm.Name)+" ") {
					lines += line
				}
			}
			require.Contains(t, lines, "reason="+test.reason+" ")
		})
	}
}

func noToken(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte(`{"access_token":"x"}`))
}

// waitFor waits until nobody waits for the answer any more, which the server notices once it has read the request.
func waitFor(r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	<-r.Context().Done()
}

// signWith signs with a key that the provider has not published.
func signWith(t *testing.T, kid string) func(map[string]any) (string, error) {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	require.NoError(t, err)
	return func(claims map[string]any) (string, error) {
		signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: key}, (&jose.SignerOptions{}).WithHeader("kid", kid))
		if err != nil {
			return "", err
		}
		payload, err := json.Marshal(claims)
		if err != nil {
			return "", err
		}
		signed, err := signer.Sign(payload)
		if err != nil {
			return "", err
		}
		return signed.CompactSerialize()
	}
}

func unsigned(claims map[string]any) (string, error) {
	payload, err := json.Marshal(claims)
	return base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","kid":"demo"}`)) + "." + base64.RawURLEncoding.EncodeToString(payload) + ".", err
}

// TestSignInAttacks tries what a page or a provider of somebody else can make a browser do.
func TestSignInAttacks(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	harbor, prairie := s.Login(t, "harbor", s.Harbor), s.Login(t, "prairie", s.Prairie)
	requireRefused := func(t *testing.T, b *resttest.Browser, answer *resttest.Response, says string) {
		t.Helper()
		require.Equal(t, "/console", answer.Header.Get("Location"))
		require.Contains(t, b.Refusal(), says)
		require.False(t, b.IsSignedIn())
	}
	t.Run("a login of the attacker's, forced on somebody", func(t *testing.T) {
		attacker, victim := s.Browser(t), s.Browser(t)
		requireRefused(t, victim, victim.Visit(attacker.Begin(harbor.Address(model.RoleAnalyst), "")), "did not begin to sign in")
	})
	t.Run("the same, when the victim is signing in too", func(t *testing.T) {
		attacker, victim := s.Browser(t), s.Browser(t)
		victim.Begin(harbor.Address(model.RoleAdmin), "")
		requireRefused(t, victim, victim.Visit(attacker.Begin(harbor.Address(model.RoleAnalyst), "")), "belongs to another attempt")
	})
	t.Run("a stolen state", func(t *testing.T) {
		attacker, victim := s.Browser(t), s.Browser(t)
		back := victim.Begin(harbor.Address(model.RoleAdmin), "")
		attacker.Begin(harbor.Address(model.RoleAnalyst), "")
		requireRefused(t, attacker, attacker.Visit(back), "belongs to another attempt")
	})
	t.Run("a stolen code, with a state of one's own", func(t *testing.T) {
		attacker, victim := s.Browser(t), s.Browser(t)
		stolen, err := url.Parse(victim.Begin(harbor.Address(model.RoleAdmin), ""))
		require.NoError(t, err)
		own, err := url.Parse(attacker.Begin(harbor.Address(model.RoleAnalyst), ""))
		require.NoError(t, err)
		query := own.Query()
		query.Set("code", stolen.Query().Get("code"))
		own.RawQuery = query.Encode()
		requireRefused(t, attacker, attacker.Visit(own.String()), "does not take the answer")
	})
	t.Run("a code again", func(t *testing.T) {
		b := s.Browser(t)
		back := b.Begin(harbor.Address(model.RoleAnalyst), "")
		at, err := url.Parse(s.URL)
		require.NoError(t, err)
		kept := b.Jar.Cookies(at)
		b.Visit(back)
		require.True(t, b.IsSignedIn())
		again := s.Browser(t)
		again.Jar.SetCookies(at, kept)
		requireRefused(t, again, again.Visit(back), "does not take the answer")
	})
	t.Run("a session that somebody else has put there", func(t *testing.T) {
		attacker, victim := s.Browser(t), s.Browser(t)
		attacker.Visit(attacker.Begin(harbor.Address(model.RoleViewer), ""))
		at, err := url.Parse(s.URL)
		require.NoError(t, err)
		victim.Jar.SetCookies(at, attacker.Jar.Cookies(at))
		before := attacker.Page()
		victim.Visit(victim.Begin(harbor.Address(model.RoleAdmin), ""))
		require.Equal(t, "A admin", victim.Page().Query(t, whoSigned, nil)["viewer"].(object)["name"])
		require.Equal(t, "A viewer", before.Query(t, whoSigned, nil)["viewer"].(object)["name"], "the old one is nobody else's")
	})
	t.Run("an answer of one provider given as another's", func(t *testing.T) {
		b := s.Browser(t)
		b.Begin(prairie.Address(model.RoleAdmin), "") // the browser is on its way to prairie, which sends it to harbor
		requireRefused(t, b, b.Visit(s.Browser(t).Begin(harbor.Address(model.RoleAdmin), "")), "did not begin to sign in with this provider")
		b = s.Browser(t)
		own, err := url.Parse(b.Begin(prairie.Address(model.RoleAdmin), ""))
		require.NoError(t, err)
		query := own.Query()
		query.Set("iss", harbor.Of("harbor"))
		own.RawQuery = query.Encode()
		requireRefused(t, b, b.Visit(own.String()), "came from another provider")
		query.Del("iss")
		own.RawQuery = query.Encode()
		b = s.Browser(t)
		b.Begin(prairie.Address(model.RoleAdmin), "")
		requireRefused(t, b, b.Visit(own.String()), "belongs to another attempt")
	})
	t.Run("a page elsewhere that is opened afterwards", func(t *testing.T) {
		for _, next := range []string{
			"https://evil.example.com/console", "//evil.example.com/console", "/\\\\evil.example.com", "/rest/cases", "/console/../rest", "javascript:alert(1)",
			"/console@evil.example.com", "console", "/consolation",
		} {
			b := s.Browser(t)
			require.Equal(t, "/console", b.Visit(b.Begin(harbor.Address(model.RoleAnalyst), next)).Header.Get("Location"), next)
		}
	})
	t.Run("words that somebody else has the page say", func(t *testing.T) {
		b := s.Browser(t)
		at, err := url.Parse(s.URL)
		require.NoError(t, err)
		b.Jar.SetCookies(at, []*http.Cookie{{Name: "covertrack_refused", Value: "Call%20555-0100", Path: "/"}})
		require.Empty(t, b.Refusal())
	})
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
			stream := openStream(t, c, other)
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
	stream := openStream(t, c, s.Case(t, s.Harbor).String())
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

// openStream opens a subscription, and waits for its first event.
func openStream(t *testing.T, c *resttest.Client, id string) *http.Response {
	t.Helper()
	r, err := c.Request(t, http.MethodPost, "/graphql", object{"query": `subscription { caseChanged(id: "` + id + `") { id } }`})
	require.NoError(t, err)
	r.Header.Set("Accept", "text/event-stream")
	answer, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	t.Cleanup(func() { _ = answer.Body.Close() })
	require.Equal(t, http.StatusOK, answer.StatusCode)
	return answer
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
	require.Equal(t, []any{l.ID, l.Of("harbor"), "roles", s.URL + "/console/signin/callback/" + l.ID, s.URL + "/console/signin/logout/" + l.ID},
		[]any{listed["id"], listed["issuer"], listed["rolesClaim"], listed["redirectUrl"], listed["logoutUrl"]})
	require.Equal(t, []any{}, operator.Query(t, faults, object{"id": l.ID})["identityProviderFaults"])
	input := object{"issuer": l.Of("harbor"), "clientId": "x", "clientSecret": "a secret that is told once", "staff": true, "domains": []string{"HARBOR.example.com"}}
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
