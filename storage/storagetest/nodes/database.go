package nodes

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/cluster"
	"github.com/covertrack/covertrack/storage/postgres"
)

// DSN returns the URL of a database, which is that of the coordinator.
func (n *Nodes) DSN(database string) string { return named(n.dsns[0], database) }

// Create makes a database on each node, with the options of CREATE DATABASE.
func (n *Nodes) Create(ctx context.Context, database, options string) error {
	return n.all(ctx, "postgres", "CREATE DATABASE "+database+" "+options)
}

// Drop removes a database that Create has made, and ends its sessions. If the extension's own process opens one meanwhile,
// it tries again.
func (n *Nodes) Drop(ctx context.Context, database string) error {
	statement := "DROP DATABASE IF EXISTS " + database + " WITH (FORCE)"
	err := n.all(ctx, "postgres", statement)
	for range dropAgain {
		if err == nil {
			break
		}
		time.Sleep(dropAfter)
		err = n.all(ctx, "postgres", statement)
	}
	return err
}

// How often, and after how long, a database that somebody uses again is dropped again.
const (
	dropAgain = 20
	dropAfter = 250 * time.Millisecond
)

// Join makes a database of this name on each node, whose coordinator knows its workers. It has no tables yet.
func (n *Nodes) Join(ctx context.Context, database string) error {
	if err := n.Create(ctx, database, ""); err != nil {
		return err
	}
	if err := n.all(ctx, database, "CREATE EXTENSION citus"); err != nil {
		return err
	}
	return n.join(ctx, database)
}

// Distribute makes a database of this name on each node, migrates it and distributes its tables.
func (n *Nodes) Distribute(ctx context.Context, database string) error {
	if err := n.Join(ctx, database); err != nil {
		return err
	}
	pool, err := postgres.Open(ctx, n.DSN(database), postgres.Options{MaxConns: 2})
	if err != nil {
		return err
	}
	defer pool.Close()
	store := storage.New(pool)
	if _, err := store.Migrate(ctx); err != nil {
		return err
	}
	if _, err := pool.Pgx().Exec(ctx, "ALTER ROLE covertrack_writer LOGIN"); err != nil {
		return err
	}
	return cluster.Of(store).Distribute(ctx, false, func(string) {})
}

// join tells the coordinator of the workers, which alone have shards.
func (n *Nodes) join(ctx context.Context, database string) error {
	statements := make([]string, 0, len(n.dsns))
	for i, dsn := range n.dsns {
		config, err := pgx.ParseConfig(dsn)
		if err != nil {
			return err
		}
		call := "SELECT citus_add_node('%s', %d)"
		if i == 0 {
			call = "SELECT citus_set_coordinator_host('%s', %d)"
		}
		statements = append(statements, fmt.Sprintf(call, config.Host, config.Port))
	}
	return run(ctx, n.DSN(database), statements...)
}

// Seal makes a database a template: all sessions end, the extension's too, and nobody can begin another one, as a
// database that is in use cannot be copied.
func (n *Nodes) Seal(ctx context.Context, database string) error {
	err := n.all(ctx, "postgres", "ALTER DATABASE "+database+" ALLOW_CONNECTIONS false")
	if err != nil {
		return err
	}
	return n.all(ctx, "postgres", "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '"+database+"'")
}

// all runs a statement in a database of each node, at the same time.
func (n *Nodes) all(ctx context.Context, database, statement string) error {
	var group errgroup.Group
	for _, dsn := range n.dsns {
		group.Go(func() error { return run(ctx, named(dsn, database), statement) })
	}
	return group.Wait()
}

func run(ctx context.Context, dsn string, statements ...string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	for _, statement := range statements {
		if err == nil {
			_, err = conn.Exec(ctx, statement)
		}
	}
	return errors.Join(err, conn.Close(context.WithoutCancel(ctx)))
}

// named is the URL of another database of the same server.
func named(dsn, database string) string {
	u, err := url.Parse(dsn)
	if err != nil {
		return dsn // connecting to it returns an error
	}
	u.Path = "/" + database
	return u.String()
}
