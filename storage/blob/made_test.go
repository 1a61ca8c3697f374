package blob_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage/blob"
)

// TestMade is a file that is made while it is read: whole, refused before its first byte, or cut off, so that nobody takes a
// part for the whole.
func TestMade(t *testing.T) {
	t.Parallel()
	s := newSite(t, "")
	s.SetMaker("made", func(_ context.Context, key string, w io.Writer) error {
		switch {
		case strings.HasSuffix(key, "none"):
			return fault.NotFound("case")
		case strings.HasSuffix(key, "full"):
			return fault.New(fault.CodeUnavailable, "Later.")
		case strings.HasSuffix(key, "broken"):
			_, err := w.Write([]byte(strings.Repeat("x", 1<<20)))
			return errors.Join(err, errors.New("the database is gone"))
		}
		_, err := w.Write([]byte("whole"))
		return err
	})
	get := func(method, key string) (*http.Response, string, error) {
		signed, err := s.SignDownload("made/"+key, "a.zip", "application/zip", *s.now.Load())
		require.NoError(t, err)
		r, err := http.NewRequestWithContext(t.Context(), method, signed, nil)
		require.NoError(t, err)
		answer, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer func() { _ = answer.Body.Close() }()
		body, err := io.ReadAll(answer.Body)
		return answer, string(body), err
	}
	answer, body, err := get(http.MethodGet, "good")
	require.NoError(t, err)
	require.Equal(t, []any{http.StatusOK, "whole", "application/zip", "private, no-store"},
		[]any{answer.StatusCode, body, answer.Header.Get("Content-Type"), answer.Header.Get("Cache-Control")})
	answer, body, err = get(http.MethodHead, "broken")
	require.NoError(t, err)
	require.Equal(t, []any{http.StatusOK, ""}, []any{answer.StatusCode, body})
	for key, status := range map[string]int{"none": http.StatusNotFound, "full": http.StatusServiceUnavailable} {
		answer, body, err = get(http.MethodGet, key)
		require.NoError(t, err)
		require.Equal(t, status, answer.StatusCode, body)
	}
	_, body, err = get(http.MethodGet, "broken")
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.NotEmpty(t, body)
	require.ErrorIs(t, s.CopyTo(t.Context(), "nothing", nil), blob.ErrNotFound)
}

// TestMadeForSlowReader gives up a file for whose parts a reader takes long each time, though never very long.
func TestMadeForSlowReader(t *testing.T) {
	t.Parallel()
	s := newSite(t, "")
	s.SetTaking(3*time.Second, 1<<20)
	failed := make(chan error, 1)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	s.SetMaker("made", func(_ context.Context, _ string, w io.Writer) error {
		part := make([]byte, 32<<10)
		for range 4 << 10 {
			if _, err := w.Write(part); err != nil {
				failed <- err
				return err
			}
		}
		failed <- nil
		return nil
	})
	signed, err := s.SignDownload("made/large", "a.zip", "application/zip", *s.now.Load())
	require.NoError(t, err)
	at, err := url.Parse(signed)
	require.NoError(t, err)
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", at.Host)
	require.NoError(t, err)
	defer func() { _ = conn.Close() }()
	require.NoError(t, conn.(*net.TCPConn).SetReadBuffer(8<<10))
	_, err = fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", at.RequestURI(), at.Host)
	require.NoError(t, err)
	for deadline := time.After(time.Minute); ; {
		select {
		case <-tick.C:
			_, _ = io.ReadFull(conn, make([]byte, 10<<10))
		case err := <-failed:
			require.Error(t, err)
			return
		case <-deadline:
			require.Fail(t, "the reader keeps the file for ever")
		}
	}
}
