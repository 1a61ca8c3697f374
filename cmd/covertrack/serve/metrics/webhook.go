package metrics

import (
	"context"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/covertrack/covertrack/storage"
)

var (
	webhooksFailing = prometheus.NewDesc("covertrack_webhook_endpoints_failing",
		"Enabled webhook endpoints whose receiver has failed since its last success, of all nodes together.", nil, nil)
	webhooksWaiting = prometheus.NewDesc("covertrack_webhook_endpoints_waiting",
		"Enabled webhook endpoints that have had work for a minute and that no node delivers to.", nil, nil)
)

// webhookBacklog shows how webhook endpoints fare. While the database is away it shows nothing.
type webhookBacklog struct {
	store *storage.Store
	log   *slog.Logger
}

// Describe names the metrics.
func (b webhookBacklog) Describe(out chan<- *prometheus.Desc) {
	out <- webhooksFailing
	out <- webhooksWaiting
}

// Collect asks the database, once a scrape.
func (b webhookBacklog) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), backlogTimeout)
	defer cancel()
	found, err := b.store.WebhookBacklog(ctx, time.Now())
	if err != nil {
		b.log.Warn("how webhook endpoints fare is not known", "error", err)
		return
	}
	out <- prometheus.MustNewConstMetric(webhooksFailing, prometheus.GaugeValue, float64(found.Failing))
	out <- prometheus.MustNewConstMetric(webhooksWaiting, prometheus.GaugeValue, float64(found.Waiting))
}
