package door_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

const (
	mediaJSON    = "application/json"
	mediaGraphQL = "application/graphql-response+json"
)

// TestGraphQLRequests is how requests are read. Without a status in GraphQL's own media type, it is the same in both.
func TestGraphQLRequests(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	for name, tt := range map[string]struct {
		method, contentType, body string
		status, graphQLStatus     int
		code                      string
	}{
		"a query": {"POST", mediaJSON, `{"query":"{ __typename }"}`, 200, 0, ""},
		"utf-8":   {"POST", "application/json; charset=UTF-8", `{"query":"{ __typename }"}`, 200, 0, ""},
		"nulls": {"POST", mediaJSON,
			`{"query":"{ __typename }","variables":null,"operationName":null,"extensions":null}`, 200, 0, ""},
		"a number for an id": {"POST", mediaJSON, `{"query":"query($id: ID!) { case(id: $id) { id } }","variables":{"id":1}}`, 200, 0, ""},
		"another charset":    {"POST", "application/json; charset=latin1", `{"query":"{ __typename }"}`, 415, 0, "unsupported_media_type"},
		"a form":             {"POST", "application/x-www-form-urlencoded", `query=x`, 415, 0, "unsupported_media_type"},
		"GraphQL as a body":  {"POST", "application/graphql", `{ __typename }`, 415, 0, "unsupported_media_type"},
		"PUT":                {"PUT", mediaJSON, `{}`, 405, 0, "method_not_allowed"},
		"no body":            {"POST", mediaJSON, ``, 400, 0, "malformed_json"},
		"a batch":            {"POST", mediaJSON, `[{"query":"{ __typename }"}]`, 400, 0, "malformed_json"},
		"half a body":        {"POST", mediaJSON, `{"query":"secret-canary`, 400, 0, "malformed_json"},
		"two bodies":         {"POST", mediaJSON, `{"query":"{ __typename }"}{}`, 400, 0, "malformed_json"},
		"a duplicate":        {"POST", mediaJSON, `{"query":"{ __typename }","query":"{ __typename }"}`, 400, 0, "malformed_json"},
		"a wrong case":       {"POST", mediaJSON, `{"Query":"{ __typename }"}`, 400, 0, "unknown_member"},
		"an unknown member":  {"POST", mediaJSON, `{"query":"{ __typename }","id":1}`, 400, 0, "unknown_member"},
		"no query":           {"POST", mediaJSON, `{}`, 400, 0, "required"},
		"an empty query":     {"POST", mediaJSON, `{"query":""}`, 400, 0, "required"},
		"wrong kinds":        {"POST", mediaJSON, `{"query":1,"variables":[],"operationName":{},"extensions":""}`, 400, 0, "invalid_value"},
		"too long":           {"POST", mediaJSON, `{"query":"` + strings.Repeat(" ", 1<<20) + `"}`, 413, 0, "payload_too_large"},
		"bad syntax":         {"POST", mediaJSON, `{"query":"{ cases { \"secret-canary\" } }"}`, 200, 400, "validation_failed"},
		"an unknown field":   {"POST", mediaJSON, `{"query":"{ caze { id } }"}`, 200, 400, "validation_failed"},
		"only a fragment":    {"POST", mediaJSON, `{"query":"fragment A on Case { id }"}`, 200, 400, "validation_failed"},
		"another operation":  {"POST", mediaJSON, `{"query":"query A { __typename }","operationName":"B"}`, 200, 400, "validation_failed"},
		"which operation":    {"POST", mediaJSON, `{"query":"query A { __typename } query B { __typename }"}`, 200, 400, "validation_failed"},
		"introspection":      {"POST", mediaJSON, `{"query":"{ __type(name: \"Case\") { name } }"}`, 200, 0, ""},
		"a missing variable": {"POST", mediaJSON, `{"query":"query($id: ID!) { case(id: $id) { id } }"}`, 200, 400, "required"},
		"a wrong variable": {"POST", mediaJSON, `{"query":"query($id: ID!) { case(id: $id) { id } }","variables":{"id":["secret-canary"]}}`,
			200, 400, "invalid_value"},
		"U+0000 in a literal": {"POST", mediaJSON, `{"query":"{ cases(filter: {q: \"\\u0000\"}) { nodes { id } } }"}`, 200, 400, "invalid_value"},
		"U+0000 in braces":    {"POST", mediaJSON, `{"query":"{ cases(filter: {q: \"\\u{0}\"}) { nodes { id } } }"}`, 200, 400, "invalid_value"},
		"U+0000 in a default": {"POST", mediaJSON, `{"query":"query($q: String = \"\\u0000\") { cases(filter: {q: $q}) { nodes { id } } }"}`, 200,
			400, "invalid_value"},
		"U+0000 in a value": {"POST", mediaJSON,
			`{"query":"query($q: String) { cases(filter: {q: $q}) { nodes { id } } }","variables":{"q":"a\u0000"}}`, 200, 400, "invalid_value"},
		"half a surrogate": {"POST", mediaJSON, `{"query":"{ cases(filter: {q: \"\\ud800\"}) { nodes { id } } }"}`, 200, 400, "invalid_value"},
		"a surrogate pair": {"POST", mediaJSON, `{"query":"{ cases(filter: {q: \"\\ud83d\\ude00\"}) { nodes { id } } }"}`, 200, 0, ""},
		"the text \\u0000": {"POST", mediaJSON, `{"query":"{ cases(filter: {q: \"\\\\u0000\"}) { nodes { id } } }"}`, 200, 0, ""},
	} {
		for _, accept := range []string{mediaJSON, mediaGraphQL} {
			t.Run(name+"/"+accept, func(t *testing.T) {
				t.Parallel()
				answer := c.With("Content-Type", tt.contentType).With("Accept", accept).Do(t, tt.method, "/graphql", tt.body)
				status := tt.status
				if accept == mediaGraphQL && tt.graphQLStatus != 0 {
					status = tt.graphQLStatus
				}
				require.Equal(t, accept+"; charset=utf-8", answer.Header.Get("Content-Type"))
				require.NotEmpty(t, answer.Header.Get("X-Request-Id"))
				o := answer.Object(t, status)
				if tt.code == "" {
					require.NotContains(t, o, "errors")
					require.NotNil(t, o["data"])
					return
				}
				require.Equal(t, tt.code, resttest.FirstError(t, o))
				require.NotContains(t, o, "data", "what was not executed has no data")
				require.NotContains(t, string(answer.Body), "SQLSTATE")
				if tt.code == "malformed_json" {
					require.NotContains(t, string(answer.Body), "canary")
				}
			})
		}
	}
}

func TestGraphQLGet(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	get := func(t *testing.T, query url.Values) *resttest.Response {
		return c.Do(t, http.MethodGet, "/graphql?"+query.Encode(), nil)
	}
	id := s.Case(t, s.Harbor).String()
	answer := get(t, url.Values{"query": {`query($id: ID!) { case(id: $id) { id } }`}, "variables": {`{"id":"` + id + `"}`}}).Object(t, 200)
	require.Equal(t, object{"case": object{"id": id}}, answer["data"])

	mutation := get(t, url.Values{"query": {`mutation { putCaseOnHold(id: "` + id + `") { id } }`}})
	require.Equal(t, "method_not_allowed", resttest.FirstError(t, mutation.Object(t, 405)))
	require.Equal(t, "POST", mutation.Header.Get("Allow"))
	require.Equal(t, "OPEN", c.Get(t, "/rest/cases/"+id)["status"])

	for name, query := range map[string]string{
		"no query":          "",
		"two queries":       "query=a&query=b",
		"variables":         "query={__typename}&variables={",
		"variables, a list": "query={__typename}&variables=[]",
		"an unknown one":    "query={__typename}&x=1",
		"no UTF-8":          "query=%ff",
		"no encoding":       "query=%zz",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.NotContains(t, c.Do(t, http.MethodGet, "/graphql?"+query, nil).Object(t, 400), "data")
		})
	}
}

// TestGraphQLEventsOfOneResult has what is no subscription answered as events with its headers, and with its status if it has no result.
func TestGraphQLEventsOfOneResult(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token).With("Accept", "text/event-stream").With("Idempotency-Key", "one")
	const create = `mutation($name: String!) { createInsuredGroup(input: {name: $name}) { name } }`
	ask := func(name string) *resttest.Response {
		return c.Do(t, http.MethodPost, "/graphql", object{"query": create, "variables": object{"name": name}})
	}
	first, again := ask("Elm"), ask("Elm")
	require.Contains(t, string(first.Body), "event: next\ndata: {\"data\":{\"createInsuredGroup\":{\"name\":\"Elm\"}}}\n\n")
	require.Equal(t, string(first.Body), string(again.Body))
	require.Equal(t, []string{"", "true"},
		[]string{first.Header.Get("Idempotent-Replayed"), again.Header.Get("Idempotent-Replayed")})
	require.Equal(t, []string{"text/event-stream"}, again.Header["Content-Type"])
	require.Equal(t, "idempotency_key_reused", resttest.FirstError(t, ask("Oak").Object(t, http.StatusUnprocessableEntity)))
}

func TestGraphQLMediaTypes(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	for accept, want := range map[string]string{
		"":              mediaJSON,
		"*/*":           mediaJSON,
		"application/*": mediaJSON,
		"text/html":     mediaJSON,
		"nonsense;;":    mediaJSON,
		mediaGraphQL:    mediaGraphQL,
		"APPLICATION/GRAPHQL-RESPONSE+JSON, application/json;q=0.9": mediaGraphQL,
		mediaGraphQL + ";q=0.5, " + mediaJSON:                       mediaJSON,
		mediaGraphQL + ";q=0":                                       mediaJSON,
		mediaJSON + ", " + mediaGraphQL:                             mediaJSON,
	} {
		t.Run(accept, func(t *testing.T) {
			t.Parallel()
			answer := s.As(s.Harbor.Token).With("Accept", accept).Do(t, http.MethodPost, "/graphql", object{"query": "{ __typename }"})
			require.Equal(t, want+"; charset=utf-8", answer.Header.Get("Content-Type"))
		})
	}
}

func TestGraphQLRequestID(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	for id, kept := range map[string]bool{"a.B_c-1": true, strings.Repeat("x", 128): true, strings.Repeat("x", 129): false,
		"a b": false, "": false} {
		for _, token := range []string{s.Harbor.Token, "", s.None.Token} {
			answer := s.As(token).With("X-Request-Id", id).Do(t, http.MethodPost, "/graphql", object{"query": "{ __typename }"})
			require.Equal(t, kept, answer.Header.Get("X-Request-Id") == id)
			require.Regexp(t, `^[A-Za-z0-9._-]{1,128}$`, answer.Header.Get("X-Request-Id"))
		}
	}
}

// TestGraphQLViolations reports all that is wrong with the variables at once, each with its place in the request.
func TestGraphQLViolations(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	const create = `mutation($input: CreateCaseInput!) { createCase(input: $input) { id } }`
	c.Refused(t, create,
		json.RawMessage(`{"input":{"status":"open","loanNumber":5,"colour":1,"loanAmount":{"amount":1},"insureds":[null,7]}}`),
		"validation_failed",
		"/variables/input/status invalid_value", "/variables/input/loanNumber invalid_value", "/variables/input/colour unknown_member",
		"/variables/input/loanAmount/amount invalid_value", "/variables/input/loanAmount/currency required",
		"/variables/input/insureds/0 required")
	c.Refused(t, `query($limit: Int, $filter: CaseFilter) { cases(limit: $limit, filter: $filter) { nodes { id } } }`,
		object{"limit": 1e10, "filter": object{"id": make([]string, 101), "createdAt": object{"gt": "yesterday"}}}, "validation_failed",
		"/variables/limit invalid_value", "/variables/filter/createdAt/gt invalid_value", "/variables/filter/id too_long")
	c.Refused(t, create, object{}, "required", "/variables/input required")

	// Literals are checked by GraphQL's validation, and scalars of our own as arguments of their field.
	c.Refused(t, `{ cases(filter: {createdAt: {gt: "yesterday"}}) { nodes { id } } }`, nil, "invalid_value",
		"/filter/createdAt/gt invalid_value")
	c.Refused(t, `mutation { createCase(input: {maturityDate: "tomorrow"}) { id } }`, nil, "invalid_value", "/maturityDate invalid_value")

	// One value is a list of it, and a number an id, as GraphQL has it.
	require.Empty(t, c.Query(t, `query($f: CaseFilter) { cases(filter: $f) { nodes { id } } }`,
		object{"f": object{"id": 7}})["cases"].(object)["nodes"])
}

// TestGraphQLFilterVariables has a variable that is a member of a filter be bounded as the member is, wherever the text has it.
func TestGraphQLFilterVariables(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	many := func(n int) []any {
		ids := make([]any, n)
		for i := range ids {
			ids[i] = "x"
		}
		return ids
	}
	for _, query := range []string{
		`query($v: [ID!]) { cases(filter: {id: $v}) { nodes { id } } }`,
		`query($v: [ID!]) { cases { nodes { ...f } } } fragment f on Case { policies(filter: {id: $v}) { id } }`,
	} {
		c.Refused(t, query, object{"v": many(101)}, "too_long", "/variables/v too_long")
		c.Query(t, query, object{"v": many(100)})
	}
	matches := make([]any, 101)
	for i := range matches {
		matches[i] = object{"key": "a", "value": "b"}
	}
	c.Refused(t, `query($v: [MetadataMatch!]) { cases(filter: {metadata: $v}) { nodes { id } } }`, object{"v": matches}, "too_long",
		"/variables/v too_long")
	c.Query(t, `query($v: [ID!]) { cases(filter: {id: $v}) { nodes { id } } }`, object{"v": nil})
	input := `mutation($v: [ID!], $p: ID!) { createCase(input: {program: $p, insureds: $v}) { id } }`
	refused := c.GraphQL(t, input, object{"v": many(101), "p": s.Program(t, s.Harbor)})
	require.Equal(t, "unknown_reference", resttest.FirstError(t, refused), "an input may have longer lists")
}

func TestGraphQLSuggestions(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	for name, body := range map[string]object{
		"field":    {"query": `{ caseS { nodes { id } } }`},
		"argument": {"query": `{ cases(filtre: {}) { nodes { id } } }`},
		"enum":     {"query": `{ cases(filter: {status: opEN}) { nodes { id } } }`},
		"variable": {"query": `query($f: CaseFilter) { cases(filter: $f) { nodes { id } } }`,
			"variables": object{"f": object{"statuss": "OPEN"}}},
		"value": {"query": `query($f: CaseFilter) { cases(filter: $f) { nodes { id } } }`, "variables": object{"f": object{"status": "OPENN"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ask := func(token string) string {
				return string(s.As(token).With("X-Portfolio", s.Harbor.Portfolio.ID().String()).Do(t, http.MethodPost, "/graphql", body).Body)
			}
			require.Contains(t, ask(s.Support), "id you mean")
			require.NotContains(t, ask(s.Harbor.Token), "id you mean")
			require.NotContains(t, ask(s.Harbor.Token), "ONBOARDING")
		})
	}
}
