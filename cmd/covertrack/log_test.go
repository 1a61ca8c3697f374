package main

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/cmd/covertrack/serve"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestErrorLinesNameTheRequest breaks the database and the object store: every line at ERROR says for which request.
func TestErrorLinesNameTheRequest(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	x := newInProcessWith(t, func(s *serve.Service) {
		s.Store = storagetest.Open(t, s.Store.Pool().Pgx().Config().ConnString(), postgres.Options{Logger: s.Log})
		var err error
		s.Blobs, err = blob.Open(blob.Config{
			DataDir: dir, BaseURL: s.BaseURL, SigningKeys: credentials.SigningKeys{bytes.Repeat([]byte("k"), 32)}, Logger: s.Log,
		})
		require.NoError(t, err)
	})
	token := x.world.Harbor.Token
	signed := x.do("POST", "/rest/documents/sign-urls", token, `{"docs":[{"fileName":"a.pdf"}]}`)
	address := regexp.MustCompile(`"signedUrl":"http://[^/]+([^"]+)"`).FindStringSubmatch(signed.Body.String())
	require.NotNil(t, address, signed.Body)
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "blobs")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "blobs"), nil, 0o600), "a file where the folder was")
	x.Store.Pool().Close()

	for id, request := range map[string][]string{
		"rest":    {"GET", "/rest/cases", token, ""},
		"write":   {"POST", "/rest/insured-groups", token, `{"name":"A group"}`},
		"graphql": {"POST", "/graphql", token, `{"query":"{ cases { pageInfo { total } } }"}`},
		"caller":  {"GET", "/rest/cases", x.world.Prairie.Token, ""}, // not even who asks can be found out
		"file":    {"PUT", strings.ReplaceAll(address[1], `\u0026`, "&"), "", "%PDF-1.7"},
	} {
		content := "application/json"
		if id == "file" {
			content = "application/pdf"
		}
		w := x.do(request[0], request[1], request[2], request[3], "X-Request-Id", id, "Content-Type", content)
		require.True(t, w.Code >= 500 || id == "graphql" && strings.Contains(w.Body.String(), `"internal"`), "%s: %s", id, w.Body)
	}
	failed := map[string]bool{}
	for line := range strings.Lines(x.log.String()) {
		var entry map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &entry))
		if entry["level"] == "ERROR" {
			require.NotEmpty(t, entry["request_id"], line)
			require.Equal(t, 1, strings.Count(line, `"request_id"`))
			failed[entry["request_id"].(string)] = true
		}
	}
	require.Len(t, failed, 5, "%v: %s", failed, x.log)
}

func TestLogOutsideOfRequests(t *testing.T) {
	t.Parallel()
	log := &lines{}
	slog.New(command.AboutRequest{Handler: slog.NewJSONHandler(log, nil)}).WithGroup("g").With("a", 1).InfoContext(t.Context(), "hello")
	require.Contains(t, log.String(), `"msg":"hello","g":{"a":1}}`)
}
