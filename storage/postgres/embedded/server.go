package embedded

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	superuser = "covertrack"
	port      = 5432
)

// libpqVariables are those that pgx, psql or pg_dump take defaults from.
var libpqVariables = []string{
	"PGHOST", "PGHOSTADDR", "PGPORT", "PGDATABASE", "PGUSER", "PGPASSWORD", "PGPASSFILE", "PGSERVICE", "PGSERVICEFILE",
	"PGOPTIONS", "PGAPPNAME", "PGTZ", "PGDATESTYLE", "PGCLIENTENCODING", "PGCONNECT_TIMEOUT", "PGTARGETSESSIONATTRS",
	"PGSSLMODE", "PGSSLNEGOTIATION", "PGSSLCERT", "PGSSLKEY", "PGSSLROOTCERT", "PGSSLCERTMODE", "PGSSLSNI", "PGSSLPASSWORD",
	"PGREQUIREAUTH", "PGREQUIREPEER", "PGCHANNELBINDING", "PGGSSENCMODE", "PGKRBSRVNAME", "PGKRBSPN",
	"PGMINPROTOCOLVERSION", "PGMAXPROTOCOLVERSION", "PGLOADBALANCEHOSTS",
}

// Config says where the embedded cluster lives and which binaries run it.
type Config struct {
	// DataDir is the program's data folder, e.g. ./var; the cluster lives in DataDir/postgres.
	DataDir string
	// BinDir is the folder of initdb and postgres; empty means: search for it.
	BinDir string
	// Ephemeral gives up durability for speed. Only for clusters that are thrown away, that is: tests.
	Ephemeral bool
	// Own waits for the other process that runs this cluster to end, where Start would otherwise attach to it. A long-lived
	// process sets it, so that the end of a short command does not take the server from under it.
	Own bool
	// Logger receives what the life of the server has to tell; nil means slog.Default().
	Logger *slog.Logger
}

// Server is a running embedded Postgres: a child of this process, or the child of another one that this one attached to.
type Server struct {
	cluster *cluster
	socket  string
	child   *process  // nil when attached
	owner   *fileLock // nil when attached
	users   *fileLock // shared, nil when owned
	cleanup func() error

	stop    sync.Once
	stopErr error
}

// Start starts the cluster of cfg.DataDir, made by initdb when new, and returns when it answers. When another process of
// this program runs that cluster already, Start attaches to it instead, unless cfg.Own is set. ctx bounds the start alone,
// not the server's life. Start unsets libpq's environment variables (PGOPTIONS, PGSERVICE…), which are meant for another
// server and would bend every connection to this one. Errors wrap ErrNoPostgres or ErrDataDir, or come from the operating system, and say what to do.
func Start(ctx context.Context, cfg Config) (*Server, error) {
	for _, name := range libpqVariables {
		_ = os.Unsetenv(name)
	}
	c, err := newCluster(cfg)
	if err != nil {
		return nil, err
	}
	s, err := c.acquire(ctx)
	if err != nil || !s.Owned() {
		return s, err
	}
	if s.child, err = c.bringUp(ctx); err != nil {
		return nil, closing(err, s.owner)
	}
	s.socket = c.socketDir
	go s.watch()
	return s, nil
}

// Owned reports whether this process runs the server, and so whether Stop ends it.
func (s *Server) Owned() bool { return s.owner != nil }

// DSN is the URL of a database of this server through its unix socket, as the superuser. pgx and libpq both read it.
func (s *Server) DSN(database string) string { return socketDSN(s.socket, database) }

// Pid is the process id of the server, or 0 when this process does not own it. It is for tests that kill.
func (s *Server) Pid() int {
	if s.child == nil {
		return 0
	}
	return s.child.pid
}

// Done is closed when the server has exited, whoever ended it. It is nil, and so never ready, when attached.
func (s *Server) Done() <-chan struct{} {
	if s.child == nil {
		return nil
	}
	return s.child.done
}

// CreateDatabase creates the named database unless it exists.
func (s *Server) CreateDatabase(ctx context.Context, name string) error {
	conn, err := pgx.Connect(ctx, s.DSN("postgres"))
	if err != nil {
		return fmt.Errorf("create database %s: %w", name, err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var exists bool
	if err := conn.QueryRow(ctx, "SELECT true FROM pg_database WHERE datname = $1", name).Scan(&exists); err == nil {
		return nil
	}
	_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize())
	if code := sqlState(err); code == "42P04" || code == "23505" { // Someone else was quicker.
		return nil
	}
	if err != nil {
		return fmt.Errorf("create database %s: %w", name, err)
	}
	return nil
}

// Stop ends the server by a fast shutdown: sessions are cut, everything committed is on disk. When ctx ends first the
// server is stopped at once, and recovers at the next start. An owner without Config.Own first waits, as long as ctx lets
// it, for the processes that attached to it. An attached process only lets go. Stop may be called again; it then returns
// what it returned first.
func (s *Server) Stop(ctx context.Context) error {
	s.stop.Do(func() { s.stopErr = s.shutDown(ctx) })
	return s.stopErr
}

func (s *Server) shutDown(ctx context.Context) error {
	if !s.Owned() {
		return s.users.Close()
	}
	if !s.cluster.Own && !s.cluster.Ephemeral {
		defer s.cluster.awaitUsers(ctx)()
	}
	err := s.child.stop(ctx, s.cluster.Ephemeral)
	err = closing(err, s.owner)
	if s.cleanup != nil && err == nil {
		err = s.cleanup()
	}
	return err
}

// watch tells of a server that ended although nobody stopped it: everything after that is connection errors.
func (s *Server) watch() {
	<-s.child.done
	if !s.child.asked.Load() {
		s.cluster.log.Error("embedded Postgres ended unexpectedly; restart this program", "exit", s.child.exit(),
			"log", s.cluster.logFile)
	}
}

func socketDSN(dir, database string) string {
	query := url.Values{"host": {dir}, "port": {strconv.Itoa(port)}, "sslmode": {"disable"}}
	dsn := url.URL{Scheme: "postgres", User: url.User(superuser), Path: "/" + database, RawQuery: query.Encode()}
	return dsn.String()
}

// answers reports whether a server accepts sessions on the socket in dir.
func answers(ctx context.Context, dir string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	conn, err := pgconn.Connect(ctx, socketDSN(dir, "postgres"))
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

// refusesUs reports whether err, of answers, will not pass with time: not a server that is starting, stopping or full.
func refusesUs(err error) bool {
	code := sqlState(err)
	var unparsed *pgconn.ParseConfigError
	return errors.As(err, &unparsed) || (code != "" && code != "57P03" && code != "53300")
}
