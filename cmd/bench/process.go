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
	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/cmd/bench/limit"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/storage/blob"
)

// process is a server that was started and is ready.
type process struct {
	*exec.Cmd
	addr string
	took time.Duration // from its start to the first 200 of /readyz
}

// startProcess starts a server on a free address, which it gets as --addr, and waits at most a minute for it. Variables
// are added to its environment.
func startProcess(variables []string, name string, args ...string) *process {
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	addr := listener.Addr().String()
	_ = listener.Close()
	p := &process{Cmd: exec.Command(name, append(args, "--addr", addr)...), addr: addr}
	p.Stderr, p.Env = os.Stderr, append(os.Environ(), variables...)
	begun := time.Now()
	check(p.Start())
	for !p.ready() {
		if time.Since(begun) > time.Minute {
			check(errors.Join(fmt.Errorf("%s %s is not ready after a minute", name, args[0]), attempt(p.stop)))
		}
		time.Sleep(2 * time.Millisecond)
	}
	p.took = time.Since(begun)
	return p
}

func (p *process) ready() bool {
	answer, err := http.Get("http://" + p.addr + "/readyz")
	if err != nil {
		return false
	}
	_ = answer.Body.Close()
	return answer.StatusCode == http.StatusOK
}

// stop ends the process. It does nothing if p is nil.
func (p *process) stop() {
	if p != nil {
		_ = p.Process.Signal(syscall.SIGTERM) // Wait says how one that has ended already did so
		check(p.Wait())
	}
}

// serveLimit is `bench limit`, the process of the server written by hand. It has as many connections as the product.
func serveLimit(ctx context.Context, args []string) {
	flags := flag.NewFlagSet("bench limit", flag.ContinueOnError)
	addr, dsn, dir := flags.String("addr", "", ""), flags.String("database-url", "", ""), flags.String("data-dir", "", "")
	check(flags.Parse(args))
	config := must(pgxpool.ParseConfig(*dsn))
	config.MaxConns = int32(max(4, 2*runtime.NumCPU()))
	pool := must(pgxpool.NewWithConfig(ctx, config))
	defer pool.Close()
	blobs := must(blob.Open(blob.Config{DataDir: *dir, BaseURL: baseURL, SigningKeys: credentials.SigningKeys{[]byte(signingKey)}}))
	defer func() { _ = blobs.Close() }()
	mux := http.NewServeMux()
	mux.Handle("/", limit.New(ctx, pool, blobs, time.Now))
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprintln(w, "ok") })
	server := &http.Server{Addr: *addr, Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		check(err)
	}
}

// costed is a contender that runs jobs at the same time and takes the CPU time of the nodes meanwhile. Its results have no
// latencies.
func (r *rig) costed(nodes []*process, jobs ...job) contender {
	used := func() (seconds float64) {
		for _, node := range nodes {
			seconds += r.metric(node, "process_cpu_seconds_total")
		}
		return seconds
	}
	return func(int) (all result) {
		got, before := make(results, len(jobs)), used()
		group, ctx := errgroup.WithContext(r.ctx)
		for i, j := range jobs {
			group.Go(func() (err error) {
				got[i], err = j.run(ctx)
				return err
			})
		}
		check(group.Wait())
		all.cpu = used() - before
		for _, one := range got {
			all.requests, all.bytes, all.seconds = all.requests+one.requests, all.bytes+one.bytes, max(all.seconds, one.seconds)
		}
		return all
	}
}
