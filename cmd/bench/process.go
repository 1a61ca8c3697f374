package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/covertrack/covertrack/cmd/bench/limit"
	"github.com/covertrack/covertrack/storage/blob"
)

// process is a server that was started and is ready.
type process struct {
	*exec.Cmd
	addr string
	took time.Duration // from its start to the first 200 of /readyz
}

// startProcess starts a server on a free address, which it gets as --addr, and waits at most a minute for it.
func startProcess(ctx context.Context, name string, args ...string) (*process, error) {
	return startProcessIn(ctx, os.Environ(), name, args...)
}

// startProcessIn is startProcess with an environment.
func startProcessIn(ctx context.Context, env []string, name string, args ...string) (*process, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	addr := listener.Addr().String()
	_ = listener.Close()
	p := &process{Cmd: exec.Command(name, append(args, "--addr", addr)...), addr: addr}
	p.Stderr, p.Env = os.Stderr, env
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

// serveLimit is `bench limit`, the process of the server written by hand. It has as many connections as the product.
func serveLimit(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("bench limit", flag.ContinueOnError)
	addr, dsn, dir := flags.String("addr", "", ""), flags.String("database-url", "", ""), flags.String("data-dir", "", "")
	if err := flags.Parse(args); err != nil {
		return err
	}
	pool, err := openPool(ctx, *dsn, max(4, 2*runtime.NumCPU()))
	if err != nil {
		return err
	}
	defer pool.Close()
	blobs, err := blob.Open(ctx, blob.Config{DataDir: *dir, BaseURL: baseURL, SigningKey: []byte(signingKey)})
	if err != nil {
		return err
	}
	defer func() { _ = blobs.Close() }()
	mux := http.NewServeMux()
	mux.Handle("/", limit.New(ctx, pool, blobs, time.Now))
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprintln(w, "ok") })
	server := &http.Server{Addr: *addr, Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// openPool opens a pool of so many connections, with pgx's own defaults.
func openPool(ctx context.Context, dsn string, connections int) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, err
	}
	config.MaxConns = int32(connections)
	return pgxpool.NewWithConfig(ctx, config)
}
