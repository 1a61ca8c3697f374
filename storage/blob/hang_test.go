package blob_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/blob/s3test"
	"github.com/covertrack/covertrack/storage/storagetest/relay"
)

// slack is what a busy machine may add to a limit.
const slack = 3 * time.Second

// TestHang: no call waits for an object store that accepts connections and says nothing. It sets the environment, so it
// is not parallel.
func TestHang(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "id")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	silent := relay.New(t, "", "")
	s := newSite(t, s3test.Address(silent.Address(), "bucket"))
	s.SetPatience(300*time.Millisecond, 300*time.Millisecond)
	ctx := t.Context()
	for name, call := range map[string]func() error{
		"stat":   func() error { _, err := s.Stat(ctx, "a/b"); return err },
		"claim":  func() error { _, err := s.Claim(ctx, "a/b", "a/c"); return err },
		"write":  func() error { return s.Write(ctx, "a/b", pdf, bytes.NewReader([]byte("x"))) },
		"delete": func() error { return s.Delete(ctx, "a/b") },
		"below":  func() error { return s.DeleteBelow(ctx, "a", "") },
		"ping":   func() error { return s.Ping(ctx) },
	} {
		begun := time.Now()
		require.Error(t, call(), name)
		require.Less(t, time.Since(begun), 300*time.Millisecond+slack, name)
	}
	begun := time.Now()
	r := s.do(http.MethodGet, s.signDownload("a/b", "a.pdf", pdf), nil)
	requireProblem(t, r, http.StatusServiceUnavailable, "unavailable")
	require.Less(t, time.Since(begun), 300*time.Millisecond+slack)
}

// TestFreeze: connections to the store hang that were open, and new ones work. It is not parallel, as TestS3 is not.
func TestFreeze(t *testing.T) {
	address, err := url.Parse(s3test.Start(t))
	require.NoError(t, err)
	endpoint, err := url.Parse(address.Query().Get("endpoint"))
	require.NoError(t, err)
	// The S3 server ends each connection after a request. Others do not, nor does what stands before it here.
	front := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(endpoint)
		r.Out.Host = r.In.Host // it is signed
	}})
	t.Cleanup(front.Close)
	between := relay.New(t, "tcp", front.Listener.Addr().String())
	s := newSite(t, s3test.Address(between.Address(), address.Host))
	content := bytes.Repeat([]byte("content "), 1<<20)
	s.keep("a/b", pdf, content)
	const patience = 2 * time.Second
	s.SetPatience(patience, patience)

	_, err = s.Stat(t.Context(), "a/b")
	require.NoError(t, err)
	require.Positive(t, between.Freeze())
	require.Eventually(t, func() bool { _, err = s.Stat(t.Context(), "a/b"); return err == nil }, patience+slack, time.Millisecond)

	download, err := http.Get(s.signDownload("a/b", "a.pdf", pdf))
	require.NoError(t, err)
	defer func() { _ = download.Body.Close() }()
	require.Equal(t, http.StatusOK, download.StatusCode)
	between.Freeze()
	begun := time.Now()
	var got bytes.Buffer
	_, err = got.ReadFrom(download.Body)
	require.Error(t, err, "the download is cut off, and so seen to be incomplete")
	require.Less(t, got.Len(), len(content))
	require.Less(t, time.Since(begun), patience+slack)
	require.Equal(t, content, s.do(http.MethodGet, s.signDownload("a/b", "a.pdf", pdf), nil).body)
}
