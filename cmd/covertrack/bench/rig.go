package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/covertrack/covertrack/cmd/covertrack/bench/fire"
	"github.com/covertrack/covertrack/storage/postgres/embedded"
)

const (
	baseURL    = "http://bench.example"
	signingKey = "the bench signs with this key, which is no secret"
	database   = "covertrack"
)

// rig is everything that runs: one Postgres, the product and the measure beside it, and the load generator.
type rig struct {
	settings
	dir              string
	server           *embedded.Server
	data             dataset
	product, measure *process
	generator        *exec.Cmd
	ask              *json.Encoder
	answers          *json.Decoder
	hangUp           io.Closer
}

func newRig(ctx context.Context, s settings) (_ *rig, err error) {
	r := &rig{settings: s}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.close())
		}
	}()
	if r.binary, err = filepath.Abs(s.binary); err != nil {
		return nil, err
	}
	if r.dir, err = dataDir(s); err != nil {
		return nil, err
	}
	if r.server, err = embedded.Start(ctx, embedded.Config{DataDir: r.dir, Own: true}); err != nil {
		return nil, err
	}
	if err := r.prepare(ctx); err != nil {
		return nil, err
	}
	if err := r.startServers(ctx); err != nil {
		return nil, err
	}
	return r, r.startGenerator()
}

func (r *rig) dsn() string { return r.server.DSN(database) }

func (r *rig) startServers(ctx context.Context) (err error) {
	addr, err := freeAddr()
	if err != nil {
		return err
	}
	args := []string{
		"serve", "--addr", addr, "--database-url", r.dsn(), "--data-dir", r.dir, "--base-url", baseURL, "--signing-key", signingKey,
		"--rate-limit", "0", "--max-in-flight", "0", "--workers", "0", "--log-level", "warn",
	}
	if r.pprof != "" {
		args = append(args, "--pprof-addr", r.pprof)
	}
	r.product, err = startProcess(ctx, addr, r.binary, args...)
	if err != nil {
		return err
	}
	if addr, err = freeAddr(); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	r.measure, err = startProcess(ctx, addr, self, "limit", addr, r.dsn(), r.dir)
	return err
}

func (r *rig) startGenerator() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	r.generator = exec.Command(self, "fire")
	r.generator.Stderr = os.Stderr
	in, err := r.generator.StdinPipe()
	if err != nil {
		return err
	}
	out, err := r.generator.StdoutPipe()
	if err != nil {
		return err
	}
	r.ask, r.answers, r.hangUp = json.NewEncoder(in), json.NewDecoder(out), in
	return r.generator.Start()
}

// fire has the load generator run a job.
func (r *rig) fire(job fire.Job) (fire.Result, error) {
	if err := r.ask.Encode(job); err != nil {
		return fire.Result{}, err
	}
	var reply fire.Reply
	if err := r.answers.Decode(&reply); err != nil {
		return fire.Result{}, fmt.Errorf("the load generator is gone: %w", err)
	}
	if reply.Error != "" {
		return fire.Result{}, errors.New(reply.Error)
	}
	return reply.Result, nil
}

func (r *rig) close() (err error) {
	if r.hangUp != nil {
		err = errors.Join(r.hangUp.Close(), r.generator.Wait())
	}
	for _, p := range []*process{r.product, r.measure} {
		if p != nil {
			err = errors.Join(err, p.stop())
		}
	}
	if r.server != nil {
		err = errors.Join(err, r.server.Stop(context.Background()))
	}
	return err
}

// process is a server that was started and answers.
type process struct {
	*exec.Cmd
	addr string
	took time.Duration // from the start to the first 200 of /readyz
}

// startProcess starts a server and waits until it is ready.
func startProcess(ctx context.Context, addr, name string, args ...string) (*process, error) {
	p := &process{Cmd: exec.Command(name, args...), addr: addr}
	p.Stderr = os.Stderr
	begun := time.Now()
	if err := p.Start(); err != nil {
		return nil, err
	}
	for {
		answer, err := http.Get("http://" + addr + "/readyz")
		if err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				p.took = time.Since(begun)
				return p, nil
			}
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), p.stop())
		case <-time.After(2 * time.Millisecond):
		}
		if time.Since(begun) > time.Minute {
			return nil, errors.Join(fmt.Errorf("%s %s is not ready after a minute", name, args[0]), p.stop())
		}
	}
}

func (p *process) stop() error {
	if err := p.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	if err := p.Wait(); err != nil {
		return fmt.Errorf("%s: %w", p.Args[1], err)
	}
	return nil
}

func freeAddr() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}
