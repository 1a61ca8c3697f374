//go:build program

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/serve/health"
	"github.com/covertrack/covertrack/storage/storagetest/smalldisk"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakR14Disk fills the disk under a node and its Postgres. Under the floor uploads are 507 and everything else goes on; with
// nothing left the node is not ready, and nothing is answered with 500. With room again all of it works.
func TestSoakR14Disk(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R14", "a disk that fills and empties: uploads 507 under the floor, unready when it is full, never 500")
	disk := smalldisk.New(t, 400<<20)
	data := filepath.Join(disk, "var")
	s := serveOn(t, data, nil, "--min-free-space", "64", "--rate-limit", "0")
	token := newToken(t, data, nil)
	create := func() int {
		status, _, err := s.send("POST", "/rest/insured-groups", token, `{"name":"A group"}`)
		require.NoError(t, err)
		return status
	}
	require.Equal(t, http.StatusOK, s.put(t, token, 1<<20))
	for range soak.Count(1, 10) {
		filling := smalldisk.Fill(t, disk, 32<<20)
		require.Equal(t, http.StatusInsufficientStorage, s.put(t, token, 1000))
		require.Equal(t, http.StatusCreated, create(), "everything else goes on")
		require.Equal(t, http.StatusOK, s.status(t, "/readyz"))
		require.NoError(t, os.Remove(filling))

		filling = smalldisk.Fill(t, disk, 0)
		require.Eventually(t, func() bool { return s.status(t, "/readyz") == http.StatusServiceUnavailable }, 3*health.WritesKnownFor,
			50*time.Millisecond)
		for range 20 {
			status := create()
			tally.Tried(1)
			if !slices.Contains([]int{http.StatusCreated, http.StatusServiceUnavailable}, status) {
				tally.Failed(1)
			}
			require.Contains(t, []int{http.StatusCreated, http.StatusServiceUnavailable}, status)
		}
		require.Equal(t, http.StatusOK, s.status(t, "/healthz"))
		require.NoError(t, os.Remove(filling))
		require.Eventually(t, func() bool { return s.status(t, "/readyz") == http.StatusOK }, 10*time.Second, 50*time.Millisecond)
		require.Equal(t, http.StatusCreated, create())
		require.Equal(t, http.StatusOK, s.put(t, token, 1000))
	}
}

// TestSoakR27 fills the disk until the embedded Postgres ends. The node lives on and answers 503; with room again it goes on by
// itself, and has everything that was acknowledged.
func TestSoakR27(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R27", "a disk that is full until the embedded Postgres ends, and then has room: the node goes on, "+
		"and no acknowledged write is lost")
	disk := smalldisk.New(t, 500<<20)
	data := filepath.Join(disk, "var")
	s := serveOn(t, data, nil, "--rate-limit", "0", "--workers", "0")
	token := newToken(t, data, nil)
	dsn := fmt.Sprintf("postgres://covertrack@/covertrack?host=%s&port=5432&sslmode=disable", filepath.Join(data, "postgres", "socket"))
	var acknowledged []string
	create := func() {
		status, body, err := s.send("POST", "/rest/insured-groups", token, `{"name":"A group"}`)
		require.NoError(t, err)
		require.Contains(t, []int{http.StatusCreated, http.StatusServiceUnavailable}, status, body)
		if status == http.StatusCreated {
			var made struct{ ID string }
			require.NoError(t, json.Unmarshal([]byte(body), &made))
			acknowledged = append(acknowledged, made.ID)
		}
	}
	for round := range soak.Count(1, 5) {
		for range 50 {
			create()
		}
		filling := smalldisk.Fill(t, disk, 1<<20)
		ended := func() bool {
			return strings.Count(s.stderr.String(), "the disk is full and embedded Postgres has ended") > round
		}
		require.Eventually(t, func() bool {
			create()
			if conn, err := pgx.Connect(t.Context(), dsn); err == nil { // as a long day of writes
				_, _ = conn.Exec(t.Context(), "SELECT pg_switch_wal()")
				_ = conn.Close(t.Context())
			}
			return ended()
		}, time.Minute, time.Millisecond)
		for range 20 {
			require.Equal(t, http.StatusServiceUnavailable, s.status(t, "/readyz"))
			status, _, err := s.send("GET", "/rest/insured-groups", token, "")
			require.NoError(t, err)
			require.Equal(t, http.StatusServiceUnavailable, status)
		}
		require.Equal(t, http.StatusOK, s.status(t, "/healthz"))
		require.NoError(t, os.Remove(filling))
		require.Eventually(t, func() bool { return s.status(t, "/readyz") == http.StatusOK }, time.Minute, 50*time.Millisecond)
		for _, id := range acknowledged {
			status, _, err := s.send("GET", "/rest/insured-groups/"+id, token, "")
			require.NoError(t, err)
			tally.Tried(1)
			require.Equal(t, http.StatusOK, status, id)
		}
		require.False(t, s.over())
	}
	require.GreaterOrEqual(t, len(acknowledged), 50)
}

// put signs an address and uploads to it; it returns the status.
func (s *server) put(t *testing.T, token string, size int) int {
	t.Helper()
	return s.putFrom(t, token, bytes.NewReader(make([]byte, size)), int64(size))
}

func (s *server) putFrom(t *testing.T, token string, body io.Reader, size int64) int {
	t.Helper()
	status, text, err := s.send("POST", "/rest/documents/sign-urls", token, `{"docs":[{"fileName":"a.pdf"}]}`)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, status, text)
	var signed []struct{ SignedURL string }
	require.NoError(t, json.Unmarshal([]byte(text), &signed))
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPut, signed[0].SignedURL, body)
	require.NoError(t, err)
	r.ContentLength = size
	r.Header.Set("Content-Type", "application/pdf")
	answer, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	return answer.StatusCode
}

func (s *server) status(t *testing.T, path string) int {
	t.Helper()
	status, _, err := s.send("GET", path, "", "")
	require.NoError(t, err)
	return status
}

// TestSoakR14SlowUpload sends the largest file over a slow line: 50 MiB at 1 MB/s in `make soak`, a fiftieth of that in `make test`,
// where TestUploadByProgress has the times scaled.
func TestSoakR14SlowUpload(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R14", "an upload of 50 MiB at 1 MB/s succeeds")
	data := readyDataDir(t)
	s := serveOn(t, data, nil)
	size := soak.Count(1<<20, 50<<20)
	begun := time.Now()
	status := s.putFrom(t, newToken(t, data, nil), &slowLine{left: size}, int64(size))
	tally.Tried(1)
	tally.Note("50 MiB at 1 MB/s in %s", time.Since(begun).Round(time.Second))
	if status != http.StatusOK {
		tally.Failed(1)
	}
	require.Equal(t, http.StatusOK, status)
}

// slowLine is a body that comes at a megabyte a second.
type slowLine struct{ left int }

// Read waits a millionth of a second for each byte.
func (l *slowLine) Read(p []byte) (int, error) {
	if l.left == 0 {
		return 0, io.EOF
	}
	n := min(len(p), l.left)
	time.Sleep(time.Duration(n) * time.Microsecond)
	l.left -= n
	return n, nil
}
