package main

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/admission"
)

// TestRateLimit spends a token's bucket at both doors together.
func TestRateLimit(t *testing.T) {
	t.Parallel()
	x := newInProcessWith(t, func(s *service) { s.gate = admission.New(admission.Config{PerMinute: 3}) })
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

func TestCORS(t *testing.T) {
	t.Parallel()
	preflight := []string{"Origin", "https://app.example.com", "Access-Control-Request-Method", "PATCH", "Access-Control-Request-Headers", "authorization,idempotency-key"}
	closed := newInProcess(t)
	require.Empty(t, closed.do("OPTIONS", "/rest/cases", "", "", preflight...).Header().Get("Access-Control-Allow-Origin"))

	x := newInProcessWith(t, func(s *service) { s.origins = "https://app.example.com, https://other.example.com" })
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
