package main

import (
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
)

func TestProfiles(t *testing.T) {
	t.Parallel()
	get := func(url string) (int, string) {
		answer, err := http.Get(url)
		require.NoError(t, err)
		body, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		return answer.StatusCode, string(body)
	}
	t.Run("none unless asked for, and never on the public address", func(t *testing.T) {
		t.Parallel()
		s := serveOn(t, readyDataDir(t), nil)
		require.Nil(t, s.logged("serving profiles"))
		status, _ := get(s.url + "/debug/pprof/")
		require.Equal(t, http.StatusNotFound, status)
	})
	t.Run("on an address of their own", func(t *testing.T) {
		t.Parallel()
		s := serveOn(t, readyDataDir(t), nil, "--pprof-addr", "127.0.0.1:0")
		profiles := s.logged("serving profiles")["url"].(string)
		status, body := get(profiles)
		require.Equal(t, http.StatusOK, status)
		require.Contains(t, body, "goroutine")
		status, body = get(profiles + "goroutine?debug=1")
		require.Equal(t, http.StatusOK, status)
		require.Contains(t, body, "covertrack/serve.serve")
		for _, path := range []string{"/debug/pprof/", "/debug/pprof/heap"} {
			status, _ = get(s.url + path)
			require.Equal(t, http.StatusNotFound, status)
		}
		status, _ = get(profiles + "../../metrics")
		require.Equal(t, http.StatusNotFound, status)
	})
	t.Run("a taken address", func(t *testing.T) {
		t.Parallel()
		p := start(t, nil, "serve", "--data-dir", readyDataDir(t), "--addr", "127.0.0.1:0", "--pprof-addr", takenAddr(t))
		require.Equal(t, command.ExitFailure, p.ended(t))
		require.Contains(t, p.stderr.String(), "--pprof-addr: listen")
	})
}
