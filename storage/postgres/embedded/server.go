package embedded

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	superuser = "covertrack"
	port      = 5432
)

// Errors to be recognized with errors.Is. The error that wraps one says what to do next.
var (
	// ErrNoPostgres means that no programs of a usable version were found.
	ErrNoPostgres = errors.New("no usable Postgres found")
	// ErrDataDir means that the data folder cannot be used: it is foreign, newer, out of reach or another user's.
	// Nothing in it was changed.
	ErrDataDir = errors.New("unusable data folder")
	// ErrRunning means that another `covertrack serve` has locked the data folder.
	ErrRunning = errors.New("covertrack serve is already running")
)

// Config says where the cluster is and which programs run it.
type Config struct {
	DataDir   string // the program's data folder, e.g. ./var; the cluster is in DataDir/postgres
	BinDir    string // the folder of initdb and postgres; if empty, Start searches for it
	Ephemeral bool   // gives up durability for speed, for clusters that are thrown away, as in tests
	// Own is set by a process that lives long: it runs the server itself, however long it waits for that, and the short
	// commands beside it use its server. Without it Start uses the server of such a process, if one runs.
	Own bool
	// Settings are further settings of the server, each as name=value; they have precedence over our own.
	Settings []string
	Logger   *slog.Logger // receives the starts, ends and waits of the server; nil means slog.Default()
}

// Server is a running embedded Postgres: a child of this process, or the server of a process with Config.Own.
type Server struct {
	cluster *cluster
	child   atomic.Pointer[process] // nil if another process runs it
	lock    *os.File                // nil if another process runs it
	cleanup func() error

	ended    chan struct{}   // closed when the server has ended for good; nil if another process runs it
	life     context.Context //nolint:containedctx // ends when Stop begins
	end      context.CancelFunc
	starting sync.Mutex // held while the server is started again

	stop    sync.Once
	stopErr error
}

// Start starts the cluster of cfg.DataDir, which it makes if there is none, and returns when the server accepts
// sessions. While another process runs that cluster, Start waits, or uses its server (see Config.Own). ctx limits the
// start alone, not the life of the server. Start unsets libpq's environment variables (PGOPTIONS, PGSERVICE…): they are
// meant for another server and would change every connection to this one. Errors wrap ErrNoPostgres or ErrDataDir, or
// come from the operating system, and say what to do.
func Start(ctx context.Context, cfg Config) (*Server, error) {
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "PG") {
			_ = os.Unsetenv(name)
		}
	}
	c, err := newCluster(cfg)
	if err != nil {
		return nil, err
	}
	s, err := c.acquire(ctx)
	if err != nil || !s.Owned() {
		return s, err
	}
	s.ended = make(chan struct{})
	s.life, s.end = context.WithCancel(context.Background())
	child, err := c.bringUp(ctx)
	s.child.Store(child)
	if err == nil {
		err = sign(s.lock, c.Own)
	}
	if err != nil {
		s.Kill()
		return nil, closing(err, s.lock)
	}
	go s.watch()
	return s, nil
}

// Owned reports whether this process runs the server, so that Stop ends it.
func (s *Server) Owned() bool { return s.lock != nil }

// DSN returns the URL of a database of this server, as the superuser, over its unix socket.
func (s *Server) DSN(database string) string { return socketDSN(s.cluster.socketDir, database) }

// Pid returns the process id of the server, or 0 if another process runs it. It is for tests that kill the server.
func (s *Server) Pid() int {
	child := s.child.Load()
	if child == nil {
		return 0
	}
	return child.cmd.Process.Pid
}

// Kill ends the server without waiting for it, for a program that must end now. It ends no server of another process.
func (s *Server) Kill() {
	if child := s.child.Load(); child != nil {
		s.end()
		s.cluster.kill(child)
	}
}

// Done returns a channel that is closed when the server has exited, for whatever reason but a full disk: then it starts again
// by itself once there is room. It is nil, and so never ready, for the server of another process.
func (s *Server) Done() <-chan struct{} { return s.ended }

// CreateDatabase creates the named database unless there is one.
func (s *Server) CreateDatabase(ctx context.Context, name string) error {
	conn, err := pgx.Connect(ctx, s.DSN("postgres"))
	if err == nil {
		_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize())
		_ = conn.Close(context.WithoutCancel(ctx))
	}
	// 42P04: it exists. 23505: another process is creating it at this moment.
	if code := sqlState(err); err == nil || code == "42P04" || code == "23505" {
		return nil
	}
	return fmt.Errorf("create database %s: %w", name, err)
}

// Stop ends the server by a fast shutdown: sessions are cut, and what was committed is on the disk. If ctx ends first,
// the server is stopped at once and recovers at its next start; one that does not respond is killed. Stop does not end
// the server of another process. Each further call returns what the first one returned.
func (s *Server) Stop(ctx context.Context) error {
	s.stop.Do(func() {
		if s.Owned() {
			s.end()
			s.starting.Lock()
			defer s.starting.Unlock()
			s.stopErr = closing(s.cluster.stop(ctx, s.child.Load(), s.cluster.Ephemeral || s.hangs(ctx)), s.lock)
		}
		if s.cleanup != nil && s.stopErr == nil {
			s.stopErr = s.cleanup()
		}
	})
	return s.stopErr
}

// hangs reports whether the server does not even refuse a session, as when it is stopped by SIGSTOP.
func (s *Server) hangs(ctx context.Context) bool {
	return errors.Is(ping(context.WithoutCancel(ctx), s.cluster.socketDir), context.DeadlineExceeded)
}

// watch starts the server again when the disk was full. It logs it if the server ends otherwise before Stop: from then on every
// connection fails.
func (s *Server) watch() {
	defer close(s.ended)
	for {
		child := s.child.Load()
		<-child.done
		if child.asked.Load() {
			return
		}
		if s.cluster.hasRoom() || !s.awaitRoom(child) {
			break
		}
	}
	if s.life.Err() == nil {
		s.cluster.log.Error("embedded Postgres ended unexpectedly; restart this program", "exit", s.child.Load().exit(),
			"log", s.cluster.logFile)
	}
}

func socketDSN(dir, database string) string {
	query := url.Values{"host": {dir}, "port": {strconv.Itoa(port)}, "sslmode": {"disable"}}
	return (&url.URL{Scheme: "postgres", User: url.User(superuser), Path: "/" + database, RawQuery: query.Encode()}).String()
}

// pingWithin is how long a server may take to accept or refuse a session.
const pingWithin = time.Second

// ping returns nil if a server accepts sessions on the socket in dir.
func ping(ctx context.Context, dir string) error {
	ctx, cancel := context.WithTimeout(ctx, pingWithin)
	defer cancel()
	conn, err := pgconn.Connect(ctx, socketDSN(dir, "postgres"))
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

// closing closes c and returns err, together with the error of Close if there is one.
func closing(err error, c io.Closer) error { return errors.Join(err, c.Close()) }

// sqlState returns the SQLSTATE within err, or "" if there is none.
func sqlState(err error) string {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code
	}
	return ""
}
