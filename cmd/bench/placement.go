package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/storage/postgres/embedded"
)

// errNoCitus says that Postgres has no extension citus.
var errNoCitus = errors.New("no extension citus")

// scaleRig is what runs during the take scale: the coordinator, which has the plain database too, and its workers.
type scaleRig struct {
	*rig
	workers    []*embedded.Server
	placements []*placement
	tokens     []string // one of each portfolio
	kinds      []kind
}

// placement is a database with all portfolios, and the node that serves it.
type placement struct {
	name, database string
	workers        int // that have its shards; 0 for a plain database
	product        *process
	used           usage // in the rounds so far
	requests       int
}

// node are the settings of a server that takes part.
var node = []string{
	"shared_preload_libraries=citus", "wal_level=logical", "max_prepared_transactions=200", "max_wal_senders=10",
	"max_replication_slots=10", "max_worker_processes=32", "citus.enable_unsafe_triggers=on", "citus.propagate_set_commands=local",
	"citus.shard_count=8",
}

// start starts servers, data and nodes. What it started before an error is for close to stop.
func (r *scaleRig) start(ctx context.Context) (err error) {
	if r.binary, err = filepath.Abs(r.binary); err != nil {
		return err
	}
	if r.dir, err = filepath.Abs(filepath.Join(r.folder, "scale")); err != nil {
		return err
	}
	if err := os.RemoveAll(r.dir); err != nil {
		return err
	}
	if err := r.startServers(ctx); err != nil {
		return err
	}
	r.placements = []*placement{
		{name: "plain", database: "plain"}, {name: "1 worker", database: "one", workers: 1},
		{name: "2 workers", database: "two", workers: len(r.workers)},
	}
	if err := r.fill(ctx, r.placements[0].database); err != nil {
		return err
	}
	for _, p := range r.placements[1:] {
		if err := r.distribute(ctx, p); err != nil {
			return err
		}
	}
	for _, p := range r.placements {
		if err := r.startNode(ctx, p, 0); err != nil {
			return err
		}
	}
	return r.choose(ctx)
}

// startServers starts the coordinator, asks it for the extension, and starts two workers.
func (r *scaleRig) startServers(ctx context.Context) (err error) {
	plain, err := embedded.Start(ctx, embedded.Config{DataDir: filepath.Join(r.dir, "coordinator"), Own: true})
	if err != nil {
		return err
	}
	r.server = plain
	settings, err := nodeSettings(ctx, plain.DSN("postgres"))
	if err != nil {
		return err
	}
	if err := plain.Stop(ctx); err != nil {
		return err
	}
	for i, name := range []string{"coordinator", "worker1", "worker2"} {
		server, err := embedded.Start(ctx, embedded.Config{DataDir: filepath.Join(r.dir, name), Own: true, Settings: settings})
		if err != nil {
			return err
		}
		if i == 0 {
			r.server = server
		} else {
			r.workers = append(r.workers, server)
		}
		if err := execAt(ctx, server.DSN("postgres"), "CREATE ROLE covertrack_writer LOGIN"); err != nil {
			return err
		}
	}
	return nil
}

// nodeSettings returns the settings of a node, or errNoCitus.
func nodeSettings(ctx context.Context, dsn string) ([]string, error) {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return nil, err
	}
	var has, namesPlugins bool // which libraries may be loaded to move shards is asked of late: 15.20 does
	err = conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'citus'),
		EXISTS (SELECT FROM pg_settings WHERE name = 'output_plugin_libraries')`).Scan(&has, &namesPlugins)
	if err = errors.Join(err, conn.Close(ctx)); err != nil {
		return nil, err
	}
	if !has {
		return nil, errNoCitus
	}
	if namesPlugins {
		return append(node, "output_plugin_libraries=pgoutput,citus"), nil
	}
	return node, nil
}

// distribute copies the plain database and distributes its tables over the placement's workers.
func (r *scaleRig) distribute(ctx context.Context, p *placement) error {
	progress("distributing %s", p.name)
	err := r.exec(ctx, "postgres", "CREATE DATABASE "+p.database+" TEMPLATE "+r.placements[0].database)
	if err != nil {
		return err
	}
	statements := []string{"CREATE EXTENSION citus", nodeCall("citus_set_coordinator_host", r.server.DSN(p.database))}
	for _, w := range r.workers[:p.workers] {
		if err := w.CreateDatabase(ctx, p.database); err != nil {
			return err
		}
		if err := execAt(ctx, w.DSN(p.database), "CREATE EXTENSION citus"); err != nil {
			return err
		}
		statements = append(statements, nodeCall("citus_add_node", w.DSN(p.database)))
	}
	if err := r.exec(ctx, p.database, statements...); err != nil {
		return err
	}
	if _, err := r.command(ctx, p.database, "migrate", "distribute"); err != nil {
		return err
	}
	return r.exec(ctx, p.database, "VACUUM ANALYZE")
}

// nodeCall is a call of Citus' with the address of a server.
func nodeCall(function, dsn string) string {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return function // the server says what is wrong with it
	}
	return fmt.Sprintf("SELECT %s('%s', %d)", function, config.Host, config.Port)
}

// scalePool gives a node a connection for each client, and one for what a client needs besides: none waits for another.
const scalePool = "&pool_max_conns=32"

// startNode starts the node of a placement, with so many jobs at a time.
func (r *scaleRig) startNode(ctx context.Context, p *placement, jobs int) (err error) {
	p.product, err = startProcess(ctx, r.binary, "serve", "--database-url", r.server.DSN(p.database)+scalePool,
		"--data-dir", r.nodeDir(p), "--base-url", baseURL, "--signing-key", signingKey,
		"--rate-limit", "0", "--max-in-flight", "0", "--log-level", "warn", "--workers", strconv.Itoa(jobs))
	return err
}

func (r *scaleRig) nodeDir(p *placement) string { return filepath.Join(r.dir, "node-"+p.database) }

func (r *scaleRig) close() (err error) {
	for _, p := range r.placements {
		if p.product != nil {
			err = errors.Join(err, p.product.stop())
		}
	}
	for _, w := range r.workers {
		err = errors.Join(err, w.Stop(context.Background()))
	}
	return errors.Join(err, r.rig.close(), os.RemoveAll(r.dir))
}
