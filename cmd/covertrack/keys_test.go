package main

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/receiver"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

const (
	oldKey = "the signing key that is replaced, an old one"
	newKey = "the signing key that comes in its place, a new one"
)

// keyedNode starts a node with a signing key.
func (x *terminal) keyedNode(t *testing.T, files string, args ...string) *server {
	t.Helper()
	return serveOn(t, newDataDir(t), nil, append([]string{"--database-url", x.dsn, "--blob-url", "file://" + files}, args...)...)
}

// refused starts a node that does not start and returns what it says.
func (x *terminal) refused(t *testing.T, args ...string) string {
	t.Helper()
	out := x.run(t, append([]string{"serve", "--data-dir", t.TempDir(), "--addr", "127.0.0.1:0"}, args...)...)
	require.NotEqual(t, command.ExitOK, out.code, out.stderr)
	return out.stderr
}

// TestKeysRotate replaces the signing key: what was signed and encrypted with the old one is good all the time, and no node
// with another key than the database's starts.
func TestKeysRotate(t *testing.T) {
	t.Parallel()
	x, files := &terminal{dsn: durableDatabase(t)}, newDataDir(t)
	world := storagetest.WorldOn(t, x.dsn)
	token := world.Harbor.Token
	s := x.keyedNode(t, files, "--signing-key", oldKey)
	status, made, err := s.send("POST", "/rest/webhook-endpoints", token, `{"url":"https://receiver.example.com/hook"}`)
	require.NoError(t, err)
	require.Equal(t, http.StatusCreated, status, made)
	var endpoint struct{ ID, Secret string }
	require.NoError(t, json.Unmarshal([]byte(made), &endpoint))
	signed := s.signUpload(t, token)
	provider := addProvider(t, x)

	require.Contains(t, x.refused(t, "--signing-key", newKey), "the signing key is not the one of this database")
	require.Contains(t, x.refused(t), "there is no signing key")
	doctor := x.examined(t, "--signing-key", newKey)
	require.Regexp(t, `(?m)^FAIL  signing key +it is not the one of this database`, doctor.stdout)

	next := x.keyedNode(t, files, "--signing-key", newKey, "--signing-key-previous", oldKey)
	require.Equal(t, http.StatusOK, put(t, next.url+signed), "an address that was given out before")
	require.Equal(t, http.StatusForbidden, put(t, s.url+next.signUpload(t, token)), "the old node does not know the new key")
	require.Contains(t, x.refused(t, "--signing-key", newKey), "the signing key is not the one of this database", "until the rotation")
	require.Regexp(t, `(?m)^warn  signing key +it is being replaced`,
		x.examined(t, "--signing-key", newKey, "--signing-key-previous", oldKey).stdout)

	rotate := []string{"keys", "rotate", "--signing-key", newKey, "--signing-key-previous", oldKey}
	require.Contains(t, x.ok(t, rotate...), "encrypted 2 secrets with the new key")
	require.Contains(t, x.ok(t, rotate...), "encrypted 0 secrets with the new key")
	require.Equal(t, []string{"identityProvider.created", "signingKey.rotated", "signingKey.rotated"}, x.audited(t))
	e, err := storage.WebhookEndpoints.One(t.Context(), world.Harbor.Portfolio, scalar.ParseID(endpoint.ID))
	require.NoError(t, err)
	secrets, err := e.Secrets(receiver.NewKey(credentials.SigningKeys{[]byte(newKey)}), time.Now())
	require.NoError(t, err)
	require.Equal(t, endpoint.Secret, secrets[0].Reveal())
	p, err := world.Store.IdentityProvider(t.Context(), provider)
	require.NoError(t, err)
	secret, err := receiver.NewIdentityKey(credentials.SigningKeys{[]byte(newKey)}).Open(p.ID, p.Sealed)
	require.NoError(t, err)
	require.Equal(t, "hush", string(secret.Key))
	require.Contains(t, x.refused(t, "--signing-key", oldKey), "the signing key is not the one of this database")
	x.keyedNode(t, files, "--signing-key", newKey)
}

// addProvider adds an identity provider whose secret is "hush", encrypted with the old key.
func addProvider(t *testing.T, x *terminal) uuid.UUID {
	t.Helper()
	printed := x.ok(t, "identity", "add", "--issuer", "https://login.example.com", "--client-id", "x", "--client-secret", "hush", "--staff",
		"--signing-key", oldKey)
	id, _, _ := strings.Cut(printed, "\n")
	return uuid.MustParse(id)
}

// TestKeysLost goes on without the old key.
func TestKeysLost(t *testing.T) {
	t.Parallel()
	x := &terminal{dsn: durableDatabase(t)}
	world := storagetest.WorldOn(t, x.dsn)
	s := x.keyedNode(t, newDataDir(t), "--signing-key", oldKey)
	id := s.create(t, world.Harbor.Token, "/rest/webhook-endpoints", `{"url":"https://receiver.example.com/hook"}`)
	provider := addProvider(t, x)
	out := x.run(t, "keys", "rotate", "--signing-key", newKey)
	require.Equal(t, command.ExitFailure, out.code)
	require.Contains(t, out.stderr, "keys rotate --lost")
	out = x.run(t, "keys", "rotate", "--signing-key", newKey, "--lost")
	require.Equal(t, command.ExitOK, out.code, out.stderr)
	require.Contains(t, out.stderr, id)
	require.Contains(t, out.stderr, provider.String())
	x.keyedNode(t, newDataDir(t), "--signing-key", newKey, "--restored") // its files are others
}

// TestOwnSigningKey is made once on an embedded Postgres, and another one is refused there too.
func TestOwnSigningKey(t *testing.T) {
	t.Parallel()
	dir := readyDataDir(t)
	s := serveOn(t, dir, nil)
	s.stop(t)
	key, err := os.ReadFile(filepath.Join(dir, "signing.key"))
	require.NoError(t, err)
	out := runLine(t, "serve", "--data-dir", dir, "--addr", "127.0.0.1:0", "--signing-key", newKey)
	require.Equal(t, command.ExitFailure, out.code)
	require.Contains(t, out.stderr, "the signing key is not the one of this database")
	serveOn(t, dir, nil, "--signing-key", newKey, "--signing-key-previous", string(key))
}

// signUpload returns the path of an address for an upload.
func (s *server) signUpload(t *testing.T, token string) string {
	t.Helper()
	status, body, err := s.send("POST", "/rest/documents/sign-urls", token, `{"docs":[{"fileName":"a.pdf"}]}`)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, status, body)
	var answer []struct{ SignedURL string }
	require.NoError(t, json.Unmarshal([]byte(body), &answer))
	address, err := url.Parse(answer[0].SignedURL)
	require.NoError(t, err)
	return address.RequestURI()
}

// put uploads a file and returns the status.
func put(t *testing.T, address string) int {
	t.Helper()
	r, err := http.NewRequest(http.MethodPut, address, strings.NewReader("%PDF-1.7"))
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/pdf")
	answer, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	return answer.StatusCode
}
