package blob_test

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestGoogleCloud signs with a made-up account; nothing is contacted.
func TestGoogleCloud(t *testing.T) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	require.NoError(t, err)
	der, err := x509.MarshalPKCS8PrivateKey(key)
	require.NoError(t, err)
	account, err := json.Marshal(map[string]string{
		"type":           "service_account",
		"client_email":   "uploads@example.com",
		"private_key_id": "1",
		"private_key":    string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})),
		"token_uri":      "http://127.0.0.1:1/token",
	})
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "account.json")
	require.NoError(t, os.WriteFile(file, account, 0o600))
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", file)

	s := newSite(t, "gs://bucket-1")
	signed, err := url.Parse(s.signUpload("p1/u1"))
	require.NoError(t, err)
	require.Equal(t, "storage.googleapis.com", signed.Host)
	require.Equal(t, "/bucket-1/p1/u1", signed.Path)
	require.Equal(t, "content-type;host", signed.Query().Get("X-Goog-SignedHeaders"))
	require.Contains(t, s.signDownload("p1/d1", "a.pdf", pdf), s.url)

	// An account that cannot sign lets the uploads come to us.
	s = newSite(t, "gs://bucket-1?access_id=-")
	require.Contains(t, s.signUpload("p1/u1"), s.url)
}

// TestAzure takes the uploads itself, since Azure demands a header of its own.
func TestAzure(t *testing.T) {
	t.Setenv("AZURE_STORAGE_ACCOUNT", "account1")
	t.Setenv("AZURE_STORAGE_KEY", base64.StdEncoding.EncodeToString([]byte("key")))
	s := newSite(t, "azblob://container-1")
	require.Contains(t, s.signUpload("p1/u1"), s.url)
	require.Contains(t, s.signDownload("p1/d1", "a.pdf", pdf), s.url)
}
