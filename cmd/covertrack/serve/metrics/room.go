package metrics

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
)

// roomKnownFor is how long the figures of the database are shown again: they are of all nodes together, and each asks.
const roomKnownFor = time.Minute

var (
	quotaUsed = prometheus.NewDesc("covertrack_quota_used_ratio",
		"The largest part of a quota that any portfolio uses, by quota; 1 is all of it.", []string{"quota"}, nil)
	trailBytes = prometheus.NewDesc("covertrack_audit_bytes", "How large the audit trail is on the disk.", nil, nil)
	trailAhead = prometheus.NewDesc("covertrack_audit_ahead_seconds",
		"For how long from now the audit trail has partitions of months.", nil, nil)
)

// WatchRoom shows what is left of the disk and of the quotas, and whether writes succeed.
func (m *Metrics) WatchRoom(
	store *storage.Store, quotas func(model.QuotaOverrides) model.Quotas, blobs *blob.Store, writable func() bool, log *slog.Logger,
) {
	m.registry.MustRegister(&room{store: store, quotas: quotas, log: log})
	if _, ok := blobs.FreeBytes(); ok {
		m.gauge("files_free_bytes", "Room on the file system of the uploads.", nil, func() float64 {
			free, _ := blobs.FreeBytes()
			return float64(free)
		})
		m.gauge("files_min_free_bytes", "Room that uploads leave: --min-free-space.", nil,
			func() float64 { return float64(blobs.MinFree()) })
	}
	m.gauge("database_writable", "1 if the database takes writes, else 0.", nil, func() float64 {
		if writable() {
			return 1
		}
		return 0
	})
}

// room shows the figures that the database has. While it is away it shows nothing.
type room struct {
	store  *storage.Store
	quotas func(model.QuotaOverrides) model.Quotas
	log    *slog.Logger

	mu    sync.Mutex
	known []prometheus.Metric
	at    time.Time
}

// Describe names the metrics.
func (r *room) Describe(out chan<- *prometheus.Desc) {
	out <- quotaUsed
	out <- trailBytes
	out <- trailAhead
}

// Collect asks the database, at most once a minute.
func (r *room) Collect(out chan<- prometheus.Metric) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if time.Since(r.at) > roomKnownFor {
		ctx, cancel := context.WithTimeout(context.Background(), backlogTimeout)
		defer cancel()
		known, err := r.read(ctx)
		if err != nil {
			r.log.Warn("quotas and the audit trail are not known", "error", err)
			return
		}
		r.known, r.at = known, time.Now()
	}
	for _, m := range r.known {
		out <- m
	}
}

func (r *room) read(ctx context.Context) ([]prometheus.Metric, error) {
	usages, err := r.store.Usages(ctx)
	if err != nil {
		return nil, err
	}
	used := map[string]float64{"claimed": 0, "unclaimed": 0, "records": 0}
	for _, u := range usages {
		q := r.quotas(u.Own)
		for name, quota := range map[string]model.Quotas{
			"claimed": {Claimed: q.Claimed}, "unclaimed": {Unclaimed: q.Unclaimed}, "records": {Records: q.Records},
		} {
			used[name] = max(used[name], quota.Share(u.Used))
		}
	}
	bytes, err := r.store.TrailBytes(ctx)
	if err != nil {
		return nil, err
	}
	until, err := r.store.TrailUntil(ctx)
	if err != nil {
		return nil, err
	}
	known := []prometheus.Metric{
		prometheus.MustNewConstMetric(trailBytes, prometheus.GaugeValue, float64(bytes)),
		prometheus.MustNewConstMetric(trailAhead, prometheus.GaugeValue, time.Until(until).Seconds()),
	}
	for name, share := range used {
		known = append(known, prometheus.MustNewConstMetric(quotaUsed, prometheus.GaugeValue, share, name))
	}
	return known, nil
}
