package e2e

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakS1Isolation is the matrix of reliability S1: each endpoint with the tokens of others, and with the ids of
// others in the path, in every member of the body and in every filter. The response for a record of another portfolio
// must be the same, byte for byte, as for a record that does not exist.
func TestSoakS1Isolation(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "S1", "endpoints against foreign tokens and ids in path, body and filters: answered like unknown ones")
	for _, ep := range resttest.New(t).REST.Endpoints() {
		t.Run(ep.Operation, func(t *testing.T) {
			t.Parallel()
			tally.Tried(1)
			tally.Watch(t)
			own, lender, mode := usual.fixtures(t)
			others := []*fixture{lender, mode}
			if isOfSandboxes(ep) { // which belong to an organization
				others = others[:1]
			}
			isolateTokens(t, own, ep)
			isolatePath(t, own, others, ep)
			isolateBody(t, own, others, ep)
			isolateFilters(t, own, others, ep)
			for _, a := range own.asks(ep) {
				answer := own.send(t, ep, a)
				require.Equal(t, ep.Status, answer.Status, "the example itself succeeds, after all that was refused: %s", answer.Body)
			}
		})
	}
}

func isolateTokens(t *testing.T, own *fixture, ep restcompat.Endpoint) {
	s, first := own.server, own.asks(ep)[0]
	send := func(token string) *resttest.Response {
		return s.As(token).Do(t, ep.Method, own.path(ep, first.noun), first.payload())
	}
	for _, token := range []string{"", "live_nonsense", s.Harbor.Token + "x", s.Support, s.Operator} {
		answer := send(token)
		answer.Problem(t, http.StatusUnauthorized, "unauthorized")
		require.Equal(t, "Bearer", answer.Header.Get("WWW-Authenticate"))
	}
	send(s.None.Token).Problem(t, http.StatusForbidden, "api_access_not_enabled")
	if ep.Entitlement != model.EntitlementAPIAccess {
		send(s.Basic.Token).Problem(t, http.StatusForbidden, "risk_profiles_not_enabled")
	}
}

func isolatePath(t *testing.T, own *fixture, others []*fixture, ep restcompat.Endpoint) {
	for _, a := range own.asks(ep) {
		if a.noun == "" {
			continue
		}
		send := func(id string) *resttest.Response {
			return own.as(ep).Do(t, ep.Method, own.pathWith(ep, id), a.payload())
		}
		unknown := send(uuid.NewString())
		unknown.Problem(t, http.StatusNotFound, "not_found")
		for _, other := range others {
			requireSame(t, unknown, send(other.ids[a.noun]))
		}
		requireSame(t, unknown, send("nonsense"))
	}
}

// isolateBody replaces each id of the example's bodies, one at a time, by one that does not exist and by those of
// others.
func isolateBody(t *testing.T, own *fixture, others []*fixture, ep restcompat.Endpoint) {
	if ep.Input == nil {
		return
	}
	schema := own.server.Engine.Schema()
	var tried []string
	for _, a := range own.asks(ep) {
		places := idPlaces(schema, ep.Input, a.body, "")
		tried = append(tried, places...)
		for _, place := range places {
			send := func(id string) *resttest.Response {
				return own.send(t, ep, ask{a.noun, replaced(t, a.body, place, id)})
			}
			unknown := send(uuid.NewString())
			require.Contains(t, []int{http.StatusUnprocessableEntity, http.StatusNotFound}, unknown.Status, "%s: %s", place, unknown.Body)
			requireSame(t, unknown, send("nonsense"))
			for _, other := range others {
				requireSame(t, unknown, send(counterpart(t, own, other, valueAt(t, a.body, place))))
			}
		}
	}
	require.ElementsMatch(t, idMembers(schema, ep.Input, ""), distinctMembers(tried), "the examples have every id that the input can have")
}

func isolateFilters(t *testing.T, own *fixture, others []*fixture, ep restcompat.Endpoint) {
	if ep.Filter == nil {
		return
	}
	for _, field := range ep.Filter.Fields {
		if field.Type.Name() != "ID" {
			continue
		}
		for _, other := range others {
			for noun, id := range other.ids {
				list := own.as(ep).Get(t, own.pathOf(ep)+"?"+field.Name+"="+id)
				require.Empty(t, list["data"], "%s=%s of another portfolio", field.Name, noun)
				require.EqualValues(t, 0, list["meta"].(object)["total"])
			}
		}
	}
	ids := []string{}
	for _, id := range own.ids {
		ids = append(ids, id)
	}
	for _, other := range others {
		for _, node := range other.as(ep).Get(t, other.pathOf(ep)+"?limit=200")["data"].([]any) {
			require.NotContains(t, ids, node.(object)["id"])
		}
	}
}

// requireSame compares two responses without the request's id.
func requireSame(t *testing.T, want, got *resttest.Response) {
	t.Helper()
	require.Equal(t, want.Status, got.Status, "%s", got.Body)
	require.Equal(t,
		strings.ReplaceAll(string(want.Body), want.Header.Get("X-Request-Id"), "-"),
		strings.ReplaceAll(string(got.Body), got.Header.Get("X-Request-Id"), "-"))
}

// idPlaces are the pointers of all ids in a body.
func idPlaces(schema *ast.Schema, input *ast.Definition, body object, at string) (places []string) {
	for _, field := range input.Fields {
		value, ok := body[field.Name]
		if !ok {
			continue
		}
		list, isList := value.([]any)
		if !isList {
			list = []any{value}
		}
		for i, item := range list {
			pointer := fault.Pointer(at, field.Name)
			if isList {
				pointer = fault.Pointer(pointer, i)
			}
			if holdsID(field) {
				places = append(places, pointer)
			} else if inner := schema.Types[field.Type.Name()]; inner.Kind == ast.InputObject {
				places = append(places, idPlaces(schema, inner, item.(object), pointer)...)
			}
		}
	}
	return places
}

// idMembers are the members of an input type that have ids, without positions.
func idMembers(schema *ast.Schema, input *ast.Definition, at string) (members []string) {
	for _, field := range input.Fields {
		pointer := fault.Pointer(at, field.Name)
		if holdsID(field) {
			members = append(members, pointer)
		} else if inner := schema.Types[field.Type.Name()]; inner.Kind == ast.InputObject {
			members = append(members, idMembers(schema, inner, pointer)...)
		}
	}
	return members
}

func holdsID(field *ast.FieldDefinition) bool {
	return field.Type.Name() == "ID" || field.Name == "directUploadKey"
}

func distinctMembers(places []string) (members []string) {
	for _, place := range places {
		steps := strings.Split(place, "/")
		steps = slices.DeleteFunc(steps[1:], func(s string) bool { return strings.Trim(s, "0123456789") == "" })
		if member := "/" + strings.Join(steps, "/"); !slices.Contains(members, member) {
			members = append(members, member)
		}
	}
	return members
}

// counterpart is the other fixture's record of the same noun as the own record with the id.
func counterpart(t *testing.T, own, other *fixture, id string) string {
	for noun, known := range own.ids {
		if known == id {
			return other.ids[noun]
		}
	}
	require.Fail(t, "an example's ids come from its fixture", "%s", id)
	return ""
}

func valueAt(t *testing.T, body any, pointer string) (value string) {
	walk(t, body, pointer, func(old any) any { value = old.(string); return old })
	return value
}

// replaced is a copy of a body with another value at a pointer.
func replaced(t *testing.T, body object, pointer, value string) (changed object) {
	b, err := json.Marshal(body)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &changed))
	walk(t, changed, pointer, func(any) any { return value })
	return changed
}

func walk(t *testing.T, at any, pointer string, visit func(old any) any) {
	steps := strings.Split(pointer, "/")[1:]
	for i, step := range steps {
		last := i == len(steps)-1
		switch node := at.(type) {
		case object:
			if last {
				node[step] = visit(node[step])
			}
			at = node[step]
		case []any:
			var position int
			require.NoError(t, json.Unmarshal([]byte(step), &position))
			if last {
				node[position] = visit(node[position])
			}
			at = node[position]
		}
	}
}
