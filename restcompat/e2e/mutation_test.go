package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// mutator makes bad requests to an endpoint from its examples, the same ones in every run.
type mutator struct {
	t      *testing.T
	f      *fixture
	ep     restcompat.Endpoint
	random *rand.Rand
}

// mutation is one request. Some happen to be good.
type mutation struct {
	path, body string
	header     [2]string
}

func pick[T any](random *rand.Rand, from []T) T { return from[random.IntN(len(from))] }

// draw mutates an example once to three times.
func (m *mutator) draw() mutation {
	a := pick(m.random, m.f.asks(m.ep))
	out := mutation{path: m.f.path(m.ep, a.noun)}
	if m.ep.Input != nil {
		out.body = m.body(a.body)
	}
	switch m.random.IntN(8) {
	case 0:
		out.path += m.query()
	case 1:
		out.path = m.f.pathWith(m.ep, pick(m.random, hostileIDs))
	case 2:
		out.header = pick(m.random, hostileHeaders)
	case 3:
		out.body = m.bytes(out.body)
	case 4:
		out.body = pick(m.random, slices.Sorted(maps.Values(hostileTexts(out.body+" "))))
	}
	if m.ep.Method == http.MethodGet && !strings.Contains(out.path, "?") {
		out.path += m.query()
	}
	return out
}

// body is an example with one to three members replaced, added, renamed or repeated.
func (m *mutator) body(example object) string {
	body := object{}
	b, err := json.Marshal(example)
	require.NoError(m.t, err)
	if example != nil { // it may be left out
		require.NoError(m.t, json.Unmarshal(b, &body))
	}
	placed := map[string]string{}
	place := func() string { // a placeholder for a value that encoding/json would repair or refuse
		name := fmt.Sprintf("@@%d@@", len(placed))
		placed[`"`+name+`"`] = pick(m.random, hostileValues)
		return name
	}
	for range 1 + m.random.IntN(3) {
		m.mutate(body, place)
	}
	b, err = json.Marshal(body)
	require.NoError(m.t, err)
	text := string(b)
	for name, value := range placed {
		text = strings.Replace(text, name, value, 1)
	}
	return text
}

func (m *mutator) mutate(body object, place func() string) {
	known := m.ep.Input.Fields[m.random.IntN(len(m.ep.Input.Fields))].Name
	at := slices.Sorted(slices.Values(members(body, "")))
	switch kind := m.random.IntN(6); {
	case kind == 0:
		body[known] = place()
	case kind == 1:
		body[pick(m.random, []string{strings.ToUpper(known), known + "s", "id", "createdAt", "", "\u0000", "__proto__",
			strings.Repeat("m", 300)})] = place()
	case kind == 2 && m.takes("metadata"):
		body["metadata"] = object{pick(m.random, []string{"a", "", "\u0000", "ключ", strings.Repeat("k", 41), "a.b[0]"}): place()}
	case len(at) > 0:
		walk(m.t, body, pick(m.random, at), func(any) any { return place() })
	}
}

func (m *mutator) takes(member string) bool { return m.ep.Input.Fields.ForName(member) != nil }

// bytes damages a text: a character or a part is changed, repeated or removed.
func (m *mutator) bytes(text string) string {
	b := []byte(text)
	for range 1 + m.random.IntN(4) {
		if len(b) == 0 {
			return "{"
		}
		i := m.random.IntN(len(b))
		j := min(len(b), i+1+m.random.IntN(12))
		switch m.random.IntN(4) {
		case 0:
			b[i] = byte(m.random.IntN(256))
		case 1:
			b = slices.Insert(b, i, byte(m.random.IntN(256)))
		case 2:
			b = slices.Delete(b, i, j)
		default:
			b = slices.Insert(b, i, slices.Clone(b[i:j])...)
		}
	}
	return string(b)
}

// query is a query string of parameters that the endpoint knows or does not know.
func (m *mutator) query() string {
	names := []string{"limit", "offset", "after", "sort", "x", "%00", "metadata[a]", "metadata[%ff]", "[", ""}
	if m.ep.Filter != nil {
		for _, field := range m.ep.Filter.Fields {
			names = append(names, field.Name, field.Name+"[gte]")
		}
	}
	var pairs []string
	for range 1 + m.random.IntN(3) {
		value := pick(m.random, hostileParameters)
		if m.random.IntN(2) == 0 {
			value = url.QueryEscape(strings.Trim(pick(m.random, hostileValues[:len(hostileValues)-2]), `"`))
		}
		pairs = append(pairs, pick(m.random, names)+"="+value)
	}
	return "?" + strings.Join(pairs, "&")
}

// send sends the mutation and expects a refusal of the contract, or a success that kept what was sent.
func (m *mutator) send() *resttest.Response {
	x := m.draw()
	c := m.f.as(m.ep)
	if x.header[0] != "" {
		c = c.With(x.header[0], x.header[1])
	}
	var body any
	if x.body != "" {
		body = x.body
	}
	answer := c.Do(m.t, m.ep.Method, x.path, body)
	require.Less(m.t, answer.Status, 500, "%s %s %.300s: %s", m.ep.Method, x.path, x.body, answer.Body)
	if answer.Status >= 400 {
		answer.Problem(m.t, answer.Status, string(problemCode(m.t, answer)))
		return answer
	}
	if m.ep.Input != nil {
		requireKept(m.t, m.f.server.Engine.Schema(), m.ep.Input, []byte(x.body), answer)
	}
	return answer
}

// requireKept expects every text of a body that was accepted to be in the response as it was sent. Responses of
// writes are read back from the database.
func requireKept(t *testing.T, schema *ast.Schema, input *ast.Definition, sent []byte, answer *resttest.Response) {
	t.Helper()
	if input.Name == "PreviewLetterTemplateInput" || input.Name == "PreviewNoticeWordingInput" {
		return // the response is a letter, and nothing is kept
	}
	var body, kept any
	require.NoError(t, json.Unmarshal(sent, &body))
	require.NoError(t, json.Unmarshal(answer.Body, &kept))
	if items, batch := kept.([]any); batch { // of `docs` or `cases`
		kept = object{input.Fields[0].Name: items}
	}
	k := keeping{t: t, schema: schema}
	k.object(input, body.(object), kept.(object))
}

type keeping struct {
	t      *testing.T
	schema *ast.Schema
}

func (k keeping) object(definition *ast.Definition, sent, kept object) {
	for _, field := range definition.Fields {
		value, given := sent[field.Name]
		answered, shown := kept[field.Name]
		if !given || value == nil || !shown {
			continue
		}
		switch inner := k.schema.Types[field.Type.Name()]; {
		case slices.Contains([]string{"NoticeDaysInput", "PlacementBorrowerInput"}, inner.Name) && answered == nil:
			require.Empty(k.t, valuesIn(value.(object)), "only one that says nothing counts as absent: %s", field.Name)
		case inner.Kind == ast.InputObject:
			k.objects(inner, value, answered)
		case blank(value) && (answered == nil || field.Name == "fileType"): // counts as absent
		case inner.Name == "String":
			require.Equal(k.t, value, answered, field.Name)
		case inner.Name == "Metadata":
			k.metadata(value.(object), answered.(object))
		}
	}
}

// valuesIn are the values that an object has, without what counts as absent.
func valuesIn(sent object) []any {
	return slices.DeleteFunc(slices.Collect(maps.Values(sent)), func(v any) bool { return v == nil || blank(v) })
}

func blank(value any) bool {
	text, ok := value.(string)
	return ok && strings.TrimSpace(text) == ""
}

func (k keeping) objects(definition *ast.Definition, sent, kept any) {
	if one, ok := sent.(object); ok {
		k.object(definition, one, kept.(object))
		return
	}
	for i, item := range sent.([]any) {
		if list := kept.([]any); definition.Name != "AssetFieldInput" { // those are in the order of the catalog
			k.object(definition, item.(object), list[i].(object))
		}
	}
}

func (k keeping) metadata(sent, kept object) {
	for key, value := range sent {
		switch inner, isObject := value.(object); {
		case value == nil:
		case isObject: // merged into what was there
			require.IsType(k.t, object{}, kept[key], "metadata %q", key)
			k.metadata(inner, kept[key].(object))
		default:
			require.Equal(k.t, value, kept[key], "metadata %q", key)
		}
	}
}

// Values for the path, for parameters and for header fields.
var (
	hostileIDs = []string{"%00", "%ff", "%2F", "%2e%2e", "%F0%9F%98%80", strings.Repeat("x", 3000), "{id}", "null", "0", "-1", "%25",
		"00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF", "'%20OR%201=1--"}
	hostileParameters = []string{"%00", "%ff", "a%00b", "%20", "", ",", ",,a", "%E2%80%A8", "'", "%25_%5C", strings.Repeat("x", 3000),
		"1e999", "null",
		"%", "%zz", "-1", "201", "99999999999999999999", "2026-01-01", "0000-00-00", "-createdAt", "eyJvIjotMX0", strings.Repeat("a,", 150) + "a"}
	hostileHeaders = [][2]string{
		{"Content-Type", "text/plain"}, {"Content-Type", "application/json; charset=utf-16"}, {"Content-Type", ";;;"},
		{"Content-Encoding", "gzip"}, {"Idempotency-Key", strings.Repeat("k", 256)}, {"Idempotency-Key", "ключ"}, {"Idempotency-Key", " "},
		{"If-Match", `"`}, {"If-Match", strings.Repeat(`"x",`, 2000)}, {"If-None-Match", "W/"}, {"If-None-Match", "*"},
		{"X-Request-Id", strings.Repeat("x", 200)}, {"X-Portfolio", "x"}, {"Accept", ";;"}, {"Range", "bytes=0-1"},
	}
)
