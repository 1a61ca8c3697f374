package serve

import (
	"bufio"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDoor(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	d := OpenDoor(listener, slog.New(slog.DiscardHandler))
	t.Cleanup(d.Close)
	get := func(path, header string) *http.Response {
		r, err := http.NewRequest(http.MethodGet, "http://"+listener.Addr().String()+path, nil)
		require.NoError(t, err)
		r.Header.Set("X-Padding", header)
		answer, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		return answer
	}

	t.Run("while it starts", func(t *testing.T) {
		require.Equal(t, http.StatusOK, get("/healthz", "").StatusCode)
		for _, path := range []string{"/readyz", "/rest/cases", "/graphql"} {
			answer := get(path, "")
			require.Equal(t, http.StatusServiceUnavailable, answer.StatusCode)
			require.Equal(t, "application/problem+json", answer.Header.Get("Content-Type"))
			require.NotEmpty(t, answer.Header.Get("Retry-After"))
			require.NotEmpty(t, answer.Header.Get("X-Request-Id"))
		}
	})
	t.Run("once there is a service", func(t *testing.T) {
		d.Serve(http.NotFoundHandler())
		require.Equal(t, http.StatusNotFound, get("/rest/cases", "").StatusCode)
	})
	t.Run("headers without end", func(t *testing.T) {
		require.Equal(t, http.StatusNotFound, get("/", strings.Repeat("x", 60<<10)).StatusCode)
		answer := get("/", strings.Repeat("x", 100<<10))
		require.Equal(t, http.StatusRequestHeaderFieldsTooLarge, answer.StatusCode)
		require.Equal(t, "application/problem+json", answer.Header.Get("Content-Type"))
		require.NotEmpty(t, answer.Header.Get("X-Request-Id"))
	})
	t.Run("what is no HTTP", func(t *testing.T) {
		conn, err := net.Dial("tcp", listener.Addr().String())
		require.NoError(t, err)
		_, err = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: a\r\nno header\r\n\r\n")
		require.NoError(t, err)
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.Equal(t, http.StatusBadRequest, answer.StatusCode)
		require.NotEmpty(t, answer.Header.Get("X-Request-Id"))
	})
	t.Run("closed", func(t *testing.T) {
		require.NoError(t, d.drain())
		_, err := http.Get("http://" + listener.Addr().String() + "/healthz")
		require.Error(t, err)
	})
}
