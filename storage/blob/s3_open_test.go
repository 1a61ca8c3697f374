package blob_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/blob"
)

// TestS3Parameters reads and writes a file below a prefix, encrypted by the store.
func TestS3Parameters(t *testing.T) {
	t.Parallel()
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, fmt.Sprint(r.Method, " ", r.URL.Path, r.Header["X-Amz-Server-Side-Encryption"], r.Header["Content-Type"]))
		w.Header().Set("Etag", `"1"`)
		w.Header().Set("Last-Modified", "Wed, 04 Mar 2026 10:07:30 GMT")
		if r.Method != http.MethodPut {
			w.Header().Set("Content-Length", "7")
			_, _ = fmt.Fprint(w, "content")
		}
	}))
	t.Cleanup(server.Close)
	s := newSite(t, "s3://bucket?region=us-east-1&use_path_style=true&ssetype=aes256&prefix=below/&endpoint="+server.URL)
	s.keep("file", pdf, []byte("content"))
	content, err := s.Mark(t.Context())
	require.NoError(t, err)
	require.Equal(t, "content", string(content))
	require.Equal(t, []string{
		"PUT /bucket/below/file[AES256] [application/pdf]",
		"HEAD /bucket/below/covertrack-installation.json[] []", "GET /bucket/below/covertrack-installation.json[] []",
	}, asked)
}

// TestS3Addresses signs for other services of the protocol; nothing is contacted.
func TestS3Addresses(t *testing.T) {
	t.Parallel()
	for region, want := range map[string]string{
		"eu-west-1":                                                          "https://bucket-1.s3.eu-west-1.amazonaws.com/p1/u1?",
		"eu-west-1&dualstack=true":                                           "https://bucket-1.s3.dualstack.eu-west-1.amazonaws.com/p1/u1?",
		"eu-west-1&accelerate=true":                                          "https://bucket-1.s3-accelerate.amazonaws.com/p1/u1?",
		"eu-west-1&use_path_style=true":                                      "https://s3.eu-west-1.amazonaws.com/bucket-1/p1/u1?",
		"auto&endpoint=https://store.example.com":                            "https://bucket-1.store.example.com/p1/u1?",
		"auto&endpoint=https://store.example.com&s3ForcePathStyle=1":         "https://store.example.com/bucket-1/p1/u1?",
		"auto&endpoint=https://storage.googleapis.com&use_path_style=true":   "https://storage.googleapis.com/bucket-1/p1/u1?",
		"eu-west-1&prefix=below/&request_checksum_calculation=when_required": "https://bucket-1.s3.eu-west-1.amazonaws.com/below/p1/u1?",
	} {
		signed := newSite(t, "s3://bucket-1?region="+region).signUpload("p1/u1")
		require.Contains(t, signed, want)
		require.Contains(t, signed, "X-Amz-SignedHeaders=content-type%3Bhost")
	}
}

func TestCheckURL(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"", "s3://bucket", "file:///folder"} {
		require.NoError(t, blob.CheckURL(address))
	}
	for address, says := range map[string]string{
		"gs://bucket": "endpoint=https://storage.googleapis.com", "azblob://container": "gateway", "ftp://x": `"ftp"`,
		"bucket": `""`, ":": "no URL",
	} {
		require.ErrorContains(t, blob.CheckURL(address), says)
	}
}
