package embedded

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// marker is the file that shows that a cluster was made by our initdb.
const marker = "covertrack.cluster"

// cluster is the folder DataDir/postgres and what is known about it before a server runs.
type cluster struct {
	Config
	log *slog.Logger

	dir       string // DataDir/postgres; everything below it is ours
	data      string
	pidFile   string
	socketDir string
	lockFile  string // locked by the process that runs the server
	logFile   string

	// Set by prepare.
	server identity
	bin    binaries
}

func newCluster(cfg Config) (*cluster, error) {
	if cfg.DataDir == "" {
		return nil, fmt.Errorf("%w: none given; name one with --data-dir", ErrDataDir)
	}
	root, err := filepath.Abs(cfg.DataDir)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDataDir, err)
	}
	// Links are resolved so that all paths to one folder have one lock and one socket.
	if resolved, err := filepath.EvalSymlinks(root); err == nil {
		root = resolved
	}
	cfg.DataDir = root
	dir := filepath.Join(root, "postgres")
	return &cluster{
		Config: cfg, log: cmp.Or(cfg.Logger, slog.Default()), dir: dir, data: filepath.Join(dir, "data"),
		pidFile:   filepath.Join(dir, "data", "postmaster.pid"),
		socketDir: socketDir(dir), lockFile: filepath.Join(dir, "owner.lock"), logFile: filepath.Join(dir, "postgres.log"),
	}, nil
}

const (
	pollEvery   = 10 * time.Millisecond
	acquireWait = time.Minute // how long a short command waits for another process
)

// acquire makes this process the one that runs the cluster, or returns the server of a process that stays.
func (c *cluster) acquire(ctx context.Context) (*Server, error) {
	for begun, logged := time.Now(), false; ; logged = true {
		lock, err := c.lock()
		if err == nil {
			return &Server{cluster: c, lock: lock}, nil
		}
		if !errors.Is(err, errHeld) {
			return nil, err
		}
		pid, stays := holder(c.lockFile)
		if !c.Own && stays && ping(ctx, c.socketDir) == nil {
			return &Server{cluster: c}, nil
		}
		if !logged && c.Own {
			c.log.Info("another process runs the embedded Postgres; waiting for it to end", "owner", pid)
		}
		if err := sleep(ctx, pollEvery); err != nil || (!c.Own && time.Since(begun) > acquireWait) {
			return nil, errors.Join(fmt.Errorf("the embedded Postgres of %s is run by another process (%s) and does not "+
				"answer; end that process, then try again", c.DataDir, pid), err)
		}
	}
}

// lock takes the lock of the cluster's folder. It creates the folder if there is none.
func (c *cluster) lock() (*os.File, error) {
	lock, err := tryLock(c.lockFile, os.O_RDWR)
	if errors.Is(err, errHeld) {
		return nil, err
	}
	if errors.Is(err, fs.ErrPermission) {
		return nil, fmt.Errorf("%w: %w; run as the user it belongs to, or as root", ErrDataDir, err)
	}
	if prepared := c.prepare(); prepared != nil {
		if err == nil {
			_ = lock.Close()
		}
		return nil, prepared
	}
	if errors.Is(err, fs.ErrNotExist) {
		lock, err = tryLock(c.lockFile, os.O_CREATE|os.O_RDWR)
	}
	if err != nil {
		return nil, err
	}
	if err := errors.Join(c.server.give(c.lockFile), sign(lock, false)); err != nil {
		return nil, closing(err, lock)
	}
	return lock, nil
}

// major returns the version of the cluster on disk, or 0 if there is none. It returns an error for a cluster that was
// not made by our initdb, and changes nothing.
func (c *cluster) major() (int, error) {
	for _, dir := range []string{c.DataDir, c.dir} {
		if _, err := os.Lstat(filepath.Join(dir, "PG_VERSION")); err == nil {
			return 0, fmt.Errorf("%w: %s is the data folder of another Postgres; choose another --data-dir", ErrDataDir, dir)
		}
	}
	if _, err := os.Lstat(c.data); errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	} else if err != nil {
		return 0, fmt.Errorf("%w: %w; run as the user it belongs to, or choose another --data-dir", ErrDataDir, err)
	}
	if _, err := os.Stat(filepath.Join(c.data, marker)); err != nil {
		return 0, fmt.Errorf("%w: %s was not made by covertrack (%w); move it away, or choose another --data-dir",
			ErrDataDir, c.data, err)
	}
	text, err := os.ReadFile(filepath.Join(c.data, "PG_VERSION"))
	if err != nil {
		return 0, fmt.Errorf("%w: %w; restore it from a backup, or choose another --data-dir", ErrDataDir, err)
	}
	version := strings.TrimSpace(string(text))
	major, err := strconv.Atoi(version)
	if err != nil || major < oldestMajor {
		return 0, fmt.Errorf("%w: %s is of Postgres %q, which is not supported; choose another --data-dir",
			ErrDataDir, c.data, version)
	}
	return major, nil
}

// prepare chooses the user and the programs of the server, checks that they can reach the folder, and creates it.
func (c *cluster) prepare() error {
	major, err := c.major()
	if err != nil {
		return err
	}
	if c.server, err = identify(c.data, c.dir); err != nil {
		return err
	}
	if c.bin, err = findBinaries(c.BinDir, major); err != nil {
		return err
	}
	if err = c.server.prove(c.bin, c.dir); err != nil {
		return err
	}
	if err := errors.Join(makeDirs(c.DataDir), c.server.privateDir(c.dir)); err != nil {
		return fmt.Errorf("%w: %w", ErrDataDir, err)
	}
	return nil
}

// makeDirs creates dir and the folders above it that are missing.
func makeDirs(dir string) error {
	if isDir(dir) {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return openToServer(dir)
}

// openToServer lets the server's user into a new folder if that is not our own, whatever the umask is.
func openToServer(dir string) error {
	if os.Geteuid() != 0 {
		return os.Chmod(dir, 0o700)
	}
	return os.Chmod(dir, 0o755)
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// postmaster returns the process id in the pid file of the server, 0 if there is none.
func (c *cluster) postmaster() int {
	text, _ := os.ReadFile(c.pidFile) // Without it no server runs.
	first, _, _ := strings.Cut(string(text), "\n")
	pid, _ := strconv.Atoi(first)
	return pid
}

// socketDir returns the folder of the server's socket: within dir if the path is short enough for the address of a unix
// socket, else in /tmp, under a name that is derived from dir.
func socketDir(dir string) string {
	const longest = 103 // on macOS; 107 on Linux
	inside := filepath.Join(dir, "socket")
	if len(filepath.Join(inside, socketName+".lock")) <= longest {
		return inside
	}
	sum := sha256.Sum256([]byte(dir))
	return fmt.Sprintf("/tmp/covertrack-%x", sum[:8])
}

// socketName is the name of the socket in its folder.
var socketName = ".s.PGSQL." + strconv.Itoa(port)

// sleep waits for d, or until ctx ends; it then returns the error of ctx.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
