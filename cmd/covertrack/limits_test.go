package main

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/serve"
	"github.com/covertrack/covertrack/graph/admission"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/identity"
	"github.com/covertrack/covertrack/storage"
)

// TestRateLimit spends a token's bucket at both doors together.
func TestRateLimit(t *testing.T) {
	t.Parallel()
	x := newInProcessWith(t, func(s *serve.Service) { s.Gate = admission.New(admission.Config{PerMinute: 3}) })
	token, query := x.world.Harbor.Token, `{"query":"{ cases { pageInfo { total } } }"}`

	w := x.do("GET", "/rest/cases", token, "")
	require.Equal(t, http.StatusOK, w.Code)
	require.Equal(t, `"burst";r=2;t=20`, w.Header().Get("RateLimit"))
	require.Equal(t, `"minute";q=3;w=60, "burst";q=3;w=60`, w.Header().Get("RateLimit-Policy"))
	require.Equal(t, http.StatusOK, x.do("POST", "/graphql", token, query).Code)
	require.Equal(t, http.StatusUnprocessableEntity, x.do("GET", "/rest/cases?colour=red", token, "").Code)

	for _, target := range []string{"/rest/cases", "/rest/nothing"} {
		w = x.do("GET", target, token, "")
		require.Equal(t, http.StatusTooManyRequests, w.Code)
		require.Equal(t, "application/problem+json", w.Header().Get("Content-Type"))
		require.Equal(t, "20", w.Header().Get("Retry-After"))
		require.Contains(t, w.Body.String(), `"code":"rate_limited"`)
	}
	w = x.do("POST", "/graphql", token, query)
	require.Equal(t, http.StatusTooManyRequests, w.Code)
	require.Equal(t, "20", w.Header().Get("Retry-After"))
	var answer struct {
		Errors []struct{ Extensions struct{ Code string } }
	}
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &answer))
	require.Equal(t, "rate_limited", answer.Errors[0].Extensions.Code)

	require.Equal(t, http.StatusUnauthorized, x.do("GET", "/rest/cases", token+"x", "").Code, "who is nobody has no bucket")
	require.Equal(t, http.StatusForbidden, x.do("GET", "/rest/cases", x.world.None.Token, "").Code)
	require.Equal(t, http.StatusOK, x.do("GET", "/rest/cases", x.world.HarborTest.Token, "").Code, "another token has a bucket of its own")
	require.Equal(t, http.StatusOK, x.do("GET", "/healthz", "", "").Code)
}

// TestRateLimitOfDirectories: a directory may send 30 times as many requests, and is refused in the form of its door.
func TestRateLimitOfDirectories(t *testing.T) {
	t.Parallel()
	x := newInProcessWith(t, func(s *serve.Service) { s.Gate = admission.New(admission.Config{PerMinute: 1}) })
	text, err := credentials.NewToken(credentials.TokenKindScim, rand.Reader)
	require.NoError(t, err)
	digest := text.Digest()
	require.NoError(t, x.world.Store.InsertIdentityProvider(t.Context(), &identity.Provider{
		ID: storage.NewID(), Issuer: "https://login.example.com", Domains: []string{}, Mappings: identity.Mappings{}, ScimDigest: digest[:],
		CreatedAt: time.Now(), Sealed: []byte{},
	}))
	for range 30 {
		require.Equal(t, http.StatusOK, x.do("GET", "/scim/v2/Users?count=0", text.Reveal(), "").Code)
	}
	require.Equal(t, "/scim/v2/Users", x.last(t)["route"])
	require.Contains(t, x.do("GET", "/metrics", "", "").Body.String(), `door="scim"`)
	w := x.do("GET", "/scim/v2/Users", text.Reveal(), "")
	require.Equal(t, http.StatusTooManyRequests, w.Code)
	require.NotEmpty(t, w.Header().Get("Retry-After"))
	require.Contains(t, w.Body.String(), `"status":"429"`)
	require.Equal(t, http.StatusUnauthorized, x.do("GET", "/scim/v2", "", "").Code)
}

// TestRateLimitOfBatches: ten items of a batch cost one request at either door, and one that is over the limit does
// nothing. Its clock stands still: a machine that is busy takes so long that the bucket fills meanwhile.
func TestRateLimitOfBatches(t *testing.T) {
	t.Parallel()
	begun := time.Now()
	x := newInProcessWith(t, func(s *serve.Service) {
		s.Gate = admission.New(admission.Config{PerMinute: 20, Now: func() time.Time { return begun }})
	})
	token := x.world.Harbor.Token
	items := func(n int) string {
		return `[` + strings.TrimSuffix(strings.Repeat(`{"corporateName":"Elm Street Holdings"},`, n), ",") + `]`
	}
	batch := func(n int, header ...string) *httptest.ResponseRecorder {
		return x.do("POST", "/rest/insureds/batch", token, `{"items":`+items(n)+`}`, header...)
	}
	left := func(w *httptest.ResponseRecorder) string {
		remaining, _, _ := strings.Cut(w.Header().Get("RateLimit"), ";t=")
		return remaining
	}
	require.Equal(t, `"burst";r=19`, left(batch(10)))
	require.Equal(t, `"burst";r=17`, left(batch(11, "Idempotency-Key", "k")))
	again := batch(11, "Idempotency-Key", "k")
	require.Equal(t, `"burst";r=16`, left(again), "the stored response costs one")
	require.Equal(t, "true", again.Header().Get("Idempotent-Replayed"))
	refused := x.do("POST", "/rest/insureds/batch", token, `{"items":[{}, {"corporateName":5}`+strings.Repeat(`,{}`, 90)+`]}`)
	require.Equal(t, http.StatusUnprocessableEntity, refused.Code)
	require.Equal(t, `"burst";r=15`, left(refused), "so does one that is not understood")
	mutation := `{"query":"mutation ($a: CreateInsuredsInput!, $b: CreateInsuredsInput!) { createInsureds(input: $a) { id } more: ` +
		`createInsureds(input: $b) { id } }",` +
		`"variables":{"a":{"items":` + items(15) + `},"b":{"items":` + items(15) + `}}}`
	require.Equal(t, `"burst";r=11`, left(x.do("POST", "/graphql", token, mutation)))
	require.Equal(t, `"burst";r=1`, left(batch(100)))

	before := x.world.Contents(t)
	w := batch(100)
	require.Equal(t, http.StatusTooManyRequests, w.Code, "%s", w.Body)
	require.Equal(t, "application/problem+json", w.Header().Get("Content-Type"))
	require.Contains(t, w.Body.String(), `"code":"rate_limited"`)
	require.Equal(t, "30", w.Header().Get("Retry-After"), "ten requests, of which none is there")
	require.Equal(t, before, x.world.Contents(t))
	w = x.do("POST", "/graphql", token, mutation)
	require.Contains(t, w.Body.String(), `"code":"rate_limited"`)
	require.Equal(t, before, x.world.Contents(t))
}

func TestCORS(t *testing.T) {
	t.Parallel()
	preflight := []string{"Origin", "https://app.example.com", "Access-Control-Request-Method", "PATCH", "Access-Control-Request-Headers",
		"authorization,idempotency-key"}
	closed := newInProcess(t)
	require.Empty(t, closed.do("OPTIONS", "/rest/cases", "", "", preflight...).Header().Get("Access-Control-Allow-Origin"))

	x := newInProcessWith(t, func(s *serve.Service) { s.Origins = "https://app.example.com, https://other.example.com" })
	w := x.do("OPTIONS", "/rest/cases", "", "", preflight...)
	require.Equal(t, http.StatusNoContent, w.Code)
	require.Equal(t, "https://app.example.com", w.Header().Get("Access-Control-Allow-Origin"))
	require.Equal(t, "PATCH", w.Header().Get("Access-Control-Allow-Methods"))
	preflight[1] = "https://evil.example.com"
	require.Empty(t, x.do("OPTIONS", "/rest/cases", "", "", preflight...).Header().Get("Access-Control-Allow-Origin"))

	for _, target := range []string{"/rest/cases", "/graphql"} {
		w = x.do("GET", target, x.world.Harbor.Token, "", "Origin", "https://other.example.com")
		require.Equal(t, "https://other.example.com", w.Header().Get("Access-Control-Allow-Origin"))
		require.Contains(t, w.Header().Get("Access-Control-Expose-Headers"), "Ratelimit")
		require.Contains(t, w.Header().Values("Vary"), "Origin")
	}
}
