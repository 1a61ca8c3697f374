package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/storage/postgres/embedded"
)

const (
	baseURL    = "http://bench.example"
	signingKey = "the bench signs with this key, which is no secret"
	database   = "covertrack"
)

// rig is what runs during the bench: one Postgres, and on it the product and the server written by hand.
type rig struct {
	settings
	dir             string // of the data
	server          *embedded.Server
	data            dataset
	product, byHand *process
}

// manyConnections lets the take follow-up have a connection for each client, on both sides.
var manyConnections = []string{"max_connections=200"}

// start starts everything. What it started before an error is for close to stop.
func (r *rig) start(ctx context.Context) (err error) {
	if r.binary, err = filepath.Abs(r.binary); err != nil {
		return err
	}
	if r.dir, err = dataDir(r.settings, "data", r.cases, r.documents); err != nil {
		return err
	}
	if r.server, err = embedded.Start(ctx, embedded.Config{DataDir: r.dir, Own: true, Settings: manyConnections}); err != nil {
		return err
	}
	if err := r.prepare(ctx); err != nil {
		return err
	}
	r.product, err = r.startProduct(ctx, database, "--workers", "0", "--pprof-addr", r.pprof)
	if err != nil {
		return err
	}
	env, err := r.collectAsProduct(ctx)
	if err != nil {
		return err
	}
	r.byHand, err = r.startByHand(ctx, append(os.Environ(), env...))
	return err
}

// startByHand starts a server written by hand in an environment.
func (r *rig) startByHand(ctx context.Context, env []string) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return startProcessIn(ctx, env, self, "limit", "--database-url", r.server.DSN(database), "--data-dir", r.dir)
}

// startProduct starts a node without limits on a database.
func (r *rig) startProduct(ctx context.Context, database string, args ...string) (*process, error) {
	return startProcess(ctx, r.binary, append([]string{"serve", "--database-url", r.server.DSN(database), "--data-dir", r.dir,
		"--base-url", baseURL, "--signing-key", signingKey, "--rate-limit", "0", "--max-in-flight", "0",
		"--log-level", "warn"}, args...)...)
}

func (r *rig) close() (err error) {
	for _, p := range []*process{r.product, r.byHand} {
		if p != nil {
			err = errors.Join(err, p.stop())
		}
	}
	if r.server != nil {
		err = errors.Join(err, r.server.Stop(context.Background()))
	}
	return err
}

// recreate makes a new, empty database in place of an old one.
func (r *rig) recreate(ctx context.Context, name string) error {
	if err := r.exec(ctx, "postgres", "DROP DATABASE IF EXISTS "+name); err != nil {
		return err
	}
	return r.server.CreateDatabase(ctx, name)
}

// exec runs statements one after another, outside a transaction.
func (r *rig) exec(ctx context.Context, database string, statements ...string) error {
	return execAt(ctx, r.server.DSN(database), statements...)
}

func execAt(ctx context.Context, dsn string, statements ...string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// version returns the version of Postgres, which one of its databases tells.
func (r *rig) version(ctx context.Context, database string) (string, error) {
	conn, err := pgx.Connect(ctx, r.server.DSN(database))
	if err != nil {
		return "", err
	}
	version, _, _ := strings.Cut(conn.PgConn().ParameterStatus("server_version"), " ")
	return version, conn.Close(ctx)
}
