package resttest

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
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
	next.header = http.Header{}
	maps.Copy(next.header, c.header)
	next.header.Set(name, value)
	return &next
}

// Response is a whole response.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
}

// direct does not go on to what a 303 leads to: tests look at that answer.
var direct = &http.Client{CheckRedirect: func(next *http.Request, _ []*http.Request) error {
	if next.Response.StatusCode == http.StatusSeeOther {
		return http.ErrUseLastResponse
	}
	return nil
}}

// Do sends a request. A body that is a string or bytes is sent as it is, nil is no body, and anything else is sent as
// JSON.
func (c *Client) Do(t testing.TB, method, path string, body any) *Response {
	t.Helper()
	r, err := c.Request(t, method, path, body)
	require.NoError(t, err)
	answer, err := direct.Do(r)
	require.NoError(t, err)
	defer func() { _ = answer.Body.Close() }()
	b, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return &Response{Status: answer.StatusCode, Header: answer.Header, Body: b}
}

// Request is the request that Do sends.
func (c *Client) Request(t testing.TB, method, path string, body any) (*http.Request, error) {
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
	if !strings.HasPrefix(path, "http") {
		path = c.url + path
	}
	r, err := http.NewRequestWithContext(t.Context(), method, path, reader)
	if err != nil {
		return nil, err
	}
	if reader != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	for name := range c.header {
		r.Header.Set(name, c.header.Get(name))
	}
	return r, nil
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
	return decode[Object](t, r, r.Status)
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

// FirstError is the code of the first error of a GraphQL response, which must have one.
func FirstError(t testing.TB, answer Object) string {
	t.Helper()
	require.Contains(t, answer, "errors")
	return answer["errors"].([]any)[0].(Object)["extensions"].(Object)["code"].(string)
}

// Object expects the status and decodes the object.
func (r *Response) Object(t testing.TB, status int) Object { return decode[Object](t, r, status) }

func decode[T any](t testing.TB, r *Response, status int) (value T) {
	t.Helper()
	require.Equal(t, status, r.Status, "%s", r.Body)
	require.NoError(t, json.Unmarshal(r.Body, &value), "%s", r.Body)
	return value
}

// List expects 200 and decodes the array.
func (r *Response) List(t testing.TB) []Object { return decode[[]Object](t, r, http.StatusOK) }

// Created expects 201 and decodes the array.
func (r *Response) Created(t testing.TB) []Object { return decode[[]Object](t, r, http.StatusCreated) }

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

// Stream opens the stream of a case's changes, and returns when it has begun. It is closed at the end of the test.
func (c *Client) Stream(t testing.TB, caseID string) *http.Response {
	t.Helper()
	r, err := c.With("Accept", "text/event-stream").Request(t, http.MethodPost, "/graphql",
		Object{"query": `subscription { caseChanged(id: "` + caseID + `") { id } }`})
	require.NoError(t, err)
	answer, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	t.Cleanup(func() { _ = answer.Body.Close() })
	require.Equal(t, http.StatusOK, answer.StatusCode)
	return answer
}

// Sign asks for one signed URL; a fileType of "" is omitted.
func (c *Client) Sign(t testing.TB, fileName, fileType string) Object {
	t.Helper()
	doc := Object{"fileName": fileName}
	if fileType != "" {
		doc["fileType"] = fileType
	}
	return c.Do(t, http.MethodPost, "/rest/documents/sign-urls", Object{"docs": []any{doc}}).List(t)[0]
}

// Put sends a file to a signed URL, as a client without a token.
func (c *Client) Put(t testing.TB, signed Object, content []byte) *Response {
	t.Helper()
	anonymous := (&Client{}).With("Content-Type", signed["fileType"].(string))
	return anonymous.Do(t, http.MethodPut, signed["signedUrl"].(string), content)
}

// Upload asks for a signed URL, sends the file to it, and returns the directUploadKey.
func (c *Client) Upload(t testing.TB, fileName string, content []byte) (key string) {
	t.Helper()
	signed := c.Sign(t, fileName, "")
	r := c.Put(t, signed, content)
	require.Equal(t, http.StatusOK, r.Status, "%s", r.Body)
	return signed["directUploadKey"].(string)
}

// Document makes a document with a small file; members are added to the request or replace its own.
func (c *Client) Document(t testing.TB, caseID any, members Object) Object {
	t.Helper()
	doc := Object{"caseId": caseID, "fileName": "Evidence.pdf"}
	maps.Copy(doc, members)
	doc["directUploadKey"] = c.Upload(t, doc["fileName"].(string), []byte("%PDF-1.7"))
	return c.Do(t, http.MethodPost, "/rest/documents", Object{"docs": []any{doc}}).Created(t)[0]
}

// Download fetches a document's file, as a client without a token.
func (c *Client) Download(t testing.TB, doc Object) *Response {
	t.Helper()
	return (&Client{}).Do(t, http.MethodGet, doc["url"].(string), nil)
}
