package e2e

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/playground"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestEncoded runs every operation and expects that graph/encode wrote the response. resttest compares it with
// gqlgen's in every test.
func TestEncoded(t *testing.T) {
	t.Parallel()
	for _, ep := range resttest.New(t).REST.Endpoints() {
		t.Run(ep.Operation, func(t *testing.T) {
			t.Parallel()
			f := usual.fixture(t)
			for _, a := range f.asks(ep) {
				require.Equal(t, ep.Status, f.send(t, ep, a).Status)
			}
			require.True(t, f.server.Compared(ep.Root.Name), "%s is not written by graph/encode", ep.Root.Name)
		})
	}
}

// TestEncodedQueries runs the ready-made queries of support, which select relations, unions and several root fields.
func TestEncodedQueries(t *testing.T) {
	t.Parallel()
	queries, err := playground.Queries()
	require.NoError(t, err)
	for _, q := range queries {
		t.Run(q.Name, func(t *testing.T) {
			t.Parallel()
			s := resttest.New(t)
			f := newFixture(t, s, s.Harbor)
			variables := object{}
			require.NoError(t, json.Unmarshal(q.Variables, &variables))
			for name := range variables {
				switch name {
				case "policy":
					variables[name] = f.ids["frameworkPolicy"]
				case "case", "record", "token":
					variables[name] = f.ids["frameworkCase"]
				case "text":
					variables[name] = "LN-1"
				case "before":
					variables[name] = "2099-01-01T00:00:00Z"
				default:
					variables[name] = "2020-01-01T00:00:00Z"
				}
			}
			answer := s.As(s.Operator).With("X-Portfolio", s.Harbor.Portfolio.ID().String()).
				Do(t, http.MethodPost, "/graphql", object{"query": q.Query, "variables": variables}).Object(t, http.StatusOK)
			require.NotContains(t, answer, "errors")
			for root, result := range answer["data"].(object) {
				require.NotNil(t, result)
				require.True(t, s.Compared(root), "%s is not written by graph/encode", root)
			}
		})
	}
	require.True(t, slices.ContainsFunc(queries, func(q playground.Entry) bool { return q.Name == "WhyNoNotice" }), "the one with a union")
}
