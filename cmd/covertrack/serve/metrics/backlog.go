package metrics

import (
	"context"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/storage"
)

// backlogTimeout is the longest that a scrape waits for the database.
const backlogTimeout = 2 * time.Second

var (
	jobsWaiting = prometheus.NewDesc("covertrack_jobs_waiting",
		"Background jobs that could run now, of all nodes together, by queue.", []string{"queue"}, nil)
	oldestJob = prometheus.NewDesc("covertrack_jobs_oldest_seconds",
		"How long the oldest of the waiting jobs has waited, by queue; 0 if none waits.", []string{"queue"}, nil)
	noticesDue = prometheus.NewDesc("covertrack_renewal_notices_due",
		"Renewal notices of live portfolios that are due and neither sent nor settled otherwise, of all nodes together.", nil, nil)
	oldestDue = prometheus.NewDesc("covertrack_renewal_oldest_due_seconds",
		"How long ago the oldest of the notices that are due was due; 0 if none is.", nil, nil)
	feedLag = prometheus.NewDesc("covertrack_feed_lag_seconds",
		"How old the oldest event is that has no place in the feed, of all portfolios; 0 if all have theirs.", nil, nil)
)

// backlog shows what waits in the queues of jobs, the notices that are due, and the events that wait for their place in the
// feed. While the database is away it shows nothing.
type backlog struct {
	store *storage.Store
	log   *slog.Logger
}

// Describe names the metrics.
func (b backlog) Describe(out chan<- *prometheus.Desc) {
	out <- jobsWaiting
	out <- oldestJob
	out <- noticesDue
	out <- oldestDue
	out <- feedLag
}

// Collect asks the database, once a scrape.
func (b backlog) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), backlogTimeout)
	defer cancel()
	b.collectJobs(ctx, out)
	b.collectNotices(ctx, out)
	b.collectFeed(ctx, out)
}

func (b backlog) collectJobs(ctx context.Context, out chan<- prometheus.Metric) {
	found, err := b.store.Backlogs(ctx)
	if err != nil {
		b.log.Warn("the queues of jobs are not known", "error", err)
		return
	}
	queues := map[string]storage.Backlog{}
	for _, name := range jobs.Queues() {
		queues[name] = storage.Backlog{}
	}
	for _, q := range found {
		queues[q.Queue] = q
	}
	for name, q := range queues {
		out <- prometheus.MustNewConstMetric(jobsWaiting, prometheus.GaugeValue, float64(q.Waiting), name)
		out <- prometheus.MustNewConstMetric(oldestJob, prometheus.GaugeValue, q.Oldest.Seconds(), name)
	}
}

func (b backlog) collectNotices(ctx context.Context, out chan<- prometheus.Metric) {
	now := time.Now()
	due, err := b.store.DueNotices(ctx, now)
	if err != nil {
		b.log.Warn("how many notices are due is not known", "error", err)
		return
	}
	age := time.Duration(0)
	if due.Oldest != nil {
		age = now.Sub(*due.Oldest)
	}
	out <- prometheus.MustNewConstMetric(noticesDue, prometheus.GaugeValue, float64(due.Count))
	out <- prometheus.MustNewConstMetric(oldestDue, prometheus.GaugeValue, age.Seconds())
}

func (b backlog) collectFeed(ctx context.Context, out chan<- prometheus.Metric) {
	oldest, err := b.store.OldestUnplaced(ctx)
	if err != nil {
		b.log.Warn("how late the feed is is not known", "error", err)
		return
	}
	lag := time.Duration(0)
	if oldest != nil {
		lag = max(0, time.Since(*oldest))
	}
	out <- prometheus.MustNewConstMetric(feedLag, prometheus.GaugeValue, lag.Seconds())
}
