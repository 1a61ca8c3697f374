package embedded

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"
)

// process is the server as our child.
type process struct {
	cmd   *exec.Cmd
	asked atomic.Bool   // stop was called
	done  chan struct{} // closed after its end
}

// spawn starts the command. It locks the goroutine to the thread that started it until the process ends: on Linux the
// child gets its signal when that thread dies, not the program.
func spawn(cmd *exec.Cmd) (*process, error) {
	p := &process{cmd: cmd, done: make(chan struct{})}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait() // exit says how it ended.
			close(p.done)
		}
	}()
	return p, <-started
}

// exit says how the process ended. It may be called only after done is closed.
func (p *process) exit() string { return p.cmd.ProcessState.String() }

// How long a server may take to end at once, and to disappear after it was killed.
const (
	quitWithin = 4 * time.Second
	killWithin = 2 * time.Second
)

// stop ends the process and waits for it: by a fast shutdown or, if immediate is set or ctx ends first, at once. It kills
// one that does not respond, with all that works in its data folder; what was committed is recovered at the next start.
func (p *process) stop(ctx context.Context, immediate bool, data string) error {
	p.asked.Store(true)
	if !immediate {
		if err := p.signal(syscall.SIGINT); err != nil {
			return err
		}
		select {
		case <-p.done:
			return nil
		case <-ctx.Done():
		}
	}
	if err := p.signal(syscall.SIGQUIT); err != nil {
		return err
	}
	select {
	case <-p.done:
		return nil
	case <-time.After(quitWithin):
	}
	p.kill(data)
	gone := time.Now().Add(killWithin)
	select {
	case <-p.done:
		for len(workingIn(data)) > 0 && time.Now().Before(gone) { // a killed process takes a moment to end
			time.Sleep(pollEvery)
		}
		return nil
	case <-time.After(killWithin):
		return fmt.Errorf("the embedded Postgres (pid %d) does not end; end it by hand", p.cmd.Process.Pid)
	}
}

// kill ends the server and its backends, also those that are stopped. The server comes first: it would start others.
func (p *process) kill(data string) {
	_ = p.cmd.Process.Kill()
	for _, pid := range workingIn(data) {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

func (p *process) signal(sig os.Signal) error {
	if err := p.cmd.Process.Signal(sig); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("stop the embedded Postgres: %w", err)
	}
	return nil
}

// retireOrphan ends the server that a killed process left running, or waits for it if it is ending already. We own the
// folder, so no other process will do it. The pid comes from the kernel: it is the process that listens on our socket.
// The pid in a file may belong to another process by now.
func (c *cluster) retireOrphan(ctx context.Context) error {
	dir, err := c.runningSocket()
	if err != nil {
		return nil // No pid file, no server.
	}
	var asked int
	for deadline := time.Now().Add(ghostsWait); ; {
		pid, err := listener(filepath.Join(dir, fmt.Sprintf(".s.PGSQL.%d", port)))
		if err != nil {
			return nil // No server listens; launch handles what else may be left.
		}
		if pid <= 1 || time.Now().After(deadline) {
			return fmt.Errorf("a Postgres that this process cannot end (pid %d) runs on %s; end it by hand, then try again", pid,
				c.data)
		}
		if pid != asked {
			c.log.Warn("ending the embedded Postgres that a killed process left behind", "pid", pid)
			if err := syscall.Kill(pid, syscall.SIGINT); err != nil && !errors.Is(err, syscall.ESRCH) {
				return fmt.Errorf("end the Postgres left behind (pid %d): %w; end it by hand", pid, err)
			}
			asked = pid
		}
		if err := sleep(ctx, pollEvery); err != nil {
			return err
		}
	}
}

// listener returns the pid of the process that listens on a unix socket, 0 if it is unknown, an error if none listens.
func listener(path string) (pid int, err error) {
	conn, err := net.Dial("unix", path)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close() }()
	raw, err := conn.(*net.UnixConn).SyscallConn() // It is one: the network is unix.
	if err != nil {
		return 0, err
	}
	if err := raw.Control(func(fd uintptr) { pid = peerPid(int(fd)) }); err != nil {
		return 0, err
	}
	return pid, nil
}
