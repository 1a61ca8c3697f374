package e2e

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

func TestIdempotencyKey(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	program := s.Program(t, s.Harbor)
	keyed := func(key string) *resttest.Client { return s.As(s.Harbor.Token).With("Idempotency-Key", key) }
	total := func() any { return s.As(s.Harbor.Token).Get(t, "/rest/cases?limit=0")["meta"].(object)["total"] }

	t.Run("replay", func(t *testing.T) {
		body := object{"program": program, "loanNumber": "R"}
		first := keyed("replay").Do(t, http.MethodPost, "/rest/cases", body)
		require.Equal(t, http.StatusCreated, first.Status)
		require.Empty(t, first.Header.Get("Idempotent-Replayed"))
		again := keyed("replay").Do(t, http.MethodPost, "/rest/cases", body)
		require.Equal(t, http.StatusCreated, again.Status)
		require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
		require.Equal(t, first.Body, again.Body)
		for _, name := range []string{"Location", "ETag", "Content-Type"} {
			require.Equal(t, first.Header.Get(name), again.Header.Get(name))
		}
		require.EqualValues(t, 1, total())
	})
	t.Run("reused", func(t *testing.T) {
		keyed("replay").Do(t, http.MethodPost, "/rest/cases", object{"program": program}).Problem(t, http.StatusUnprocessableEntity,
			"idempotency_key_reused")
		keyed("replay").Do(t, http.MethodPost, "/rest/cases", object{"nonsense": 1}).Problem(t, http.StatusUnprocessableEntity,
			"idempotency_key_reused")
	})
	t.Run("refusals_are_not_stored", func(t *testing.T) {
		keyed("second").Do(t, http.MethodPost, "/rest/cases", object{}).Problem(t, http.StatusUnprocessableEntity, "program_xor_risk_profile")
		keyed("second").Post(t, "/rest/cases", object{"program": program}, http.StatusCreated)
	})
	t.Run("scope", func(t *testing.T) {
		for _, tenant := range []struct {
			token   string
			program any
		}{{s.HarborTest.Token, s.Program(t, s.HarborTest)}, {s.Prairie.Token, s.Program(t, s.Prairie)}, {s.Basic.Token, program}} {
			answer := s.As(tenant.token).With("Idempotency-Key", "replay").Do(t, http.MethodPost, "/rest/cases", object{"program": tenant.program})
			require.Equal(t, http.StatusCreated, answer.Status)
			require.Empty(t, answer.Header.Get("Idempotent-Replayed"))
		}
	})
	t.Run("malformed", func(t *testing.T) {
		for _, key := range []string{strings.Repeat("k", 256), "a b", "ä"} {
			keyed(key).Do(t, http.MethodPost, "/rest/cases", object{"program": program}).Violations(t, "Idempotency-Key invalid_value")
		}
	})
	t.Run("graphql", func(t *testing.T) {
		mutation := object{"query": `mutation($p: ID!) { createCase(input: {program: $p}) { id } }`, "variables": object{"p": program}}
		first := keyed("graphql").Do(t, http.MethodPost, "/graphql", mutation)
		again := keyed("graphql").Do(t, http.MethodPost, "/graphql", mutation)
		require.Equal(t, string(first.Body), string(again.Body))
		require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
	})
	t.Run("at_once", func(t *testing.T) {
		before := total().(float64)
		var wg sync.WaitGroup
		answers := make([]*resttest.Response, 16)
		for i := range answers {
			wg.Go(func() {
				answers[i] = keyed("at-once").Do(t, http.MethodPost, "/rest/cases", object{"program": program})
			})
		}
		wg.Wait()
		for _, answer := range answers {
			if answer.Status != http.StatusCreated {
				answer.Problem(t, http.StatusConflict, "idempotency_key_in_flight")
			}
		}
		keyed("at-once").Post(t, "/rest/cases", object{"program": program}, http.StatusCreated)
		require.EqualValues(t, before+1, total())
	})
}

func TestIfMatch(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	path := "/rest/cases/" + s.Case(t, s.Harbor).String()
	read := c.Do(t, http.MethodGet, path, nil)
	tag := read.Header.Get("ETag")
	require.Regexp(t, `^"[^"]+"$`, tag)

	require.Equal(t, http.StatusNotModified, c.With("If-None-Match", tag).Do(t, http.MethodGet, path, nil).Status)
	patched := c.With("If-Match", tag).Do(t, http.MethodPatch, path, object{"loanNumber": "1"})
	require.Equal(t, http.StatusOK, patched.Status)
	require.Equal(t, patched.Header.Get("ETag"), c.Do(t, http.MethodGet, path, nil).Header.Get("ETag"),
		"reads and writes have the same validator")
	c.With("If-Match", tag).Do(t, http.MethodPatch, path, object{"loanNumber": "2"}).Problem(t, http.StatusPreconditionFailed,
		"precondition_failed")
	c.With("If-Match", tag).Do(t, http.MethodPost, path+"/release-hold", nil).Problem(t, http.StatusPreconditionFailed, "precondition_failed")
	c.With("If-Match", tag).Do(t, http.MethodPatch, path, object{"program": unknownID}).Violations(t, "/program unknown_reference")
	c.With("If-Match", tag).Do(t, http.MethodPatch, "/rest/cases/"+unknownID, object{}).Problem(t, http.StatusNotFound, "not_found")
	require.Equal(t, http.StatusOK, c.With("If-Match", "*").Do(t, http.MethodPatch, path, object{}).Status)

	t.Run("race", func(t *testing.T) {
		for range 5 {
			tag := c.Do(t, http.MethodGet, path, nil).Header.Get("ETag")
			var wg sync.WaitGroup
			statuses := make([]int, 8)
			for i := range statuses {
				wg.Go(func() {
					statuses[i] = c.With("If-Match", tag).Do(t, http.MethodPatch, path, object{"loanNumber": tag[:8] + string(rune('a'+i))}).Status
				})
			}
			wg.Wait()
			won := 0
			for _, status := range statuses {
				if status == http.StatusOK {
					won++
				} else {
					require.Equal(t, http.StatusPreconditionFailed, status)
				}
			}
			require.Equal(t, 1, won)
		}
	})
}
