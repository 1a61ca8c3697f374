package resttest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Client sends requests with one token. It is immutable.
type Client struct {
	url, token string
	header     http.Header
}

// Object is a decoded JSON object.
type Object = map[string]any

// With returns the client with one more header.
func (c *Client) With(name, value string) *Client {
	next := *c
	next.header = c.header.Clone()
	if next.header == nil {
		next.header = http.Header{}
	}
	next.header.Set(name, value)
	return &next
}

// Response is a whole response.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
}

// Do sends a request. A body that is a string or bytes is sent as it is, nil is no body, and anything else is sent as
// JSON.
func (c *Client) Do(t testing.TB, method, path string, body any) *Response {
	t.Helper()
	var reader io.Reader
	switch body := body.(type) {
	case nil:
	case string:
		reader = strings.NewReader(body)
	case []byte:
		reader = bytes.NewReader(body)
	default:
		b, err := json.Marshal(body)
		require.NoError(t, err)
		reader = bytes.NewReader(b)
	}
	url := path
	if !strings.HasPrefix(path, "http") {
		url = c.url + path
	}
	r, err := http.NewRequestWithContext(t.Context(), method, url, reader)
	require.NoError(t, err)
	if reader != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	for name := range c.header {
		r.Header.Set(name, c.header.Get(name))
	}
	answer, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer func() { _ = answer.Body.Close() }()
	b, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return &Response{Status: answer.StatusCode, Header: answer.Header, Body: b}
}

// Get expects 200 and decodes the object.
func (c *Client) Get(t testing.TB, path string) Object {
	t.Helper()
	return c.Do(t, http.MethodGet, path, nil).Object(t, http.StatusOK)
}

// Post expects the status and decodes the object.
func (c *Client) Post(t testing.TB, path string, body any, status int) Object {
	t.Helper()
	return c.Do(t, http.MethodPost, path, body).Object(t, status)
}

// Patch expects 200 and decodes the object.
func (c *Client) Patch(t testing.TB, path string, body any) Object {
	t.Helper()
	return c.Do(t, http.MethodPatch, path, body).Object(t, http.StatusOK)
}

// Query sends GraphQL, expects no error, and returns `data`.
func (c *Client) Query(t testing.TB, query string, variables any) Object {
	t.Helper()
	answer := c.GraphQL(t, query, variables)
	require.NotContains(t, answer, "errors")
	return answer["data"].(Object)
}

// GraphQL sends GraphQL and returns the whole response.
func (c *Client) GraphQL(t testing.TB, query string, variables any) Object {
	t.Helper()
	r := c.Do(t, http.MethodPost, "/graphql", Object{"query": query, "variables": variables})
	var o Object
	require.NoError(t, json.Unmarshal(r.Body, &o), "%s", r.Body)
	return o
}

// Refused sends GraphQL and expects one error with the code and exactly these violations, each as `pointer code`, in
// this order.
func (c *Client) Refused(t testing.TB, query string, variables any, code string, violations ...string) {
	t.Helper()
	answer := c.GraphQL(t, query, variables)
	require.Len(t, answer["errors"], 1, "%v", answer)
	extensions := answer["errors"].([]any)[0].(Object)["extensions"].(Object)
	require.Equal(t, code, extensions["code"], "%v", answer)
	require.Equal(t, violations, violationsOf(extensions), "%v", answer)
}

// Object expects the status and decodes the object.
func (r *Response) Object(t testing.TB, status int) Object {
	t.Helper()
	require.Equal(t, status, r.Status, "%s", r.Body)
	var o Object
	require.NoError(t, json.Unmarshal(r.Body, &o), "%s", r.Body)
	return o
}

// List expects 200 and decodes the array.
func (r *Response) List(t testing.TB) []Object { return r.array(t, http.StatusOK) }

// Created expects 201 and decodes the array.
func (r *Response) Created(t testing.TB) []Object { return r.array(t, http.StatusCreated) }

func (r *Response) array(t testing.TB, status int) []Object {
	t.Helper()
	require.Equal(t, status, r.Status, "%s", r.Body)
	var list []Object
	require.NoError(t, json.Unmarshal(r.Body, &list), "%s", r.Body)
	return list
}

// Problem expects a refusal (RFC 9457) with the status and code.
func (r *Response) Problem(t testing.TB, status int, code string) Object {
	t.Helper()
	p := r.Object(t, status)
	require.Equal(t, "application/problem+json", r.Header.Get("Content-Type"))
	require.Equal(t, code, p["code"], "%s", r.Body)
	require.EqualValues(t, status, p["status"])
	require.Equal(t, r.Header.Get("X-Request-Id"), p["requestId"])
	return p
}

// Violations expects a 422 with exactly these violations, each as `pointer code`, in this order.
func (r *Response) Violations(t testing.TB, want ...string) {
	t.Helper()
	require.Equal(t, want, violationsOf(r.Object(t, http.StatusUnprocessableEntity)), "%s", r.Body)
}

// violationsOf returns the violations of a refusal, each as `pointer code`.
func violationsOf(refusal Object) (list []string) {
	violations, _ := refusal["errors"].([]any)
	for _, e := range violations {
		v := e.(Object)
		list = append(list, v["pointer"].(string)+" "+v["code"].(string))
	}
	return list
}
