package blob_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

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
