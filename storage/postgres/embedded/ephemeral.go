package embedded

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

const (
	ephemeralPrefix = "covertrack-test-"
	memoryWanted    = 1 << 30 // bytes
)

// StartEphemeral starts a throw-away cluster in a ScratchFolder. The server ends with this process, and Stop removes its
// folder. Settings are those of Config. Errors are those of Start.
func StartEphemeral(ctx context.Context, settings ...string) (*Server, error) {
	dir, remove, err := ScratchFolder(memoryWanted)
	if err != nil {
		return nil, fmt.Errorf("folder of a throw-away Postgres: %w", err)
	}
	s, err := Start(ctx, Config{DataDir: dir, Ephemeral: true, Settings: settings, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, errors.Join(err, remove())
	}
	s.cleanup = remove
	return s, nil
}

// ScratchFolder makes a folder for what a run of the tests throws away: in memory if it has room for size bytes, else on
// the disk. Programs in it may be forbidden. It removes the folders of killed runs first: a run that lives has locked its
// own. Errors come from the operating system.
func ScratchFolder(size int64) (dir string, remove func() error, err error) {
	base := "/dev/shm"
	var stat unix.Statfs_t
	if err := unix.Statfs(base, &stat); err != nil || float64(stat.Bavail)*float64(stat.Bsize) < float64(size) ||
		unix.Access(base, unix.W_OK|unix.X_OK) != nil {
		base = os.TempDir()
	}
	sweep(base)
	for {
		if dir, err = os.MkdirTemp(base, ephemeralPrefix+"*"); err != nil {
			return "", nil, err
		}
		lock, err := tryLock(dir, os.O_RDONLY)
		if err == nil && isDir(dir) {
			return dir, func() error { return closing(removeCluster(dir), lock) }, openToServer(dir)
		}
		if err != nil && !errors.Is(err, errHeld) && !errors.Is(err, fs.ErrNotExist) {
			return "", nil, err
		}
		_ = lock.Close() // A sweep was faster and has removed the folder.
	}
}

// sweep removes what killed runs left in base, except what belongs to another user.
func sweep(base string) {
	dirs, _ := filepath.Glob(filepath.Join(base, ephemeralPrefix+"*")) // Only a malformed pattern fails.
	for _, dir := range dirs {
		if lock, err := tryLock(dir, os.O_RDONLY); err == nil {
			_ = closing(removeCluster(dir), lock)
		}
	}
}

// removeCluster removes a throw-away data folder and the folder of its socket, which may be elsewhere.
func removeCluster(dataDir string) error {
	return errors.Join(os.RemoveAll(socketDir(filepath.Join(dataDir, "postgres"))), os.RemoveAll(dataDir))
}
