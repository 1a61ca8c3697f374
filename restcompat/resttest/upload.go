package resttest

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

// Sign asks for one signed URL; a fileType of "" is omitted.
func (c *Client) Sign(t testing.TB, fileName, fileType string) Object {
	t.Helper()
	doc := Object{"fileName": fileName}
	if fileType != "" {
		doc["fileType"] = fileType
	}
	r := c.Do(t, http.MethodPost, "/rest/documents/sign-urls", Object{"docs": []any{doc}})
	return r.List(t)[0]
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
	for name, value := range members {
		doc[name] = value
	}
	doc["directUploadKey"] = c.Upload(t, doc["fileName"].(string), []byte("%PDF-1.7"))
	return c.Do(t, http.MethodPost, "/rest/documents", Object{"docs": []any{doc}}).Created(t)[0]
}

// Download fetches a document's file, as a client without a token.
func (c *Client) Download(t testing.TB, doc Object) *Response {
	t.Helper()
	return (&Client{}).Do(t, http.MethodGet, doc["url"].(string), nil)
}
