package nodes

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/storage/postgres/embedded"
)

// Variable is the environment variable that asks for nodes: "start" starts throw-away ones; anything else is the URLs of
// running ones, separated by spaces, the coordinator's first. Each needs settings, a superuser and no database of the
// tests' names.
const Variable = "COVERTRACK_TEST_NODES"

// Wanted reports whether the tests run on nodes.
func Wanted() bool { return os.Getenv(Variable) != "" }

// count is how many servers the tests start: a coordinator and two workers.
const count = 3

// settings are what each server needs to be a node of any number of databases.
var settings = []string{
	"shared_preload_libraries=citus",
	"wal_level=logical", // shards are moved by logical replication
	"max_wal_senders=10",
	"max_replication_slots=10",
	"max_logical_replication_workers=8",
	"max_connections=1000",     // a session has one to a worker for the tables' owner, and one for transactions
	"max_worker_processes=200", // the extension has a process for each database
	"citus.enable_unsafe_triggers=on",
	"citus.propagate_set_commands=local",
	"citus.shard_count=4",
}

// Nodes are the servers of a distributed database, the coordinator first.
type Nodes struct {
	dsns    []string
	dir     string             // of servers that can be restarted
	servers []*embedded.Server // nil for running ones
}

// Open starts the nodes that the environment asks for, which end with the process, or finds those that it names.
func Open(ctx context.Context) (*Nodes, error) {
	if given := running(); len(given) > 0 {
		return &Nodes{dsns: given}, nil
	}
	n := new(Nodes)
	return n, n.start(ctx, func(int) (*embedded.Server, error) { return embedded.StartEphemeral(ctx, settings...) })
}

// running are the URLs of running nodes, if the environment names them.
func running() []string {
	if given := os.Getenv(Variable); given != "start" {
		return strings.Fields(given)
	}
	return nil
}

// StartIn starts nodes that keep what they acknowledge, in folders below dir, for tests that kill.
func StartIn(ctx context.Context, dir string) (*Nodes, error) {
	n := &Nodes{dir: dir}
	return n, n.start(ctx, func(i int) (*embedded.Server, error) { return n.serverOf(ctx, i) })
}

func (n *Nodes) serverOf(ctx context.Context, i int) (*embedded.Server, error) {
	return embedded.Start(ctx, embedded.Config{
		DataDir: filepath.Join(n.dir, fmt.Sprintf("node%d", i)), Settings: settings, Logger: slog.New(slog.DiscardHandler),
	})
}

func (n *Nodes) start(ctx context.Context, server func(i int) (*embedded.Server, error)) error {
	n.servers, n.dsns = make([]*embedded.Server, count), make([]string, count)
	var group errgroup.Group
	for i := range count {
		group.Go(func() (err error) {
			if n.servers[i], err = server(i); err == nil {
				n.dsns[i] = n.servers[i].DSN("postgres")
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("start the nodes: %w", err)
	}
	return n.allowDecoder(ctx)
}

// allowDecoder lets shards be split and moved. It tells each server where it reaches itself, and where it knows the setting,
// which its newest minor versions have, allows the extension's decoder: with a setting that it does not know in its command
// line a server does not start.
func (n *Nodes) allowDecoder(ctx context.Context) error {
	const isKnown = "SELECT count(*) > 0 FROM pg_settings WHERE name = 'output_plugin_libraries'"
	for _, dsn := range n.dsns {
		conn, err := pgx.Connect(ctx, dsn)
		if err != nil {
			return err
		}
		statements := []string{"ALTER SYSTEM SET citus.local_hostname = '" + conn.Config().Host + "'"}
		var known bool
		if err = conn.QueryRow(ctx, isKnown).Scan(&known); known {
			statements = append(statements, "ALTER SYSTEM SET output_plugin_libraries = pgoutput, citus")
		}
		for _, statement := range append(statements, "SELECT pg_reload_conf()") {
			if err == nil {
				_, err = conn.Exec(ctx, statement)
			}
		}
		if err = errors.Join(err, conn.Close(ctx)); err != nil {
			return err
		}
	}
	return nil
}

// End ends a node of StartIn by a signal, and waits for its end. Node 0 is the coordinator, and a worker's number is that
// of its group in the extension's tables.
func (n *Nodes) End(ctx context.Context, node int, signal syscall.Signal) error {
	server := n.servers[node]
	ended := server.Done()
	if err := syscall.Kill(server.Pid(), signal); err != nil {
		return err
	}
	<-ended
	return server.Stop(ctx) // its lock is given back
}

// Restart starts a node that was ended.
func (n *Nodes) Restart(ctx context.Context, node int) (err error) {
	n.servers[node], err = n.serverOf(ctx, node)
	return err
}

// Stop ends the nodes of StartIn.
func (n *Nodes) Stop(ctx context.Context) (err error) {
	for _, s := range n.servers {
		err = errors.Join(err, s.Stop(ctx))
	}
	return err
}
