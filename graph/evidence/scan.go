package evidence

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/covertrack/covertrack/model/fault"
)

const (
	// scanWithin is how long a check of one file may take.
	scanWithin = 60 * time.Second
	// scansAtOnce is how many checks run at the same time: each loads a core.
	scansAtOnce = 2
)

// A Scanner runs the operator's command on each file that is handed in. A nil Scanner lets every file pass.
type Scanner struct {
	program string
	args    []string
	within  time.Duration
	slots   chan struct{}
}

// NewScanner returns the scanner of a command: a program and its arguments, with spaces between them. No shell reads it,
// so that nothing in it has a second meaning. The path of the file comes as the last argument. It is nil for "". The
// error says that there is no such program.
func NewScanner(command string) (*Scanner, error) {
	words := strings.Fields(command)
	if len(words) == 0 {
		return nil, nil //nolint:nilnil // a nil *Scanner is one that does nothing
	}
	program, err := exec.LookPath(words[0])
	if err != nil {
		return nil, err
	}
	return &Scanner{program: program, args: words[1:], within: scanWithin, slots: make(chan struct{}, scansAtOnce)}, nil
}

// scan checks the file at path. The error is errScanned if the command refuses it (exit code 1), and `unavailable` if it
// cannot say: another code, a signal, or too long.
func (s *Scanner) scan(ctx context.Context, path string) error {
	if s == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, s.within)
	defer cancel()
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return cannotCheck(ctx.Err())
	}
	var said saying
	cmd := exec.CommandContext(ctx, s.program, append(slices.Clone(s.args), path)...) //nolint:gosec // the operator names it
	cmd.Env, cmd.Stdout, cmd.Stderr = scanEnvironment(), &said, &said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	exit, ran := errors.AsType[*exec.ExitError](err)
	switch {
	case err == nil:
		return nil
	case ran && exit.ExitCode() == 1 && ctx.Err() == nil:
		return errScanned
	}
	return cannotCheck(fmt.Errorf("the scan command: %w: %s", err, said.text))
}

// scanEnvironment has what programs need, and none of the server's settings: those have passwords.
func scanEnvironment() (env []string) {
	for _, name := range []string{"PATH", "HOME", "LANG", "TMPDIR"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

func cannotCheck(cause error) error {
	return fault.New(fault.CodeUnavailable, "Files cannot be checked now.").Because(cause)
}

// saying keeps the first of what a command says, for the log.
type saying struct{ text []byte }

// Write takes all, and keeps little.
func (t *saying) Write(p []byte) (int, error) {
	t.text = append(t.text, p[:min(len(p), max(0, 500-len(t.text)))]...)
	return len(p), nil
}
