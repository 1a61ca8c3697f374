package blob_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/storage/blob"
)

// A syncBuffer is a log that the server writes and a test reads.
type syncBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

func TestHostileKeys(t *testing.T) {
	t.Parallel()
	s := newSite(t, "")
	s.keep("p1/d1", pdf, []byte("x"))
	for _, key := range []string{
		"", "/", "/p1/d1", "p1/", "p1//d1", "../x", "p1/../../x", "p1/..", "p1/./d1", "..\\x", "p1\\d1", ".hidden",
		"p1/.attrs", "p1/d1.attrs", "p1/d1.123.tmp", "p1.tmp/d1", "a__0x2f__b", "a b", "a\x00", "a\r\nb", "a\"b", "é", "a?b", "a#b",
		"a%2fb", "\xff", strings.Repeat("a", 201), strings.Repeat("a/", 300) + "a",
	} {
		t.Run(key[:min(len(key), 12)], func(t *testing.T) {
			t.Parallel()
			ctx := t.Context()
			_, errUpload := s.SignUpload(ctx, key, pdf, time.Minute)
			_, errDownload := s.SignDownload(key, "a.pdf", pdf, time.Now())
			_, errStat := s.Stat(ctx, key)
			_, errFrom := s.Claim(ctx, key, "p1/d2")
			_, errTo := s.Claim(ctx, "p1/d1", key)
			for _, err := range []error{
				errUpload, errDownload, errStat, errFrom, errTo,
				s.Write(ctx, key, pdf, strings.NewReader("x")), s.Delete(ctx, key), s.DeleteBelow(ctx, key, ""),
			} {
				require.ErrorIs(t, err, blob.ErrInvalidKey)
			}
		})
	}
	for _, key := range []string{"a", "0", "p1/0198c1de-7f00-7000-8000-000000000001", "demo/A_b-c.d.pdf", strings.Repeat("a", 200)} {
		require.NoError(t, s.Write(t.Context(), key, pdf, strings.NewReader("x")))
		require.Equal(t, http.StatusOK, s.do(http.MethodGet, s.signDownload(key, "a", pdf), nil).StatusCode)
	}
}

func TestSignUploadRefuses(t *testing.T) {
	t.Parallel()
	s := newSite(t, "")
	for name, contentType := range map[string]string{"empty": "", "words": "not a type", "crlf": "text/plain\r\nX: y",
		"unicode": "text/plain; a=\"é\""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := s.SignUpload(t.Context(), "k", contentType, time.Minute)
			require.ErrorContains(t, err, "content type")
		})
	}
	_, err := s.SignUpload(t.Context(), "k", pdf, 0)
	require.ErrorContains(t, err, "expire")
}

func TestWrite(t *testing.T) {
	t.Parallel()
	for _, name := range stores {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t, name)
			cause := errors.New("cause")
			err := s.Write(t.Context(), "p1/d1", pdf, io.MultiReader(strings.NewReader("half"), iotest.ErrReader(cause)))
			require.ErrorIs(t, err, cause)
			_, err = s.Stat(t.Context(), "p1/d1")
			require.ErrorIs(t, err, blob.ErrNotFound)

			s.keep("p1/d1", pdf, []byte("whole"))
			require.NoError(t, s.Delete(t.Context(), "p1/d1"))
			require.NoError(t, s.Delete(t.Context(), "p1/d1"), "again")
			_, err = s.Stat(t.Context(), "p1/d1")
			require.ErrorIs(t, err, blob.ErrNotFound)
		})
	}
}

func TestClaim(t *testing.T) {
	t.Parallel()
	for _, name := range stores {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t, name)
			signed := s.signUpload("up/u1")

			_, err := s.Claim(t.Context(), "up/u1", "doc/d1")
			require.ErrorIs(t, err, blob.ErrNotFound)

			require.Equal(t, http.StatusOK, s.put(signed, pdf, strings.NewReader("claimed")).StatusCode)
			for range 2 { // a claim can be repeated
				size, err := s.Claim(t.Context(), "up/u1", "doc/d1")
				require.NoError(t, err)
				require.EqualValues(t, 7, size)
			}
			require.Equal(t, http.StatusOK, s.put(signed, pdf, strings.NewReader("slipped in later")).StatusCode)
			r := s.do(http.MethodGet, s.signDownload("doc/d1", "a.pdf", pdf), nil)
			require.Equal(t, "claimed", string(r.body))

			s.SetMaxUpload(10)
			_, err = s.Claim(t.Context(), "up/u1", "doc/d2")
			require.ErrorIs(t, err, blob.ErrTooLarge)
			_, err = s.Stat(t.Context(), "doc/d2")
			require.ErrorIs(t, err, blob.ErrNotFound)
		})
	}
}

func TestDeleteBelow(t *testing.T) {
	t.Parallel()
	for _, name := range stores {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t, name)
			for _, key := range []string{"p1/u1/upload", "p1/u1/d1", "p1/u1/d2", "p1/u10/upload", "p1/u2/upload"} {
				s.keep(key, pdf, []byte(key))
			}
			require.NoError(t, s.DeleteBelow(t.Context(), "p1/u1", "p1/u1/d1"))
			s.requireGone("p1/u1/upload", "p1/u1/d2")
			require.NoError(t, s.DeleteBelow(t.Context(), "p1/u2", ""))
			require.NoError(t, s.DeleteBelow(t.Context(), "p1/u2", ""), "again")
			s.requireGone("p1/u2/upload")
			s.requireKept("p1/u1/d1", "p1/u10/upload")
		})
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	good := blob.Config{DataDir: t.TempDir(), BaseURL: "http://127.0.0.1:8080", SigningKeys: signingKeys}
	for name, c := range map[string]struct {
		change func(*blob.Config)
		says   string
	}{
		"short_signing_key": {func(c *blob.Config) { c.SigningKeys = credentials.SigningKeys{[]byte("short")} }, "at least 32"},
		"no_base_url":       {func(c *blob.Config) { c.BaseURL = "" }, "base address"},
		"relative_base_url": {func(c *blob.Config) { c.BaseURL = "/files" }, "base address"},
		"base_url_query":    {func(c *blob.Config) { c.BaseURL += "/?x=y" }, "base address"},
		"no_url":            {func(c *blob.Config) { c.URL = "::" }, "no URL"},
		"unknown_scheme":    {func(c *blob.Config) { c.URL = "ftp://x" }, "ftp"},
		"google_cloud":      {func(c *blob.Config) { c.URL = "gs://x" }, "HMAC key"},
		"azure":             {func(c *blob.Config) { c.URL = "azblob://x" }, "gateway"},
		"s3_no_bucket":      {func(c *blob.Config) { c.URL = "s3://?region=x" }, "s3://bucket"},
		"s3_no_endpoint":    {func(c *blob.Config) { c.URL = "s3://x?endpoint=host" }, "s3://bucket"},
		"s3_parameter":      {func(c *blob.Config) { c.URL = "s3://x?role=y" }, "use_path_style"},
		"s3_flag":           {func(c *blob.Config) { c.URL = "s3://x?accelerate=perhaps" }, "true or false"},
		"s3_ssetype":        {func(c *blob.Config) { c.URL = "s3://x?ssetype=rot13" }, "AES256"},
		"file_with_host":    {func(c *blob.Config) { c.URL = "file://var/blobs" }, "file:///folder"},
		"file_with_query":   {func(c *blob.Config) { c.URL = "file:///var/blobs?metadata=skip" }, "no parameters"},
		"folder_is_a_file":  {func(c *blob.Config) { c.URL = "file:///dev/null" }, "folder"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := good
			c.change(&config)
			_, err := blob.Open(config)
			require.ErrorContains(t, err, c.says)
		})
	}
}

func TestFolder(t *testing.T) {
	t.Parallel()
	t.Run("below_the_data_folder", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		s, err := blob.Open(blob.Config{DataDir: dir, BaseURL: "http://127.0.0.1", SigningKeys: signingKeys})
		require.NoError(t, err)
		require.NoError(t, s.Write(t.Context(), "p1/d1", pdf, strings.NewReader("x")))
		require.FileExists(t, filepath.Join(dir, "blobs", "p1", "d1"))
		require.NoError(t, s.Close())
	})
	t.Run("ping", func(t *testing.T) {
		t.Parallel()
		dir := filepath.Join(t.TempDir(), "uploads")
		s := newSite(t, "file://"+dir)
		require.NoError(t, s.Ping(t.Context()))
		require.NoError(t, os.Remove(dir))
		require.ErrorContains(t, s.Ping(t.Context()), "bring it back")
		require.NoError(t, newSite(t, "").Ping(t.Context()))
	})
	t.Run("rid_of_empty_folders", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		s := newSite(t, "file://"+dir)
		s.keep("p1/u1/upload", pdf, []byte("x"))
		s.keep("p1/u2/d1", pdf, []byte("x"))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "p1", "u1", "d2.18a2b3c4d5e6f708.tmp"), nil, 0o600),
			"left by a writer that was killed")
		require.NoError(t, s.DeleteBelow(t.Context(), "p1/u1", ""))
		require.NoError(t, s.DeleteBelow(t.Context(), "p1/u2", "p1/u2/d1"))
		require.NoDirExists(t, filepath.Join(dir, "p1", "u1"))
		require.FileExists(t, filepath.Join(dir, "p1", "u2", "d1"))
	})
	t.Run("freed_of_what_a_crash_left", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		now := time.Date(2026, 3, 4, 10, 7, 30, 0, time.UTC) // the site's clock
		for name, age := range map[string]time.Duration{
			"d1": 48 * time.Hour, "d1.attrs": 48 * time.Hour, "u1.18a2b3c4d5e6f708.tmp": 2 * time.Hour, "u2.18a2b3c4d5e6f709.tmp": time.Minute,
		} {
			path := filepath.Join(dir, name)
			require.NoError(t, os.WriteFile(path, []byte("{}"), 0o600))
			require.NoError(t, os.Chtimes(path, now, now.Add(-age)))
		}
		newSite(t, "file://"+dir)
		require.NoFileExists(t, filepath.Join(dir, "u1.18a2b3c4d5e6f708.tmp"))
		require.Len(t, filesBelow(t, dir), 3, "an upload that may still run stays, and so do files")
	})
}

// TestClaimLinks: in a folder a claim is a second name of the upload's file; a file without one is copied.
func TestClaimLinks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := blob.Open(blob.Config{DataDir: dir, BaseURL: "http://covertrack.example.com", SigningKeys: signingKeys})
	require.NoError(t, err)
	info := func(key string) os.FileInfo {
		found, err := os.Stat(filepath.Join(dir, "blobs", key))
		require.NoError(t, err)
		return found
	}
	require.NoError(t, s.Write(t.Context(), "up/u1", pdf, strings.NewReader("claimed")))
	_, err = s.Claim(t.Context(), "up/u1", "doc/d1")
	require.NoError(t, err)
	require.True(t, os.SameFile(info("up/u1"), info("doc/d1")))
	require.NoError(t, s.Delete(t.Context(), "up/u1"))
	content, err := s.Read(t.Context(), "doc/d1", 100)
	require.NoError(t, err)
	require.Equal(t, "claimed", string(content))
}
