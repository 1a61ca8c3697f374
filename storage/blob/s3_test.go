package blob_test

import (
	"bytes"
	"crypto/rand"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/blob/s3test"
)

// TestS3 speaks to a real S3 server, which checks every signature.
func TestS3(t *testing.T) {
	s3Address := s3test.Start(t)
	s := newSite(t, s3Address)
	require.NoError(t, s.Ping(t.Context()))
	content := make([]byte, 6<<20+11) // more than one part of a multipart upload
	_, _ = rand.Read(content)
	signed := s.signUpload("up/u1")

	t.Run("goes_straight_to_the_store", func(t *testing.T) {
		require.NotContains(t, signed, s.url)
		require.Contains(t, signed, "X-Amz-Expires=900")
		require.Contains(t, signed, "X-Amz-SignedHeaders=content-type%3Bhost")
		require.NotContains(t, signed, "checksum", "the client cannot know it")
	})
	t.Run("refuses", func(t *testing.T) {
		for name, r := range map[string]*reply{
			"other_content_type": s.put(signed, "text/html", strings.NewReader("x")),
			"no_content_type":    s.do(http.MethodPut, signed, strings.NewReader("x")),
			"other_key":          s.put(strings.Replace(signed, "u1", "u2", 1), pdf, strings.NewReader("x")),
			"other_method":       s.do(http.MethodGet, signed, nil),
			"longer_validity":    s.put(change(t, signed, "X-Amz-Expires", "90000"), pdf, strings.NewReader("x")),
		} {
			require.Equal(t, http.StatusForbidden, r.StatusCode, "%s: %s", name, r.body)
		}
		_, err := s.Stat(t.Context(), "up/u1")
		require.ErrorIs(t, err, blob.ErrNotFound)
	})
	t.Run("upload_claim_download", func(t *testing.T) {
		r := s.put(signed, pdf, bytes.NewReader(content))
		require.Equal(t, http.StatusOK, r.StatusCode, string(r.body))
		size, err := s.Claim(t.Context(), "up/u1", "doc/d1")
		require.NoError(t, err)
		require.EqualValues(t, len(content), size)

		download := s.signDownload("doc/d1", "a.pdf", pdf)
		require.Contains(t, download, s.url)
		require.True(t, bytes.Equal(content, s.do(http.MethodGet, download, nil).body))
		r = s.do(http.MethodGet, download, nil, "Range", "bytes=5-9")
		require.Equal(t, http.StatusPartialContent, r.StatusCode)
		require.Equal(t, content[5:10], r.body)
	})
	t.Run("what_others_write", func(t *testing.T) {
		require.NoError(t, s.Write(t.Context(), "nightly/a.csv", "text/csv", strings.NewReader("Loan Number")))
		require.NoError(t, s.Write(t.Context(), "nightly/old/b.csv", "text/csv", strings.NewReader("x")))
		scheme, query, _ := strings.Cut(s3Address, "?")
		outside, err := blob.OpenOutside(scheme + "/nightly/?" + query)
		require.NoError(t, err)
		files, err := outside.List(t.Context())
		require.NoError(t, err)
		require.Len(t, files, 1)
		require.Equal(t, []any{"a.csv", int64(11)}, []any{files[0].Name, files[0].Size})
		content, err := outside.Read(t.Context(), "a.csv", 11)
		require.NoError(t, err)
		require.Equal(t, "Loan Number", string(content))
		_, err = outside.Read(t.Context(), "a.csv", 10)
		require.ErrorIs(t, err, blob.ErrTooLarge)
		_, err = blob.OpenOutside("ftp://files")
		require.Error(t, err)
	})
	t.Run("upload_expires", func(t *testing.T) {
		short, err := s.SignUpload(t.Context(), "up/u3", pdf, time.Second)
		require.NoError(t, err)
		time.Sleep(2100 * time.Millisecond) // the server's clock cannot be moved
		require.Equal(t, http.StatusForbidden, s.put(short, pdf, strings.NewReader("x")).StatusCode)
	})
	t.Run("too_large_is_not_claimed", func(t *testing.T) {
		s.SetMaxUpload(int64(len(content)) - 1)
		_, err := s.Claim(t.Context(), "up/u1", "doc/d2")
		require.ErrorIs(t, err, blob.ErrTooLarge)
	})
	t.Run("write_and_delete", func(t *testing.T) {
		s.keep("doc/d3", pdf, content)
		require.NoError(t, s.Delete(t.Context(), "doc/d3"))
		require.NoError(t, s.Delete(t.Context(), "doc/d3"), "again")
		requireProblem(t, s.do(http.MethodGet, s.signDownload("doc/d3", "a.pdf", pdf), nil), 404, "not_found")
	})
	t.Run("delete_below", func(t *testing.T) {
		for _, key := range []string{"f1/upload", "f1/d1", "f1/d2", "f10/upload"} {
			s.keep(key, pdf, []byte(key))
		}
		require.NoError(t, s.DeleteBelow(t.Context(), "f1", "f1/d1"))
		s.requireKept("f1/d1", "f10/upload")
		s.requireGone("f1/upload", "f1/d2")
	})
	t.Run("bucket_missing", func(t *testing.T) {
		u, err := url.Parse(signed)
		require.NoError(t, err)
		require.ErrorContains(t, newSite(t, s3test.Address(u.Host, "another")).Ping(t.Context()), "create it")
	})
}
