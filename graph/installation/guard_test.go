package installation_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/installation"
	"github.com/covertrack/covertrack/model/copies"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// site is a database and a folder of files, with a clock that the test moves.
type site struct {
	installation.Config
	dir string
	now time.Time
	log bytes.Buffer
}

func newSite(t *testing.T, store *storage.Store) *site {
	t.Helper()
	s := &site{dir: t.TempDir(), now: time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC)}
	s.Config = installation.Config{
		Store: store, Blobs: open(t, s.dir), Now: func() time.Time { return s.now }, Logger: slog.New(slog.NewTextHandler(&s.log, nil)),
	}
	return s
}

func open(t *testing.T, dir string) *blob.Store {
	t.Helper()
	blobs, err := blob.Open(blob.Config{
		URL: "file://" + dir, BaseURL: "http://localhost", SigningKeys: credentials.SigningKeys{bytes.Repeat([]byte("k"), 32)},
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, blobs.Close()) })
	return blobs
}

func (s *site) mark(t *testing.T) (m copies.Mark) {
	t.Helper()
	text, err := s.Blobs.Mark(t.Context())
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &m))
	return m
}

func (s *site) write(t *testing.T, m copies.Mark) {
	t.Helper()
	text, err := json.Marshal(m)
	require.NoError(t, err)
	require.NoError(t, s.Blobs.WriteMark(t.Context(), text))
}

// TestManyNodes has the nodes of one installation start and clean up at the same time. Some of them crash between the
// database and the store, and some write to the store late.
func TestManyNodes(t *testing.T) {
	t.Parallel()
	s := newSite(t, storagetest.New(t))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			config := s.Config
			config.Logger = slog.New(slog.NewTextHandler(t.Output(), nil))
			g := installation.NewGuard(config, false)
			if err := g.Start(t.Context()); err != nil {
				t.Error(err)
				return
			}
			for i := range 25 {
				switch i % 3 {
				case 0:
					_, err := s.Store.RaiseGeneration(t.Context(), uuid.New()) // and crashes
					if err != nil {
						t.Error(err)
					}
				default:
					if !g.Raise(t.Context()) || !g.Allows(t.Context()) {
						t.Error("a node was taken for a copy")
					}
				}
			}
		})
	}
	early := make(chan struct{})
	all.Go(func() {
		defer close(early)
		g := installation.NewGuard(s.Config, false)
		if err := g.Start(t.Context()); err != nil {
			t.Error(err)
		}
	})
	<-early
	old := s.mark(t)
	all.Wait()
	s.write(t, old) // by a node that was stopped in between
	require.NoError(t, installation.NewGuard(s.Config, false).Start(t.Context()))
	require.Greater(t, s.mark(t).Generation, old.Generation)
}

// TestGuardWhileRunning has another copy of the database use the store while a node runs, and give it back.
func TestGuardWhileRunning(t *testing.T) {
	t.Parallel()
	s := newSite(t, storagetest.New(t))
	g := installation.NewGuard(s.Config, false)
	require.True(t, g.Paused(), "until it has looked")
	require.NoError(t, g.Start(t.Context()))
	require.False(t, g.Paused())
	mine := s.mark(t)

	require.True(t, g.Allows(t.Context()))
	require.Equal(t, mine, s.mark(t), "a look writes nothing")
	s.now = s.now.Add(16 * time.Minute)
	require.True(t, g.Allows(t.Context()))
	require.Equal(t, s.now, s.mark(t).WrittenAt, "but for now and then, so that the store is seen to be in use")
	require.True(t, g.Raise(t.Context()))
	mine = s.mark(t)

	others := mine
	others.Generation, others.ID = mine.Generation+1, uuid.New()
	s.write(t, others)
	require.False(t, g.Allows(t.Context()))
	require.False(t, g.Raise(t.Context()))
	require.True(t, g.Paused())
	require.Equal(t, others, s.mark(t), "a copy writes nothing")
	require.Equal(t, 1, strings.Count(s.log.String(), "runs as restored now"), "it is logged once")
	s.write(t, mine)
	require.True(t, g.Allows(t.Context()))
	require.Contains(t, s.log.String(), "jobs run again")
}

// TestGuardWithoutStore has a store that is away: before it was compared nothing is allowed, later only what it has no
// part in.
func TestGuardWithoutStore(t *testing.T) {
	t.Parallel()
	s := newSite(t, storagetest.New(t))
	away := func() {
		require.NoError(t, os.WriteFile(filepath.Join(s.dir, "covertrack-installation.json"), []byte("{"), 0o600))
	}
	away()
	g := installation.NewGuard(s.Config, false)
	require.NoError(t, g.Start(t.Context()), "it serves")
	require.False(t, g.Allows(t.Context()))
	require.NoError(t, os.Remove(filepath.Join(s.dir, "covertrack-installation.json")))
	require.True(t, g.Allows(t.Context()))
	away()
	require.True(t, g.Allows(t.Context()))
	require.False(t, g.Raise(t.Context()))
}

// TestUnsaid has a server that keeps the identifier of its cluster to itself, as a managed one may.
func TestUnsaid(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	w.Exec(t, "CREATE FUNCTION public.pg_control_system(OUT system_identifier bigint) LANGUAGE plpgsql AS "+
		"$$ BEGIN RAISE insufficient_privilege; END $$")
	w.Exec(t, "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$")
	w.Store.Pool().Pgx().Reset()
	s := newSite(t, w.Store)
	require.NoError(t, installation.NewGuard(s.Config, false).Start(t.Context()))
	require.Contains(t, s.log.String(), "pg_control_system")
	require.Empty(t, s.mark(t).SystemIdentifier)
	w.Exec(t, "UPDATE installation SET database_oid = 1")
	require.ErrorContains(t, installation.NewGuard(s.Config, false).Start(t.Context()), "OID 1,")
	w.Exec(t,
		"UPDATE installation SET database_oid = (SELECT oid FROM pg_database WHERE datname = current_database()), system_identifier = '7'")
	require.NoError(t, installation.NewGuard(s.Config, false).Start(t.Context()), "what is not known is not compared")
}
