package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/covertrack/covertrack/cmd/bench/limit"
	"github.com/covertrack/covertrack/storage/blob"
)

// serveLimit is the process of the hand-written server: with as many connections as the product has, and pgx's own defaults.
func serveLimit(ctx context.Context, args []string) error {
	if len(args) != 3 {
		return errors.New("usage: bench limit ADDRESS DATABASE_URL DATA_DIR")
	}
	config, err := pgxpool.ParseConfig(args[1])
	if err != nil {
		return err
	}
	config.MaxConns = int32(max(4, 2*runtime.NumCPU()))
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return err
	}
	defer pool.Close()
	blobs, err := blob.Open(ctx, blob.Config{DataDir: args[2], BaseURL: baseURL, SigningKey: []byte(signingKey)})
	if err != nil {
		return err
	}
	defer func() { _ = blobs.Close() }()
	mux := http.NewServeMux()
	mux.Handle("/", limit.New(ctx, pool, blobs, time.Now))
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprintln(w, "ok") })
	server := &http.Server{Addr: args[0], Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
