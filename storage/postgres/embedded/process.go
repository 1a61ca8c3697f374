package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"
)

// process is the server as our child.
type process struct {
	cmd   *exec.Cmd
	asked atomic.Bool   // its end was asked for
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

// stop ends the server and waits for it: by a fast shutdown or, if immediate is set or ctx ends first, at once. It kills
// one that does not respond, with all its processes; what was committed is recovered at the next start.
func (c *cluster) stop(ctx context.Context, p *process, immediate bool) error {
	p.asked.Store(true)
	if !immediate {
		if err := p.signal(syscall.SIGINT); err != nil || p.endsBefore(ctx.Done()) {
			return err
		}
	}
	if err := p.signal(syscall.SIGQUIT); err != nil || p.endsWithin(quitWithin) {
		return err
	}
	c.kill(p)
	gone := time.Now().Add(killWithin)
	if !p.endsWithin(killWithin) {
		return fmt.Errorf("the embedded Postgres (pid %d) does not end; end it by hand", p.cmd.Process.Pid)
	}
	for time.Now().Before(gone) { // a killed process takes a moment to end
		if pids, _ := c.processes(); len(pids) == 0 {
			break
		}
		time.Sleep(pollEvery)
	}
	return nil
}

// endsWithin waits for the end, and reports whether it came in time.
func (p *process) endsWithin(d time.Duration) bool {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	return p.endsBefore(ctx.Done())
}

func (p *process) endsBefore(end <-chan struct{}) bool {
	select {
	case <-p.done:
		return true
	case <-end:
		return false
	}
}

// kill ends the server and its backends, also those that are stopped. The server comes first: it would start others.
func (c *cluster) kill(p *process) {
	p.asked.Store(true)
	_ = p.cmd.Process.Kill()
	pids, _ := c.processes()
	for _, pid := range pids {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

func (p *process) signal(sig os.Signal) error {
	if err := p.cmd.Process.Signal(sig); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("stop the embedded Postgres: %w", err)
	}
	return nil
}
