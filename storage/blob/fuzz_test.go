package blob_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/blob"
)

// FuzzSignedURL looks for an address that the handler serves although it means
// something that was never signed, or fails on.
func FuzzSignedURL(f *testing.F) {
	now := time.Unix(1772618850, 0)
	store, err := blob.Open(blob.Config{
		DataDir: f.TempDir(), BaseURL: "http://host", SigningKeys: signingKeys,
		Clock: func() time.Time { return now }, Logger: slog.New(slog.DiscardHandler),
	})
	require.NoError(f, err)
	f.Cleanup(func() { _ = store.Close() })
	require.NoError(f, store.Write(f.Context(), "p1/d1", pdf, strings.NewReader("content")))
	get, err := store.SignDownload("p1/d1", "a.pdf", pdf, now)
	require.NoError(f, err)
	put, err := store.SignUpload(f.Context(), "p1/u1", pdf, 15*time.Minute)
	require.NoError(f, err)

	issued := map[string]url.Values{"/files/p1/d1": queryOf(f, get), "/files/p1/u1": queryOf(f, put)}
	for _, signed := range []string{get, put} {
		for _, method := range []string{"GET", "HEAD", "PUT", "DELETE"} {
			f.Add(method, strings.TrimPrefix(signed, "http://host"))
		}
		f.Add("GET", strings.TrimPrefix(signed, "http://host")+"&expires=1")
	}
	f.Add("GET", "/files/../files/p1/d1?expires=-1&signature=%00")
	f.Add("PUT", "/files/?expires=9223372036854775807&type=%ff&name=%0d%0a&signature==")

	f.Fuzz(func(t *testing.T, method, target string) {
		u, err := url.ParseRequestURI(target)
		if err != nil {
			return
		}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPut, "/", strings.NewReader("content"))
		r.Method, r.URL = method, u
		r.Header.Set("Content-Type", pdf)
		w := httptest.NewRecorder()
		store.Handler().ServeHTTP(w, r)
		require.Less(t, w.Code, 500)
		if w.Code >= 300 {
			return
		}
		want, ok := issued[u.Path]
		require.True(t, ok, "served a key that was never signed: %q", u.Path)
		require.Equal(t, u.Path == "/files/p1/u1", method == http.MethodPut)
		for name := range want {
			require.Equal(t, want.Get(name), u.Query().Get(name), name)
		}
	})
}

func queryOf(f *testing.F, signed string) url.Values {
	u, err := url.Parse(signed)
	require.NoError(f, err)
	return u.Query()
}
