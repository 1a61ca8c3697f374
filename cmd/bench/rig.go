package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/storage/postgres/embedded"
)

const (
	baseURL    = "http://bench.example"
	signingKey = "the bench signs with this key, which is no secret"
	database   = "covertrack"
)

// rig is what runs during the bench: one Postgres, and on it the product and the server written by hand. The rows are
// added to its table.
type rig struct {
	ctx context.Context
	settings
	table
	dir              string // of the data
	server           *embedded.Server
	tokens           tokens
	product, byHand  *process
	postgres, before string // the version, and the load of the machine before
}

func newRig(ctx context.Context, s settings) *rig {
	r := &rig{ctx: ctx, settings: s}
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		r.before, _, _ = strings.Cut(string(text), " ")
	}
	return r
}

// big and writes are the clients of two portfolios; the second gets the creations.
func (r *rig) big() client    { return client{r, r.product, r.tokens.Big} }
func (r *rig) writes() client { return client{r, r.product, r.tokens.Writes} }

// start starts everything. What it started before it failed is for close to stop.
func (r *rig) start() {
	r.dir = dataDir(r.settings)
	r.server = must(embedded.Start(r.ctx, embedded.Config{DataDir: r.dir, Own: true}))
	r.scan("postgres", "SELECT split_part(current_setting('server_version'), ' ', 1)", &r.postgres)
	r.prepare()
	r.product = r.startProduct(database, "--workers", "0", "--pprof-addr", r.pprof)
	r.byHand = startProcess(r.collector(), must(os.Executable()), "limit", "--database-url", r.server.DSN(database), "--data-dir", r.dir)
}

// collector returns the variables that have another program of Go collect garbage as the product does.
func (r *rig) collector() []string {
	limit := "off"
	if bytes := r.metric(r.product, "go_gc_gomemlimit_bytes"); bytes < math.MaxInt64 {
		limit = strconv.FormatInt(int64(bytes), 10)
	}
	return []string{fmt.Sprintf("GOGC=%.0f", r.metric(r.product, "go_gc_gogc_percent")), "GOMEMLIMIT=" + limit}
}

// startProduct starts a node without limits on a database.
func (r *rig) startProduct(database string, args ...string) *process {
	return startProcess(nil, r.binary, append([]string{"serve", "--database-url", r.server.DSN(database), "--data-dir", r.dir,
		"--base-url", baseURL, "--signing-key", signingKey, "--rate-limit", "0", "--max-in-flight", "0",
		"--log-level", "warn"}, args...)...)
}

func (r *rig) close() {
	err := errors.Join(attempt(r.product.stop), attempt(r.byHand.stop))
	if r.server != nil {
		err = errors.Join(err, r.server.Stop(context.WithoutCancel(r.ctx)))
	}
	check(err)
}

// site is a database with one portfolio, and a node with its jobs.
type site struct {
	client
	name, dir string
	args      []string // of its nodes
}

// site makes a site, which has to be left.
func (r *rig) site(name string, cases, documents int) *site {
	s := &site{name: name, dir: filepath.Join(r.dir, name)} // its files belong to the database that was there before
	check(os.RemoveAll(s.dir))
	r.recreate(name)
	// One organization has half of the connections, and 16 clients must not be refused on a slow machine.
	s.args = []string{"--mail", "off", "--blob-url", "file://" + filepath.Join(s.dir, "blobs"),
		"--database-url", fmt.Sprintf("%s&pool_max_conns=%d", r.server.DSN(name), 2*writers+2)}
	token := r.portfolio(name, "Bench Site", cases, documents)
	r.exec(name, "VACUUM ANALYZE", "CHECKPOINT")
	s.client = client{r, r.startProduct(name, append(s.args, "--data-dir", s.dir)...), token}
	return s
}

// leave ends the node, and removes the database and its files.
func (s *site) leave() {
	s.to.stop()
	s.exec("postgres", "DROP DATABASE "+s.name)
	check(os.RemoveAll(s.dir))
}

// recreate makes a new database in place of an old one, with options of CREATE DATABASE.
func (r *rig) recreate(name string, options ...string) {
	r.exec("postgres", "DROP DATABASE IF EXISTS "+name, "CREATE DATABASE "+name+" "+strings.Join(options, " "))
}

// exec runs statements one after another, outside a transaction.
func (r *rig) exec(database string, statements ...string) {
	conn := must(pgx.Connect(r.ctx, r.server.DSN(database)))
	defer func() { _ = conn.Close(r.ctx) }()
	for _, statement := range statements {
		must(conn.Exec(r.ctx, statement, pgx.QueryExecModeSimpleProtocol))
	}
}

// scan reads one row.
func (r *rig) scan(database, query string, into ...any) {
	conn := must(pgx.Connect(r.ctx, r.server.DSN(database)))
	defer func() { _ = conn.Close(r.ctx) }()
	check(conn.QueryRow(r.ctx, query).Scan(into...))
}

// command runs a command of the product to its end and returns what it printed.
func (r *rig) command(database string, args ...string) string {
	out, _ := r.weighed(database, args...)
	return out
}

// weighed is command, and the most memory that the command held, in MB.
func (r *rig) weighed(database string, args ...string) (string, float64) {
	cmd := exec.CommandContext(r.ctx, r.binary, append(args, "--database-url", r.server.DSN(database))...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		check(fmt.Errorf("covertrack %s: %w", args[0], err))
	}
	return strings.TrimSpace(string(out)), float64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss) / 1024
}
