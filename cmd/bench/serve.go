package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/covertrack/covertrack/cmd/bench/limit"
	"github.com/covertrack/covertrack/storage/blob"
)

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
