package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// process is a server that was started and is ready.
type process struct {
	*exec.Cmd
	addr string
	took time.Duration // from its start to the first 200 of /readyz
}

// startProcess starts a server on a free address, which it gets as --addr, and waits until it is ready: at most a
// minute.
func startProcess(ctx context.Context, name string, args ...string) (*process, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	addr := listener.Addr().String()
	_ = listener.Close()
	p := &process{Cmd: exec.Command(name, append(args, "--addr", addr)...), addr: addr}
	p.Stderr = os.Stderr
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	begun := time.Now()
	if err := p.Start(); err != nil {
		return nil, err
	}
	for !p.ready() {
		select {
		case <-ctx.Done():
			return nil, errors.Join(fmt.Errorf("%s %s is not ready: %w", name, args[0], ctx.Err()), p.stop())
		case <-time.After(2 * time.Millisecond):
		}
	}
	p.took = time.Since(begun)
	return p, nil
}

func (p *process) ready() bool {
	answer, err := http.Get("http://" + p.addr + "/readyz")
	if err != nil {
		return false
	}
	_ = answer.Body.Close()
	return answer.StatusCode == http.StatusOK
}

// stop ends the process and returns an error if it failed.
func (p *process) stop() error {
	_ = p.Process.Signal(syscall.SIGTERM) // Wait says how one that has ended already did so
	if err := p.Wait(); err != nil {
		return fmt.Errorf("%s: %w", p.Args[1], err)
	}
	return nil
}
