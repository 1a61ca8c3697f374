package health

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/graph/installation"
	"github.com/covertrack/covertrack/model/mailer"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
)

// probeTimeout is the longest that a probe waits for the database and the object store.
const probeTimeout = 2 * time.Second

// Health says whether this node should get requests.
type Health struct {
	Store    *storage.Store
	Blobs    *blob.Store
	Guard    *installation.Guard // nil if nothing is guarded
	Log      *slog.Logger
	Mail     command.MailSettings
	draining atomic.Bool
	writes   writeCheck
}

// Drain makes ready report this node as stopping from now on.
func (h *Health) Drain() { h.draining.Store(true) }

// Alive reports that the process runs. It checks nothing else: a restart would not repair a database.
func Alive(w http.ResponseWriter, _ *http.Request) {
	writeHealth(w, http.StatusOK, map[string]string{"status": "ok"})
}

// Ready reports whether the database takes writes and the object store can be reached. If not, the reason is logged. It
// reports the replicas too, how mail works and that the node runs as restored, but it is ready all the same.
func (h *Health) Ready(w http.ResponseWriter, r *http.Request) {
	if h.draining.Load() {
		writeHealth(w, http.StatusServiceUnavailable, map[string]string{"status": "stopping"})
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), probeTimeout)
	defer cancel()
	status, answer := http.StatusOK, map[string]string{"status": "ok", "database": "ok", "files": "ok"}
	for name, ping := range map[string]func(context.Context) error{"database": h.takesWrites, "files": h.Blobs.Ping} {
		if err := ping(ctx); err != nil {
			h.Log.WarnContext(ctx, "not ready", "because", name, "error", err)
			status, answer["status"], answer[name] = http.StatusServiceUnavailable, "unavailable", "unavailable"
		}
	}
	if replicas := h.Store.Replicas(); replicas != nil {
		answer["replicas"] = healthyReplicas(replicas)
	}
	if h.Guard != nil && h.Guard.Paused() {
		answer["installation"] = "restored"
	}
	if state := h.mailState(ctx); state != "" {
		answer["mail"] = state
	}
	writeHealth(w, status, answer)
}

// mailState returns how mail works, "" if that is not known, or if this node sends none. It makes no node unready: requests
// do not need it.
func (h *Health) mailState(ctx context.Context) string {
	if h.Mail.Off || h.Mail.Idle {
		return ""
	}
	status, err := h.Store.MailStatus(ctx)
	switch {
	case err != nil:
		return "" // the database is away, or the release before serves it
	case status.Status == mailer.OK && h.Mail.IsMissing():
		return string(mailer.Missing)
	default:
		return string(status.Status)
	}
}

// healthyReplicas says how many of the replicas can be read from.
func healthyReplicas(replicas *storage.Replicas) string {
	healthy := 0
	for _, r := range replicas.List() {
		if r.Healthy() {
			healthy++
		}
	}
	return fmt.Sprintf("%d of %d", healthy, len(replicas.List()))
}

func writeHealth(w http.ResponseWriter, status int, answer map[string]string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer)
}
