package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/graph/admission"
	"github.com/covertrack/covertrack/graph/console"
	graphqldoor "github.com/covertrack/covertrack/graph/door"
	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/evidence"
	"github.com/covertrack/covertrack/graph/installation"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/postgres"
)

// service handles requests.
type service struct {
	baseURL string
	pool    *postgres.Pool
	blobs   *blob.Store
	store   *storage.Store
	engine  *engine.Engine
	graphql *graphqldoor.Door
	console *console.Console
	health  *health
	guard   *installation.Guard
	gate    *admission.Gate
	streams *admission.Streams
	metrics *metrics
	traces  *traces
	origins string // see allowOrigins
	proxies trustedProxies
	handler http.Handler
	quotas  model.Quotas
	log     *slog.Logger

	signingKey []byte            // of the addresses of files and of the evidence page
	scanner    *evidence.Scanner // of files that are handed in as evidence; nil: none
	webhooks   engine.Webhooks
	incoming   string // folder of files that are being checked

	trustedOnly bool          // organizations may send the trusted GraphQL documents only
	leaveFor    time.Duration // how long requests are still accepted after SIGTERM
}

// newService builds the service on a migrated database.
func newService(ctx context.Context, cmd *cli.Command, db *database, baseURL string, log *slog.Logger) (*service, error) {
	s := &service{
		baseURL: baseURL, metrics: newMetrics(), origins: cmd.String("cors-origins"), log: log,
		trustedOnly: cmd.Bool("trusted-only"), leaveFor: cmd.Duration("drain-delay"),
	}
	if err := s.open(ctx, cmd, db); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

func (s *service) open(ctx context.Context, cmd *cli.Command, db *database) (err error) {
	if s.gate, err = newGate(cmd); err != nil {
		return err
	}
	if s.proxies, err = readTrustedProxies(cmd); err != nil {
		return err
	}
	s.streams = newStreams(cmd, s.gate)
	if s.traces, err = startTraces(ctx, s.log); err != nil {
		return err
	}
	options := postgres.DefaultOptions()
	options.Logger, options.Tracer, options.Shared = s.log, s.traces.statements(), true
	if s.pool, err = postgres.Open(ctx, db.dsn, options); err != nil {
		return err
	}
	if s.blobs, err = openBlobs(ctx, cmd, s.baseURL, s.log); err != nil {
		return err
	}
	if err = s.openEvidence(cmd); err != nil {
		return err
	}
	s.metrics.watchPool(s.pool)
	s.store = storage.New(s.pool)
	if err = s.store.CheckWriter(ctx); err != nil {
		return err
	}
	s.metrics.watchJobs(s.store, s.log)
	if db.direct != db.dsn {
		s.store.ListenOn(db.direct)
	}
	if err = openReplicas(ctx, cmd, s.store, options, s.log); err != nil {
		return err
	}
	s.metrics.watchReplicas(s.store.Replicas())
	s.quotas = quotasOf(cmd)
	s.webhooks = engine.Webhooks{Key: model.NewWebhookKey(s.signingKey), URLs: webhookURLs(cmd)}
	config := engine.Config{
		Store: s.store, Blobs: s.blobs, Now: time.Now, Logger: s.log, Streams: s.streams, Quotas: s.quotas,
		BaseURL: s.baseURL, Webhooks: s.webhooks,
	}
	s.engine = engine.New(config, &graph.Resolver{})
	s.graphql = graphqldoor.New(s.engine)
	if folder := cmd.String("documents"); folder != "" {
		if err := s.graphql.Trust(os.DirFS(folder)); err != nil {
			return usagef(cmd, "--documents: %w", err)
		}
	}
	s.guard = installation.NewGuard(installation.Config{Store: s.store, Blobs: s.blobs, Now: time.Now, Logger: s.log},
		cmd.Bool("restored"))
	s.metrics.watchGuard(s.guard)
	s.health = &health{store: s.store, blobs: s.blobs, guard: s.guard, log: s.log}
	s.metrics.watchRoom(s)
	s.handler, err = newHandler(s)
	return err
}

// close ends everything at the same time, since each may take some seconds when what it talks to does not respond.
func (s *service) close() error {
	return errors.Join(together(s.closeBlobs, s.closeDatabase, s.flushTraces)...)
}

func (s *service) closeBlobs() error {
	if s.blobs == nil {
		return nil
	}
	return s.blobs.Close()
}

func (s *service) closeDatabase() error {
	if s.store != nil {
		s.store.Wait()
		s.store.CloseReplicas()
	}
	if s.pool != nil {
		s.pool.Close()
	}
	return nil
}

func (s *service) flushTraces() error {
	s.traces.flush(s.log)
	return nil
}

// openBlobs opens the object store of the flags. It creates the data folder if there is none.
func openBlobs(ctx context.Context, cmd *cli.Command, baseURL string, log *slog.Logger) (*blob.Store, error) {
	dataDir := cmd.String("data-dir")
	if err := os.MkdirAll(dataDir, 0o755); err != nil {
		return nil, err
	}
	key, err := signingKey(cmd.String("signing-key"), dataDir)
	if err != nil {
		return nil, err
	}
	return blob.Open(ctx, blob.Config{
		URL: cmd.String("blob-url"), DataDir: dataDir, BaseURL: baseURL, SigningKey: key, Logger: log,
		MinFree: int64(cmd.Int("min-free-space")) << 20,
	})
}

// checkFileFlags refuses a signing key that is too short, and an object store that has no known form.
func checkFileFlags(cmd *cli.Command) error {
	if given := cmd.String("signing-key"); given != "" {
		if _, err := signingKey(given, ""); err != nil {
			return usageError{err, cmd.FullName()}
		}
	}
	if err := blob.CheckURL(cmd.String("blob-url")); err != nil {
		return usagef(cmd, "--blob-url: %w", err)
	}
	return nil
}

// tryFiles opens the object store and closes it again, so that what is wrong with its flags is reported before the
// database is started.
func tryFiles(ctx context.Context, cmd *cli.Command, baseURL string, log *slog.Logger) error {
	blobs, err := openBlobs(ctx, cmd, baseURL, log)
	if err != nil {
		return err
	}
	return blobs.Close()
}

// minSigningKey is the fewest characters of a signing key.
const minSigningKey = 32

// signingKey returns the given text or, if that is empty, the text of a file in the data folder, which it creates if
// there is none. The characters themselves are the key, so there is no encoding that a deployment could get wrong.
func signingKey(given, dataDir string) ([]byte, error) {
	from := "--signing-key"
	if given == "" {
		from = filepath.Join(dataDir, "signing.key")
		text, err := os.ReadFile(from)
		if errors.Is(err, fs.ErrNotExist) {
			text, err = makeSigningKey(from)
		}
		if err != nil {
			return nil, fmt.Errorf("signing key: %w", err)
		}
		given = string(text)
	}
	key := []byte(strings.TrimSpace(given))
	if len(key) < minSigningKey {
		return nil, fmt.Errorf("the signing key of %s has %d characters; "+
			"give it at least %d random ones, as by `openssl rand -hex 32`", from, len(key), minSigningKey)
	}
	return key, nil
}

// makeSigningKey writes a new key and returns what is in the file then: another process may have written it first.
// Since the file is linked to its place, it is never seen half written.
func makeSigningKey(path string) ([]byte, error) {
	var random [32]byte
	_, _ = rand.Read(random[:]) // never fails
	f, err := os.CreateTemp(filepath.Dir(path), ".signing.key-*")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.WriteString(hex.EncodeToString(random[:]) + "\n")
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return nil, err
	}
	if err := os.Link(f.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return os.ReadFile(path)
}
