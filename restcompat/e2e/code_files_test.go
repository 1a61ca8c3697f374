package e2e

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// fileAddress uploads a file and returns the path of its signed address.
func (b *codeBench) fileAddress(t *testing.T) string {
	document := b.c.Document(t, b.ids["case"], nil)
	path, below := strings.CutPrefix(document["url"].(string), b.server.URL)
	require.True(t, below)
	return path
}

// provokeSignatureExpired asks a server whose clock is a month ahead for a file.
func provokeSignatureExpired(t *testing.T, b *codeBench) *resttest.Response {
	later := resttest.Serve(t, b.server.World, func() time.Time { return time.Now().AddDate(0, 1, 0) })
	return later.As("").Do(t, http.MethodGet, b.fileAddress(t), nil)
}

// provokeUploadIncomplete ends a connection after the first bytes of a file.
func provokeUploadIncomplete(t *testing.T, b *codeBench) *resttest.Response {
	signed := b.c.Sign(t, "a.pdf", "application/pdf")
	path := strings.TrimPrefix(signed["signedUrl"].(string), b.server.URL)
	host := strings.TrimPrefix(b.server.URL, "http://")
	connection, err := net.Dial("tcp", host)
	require.NoError(t, err)
	defer func() { _ = connection.Close() }()
	_, err = fmt.Fprintf(connection, "PUT %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/pdf\r\nContent-Length: 100\r\n\r\n%%PDF", path,
		host)
	require.NoError(t, err)
	require.NoError(t, connection.(*net.TCPConn).CloseWrite())
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	require.NoError(t, err)
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return &resttest.Response{Status: response.StatusCode, Header: response.Header, Body: body}
}
