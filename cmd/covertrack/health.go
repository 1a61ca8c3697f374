package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"sync/atomic"
	"time"

	"github.com/covertrack/covertrack/graph/installation"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
)

// probeTimeout is the longest that a probe waits for the database and the object store.
const probeTimeout = 2 * time.Second

// health says whether this node should get requests.
type health struct {
	store    *storage.Store
	blobs    *blob.Store
	guard    *installation.Guard // nil if nothing is guarded
	log      *slog.Logger
	mail     mailSettings
	draining atomic.Bool
	writes   writeCheck
}

// drain makes ready report this node as stopping from now on.
func (h *health) drain() { h.draining.Store(true) }

// alive reports that the process runs. It checks nothing else: a restart would not repair a database.
func alive(w http.ResponseWriter, _ *http.Request) {
	writeHealth(w, http.StatusOK, map[string]string{"status": "ok"})
}

// ready reports whether the database takes writes and the object store can be reached. If not, the reason is logged. It
// reports the replicas too, how mail works and that the node runs as restored, but it is ready all the same.
func (h *health) ready(w http.ResponseWriter, r *http.Request) {
	if h.draining.Load() {
		writeHealth(w, http.StatusServiceUnavailable, map[string]string{"status": "stopping"})
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), probeTimeout)
	defer cancel()
	status, answer := http.StatusOK, map[string]string{"status": "ok", "database": "ok", "files": "ok"}
	for name, ping := range map[string]func(context.Context) error{"database": h.takesWrites, "files": h.blobs.Ping} {
		if err := ping(ctx); err != nil {
			h.log.WarnContext(ctx, "not ready", "because", name, "error", err)
			status, answer["status"], answer[name] = http.StatusServiceUnavailable, "unavailable", "unavailable"
		}
	}
	if replicas := h.store.Replicas(); replicas != nil {
		answer["replicas"] = healthyReplicas(replicas)
	}
	if h.guard != nil && h.guard.Paused() {
		answer["installation"] = "restored"
	}
	if state := h.mailState(ctx); state != "" {
		answer["mail"] = state
	}
	writeHealth(w, status, answer)
}

// mailState returns how mail works, "" if that is not known. It makes no node unready: requests do not need it.
func (h *health) mailState(ctx context.Context) string {
	if h.mail.off {
		return "off"
	}
	status, err := h.store.MailStatus(ctx)
	switch {
	case err != nil:
		return "" // the database is away, or the release before serves it
	case status.Status == model.MailOK && h.mail.isMissing():
		return string(model.MailMissing)
	default:
		return string(status.Status)
	}
}

func writeHealth(w http.ResponseWriter, status int, answer map[string]string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer)
}

// serveProfiles serves Go's profiles on an address of their own, never on the public one: they show what the program
// does and can slow it down. end stops it. Without an address it does nothing.
func serveProfiles(ctx context.Context, addr string, log *slog.Logger) (end func(), err error) {
	if addr == "" {
		return func() {}, nil
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("--pprof-addr: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = server.Serve(listener) }() // It ends by Close alone.
	log.Info("serving profiles", "url", "http://"+listener.Addr().String()+"/debug/pprof/")
	return func() { _ = server.Close() }, nil
}
