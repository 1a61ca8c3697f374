package embedded

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// errHeld means that another process has the lock.
var errHeld = errors.New("lock is held")

// tryLock opens a file or folder and locks it, without waiting. It returns errHeld if the lock is taken. The kernel
// releases the lock when the process ends in whatever way. The server does not inherit it: Go opens files close-on-exec.
func tryLock(path string, flag int) (*os.File, error) {
	f, err := os.OpenFile(path, flag|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	if err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err == nil {
		return f, nil
	}
	if errors.Is(err, unix.EWOULDBLOCK) {
		return nil, closing(errHeld, f)
	}
	return nil, closing(fmt.Errorf("lock %s: %w", path, err), f)
}

// sign writes our process id into a lock file, and whether the server goes on running: others may use it then.
func sign(lock *os.File, stays bool) error {
	text := fmt.Sprintln(os.Getpid())
	if stays {
		text += staysLine
	}
	if err := lock.Truncate(0); err != nil {
		return err
	}
	_, err := lock.WriteAt([]byte(text), 0)
	return err
}

const staysLine = "stays\n"

// holder returns what the process wrote that has the lock file: its id, and whether its server stays.
func holder(path string) (pid string, stays bool) {
	text, _ := os.ReadFile(path) // Without it an error says less.
	pid, rest, _ := strings.Cut(string(text), "\n")
	if pid == "" {
		return "unknown pid", false
	}
	return "pid " + pid, rest == staysLine
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
	lock, err := tryLock(path, os.O_CREATE|os.O_RDWR)
	if errors.Is(err, errHeld) {
		pid, _ := holder(path)
		return nil, fmt.Errorf("%w on %s (%s): stop it, or choose another --data-dir", ErrRunning, dir, pid)
	}
	if err != nil {
		return nil, fmt.Errorf("lock data folder: %w", err)
	}
	if err := sign(lock, false); err != nil {
		return nil, closing(fmt.Errorf("lock data folder: %w", err), lock)
	}
	return func() { _ = lock.Close() }, nil
}
