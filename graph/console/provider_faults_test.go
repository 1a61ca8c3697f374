package console_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

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
		"no roles":          {claim("roles", nil), "role", "which held nothing"},
		"a key of its own":  {func(l *resttest.Login) { l.Sign = signWith(t, "unpublished") }, "signature", "cannot be believed"},
		"the name of a key": {func(l *resttest.Login) { l.Sign = signWith(t, "demo") }, "signature", "cannot be believed"},
		"alg none":          {func(l *resttest.Login) { l.Sign = unsigned }, "algorithm", "cannot be believed"},
		"huge":              {claim("picture", strings.Repeat("x", 1<<20)), "\"too large\"", "does not answer as it should"},
		"slow":              {wrap("/token", func(_ http.ResponseWriter, r *http.Request) { waitFor(r) }), "slow", "127.0.0.1 does not answer"},
		"gone": {wrap("/token", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }), "gone",
			"127.0.0.1 does not answer"},
		"no token": {wrap("/token", noToken), "id_token", "sent no ID token"},
		"out of order": {wrap("/token",
			func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "x", http.StatusInternalServerError) }), "gone", "does not answer"},
		"it leads elsewhere": {wrap("/token", func(w http.ResponseWriter,
			r *http.Request) {
			http.Redirect(w, r, "/x", http.StatusTemporaryRedirect)
		}), "code", "does not take the answer"},
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
	return base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","kid":"demo"}`)) + "." +
		base64.RawURLEncoding.EncodeToString(payload) + ".", err
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
	t.Run("a link that comes in between, or another tab, ends no attempt", func(t *testing.T) {
		attacker, victim := s.Browser(t), s.Browser(t)
		first := victim.Begin(harbor.Address(model.RoleAdmin), "")
		second := victim.Begin(harbor.Address(model.RoleAdmin), "")
		for _, link := range []string{attacker.Begin(harbor.Address(model.RoleViewer), ""), first} {
			requireRefused(t, victim, victim.Visit(link), "belongs to another attempt")
		}
		victim.Visit(second)
		require.True(t, victim.IsSignedIn())
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
			"https://evil.example.com/console", "//evil.example.com/console", "/\\\\evil.example.com", "/rest/cases", "/console/../rest",
			"javascript:alert(1)",
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
