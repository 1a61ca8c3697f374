package blob_test

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/blob"
)

const pdf = "application/pdf"

func TestUpload(t *testing.T) {
	t.Parallel()
	for _, name := range stores {
		t.Run(name+"/bytes_come_back_equal", func(t *testing.T) {
			t.Parallel()
			s := newStore(t, name)
			content := make([]byte, 3<<20+17)
			_, _ = rand.Read(content)

			r := s.put(s.signUpload("p1/u1"), pdf, bytes.NewReader(content))
			require.Equal(t, http.StatusOK, r.StatusCode, string(r.body))
			require.Empty(t, r.body)

			size, err := s.Stat(t.Context(), "p1/u1")
			require.NoError(t, err)
			require.EqualValues(t, len(content), size)
			require.True(t, bytes.Equal(content, s.do(http.MethodGet, s.signDownload("p1/u1", "a.pdf", pdf), nil).body))
		})
		t.Run(name+"/empty_file", func(t *testing.T) {
			t.Parallel()
			s := newStore(t, name)
			require.Equal(t, http.StatusOK, s.put(s.signUpload("p1/u1"), pdf, http.NoBody).StatusCode)
			size, err := s.Stat(t.Context(), "p1/u1")
			require.NoError(t, err)
			require.Zero(t, size)
			require.Equal(t, http.StatusOK, s.do(http.MethodGet, s.signDownload("p1/u1", "a.pdf", pdf), nil).StatusCode)
		})
		t.Run(name+"/second_put_replaces_the_first", func(t *testing.T) {
			t.Parallel()
			s := newStore(t, name)
			signed := s.signUpload("p1/u1")
			require.Equal(t, http.StatusOK, s.put(signed, pdf, strings.NewReader("first")).StatusCode)
			require.Equal(t, http.StatusOK, s.put(signed, pdf, strings.NewReader("2nd")).StatusCode)
			require.Equal(t, "2nd", string(s.do(http.MethodGet, s.signDownload("p1/u1", "a.pdf", pdf), nil).body))
		})
	}
}

func TestUploadRefused(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		send   func(s *site, signed string) *reply
		status int
		code   string
	}{
		"other_content_type": {
			func(s *site, signed string) *reply { return s.put(signed, "text/html", strings.NewReader("x")) },
			415, "unsupported_media_type",
		},
		"content_type_with_parameter": {
			func(s *site, signed string) *reply {
				return s.put(signed, pdf+"; charset=utf-8", strings.NewReader("x"))
			},
			415, "unsupported_media_type",
		},
		"no_content_type": {
			func(s *site, signed string) *reply { return s.do(http.MethodPut, signed, strings.NewReader("x")) },
			415, "unsupported_media_type",
		},
		"expired": {
			func(s *site, signed string) *reply {
				s.pass(15 * time.Minute)
				return s.put(signed, pdf, strings.NewReader("x"))
			},
			403, "signature_expired",
		},
		"method_get": {
			func(s *site, signed string) *reply { return s.do(http.MethodGet, signed, nil) },
			403, "signature_invalid",
		},
		"method_post": {
			func(s *site, signed string) *reply { return s.do(http.MethodPost, signed, strings.NewReader("x")) },
			405, "method_not_allowed",
		},
		"download_url": {
			func(s *site, _ string) *reply {
				return s.put(s.signDownload("p1/u1", "a.pdf", pdf), pdf, strings.NewReader("x"))
			},
			403, "signature_invalid",
		},
		"announced_too_large": {
			func(s *site, signed string) *reply {
				return s.put(signed, pdf, strings.NewReader(strings.Repeat("x", 1001)))
			},
			413, "payload_too_large",
		},
		"too_large_without_announcement": {
			func(s *site, signed string) *reply {
				return s.put(signed, pdf, io.MultiReader(strings.NewReader(strings.Repeat("x", 1001))))
			},
			413, "payload_too_large",
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, "")
			s.SetMaxUpload(1000)
			r := c.send(s, s.signUpload("p1/u1"))
			requireProblem(t, r, c.status, c.code)
			_, err := s.Stat(t.Context(), "p1/u1")
			require.ErrorIs(t, err, blob.ErrNotFound, "a refused upload must leave nothing")
			if c.status == http.StatusMethodNotAllowed {
				require.Equal(t, "GET, HEAD, PUT", r.Header.Get("Allow"))
			}
		})
	}
	t.Run("announced_too_large_before_any_byte", func(t *testing.T) {
		t.Parallel()
		s := newSite(t, "")
		s.SetMaxUpload(1000)
		answer := s.breakOff(s.signUpload("p1/u1"), "Content-Length: 1001\r\n\r\n")
		require.Contains(t, answer, "HTTP/1.1 413 ")
	})
	t.Run("exactly_the_limit_is_taken", func(t *testing.T) {
		t.Parallel()
		s := newSite(t, "")
		s.SetMaxUpload(1000)
		r := s.put(s.signUpload("p1/u1"), pdf, strings.NewReader(strings.Repeat("x", 1000)))
		require.Equal(t, http.StatusOK, r.StatusCode)
	})
}

func TestUploadTampered(t *testing.T) {
	t.Parallel()
	s := newSite(t, "")
	signed := s.signUpload("p1/u1")
	other := newSite(t, "").signUpload("p1/u2")
	otherURL, err := url.Parse(other)
	require.NoError(t, err)
	cases := map[string]string{
		"key":                  strings.Replace(signed, "p1/u1", "p2/u1", 1),
		"key_escaping_upwards": strings.Replace(signed, "p1/u1", "p1/../p1/u1", 1),
		"key_encoded":          strings.Replace(signed, "p1/u1", "p1%2F..%2Fp2%2Fu1", 1),
		"key_empty":            strings.Replace(signed, "p1/u1", "", 1),
		"type":                 change(t, signed, "type", "text/html"),
		"later_expiry":         change(t, signed, "expires", "99999999999"),
		"no_expiry":            change(t, signed, "expires", ""),
		"name_added":           change(t, signed, "name", "x"),
		"no_signature":         change(t, signed, "signature", ""),
		"signature_of_another": change(t, signed, "signature", otherURL.Query().Get("signature")),
		"no_query":             strings.SplitN(signed, "?", 2)[0],
	}
	for name, tampered := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			requireProblem(t, s.put(tampered, pdf, strings.NewReader("x")), 403, "signature_invalid")
		})
	}
}

// TestUploadBroken cuts the connection in the middle of a file.
func TestUploadBroken(t *testing.T) {
	t.Parallel()
	framings := map[string]string{
		"content_length": "Content-Length: 1000000\r\n\r\n" + strings.Repeat("x", 100000),
		"chunked":        "Transfer-Encoding: chunked\r\n\r\n10000\r\n" + strings.Repeat("x", 0x10000) + "\r\n",
	}
	for name, rest := range framings {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			s := newSite(t, "file://"+dir)
			signed := s.signUpload("p1/u1")
			requireIncomplete(t, s.breakOff(signed, rest))
			require.Empty(t, filesBelow(t, dir), "a broken upload must leave nothing")

			require.Equal(t, http.StatusOK, s.put(signed, pdf, strings.NewReader("whole")).StatusCode)
			requireIncomplete(t, s.breakOff(signed, rest))
			require.Len(t, filesBelow(t, dir), 1, "the file")
			require.Equal(t, "whole", string(s.do(http.MethodGet, s.signDownload("p1/u1", "a.pdf", pdf), nil).body))
		})
	}
}

func requireIncomplete(t *testing.T, answer string) {
	t.Helper()
	require.Contains(t, answer, "HTTP/1.1 400 ")
	require.Contains(t, answer, "upload_incomplete")
}

// breakOff sends the start of an upload, ends the sending, and waits for what
// the server makes of it.
func (s *site) breakOff(signed, rest string) string {
	s.t.Helper()
	u, err := url.Parse(signed)
	require.NoError(s.t, err)
	conn, err := net.Dial("tcp", u.Host)
	require.NoError(s.t, err)
	defer func() { _ = conn.Close() }()
	_, err = fmt.Fprintf(conn, "PUT %s HTTP/1.1\r\nHost: %s\r\nContent-Type: %s\r\n%s", u.RequestURI(), u.Host, pdf, rest)
	require.NoError(s.t, err)
	require.NoError(s.t, conn.(*net.TCPConn).CloseWrite())
	answer, err := io.ReadAll(conn)
	require.NoError(s.t, err)
	return string(answer)
}

// TestUploadSlow has a server with a time limit for all but uploads.
func TestUploadSlow(t *testing.T) {
	t.Parallel()
	s := newSite(t, "")
	impatient := httptest.NewUnstartedServer(s.Handler())
	impatient.Config.ReadTimeout = 100 * time.Millisecond
	impatient.Start()
	t.Cleanup(impatient.Close)
	body, sender := io.Pipe()
	go func() {
		for range 4 {
			_, _ = sender.Write([]byte("slow "))
			time.Sleep(75 * time.Millisecond)
		}
		_ = sender.Close()
	}()
	r := s.put(strings.Replace(s.signUpload("p1/u1"), s.url, impatient.URL, 1), pdf, body)
	require.Equal(t, http.StatusOK, r.StatusCode, string(r.body))
	size, err := s.Stat(t.Context(), "p1/u1")
	require.NoError(t, err)
	require.EqualValues(t, 20, size)
}

func filesBelow(t *testing.T, dir string) []string {
	t.Helper()
	var files []string
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, path)
		}
		return err
	}))
	return files
}

func TestUploadWhenTheStoreFails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := newSite(t, "file://"+dir)
	signed := s.signUpload("p1/u1")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "p1"), nil, 0o600), "a file where a folder must be")
	r := s.put(signed, pdf, strings.NewReader("x"))
	requireProblem(t, r, 503, "unavailable")
	require.NotEmpty(t, r.Header.Get("Retry-After"))
	require.NotContains(t, string(r.body), dir)
	require.Contains(t, s.log.String(), "object store failed")
	require.NotContains(t, s.log.String(), "signature=")
}
