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

// errHeld: another open file holds the lock.
var errHeld = errors.New("lock is held")

// fileLock is a held flock. The kernel drops it with the process, however that ends, so it never goes stale; and it is not
// inherited by the server, since Go opens files close-on-exec.
type fileLock struct{ file *os.File }

// Close lets go of the lock.
func (l *fileLock) Close() error { return l.file.Close() }

// tryLock takes the lock of the file at path without waiting: errHeld when it is taken, fs.ErrNotExist when flag lacks
// O_CREATE and there is no such file.
func tryLock(path string, flag, how int) (*fileLock, error) {
	f, err := os.OpenFile(path, flag|os.O_RDWR|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		err = unix.Flock(int(f.Fd()), how|unix.LOCK_NB)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	if err == nil {
		return &fileLock{f}, nil
	}
	_ = f.Close()
	if errors.Is(err, unix.EWOULDBLOCK) {
		return nil, errHeld
	}
	return nil, &os.PathError{Op: "flock", Path: path, Err: err}
}

// sign writes our process id into the lock file. It is for the words of an error message; nobody acts on it.
func (l *fileLock) sign() error {
	if err := l.file.Truncate(0); err != nil {
		return err
	}
	_, err := l.file.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return err
}

// holder is who signed the lock file at path, in words.
func holder(path string) string {
	text, err := os.ReadFile(path)
	pid := strings.TrimSpace(string(text))
	if err != nil || pid == "" {
		return "unknown pid"
	}
	return "pid " + pid
}

// Lock takes the data folder for `covertrack serve`, creating the folder when missing. While it is held, a second Lock of
// the same folder, of this process or another, fails with ErrRunning and the pid of the holder. release lets go; so does
// the end of the process.
func Lock(dataDir string) (release func(), err error) {
	dir, err := filepath.Abs(dataDir)
	if err != nil {
		return nil, fmt.Errorf("lock data folder: %w", err)
	}
	if err := makeDirs(dir); err != nil {
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
