package blob_test

import (
	"mime"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestDownload(t *testing.T) {
	t.Parallel()
	for _, name := range stores {
		s := newStore(t, name)
		s.keep("p1/d1", "text/html", []byte("0123456789"))
		signed := s.signDownload("p1/d1", "a.pdf", pdf)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			t.Run("headers", s.headers(signed))
			t.Run("head", func(t *testing.T) {
				r := s.do(http.MethodHead, signed, nil)
				require.Equal(t, http.StatusOK, r.StatusCode)
				require.EqualValues(t, 10, r.ContentLength)
			})
			t.Run("range", func(t *testing.T) {
				for header, want := range map[string]string{"bytes=2-4": "234", "bytes=7-": "789", "bytes=-1": "9"} {
					r := s.do(http.MethodGet, signed, nil, "Range", header)
					require.Equal(t, http.StatusPartialContent, r.StatusCode)
					require.Equal(t, want, string(r.body))
				}
			})
			t.Run("many_ranges_answer_the_whole", func(t *testing.T) {
				r := s.do(http.MethodGet, signed, nil, "Range", "bytes=0-0,2-2,4-4")
				require.Equal(t, http.StatusOK, r.StatusCode)
				require.Len(t, r.body, 10)
			})
			t.Run("another_unit_is_ignored", func(t *testing.T) {
				for _, header := range []string{"chars=0-1", "chars", "items=0-0,2-2", "=0-1"} {
					r := s.do(http.MethodGet, signed, nil, "Range", header)
					require.Equal(t, http.StatusOK, r.StatusCode, header)
					require.Len(t, r.body, 10)
				}
				require.Equal(t, "01", string(s.do(http.MethodGet, signed, nil, "Range", "Bytes=0-1").body), "units have no case")
			})
			t.Run("range_outside", func(t *testing.T) {
				r := s.do(http.MethodGet, signed, nil, "Range", "bytes=10-")
				requireProblem(t, r, 416, "range_not_satisfiable")
				require.Equal(t, "bytes */10", r.Header.Get("Content-Range"))
				require.Empty(t, r.Header.Get("Content-Disposition"))
			})
			t.Run("not_modified", func(t *testing.T) {
				etag := s.do(http.MethodHead, signed, nil).Header.Get("Etag")
				require.NotEmpty(t, etag)
				require.Equal(t, http.StatusNotModified, s.do(http.MethodGet, signed, nil, "If-None-Match", etag).StatusCode)
			})
		})
	}
}

func (s *site) headers(signed string) func(*testing.T) {
	return func(t *testing.T) {
		r := s.do(http.MethodGet, signed, nil)
		require.Equal(t, http.StatusOK, r.StatusCode)
		for name, want := range map[string]string{
			"Content-Type":            pdf,
			"Content-Disposition":     "attachment; filename=a.pdf",
			"X-Content-Type-Options":  "nosniff",
			"Content-Security-Policy": "default-src 'none'; sandbox",
			"Cache-Control":           "private",
			"Referrer-Policy":         "no-referrer",
			"Accept-Ranges":           "bytes",
		} {
			require.Equal(t, want, r.Header.Get(name), name)
		}
	}
}

// TestDownloadInline has PDF and pictures shown if that is asked for, and nothing else.
func TestDownloadInline(t *testing.T) {
	t.Parallel()
	s := newSite(t, "")
	s.keep("p1/d1", pdf, []byte("0123456789"))
	for contentType, disposition := range map[string]string{
		pdf: "inline; filename=a", "image/png": "inline; filename=a", "image/jpeg": "inline; filename=a",
		"text/html": "attachment; filename=a", "image/svg+xml": "attachment; filename=a", "application/xml": "attachment; filename=a",
	} {
		t.Run(contentType, func(t *testing.T) {
			t.Parallel()
			signed := s.signDownload("p1/d1", "a", contentType)
			r := s.do(http.MethodGet, signed+"&inline=1", nil)
			require.Equal(t, http.StatusOK, r.StatusCode)
			require.Equal(t, disposition, r.Header.Get("Content-Disposition"))
			require.Equal(t, "nosniff", r.Header.Get("X-Content-Type-Options"))
			require.Contains(t, r.Header.Get("Content-Security-Policy"), "sandbox")
			for _, not := range []string{"", "&inline=0", "&inline"} {
				require.Equal(t, "attachment; filename=a", s.do(http.MethodGet, signed+not, nil).Header.Get("Content-Disposition"))
			}
		})
	}
	t.Run("only in frames of this server", func(t *testing.T) {
		t.Parallel()
		r := s.do(http.MethodGet, s.signDownload("p1/d1", "a", pdf)+"&inline=1", nil)
		require.Equal(t, "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
			r.Header.Get("Content-Security-Policy"))
	})
	t.Run("with a signature", func(t *testing.T) {
		t.Parallel()
		requireProblem(t, s.do(http.MethodGet, change(t, s.signDownload("p1/d1", "a", pdf), "signature", "")+"&inline=1", nil), 403,
			"signature_invalid")
	})
}

func TestDownloadRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t, "")
	s.keep("p1/d1", pdf, []byte("secret"))
	signed := s.signDownload("p1/d1", "a.pdf", pdf)
	cases := map[string]string{
		"key":          strings.Replace(signed, "d1", "d2", 1),
		"name":         change(t, signed, "name", "a.exe"),
		"type":         change(t, signed, "type", "text/html"),
		"expiry":       change(t, signed, "expires", "99999999999"),
		"no_signature": change(t, signed, "signature", ""),
		"upload_url":   s.signUpload("p1/d1"),
	}
	for name, tampered := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := s.do(http.MethodGet, tampered, nil)
			requireProblem(t, r, 403, "signature_invalid")
			require.Equal(t, "no-store", r.Header.Get("Cache-Control"))
			require.Equal(t, 403, s.do(http.MethodHead, tampered, nil).StatusCode)
		})
	}
	t.Run("gone", func(t *testing.T) {
		t.Parallel()
		requireProblem(t, s.do(http.MethodGet, s.signDownload("p1/none", "a.pdf", pdf), nil), 404, "not_found")
	})
	t.Run("elsewhere", func(t *testing.T) {
		t.Parallel()
		requireProblem(t, s.do(http.MethodGet, s.url+"/elsewhere", nil), 404, "not_found")
	})
	t.Run("expired", func(t *testing.T) {
		t.Parallel()
		late := newSite(t, "")
		signed := late.signDownload("p1/d1", "a.pdf", pdf)
		late.pass(30 * time.Minute)
		requireProblem(t, late.do(http.MethodGet, signed, nil), 403, "signature_expired")
	})
	t.Run("store_fails", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		broken := newSite(t, "file://"+dir)
		signed := broken.signDownload("p1/d1", "a.pdf", pdf)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "p1"), nil, 0o600), "a file where a folder must be")
		requireProblem(t, broken.do(http.MethodGet, signed, nil), 503, "unavailable")
	})
}

func TestSignDownload(t *testing.T) {
	t.Parallel()
	s, node2 := newSite(t, ""), newSite(t, "")
	sign := func(s *site, now time.Time) string {
		signed, err := s.SignDownload("p1/d1", "a.pdf", pdf, now)
		require.NoError(t, err)
		return strings.TrimPrefix(signed, s.url)
	}
	start := time.Date(2026, 3, 4, 10, 15, 0, 0, time.UTC)
	last := start.Add(15*time.Minute - time.Nanosecond)

	t.Run("stable_inside_a_window", func(t *testing.T) {
		require.Equal(t, sign(s, start), sign(s, last))
		require.Equal(t, sign(s, start), sign(s, start.In(time.FixedZone("", 3*3600+1800))))
	})
	t.Run("stable_between_nodes", func(t *testing.T) {
		require.Equal(t, sign(s, start), sign(node2, start))
	})
	t.Run("changes_after", func(t *testing.T) {
		require.NotEqual(t, sign(s, last), sign(s, last.Add(time.Nanosecond)))
	})
	t.Run("valid_for_a_window_at_least", func(t *testing.T) {
		node2.keep("p1/d1", pdf, []byte("x"))
		address := node2.url + sign(node2, last)
		for after, status := range map[time.Duration]int{
			0: 200, 15*time.Minute - time.Second: 200, 15*time.Minute + time.Nanosecond: 403,
		} {
			node2.setClock(last.Add(after))
			require.Equal(t, status, node2.do(http.MethodGet, address, nil).StatusCode, after)
		}
	})
}

// TestFileNames downloads under names that want to be more than a name.
func TestFileNames(t *testing.T) {
	t.Parallel()
	s := newSite(t, "")
	s.keep("p1/d1", pdf, []byte("x"))
	for name, want := range map[string]string{
		"plain.pdf":                       "plain.pdf",
		"with space, comma; semi.pdf":     "with space, comma; semi.pdf",
		`quo"te\d.pdf`:                    `quo"te_d.pdf`,
		"a\r\nSet-Cookie: stolen=1\r\n":   "aSet-Cookie: stolen=1",
		"../../etc/passwd":                ".._.._etc_passwd",
		"Versicherung Müller 保険 🏠.pdf":    "Versicherung Müller 保険 🏠.pdf",
		"nul\x00 tab\t del\x7f.pdf":       "nul tab del.pdf",
		"fdp\u202efdp.exe":                "fdpfdp.exe",
		"bad\xff\xfeutf8.pdf":             "bad_utf8.pdf",
		"":                                "download",
		"..":                              "download",
		"filename*=UTF-8''x.exe":          "filename*=UTF-8''x.exe",
		strings.Repeat("é", 200) + ".pdf": strings.Repeat("é", 127),
	} {
		t.Run(want[:min(len(want), 20)], func(t *testing.T) {
			t.Parallel()
			signed := s.signDownload("p1/d1", name, pdf)
			u, err := url.Parse(signed)
			require.NoError(t, err)
			require.Equal(t, "/files/p1/d1", u.EscapedPath(), "no name in a path")

			r := s.do(http.MethodGet, signed, nil)
			require.Equal(t, http.StatusOK, r.StatusCode)
			require.Empty(t, r.Header.Get("Set-Cookie"))
			disposition, params, err := mime.ParseMediaType(r.Header.Get("Content-Disposition"))
			require.NoError(t, err)
			require.Equal(t, "attachment", disposition)
			require.Equal(t, map[string]string{"filename": want}, params)
			require.True(t, utf8.ValidString(params["filename"]))
		})
	}
}

func TestDownloadContentType(t *testing.T) {
	t.Parallel()
	s := newSite(t, "")
	s.keep("p1/d1", pdf, []byte("x"))
	for given, want := range map[string]string{
		"text/plain; charset=utf-8": "text/plain; charset=utf-8",
		"":                          "application/octet-stream",
		"no type at all":            "application/octet-stream",
		"text/html\r\nX-Evil: 1":    "application/octet-stream",
	} {
		r := s.do(http.MethodGet, s.signDownload("p1/d1", "a", given), nil)
		require.Equal(t, want, r.Header.Get("Content-Type"))
		require.Empty(t, r.Header.Get("X-Evil"))
	}
}
