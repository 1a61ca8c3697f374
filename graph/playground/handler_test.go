package playground_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/playground"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

func TestPage(t *testing.T) {
	t.Parallel()
	c := resttest.New(t).As("")
	for _, path := range []string{"/playground", "/playground/playground.js", "/playground/graphiql.min.js", "/playground/LICENSES.txt"} {
		answer := c.Do(t, http.MethodGet, path, nil)
		require.Equal(t, http.StatusOK, answer.Status, path)
		require.Contains(t, answer.Header.Get("Content-Security-Policy"), "script-src 'self';")
		require.Equal(t, "nosniff", answer.Header.Get("X-Content-Type-Options"))
		require.Equal(t, http.StatusNotModified, c.With("If-None-Match", answer.Header.Get("ETag")).Do(t, http.MethodGet, path, nil).Status)
	}
	page := string(c.Do(t, http.MethodGet, "/playground", nil).Body)
	require.NotRegexp(t, `<script[^>]*>[^<]|<style|https?://`, page, "nothing inline, nothing from elsewhere")
	for _, path := range []string{"/playground/none.js", "/playground/../query.go", "/playground/queries/04_lapsed.graphql"} {
		require.Equal(t, http.StatusNotFound, c.Do(t, http.MethodGet, path, nil).Status, path)
	}
}

func TestStaffOnly(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	for _, path := range []string{"/playground/library.json"} {
		require.Equal(t, http.StatusUnauthorized, s.As("").Do(t, http.MethodGet, path, nil).Status)
		require.Equal(t, http.StatusForbidden, s.As(s.Harbor.Token).Do(t, http.MethodGet, path, nil).Status)
		answer := s.As(s.Support).Do(t, http.MethodGet, path, nil)
		require.Equal(t, http.StatusOK, answer.Status)
		require.NotEmpty(t, answer.Header.Get("X-Request-Id"))
		require.NotEmpty(t, answer.Body)
	}
}

// TestLibrary runs every ready-made query, and has every REST operation with its example accepted up to the right to write.
func TestLibrary(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Support).With("X-Portfolio", s.Harbor.Portfolio.ID().String())
	var library []playground.Entry
	require.NoError(t, json.Unmarshal(c.Do(t, http.MethodGet, "/playground/library.json", nil).Body, &library))
	names := map[string]bool{}
	for _, entry := range library {
		require.False(t, names[entry.Name], "%s is there twice", entry.Name)
		names[entry.Name] = true
		t.Run(entry.Name, func(t *testing.T) {
			t.Parallel()
			var variables map[string]any
			require.NoError(t, json.Unmarshal(entry.Variables, &variables))
			for name, value := range variables {
				switch value {
				case "@now", "@today", "@nextMonth", "@monthAgo":
					variables[name] = "2026-01-31T00:00:00.000Z"
				}
			}
			answer := c.GraphQL(t, entry.Query, variables)
			errs, refused := answer["errors"].([]any)
			if !refused {
				return
			}
			require.Equal(t, "forbidden", errs[0].(resttest.Object)["extensions"].(resttest.Object)["code"], "%v", errs)
			require.Contains(t, answer, "data", "it was executed, and refused for who asked")
		})
	}
	require.True(t, names["ListCases"] && names["CreatePolicy"] && names["WhyNoNotice"])
}
