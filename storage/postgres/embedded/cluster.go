package embedded

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// marker is the file that shows that a cluster was made by our initdb.
const marker = "covertrack.cluster"

// cluster is the folder DataDir/postgres and what is known about it before a server runs.
type cluster struct {
	Config
	log *slog.Logger

	dir       string // DataDir/postgres; everything below it is ours
	data      string
	dataNew   string // where initdb works: it writes PG_VERSION long before it ends
	socketDir string
	ownerLock string // exclusive: the process that runs the server
	usersLock string // shared: the processes that are attached to it
	logFile   string

	server identity
	bin    binaries
	ready  bool // server and bin are set, and dir exists
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
		Config: cfg, log: cmp.Or(cfg.Logger, slog.Default()), dir: dir,
		data: filepath.Join(dir, "data"), dataNew: filepath.Join(dir, "data.new"), socketDir: socketDir(dir),
		ownerLock: filepath.Join(dir, "owner.lock"), usersLock: filepath.Join(dir, "users.lock"),
		logFile: filepath.Join(dir, "postgres.log"),
	}, nil
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

// prepare chooses the user and the binaries of the server, checks that they can reach the folder, and creates it.
func (c *cluster) prepare() error {
	if c.ready {
		return nil
	}
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
	if err = makeDirs(c.DataDir); err == nil {
		err = c.server.privateDir(c.dir)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDataDir, err)
	}
	c.ready = true
	return nil
}

// makeDirs creates dir and the missing folders above it. Those that root creates must be open to the server's user,
// whatever the umask is.
func makeDirs(dir string) error {
	if isDir(dir) {
		return nil
	}
	if err := makeDirs(filepath.Dir(dir)); err != nil {
		return err
	}
	mode := fs.FileMode(0o700)
	if os.Geteuid() == 0 {
		mode = 0o755
	}
	if err := os.Mkdir(dir, mode); errors.Is(err, fs.ErrExist) {
		return nil
	} else if err != nil {
		return err
	}
	return os.Chmod(dir, mode)
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// socketDir returns the folder of the server's socket: within dir if the path is short enough for the address of a unix
// socket, else in the temporary folder, under a name that is derived from dir.
func socketDir(dir string) string {
	if inside := filepath.Join(dir, "socket"); fitsSocket(inside) {
		return inside
	}
	sum := sha256.Sum256([]byte(dir))
	name := fmt.Sprintf("covertrack-%x", sum[:8])
	if hashed := filepath.Join(os.TempDir(), name); fitsSocket(hashed) {
		return hashed
	}
	return filepath.Join("/tmp", name)
}

func fitsSocket(dir string) bool {
	limit := 107
	if runtime.GOOS != "linux" {
		limit = 103
	}
	return len(filepath.Join(dir, fmt.Sprintf(".s.PGSQL.%d.lock", port))) <= limit
}
