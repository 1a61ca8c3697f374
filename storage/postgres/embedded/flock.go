package embedded

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// errHeld means that the lock is taken.
var errHeld = errors.New("lock is held")

// fileLock is a lock that we have on a file. The kernel releases it when the process ends in whatever way. The server
// does not inherit it, since Go opens files close-on-exec.
type fileLock struct{ *os.File }

// tryLock locks the file at path without waiting. It returns errHeld if the lock is taken, and fs.ErrNotExist if there
// is no such file and flag does not include O_CREATE.
func tryLock(path string, flag, how int) (*fileLock, error) {
	f, err := os.OpenFile(path, flag|os.O_RDWR|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	return lockFile(f, how)
}

// lockFile locks an open file as tryLock does. It closes the file if it fails.
func lockFile(f *os.File, how int) (*fileLock, error) {
	err := error(unix.EINTR)
	for errors.Is(err, unix.EINTR) {
		err = unix.Flock(int(f.Fd()), how|unix.LOCK_NB)
	}
	if err == nil {
		return &fileLock{f}, nil
	}
	_ = f.Close()
	if errors.Is(err, unix.EWOULDBLOCK) {
		return nil, errHeld
	}
	return nil, &os.PathError{Op: "flock", Path: f.Name(), Err: err}
}

// sign writes our process id into the lock file, for error messages only.
func (l *fileLock) sign() error {
	if err := l.Truncate(0); err != nil {
		return err
	}
	_, err := l.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return err
}

// holder returns, for an error message, the process that signed the lock file at path.
func holder(path string) string {
	text, err := os.ReadFile(path)
	pid := strings.TrimSpace(string(text))
	if err != nil || pid == "" {
		return "unknown pid"
	}
	return "pid " + pid
}

// Lock locks the data folder for `covertrack serve`, and creates it if it is missing. Until release is called or the
// process ends, a second Lock of the same folder, by this process or another, fails with ErrRunning and names the
// process that has the lock.
func Lock(dataDir string) (release func(), err error) {
	dir, err := filepath.Abs(dataDir)
	if err == nil {
		err = makeDirs(dir)
	}
	if err != nil {
		return nil, fmt.Errorf("lock data folder: %w", err)
	}
	path := filepath.Join(dir, "serve.lock")
	lock, err := tryLock(path, os.O_CREATE, unix.LOCK_EX)
	if errors.Is(err, errHeld) {
		return nil, fmt.Errorf("%w on %s (%s): stop it, or choose another --data-dir", ErrRunning, dir, holder(path))
	}
	if err != nil {
		return nil, fmt.Errorf("lock data folder: %w", err)
	}
	if err := lock.sign(); err != nil {
		return nil, closing(fmt.Errorf("lock data folder: %w", err), lock)
	}
	return func() { _ = lock.Close() }, nil
}
