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

// stop ends the process and waits for it: by a fast shutdown or, if immediate is set or ctx ends first, at once.
func (p *process) stop(ctx context.Context, immediate bool) error {
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
	case <-time.After(10 * time.Second): // The server itself kills its backends after 5.
		return fmt.Errorf("the embedded Postgres (pid %d) does not end; end it by hand", p.cmd.Process.Pid)
	}
}

func (p *process) signal(sig os.Signal) error {
	if err := p.cmd.Process.Signal(sig); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("stop the embedded Postgres: %w", err)
	}
	return nil
}
