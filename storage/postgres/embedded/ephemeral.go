package embedded

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

const (
	ephemeralPrefix = "covertrack-test-"
	lockSuffix      = ".lock"
	memoryWanted    = 1 << 30 // bytes
)

// StartEphemeral starts a throw-away cluster in a new folder, in memory if there is room. The server ends with this
// process, and Stop removes its folder. First it removes the folders of killed runs: a run that still lives has locked
// the file beside its folder. Settings are those of Config. Errors are those of Start.
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
// the disk. Programs in it may be forbidden. If this process is killed before it calls remove, a later run removes the
// folder. Errors come from the operating system.
func ScratchFolder(size int64) (dir string, remove func() error, err error) {
	base := scratchBase(size)
	sweep(base)
	dir, lock, err := lockedDir(base)
	if err != nil {
		return "", nil, err
	}
	return dir, func() error { return errors.Join(removeCluster(dir), os.Remove(lock.Name()), lock.Close()) }, nil
}

func scratchBase(size int64) string {
	const shm = "/dev/shm"
	var stat unix.Statfs_t
	if err := unix.Statfs(shm, &stat); err != nil || float64(stat.Bavail)*float64(stat.Bsize) < float64(size) ||
		unix.Access(shm, unix.W_OK|unix.X_OK) != nil {
		return os.TempDir()
	}
	return shm
}

// lockedDir makes a folder with a new name in base. It takes the lock beside the folder first, so that a sweep never
// sees a folder without its lock.
func lockedDir(base string) (string, *fileLock, error) {
	for {
		f, err := os.CreateTemp(base, ephemeralPrefix+"*"+lockSuffix)
		if err != nil {
			return "", nil, err
		}
		lock, err := lockFile(f, unix.LOCK_EX)
		if errors.Is(err, errHeld) || (err == nil && !lock.named()) {
			_ = f.Close()
			continue // A sweep was faster: it removes the file.
		}
		if err != nil {
			return "", nil, err
		}
		dir := strings.TrimSuffix(f.Name(), lockSuffix)
		if err := makeDirs(dir); err != nil {
			return "", nil, closing(err, lock)
		}
		return dir, lock, nil
	}
}

// named reports whether the file of the lock is still the one at its path.
func (l *fileLock) named() bool {
	held, heldErr := l.Stat()
	there, err := os.Lstat(l.Name())
	return heldErr == nil && err == nil && os.SameFile(held, there)
}

// sweep removes what killed runs left in base, except what belongs to another user.
func sweep(base string) {
	locks, _ := filepath.Glob(filepath.Join(base, ephemeralPrefix+"*"+lockSuffix)) // Only a malformed pattern fails.
	for _, path := range locks {
		lock, err := tryLock(path, 0, unix.LOCK_EX)
		if err != nil {
			continue
		}
		if lock.named() && removeCluster(strings.TrimSuffix(path, lockSuffix)) == nil {
			_ = os.Remove(path)
		}
		_ = lock.Close()
	}
}

// removeCluster removes a throw-away data folder and the folder of its socket, which may be elsewhere.
func removeCluster(dataDir string) error {
	return errors.Join(os.RemoveAll(socketDir(filepath.Join(dataDir, "postgres"))), os.RemoveAll(dataDir))
}
