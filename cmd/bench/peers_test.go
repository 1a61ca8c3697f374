package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/bench/fire"
)

func TestPeersWithoutNode(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := installPeers(t.Context(), t.TempDir())
	require.ErrorIs(t, err, errNoNode)
	require.NoError(t, measurePeers(t.Context(), settings{}), "it says that it was skipped")
}

// TestPeersInstalled is that packages are fetched once for one lock file, by a program that stands in for npm.
func TestPeersInstalled(t *testing.T) {
	programs, folder := t.TempDir(), t.TempDir()
	for _, name := range []string{"node", "npm"} {
		script := "#!/bin/sh\necho \"$@\" >> calls\n"
		require.NoError(t, os.WriteFile(filepath.Join(programs, name), []byte(script), 0o755))
	}
	t.Setenv("PATH", programs)
	var dir string
	for range 2 {
		var err error
		dir, err = installPeers(t.Context(), folder)
		require.NoError(t, err)
	}
	calls, err := os.ReadFile(filepath.Join(dir, "calls"))
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(string(calls), "ci --ignore-scripts"), string(calls))
	for _, p := range peerScripts {
		require.FileExists(t, filepath.Join(dir, p.script))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "installed"), []byte("another lock file"), 0o644))
	_, err = installPeers(t.Context(), folder)
	require.NoError(t, err)
	calls, err = os.ReadFile(filepath.Join(dir, "calls"))
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(string(calls), "ci --ignore-scripts"), string(calls))
}

func TestSameAnswers(t *testing.T) {
	t.Parallel()
	serve := func(answer string) *process {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			require.Equal(t, "Bearer test_big", r.Header.Get("Authorization"))
			_, _ = fmt.Fprint(w, answer)
		}))
		t.Cleanup(server.Close)
		return &process{addr: strings.TrimPrefix(server.URL, "http://")}
	}
	r := &rig{data: dataset{Big: "test_big"}}
	first := &peer{name: "LIMIT", server: serve(`{"a":1,"b":[{"c":"x"}]}`)}
	require.NoError(t, r.sameAnswers(t.Context(), []*peer{first, {name: "same", server: serve(`{"b":[{"c":"x"}],"a":1}`)}}, "/"))
	err := r.sameAnswers(t.Context(), []*peer{first, {name: "other", server: serve(`{"b":[{"c":"y"}],"a":1}`)}}, "/")
	require.ErrorContains(t, err, "other answers / otherwise than LIMIT")
}

func TestPeersText(t *testing.T) {
	t.Parallel()
	results := func(counts ...int) (list []fire.Result) {
		for _, n := range counts {
			list = append(list, fire.Result{Requests: n, Seconds: 1})
		}
		return list
	}
	text := peersText([]*peer{
		{name: "LIMIT", list: results(100, 200, 300), get: results(1000, 1000, 1000)},
		{name: "slow", list: results(50, 50, 150), get: results(100, 200, 300)},
	})
	require.Contains(t, text, "\n| LIMIT | 200 | 1.00 | 1000 | 1.00 |\n| slow | 50 | 0.50 | 200 | 0.20 |\n")
}
