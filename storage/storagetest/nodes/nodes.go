package nodes

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/storage/postgres/embedded"
)

// Variable is the environment variable that asks for nodes: "start" starts throw-away ones; anything else is the URLs of
// running ones, separated by spaces, the coordinator's first.
const Variable = "COVERTRACK_TEST_NODES"

// Wanted reports whether the tests run on nodes.
func Wanted() bool { return os.Getenv(Variable) != "" }

// workers is how many servers there are besides the coordinator when the tests start them.
const workers = 2

// Settings are what each server needs to be a node of any number of databases.
var Settings = []string{
	"shared_preload_libraries=citus",
	"wal_level=logical",
	"max_wal_senders=10",
	"max_replication_slots=10",
	"max_logical_replication_workers=8",
	"max_worker_processes=200", // the extension has a process for each database
	"citus.enable_unsafe_triggers=on",
	"citus.propagate_set_commands=local",
	"citus.shard_count=4",
}

// Nodes are the servers of a distributed database, the coordinator first.
type Nodes struct {
	dsns    []string
	servers []*embedded.Server // those that we have started
}

// Open starts the nodes that the environment asks for, or finds those that it names. The servers that it starts end with
// the process.
func Open(ctx context.Context) (*Nodes, error) {
	if given := os.Getenv(Variable); given != "start" {
		return &Nodes{dsns: strings.Fields(given)}, nil
	}
	n := &Nodes{servers: make([]*embedded.Server, 1+workers)}
	group, _ := errgroup.WithContext(ctx)
	for i := range n.servers {
		group.Go(func() (err error) {
			n.servers[i], err = embedded.StartEphemeral(ctx, Settings...)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, fmt.Errorf("start the nodes: %w", err)
	}
	for _, s := range n.servers {
		n.dsns = append(n.dsns, s.DSN("postgres"))
	}
	return n, nil
}

// DSN returns the URL of a database, which is that of the coordinator.
func (n *Nodes) DSN(database string) string { return named(n.dsns[0], database) }

// all runs a statement in a database of each node, at the same time.
func (n *Nodes) all(ctx context.Context, database, statement string) error {
	var group errgroup.Group
	for _, dsn := range n.dsns {
		group.Go(func() error { return run(ctx, named(dsn, database), statement) })
	}
	return group.Wait()
}

// Create makes a database on each node, with the options of CREATE DATABASE.
func (n *Nodes) Create(ctx context.Context, database, options string) error {
	return n.all(ctx, "postgres", "CREATE DATABASE "+database+" "+options)
}

// Drop removes a database of Create's, whoever uses it.
func (n *Nodes) Drop(ctx context.Context, database string) error {
	return n.all(ctx, "postgres", "DROP DATABASE "+database+" WITH (FORCE)")
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
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return dsn // who uses it is told what is wrong with it
	}
	return strings.Replace(dsn, "/"+config.Database, "/"+database, 1)
}
