package playground_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/playground"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

func TestPage(t *testing.T) {
	t.Parallel()
	c := resttest.New(t).As("")
	for _, path := range []string{"/playground", "/playground/playground.js", "/playground/picker.js", "/playground/graphiql.min.js",
		"/playground/LICENSES.txt"} {
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

type library struct {
	Operations []playground.Entry
	Pickers    map[string]string
}

func libraryOf(t *testing.T, c *resttest.Client) (l library) {
	t.Helper()
	require.NoError(t, json.Unmarshal(c.Do(t, http.MethodGet, "/playground/library.json", nil).Body, &l))
	return l
}

// TestPickers has every id of the library offered: by its picker, which finds ids with labels in a portfolio.
func TestPickers(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	s.As(s.Harbor.Token).Post(t, "/rest/insured-groups", resttest.Object{"name": "Elm"}, http.StatusCreated)
	c := s.As(s.Support).With("X-Portfolio", s.Harbor.Portfolio.ID().String())
	l := libraryOf(t, c)
	times := []string{"now", "today", "nextMonth", "monthAgo"}
	asked := map[string]bool{}
	for _, entry := range l.Operations {
		var variables map[string]any
		require.NoError(t, json.Unmarshal(entry.Variables, &variables))
		for name, value := range variables {
			require.NotEqual(t, "", value, "%s of %s is neither a value nor offered", name, entry.Name)
			if picker, ok := strings.CutPrefix(fmt.Sprint(value), "@"); ok && !slices.Contains(times, picker) {
				require.Contains(t, l.Pickers, picker, "%s of %s", name, entry.Name)
				asked[picker] = true
			}
		}
	}
	require.Len(t, asked, len(l.Pickers), "a picker is of no use")
	for name, query := range l.Pickers {
		for _, list := range c.Query(t, query, nil) {
			for _, node := range list.(resttest.Object)["nodes"].([]any) {
				require.Contains(t, node, "id", name)
				require.NotEmpty(t, node.(resttest.Object)["label"], name)
			}
		}
	}
	groups := c.Query(t, l.Pickers["insured-groups"], nil)["insuredGroups"].(resttest.Object)["nodes"].([]any)
	require.Equal(t, "Elm", groups[0].(resttest.Object)["label"])
}

// TestLibrary runs every ready-made query, and has every REST operation with its example accepted up to the right to write.
func TestLibrary(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Support).With("X-Portfolio", s.Harbor.Portfolio.ID().String())
	names := map[string]bool{}
	for _, entry := range libraryOf(t, c).Operations {
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
			code := errs[0].(resttest.Object)["extensions"].(resttest.Object)["code"]
			if strings.HasPrefix(entry.Title, "GET ") && strings.HasPrefix(fmt.Sprint(variables["id"]), "@") && code == "not_found" {
				return // nobody has chosen whose list it is to be
			}
			require.Equal(t, "forbidden", code, "%v", errs)
			require.Contains(t, answer, "data", "it was executed, and refused for who asked")
		})
	}
	require.True(t, names["ListCases"] && names["CreatePolicy"] && names["WhyNoNotice"])
}
