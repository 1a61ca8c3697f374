package graph_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// worst are queries that are dear to run: all that the bounds allow of relations of relations.
var worst = map[string]string{
	"policies of cases":            `{ cases(limit: 200) { nodes { id policies { id versions { id } } } } }`,
	"cases of policies of cases":   `{ cases(limit: 200) { nodes { policies { case { policies { case { id displayName } } } } } } }`,
	"contacts and parties":         `{ cases(limit: 200) { nodes { insuranceContacts { __typename } insureds { displayName insuredGroup { name } } mortgageeClauses { wording } } } }`,
	"every page of thirty aliases": `{ ` + aliases(30, `cases(limit: 200) { pageInfo { total } nodes { id status metadata } }`) + ` }`,
	"search in everything":         `{ cases(filter: {q: "case"}, limit: 200) { nodes { id } } insureds(filter: {q: "insured"}, limit: 200) { nodes { id } } }`,
}

func aliases(n int, field string) (list string) {
	for i := range n {
		list += string(rune('a'+i%26)) + string(rune('a'+i/26)) + ": " + field + " "
	}
	return list
}

// TestSoakS2Door sends hostile and dear documents through HTTP to a world with records in it: the former are refused, the latter
// answered, and how long the worst took is told.
func TestSoakS2Door(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "S2", "hostile and dear documents through HTTP: refused, or answered")
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	for range soak.Count(20, 400) {
		id := s.Case(t, s.Harbor)
		for range 3 {
			s.Policy(t, s.Harbor, id, nil)
		}
	}
	send := func(t *testing.T, source string) *resttest.Response {
		tally.Tried(1)
		return c.Do(t, http.MethodPost, "/graphql", object{"query": source})
	}
	for name, source := range graph.HostileDocuments {
		t.Run(name, func(t *testing.T) {
			tally.Watch(t)
			answer := send(t, source)
			require.Less(t, answer.Status, 500, "%s", answer.Body)
			var o object
			require.NoError(t, json.Unmarshal(answer.Body, &o))
			require.NotContains(t, []string{"internal", "unavailable"}, firstError(t, o))
			require.Less(t, len(answer.Body), 1<<16)
		})
	}
	slowest, which := time.Duration(0), ""
	for _, documents := range []map[string]string{graph.DearDocuments, worst} {
		for name, source := range documents {
			t.Run(name, func(t *testing.T) {
				tally.Watch(t)
				var took []time.Duration
				for range soak.Count(1, 20) {
					begun := time.Now()
					require.NotContains(t, send(t, source).Object(t, http.StatusOK), "errors")
					took = append(took, time.Since(begun))
				}
				slices.Sort(took)
				if median := took[len(took)/2]; median > slowest {
					slowest, which = median, name
				}
			})
		}
	}
	tally.Note("the worst accepted, %q, took %v with its answer", which, slowest.Round(time.Millisecond))
}
