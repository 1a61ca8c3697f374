package blob_test

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/storagetest/smalldisk"
)

// TestUploadNoRoom fills a real file system: an upload below the floor, and one that fills the disk, is 507, and
// everything else goes on. With room again uploads are taken.
func TestUploadNoRoom(t *testing.T) {
	t.Parallel()
	dir := smalldisk.New(t, 4<<20)
	s := newSite(t, "file://"+dir)
	small, large := []byte("small"), bytes.Repeat([]byte("x"), 1<<20)
	require.Equal(t, http.StatusOK, s.put(s.signUpload("p1/kept"), pdf, bytes.NewReader(small)).StatusCode)

	filling := smalldisk.Fill(t, dir, 512<<10)
	r := s.put(s.signUpload("p1/large"), pdf, bytes.NewReader(large))
	requireProblem(t, r, http.StatusInsufficientStorage, "insufficient_storage")
	require.Equal(t, "60", r.Header.Get("Retry-After"))
	_, err := s.Stat(t.Context(), "p1/large")
	require.ErrorIs(t, err, blob.ErrNotFound)
	require.Equal(t, "small", string(s.do(http.MethodGet, s.signDownload("p1/kept", "a.pdf", pdf), nil).body))
	require.Equal(t, http.StatusOK, s.put(s.signUpload("p1/small"), pdf, bytes.NewReader(small)).StatusCode)

	s.SetMinFree(1 << 20)
	requireProblem(t, s.put(s.signUpload("p1/floor"), pdf, bytes.NewReader(small)), http.StatusInsufficientStorage, "insufficient_storage")
	require.NoError(t, s.Write(t.Context(), "p1/claimed", pdf, bytes.NewReader(small)), "what is not an upload goes on")
	require.NoError(t, os.Remove(filling))
	require.Equal(t, http.StatusOK, s.put(s.signUpload("p1/large"), pdf, bytes.NewReader(large)).StatusCode)
	requireProblem(t, s.put(s.signUpload("p1/next"), pdf, bytes.NewReader(bytes.Repeat(large, 2))),
		http.StatusInsufficientStorage, "insufficient_storage")
}

// TestUploadGuard: who guards the uploads decides before the bytes come, and learns whether they came.
func TestUploadGuard(t *testing.T) {
	t.Parallel()
	s := newSite(t, "")
	var refusal error
	var stored []int64
	s.SetGuard(func(_ context.Context, header http.Header, key string, size int64) (func(int64), error) {
		require.Equal(t, "p1/u1", key)
		require.EqualValues(t, 5, size)
		header.Set("Retry-After", "7")
		return func(n int64) { stored = append(stored, n) }, refusal
	})
	signed := s.signUpload("p1/u1")
	for code, status := range map[fault.Code]int{
		fault.CodeRateLimited: 429, fault.CodeQuotaExceeded: 422, fault.CodeUnavailable: 503,
	} {
		refusal = fault.New(code, "no")
		requireProblem(t, s.put(signed, pdf, strings.NewReader("12345")), status, string(code))
	}
	require.Empty(t, stored)
	refusal = nil
	require.Equal(t, http.StatusOK, s.put(signed, pdf, strings.NewReader("12345")).StatusCode)
	requireIncomplete(t, s.breakOff(signed, "Content-Length: 5\r\n\r\n12"))
	require.Equal(t, []int64{5, -1}, stored)
}
