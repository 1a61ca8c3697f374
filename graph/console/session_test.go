package console_test

import (
	"bufio"
	"encoding/base64"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/console"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/storagetest"
)

type object = resttest.Object

// page is a client that sends what the console's own scripts send, without a session.
func page(s *resttest.Server) *resttest.Client {
	return s.As("").With("Origin", s.URL).With("X-Console", "1")
}

// signedIn is a page after signing in with a staff token.
func signedIn(t *testing.T, s *resttest.Server, token string) *resttest.Client {
	t.Helper()
	answer := page(s).Do(t, http.MethodPost, "/console/session", object{"token": token})
	return page(s).With("Cookie", cookieOf(t, answer))
}

// cookieOf is the cookie of an answer to signing in, as browsers send it back.
func cookieOf(t *testing.T, answer *resttest.Response) string {
	t.Helper()
	require.Equal(t, http.StatusNoContent, answer.Status, "%s", answer.Body)
	cookie, _, _ := strings.Cut(answer.Header.Get("Set-Cookie"), ";")
	return cookie
}

func digest(t *testing.T, token string) [32]byte {
	t.Helper()
	text, err := credentials.ParseToken(token)
	require.NoError(t, err)
	return text.Digest()
}

const whoami = `{ viewer { kind name staffRole readOnly portfolioId } }`

// requireSignedOut expects a page's request to be refused for want of a session.
func requireSignedOut(t *testing.T, c *resttest.Client) {
	t.Helper()
	answer := c.Do(t, http.MethodPost, "/graphql", object{"query": whoami})
	require.Equal(t, http.StatusUnauthorized, answer.Status, "%s", answer.Body)
	require.Equal(t, "unauthorized", resttest.FirstError(t, answer.Object(t, http.StatusUnauthorized)))
}

func TestSession(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	answer := page(s).Do(t, http.MethodPost, "/console/session", object{"token": s.Support})
	require.Empty(t, answer.Body)
	require.Regexp(t, `^covertrack_console=[A-Za-z0-9_-]+; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict$`, answer.Header.Get("Set-Cookie"))
	c := page(s).With("Cookie", cookieOf(t, answer))
	viewer := c.Query(t, whoami, nil)["viewer"].(object)
	require.Equal(t, []any{"staff", "SUPPORT", nil}, []any{viewer["kind"], viewer["staffRole"], viewer["portfolioId"]})

	t.Run("an own portfolio each time", func(t *testing.T) {
		for _, tenant := range []*storagetest.Tenant{s.Harbor, s.Prairie} {
			id := tenant.Portfolio.ID().String()
			require.Equal(t, id, c.With("X-Portfolio", id).Query(t, whoami, nil)["viewer"].(object)["portfolioId"])
		}
	})
	t.Run("only for GraphQL", func(t *testing.T) {
		for _, path := range []string{"/rest/cases", "/schema.graphql", "/playground/library.json"} {
			require.Equal(t, http.StatusUnauthorized, c.Do(t, http.MethodGet, path, nil).Status, path)
		}
	})
	t.Run("signed out", func(t *testing.T) {
		answer := c.Do(t, http.MethodDelete, "/console/session", nil)
		require.Equal(t, http.StatusNoContent, answer.Status)
		require.Regexp(t, `^covertrack_console=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict$`, answer.Header.Get("Set-Cookie"))
		requireSignedOut(t, page(s))
	})
	t.Run("of somebody else", func(t *testing.T) {
		operator := signedIn(t, s, s.Operator)
		require.Equal(t, "OPERATOR", operator.Query(t, whoami, nil)["viewer"].(object)["staffRole"])
		require.Equal(t, "SUPPORT", c.Query(t, whoami, nil)["viewer"].(object)["staffRole"])
	})
	t.Run("a token goes first", func(t *testing.T) {
		requireSignedOut(t, c.With("Authorization", "Bearer "+s.Support+"x"))
		viewer := c.With("Authorization", "Bearer "+s.Harbor.Token).Query(t, whoami, nil)["viewer"].(object)
		require.Equal(t, "serviceAccount", viewer["kind"])
	})
}

// TestSessionIsolation has a session read and write what its token does, and nothing else.
func TestSessionIsolation(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	id := s.Case(t, s.Harbor).String()
	own, others := s.Harbor.Portfolio.ID().String(), s.Prairie.Portfolio.ID().String()
	for _, token := range []string{s.Support, s.Operator} {
		byCookie, byToken := signedIn(t, s, token), s.As(token)
		for _, portfolio := range []string{"", own, others, id, "nonsense"} {
			for _, query := range []string{
				`{ cases { nodes { id } pageInfo { total } } }`, `{ case(id: "` + id + `") { id } }`, `{ tokens { id } }`,
				`mutation { updateCase(id: "` + id + `", input: {loanNumber: "L-1"}) { loanNumber } }`,
			} {
				ask := func(c *resttest.Client) *resttest.Response {
					return c.With("X-Portfolio", portfolio).Do(t, http.MethodPost, "/graphql", object{"query": query})
				}
				want, got := ask(byToken), ask(byCookie)
				require.Equal(t, want.Status, got.Status, query)
				require.Equal(t, string(want.Body), string(got.Body), query)
			}
		}
	}
	write := `mutation { putCaseOnHold(id: "` + id + `") { status } }`
	support := signedIn(t, s, s.Support).With("X-Portfolio", own)
	require.Equal(t, "forbidden", resttest.FirstError(t, support.GraphQL(t, write, nil)), "support never writes")
	operator := signedIn(t, s, s.Operator).With("X-Portfolio", own)
	require.Equal(t, "onHold", operator.Query(t, write, nil)["putCaseOnHold"].(object)["status"])
	require.Equal(t, []any{}, operator.With("X-Portfolio", others).Query(t, `{ cases { nodes { id } } }`, nil)["cases"].(object)["nodes"])
}

// TestSessionSender refuses what a page of another origin could make a browser send.
func TestSessionSender(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := signedIn(t, s, s.Operator)
	host := strings.TrimPrefix(s.URL, "http://")
	for name, foreign := range map[string]*resttest.Client{
		"another origin":        c.With("Origin", "https://evil.example.com"),
		"another port":          c.With("Origin", "http://127.0.0.1:1"),
		"another scheme":        c.With("Origin", "https://"+host),
		"the origin of a file":  c.With("Origin", "null"),
		"no origin":             c.With("Origin", ""),
		"a longer name":         c.With("Origin", s.URL+".evil.example.com"),
		"no header of its own":  c.With("X-Console", ""),
		"another value of that": c.With("X-Console", "true"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			requireSignedOut(t, foreign)
			foreign.Do(t, http.MethodPost, "/console/session", object{"token": s.Operator}).Problem(t, http.StatusForbidden, "forbidden")
			foreign.Do(t, http.MethodDelete, "/console/session", nil).Problem(t, http.StatusForbidden, "forbidden")
		})
	}
	require.Equal(t, http.StatusUnauthorized, c.With("Origin", "").Do(t, http.MethodGet, "/graphql?query=%7B__typename%7D", nil).Status)
}

func TestSessionRefused(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	long := strings.Repeat("x", 201)
	for name, test := range map[string]struct {
		body       any
		status     int
		code       string
		violations []string
	}{
		"an organization's token": {object{"token": s.Harbor.Token}, 403, "forbidden", nil},
		"no token of ours":        {object{"token": "nonsense"}, 401, "unauthorized", nil},
		"a typing error":          {object{"token": s.Support + "x"}, 401, "unauthorized", nil},
		"no link":                 {object{"link": "nonsense"}, 401, "unauthorized", nil},
		"nothing":                 {object{}, 422, "required", []string{"/token required"}},
		"both":                    {object{"token": "a", "link": "b"}, 422, "invalid_value", []string{"/link invalid_value"}},
		"all that is wrong": {`{"token":1,"name":"Ada","link":"` + long + `"}`, 422, "validation_failed",
			[]string{"/token invalid_value", "/name unknown_member", "/link invalid_value"}},
		"empty":      {object{"token": ""}, 422, "invalid_value", []string{"/token invalid_value"}},
		"null":       {object{"token": nil}, 422, "invalid_value", []string{"/token invalid_value"}},
		"twice":      {`{"token":"a","token":"b"}`, 400, "malformed_json", nil},
		"an array":   {`[]`, 400, "malformed_json", nil},
		"half":       {`{"token":"`, 400, "malformed_json", nil},
		"nothing at": {nil, 415, "unsupported_media_type", nil},
	} {
		t.Run(name, func(t *testing.T) {
			answer := page(s).Do(t, http.MethodPost, "/console/session", test.body)
			problem := answer.Problem(t, test.status, test.code)
			require.Empty(t, answer.Header.Get("Set-Cookie"))
			require.NotContains(t, string(answer.Body), s.Harbor.Token)
			var found []string
			violations, _ := problem["errors"].([]any)
			for _, v := range violations {
				found = append(found, v.(object)["pointer"].(string)+" "+v.(object)["code"].(string))
			}
			require.Equal(t, test.violations, found)
		})
	}
	t.Run("a form", func(t *testing.T) {
		page(s).With("Content-Type", "text/plain").Do(t, http.MethodPost, "/console/session", `{"token":"a"}`).
			Problem(t, http.StatusUnsupportedMediaType, "unsupported_media_type")
	})
}

// TestSessionCookie refuses every cookie that the server did not make for a session.
func TestSessionCookie(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	other := resttest.Serve(t, storagetest.NewWorld(t), time.Now, func(c *blob.Config) {
		c.SigningKeys = credentials.SigningKeys{[]byte("another signing key of the tests, as long")}
	})
	cookie := cookieOf(t, page(s).Do(t, http.MethodPost, "/console/session", object{"token": s.Operator}))
	name, value, _ := strings.Cut(cookie, "=")
	sealed, err := base64.RawURLEncoding.DecodeString(value)
	require.NoError(t, err)
	for at := range sealed {
		changed := append([]byte{}, sealed...)
		changed[at] ^= 1
		requireSignedOut(t, page(s).With("Cookie", name+"="+base64.RawURLEncoding.EncodeToString(changed)))
	}
	zeroes := base64.RawURLEncoding.EncodeToString(make([]byte, len(sealed)))
	for _, value := range []string{"", "x", value[:len(value)-4], value + "AAAA", zeroes} {
		requireSignedOut(t, page(s).With("Cookie", name+"="+value))
	}
	requireSignedOut(t, page(s).With("Cookie", "covertrack_evidence="+value))
	requireSignedOut(t, page(other).With("Cookie", cookie))
	found := page(s).With("Cookie", name+"=x; "+cookie).Query(t, whoami, nil)
	require.Equal(t, "OPERATOR", found["viewer"].(object)["staffRole"], "the one of several that is ours")
	again := cookieOf(t, page(s).Do(t, http.MethodPost, "/console/session", object{"token": s.Operator}))
	require.NotEqual(t, cookie, again, "a cookie says nothing of its token")
}

// clock is a time that tests move.
type clock struct{ at atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.at.Store(time.Now().UnixNano())
	return c
}

func (c *clock) now() time.Time       { return time.Unix(0, c.at.Load()).UTC() }
func (c *clock) pass(d time.Duration) { c.at.Add(int64(d)) }

func TestSessionEnds(t *testing.T) {
	t.Parallel()
	hours := newClock()
	s := resttest.Serve(t, storagetest.NewWorld(t), hours.now)
	c := signedIn(t, s, s.Support).With("X-Portfolio", s.Harbor.Portfolio.ID().String())
	hours.pass(12*time.Hour - 2*time.Second)
	require.Contains(t, c.Query(t, whoami, nil), "viewer")
	t.Run("with its streams", func(t *testing.T) {
		id := s.Case(t, s.Harbor).String()
		body := `{"query":"subscription { caseChanged(id: \"` + id + `\") { id } }"}`
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/graphql", strings.NewReader(body))
		require.NoError(t, err)
		for name, value := range map[string]string{
			"Content-Type": "application/json", "Accept": "text/event-stream", "Origin": s.URL, "X-Console": "1",
			"X-Portfolio": s.Harbor.Portfolio.ID().String(),
			"Cookie":      cookieOf(t, page(s).Do(t, http.MethodPost, "/console/session", object{"token": s.Support})),
		} {
			r.Header.Set(name, value)
		}
		hours.pass(12*time.Hour - 2*time.Second)
		begun := time.Now()
		answer, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer func() { _ = answer.Body.Close() }()
		require.Equal(t, http.StatusOK, answer.StatusCode)
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		}
		require.InDelta(t, 2, time.Since(begun).Seconds(), 1.5)
	})
	hours.pass(2 * time.Second)
	requireSignedOut(t, c)
}

func TestSessionRevoked(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	operator := s.As(s.Operator)
	const create = `mutation { createToken(input: {name: "Ada", role: SUPPORT}) { text token { id } } }`
	made := operator.Query(t, create, nil)["createToken"].(object)
	text := made["text"].(string)
	c := signedIn(t, s, text)
	require.Equal(t, "Ada", c.Query(t, whoami, nil)["viewer"].(object)["name"])
	operator.Query(t, `mutation($id: ID!) { revokeToken(id: $id) { id } }`, object{"id": made["token"].(object)["id"]})
	begun := time.Now()
	for c.Do(t, http.MethodPost, "/graphql", object{"query": whoami}).Status == http.StatusOK {
		require.Less(t, time.Since(begun), 5*time.Second)
		time.Sleep(50 * time.Millisecond)
	}
	requireSignedOut(t, c)
	link := s.Console.Link(digest(t, text))
	follow(t, s, link).Problem(t, http.StatusUnauthorized, "unauthorized")
}

// follow signs in with a link, as the page does.
func follow(t *testing.T, s *resttest.Server, link string) *resttest.Response {
	t.Helper()
	address, secret, found := strings.Cut(link, "#link=")
	require.True(t, found)
	require.Equal(t, s.URL+console.Path, address)
	return page(s).Do(t, http.MethodPost, "/console/session", object{"link": secret})
}

func TestLink(t *testing.T) {
	t.Parallel()
	minutes := newClock()
	s := resttest.Serve(t, storagetest.NewWorld(t), minutes.now)
	link := s.Console.Link(digest(t, s.Operator))
	minutes.pass(2*time.Minute - time.Second)
	c := page(s).With("Cookie", cookieOf(t, follow(t, s, link)))
	require.Equal(t, "OPERATOR", c.Query(t, whoami, nil)["viewer"].(object)["staffRole"])

	t.Run("once", func(t *testing.T) {
		follow(t, s, link).Problem(t, http.StatusUnauthorized, "unauthorized")
	})
	t.Run("within two minutes", func(t *testing.T) {
		link := s.Console.Link(digest(t, s.Operator))
		minutes.pass(2 * time.Minute)
		follow(t, s, link).Problem(t, http.StatusUnauthorized, "unauthorized")
	})
	t.Run("each its own", func(t *testing.T) {
		first, second := s.Console.Link(digest(t, s.Support)), s.Console.Link(digest(t, s.Operator))
		require.NotEqual(t, first, second)
		cookieOf(t, follow(t, s, second))
		cookieOf(t, follow(t, s, first))
	})
}

// TestSignInRate slows down somebody who tries tokens, and nobody who has one.
func TestSignInRate(t *testing.T) {
	t.Parallel()
	seconds := newClock()
	s := resttest.Serve(t, storagetest.NewWorld(t), seconds.now)
	try := func(token string) *resttest.Response {
		return page(s).Do(t, http.MethodPost, "/console/session", object{"token": token})
	}
	for range 40 {
		require.Equal(t, http.StatusNoContent, try(s.Support).Status)
	}
	for range 30 {
		require.Equal(t, http.StatusUnauthorized, try("nonsense").Status)
	}
	answer := try("nonsense")
	answer.Problem(t, http.StatusTooManyRequests, "rate_limited")
	require.Equal(t, "2", answer.Header.Get("Retry-After"))
	require.Equal(t, http.StatusNoContent, try(s.Support).Status, "a good one always passes")
	seconds.pass(2 * time.Second)
	require.Equal(t, http.StatusUnauthorized, try("nonsense").Status)
}
