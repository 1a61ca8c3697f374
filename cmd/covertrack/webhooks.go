package main

import (
	"context"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/graph/webhook"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// stopWebhooksWithin is how long deliveries that are under way may take to end, while the requests end.
const stopWebhooksWithin = 15 * time.Second

// webhookFlags say which receivers of webhooks there may be.
func webhookFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "webhook-allow-insecure", Sources: fromEnv("webhook-allow-insecure"),
			Usage: "lets webhook endpoints be on this machine itself, by http and at any port: for tests"},
	}
}

// webhookURLs returns what addresses webhook endpoints may have.
func webhookURLs(cmd *cli.Command) model.WebhookURLs {
	return model.WebhookURLs{Insecure: cmd.Bool("webhook-allow-insecure")}
}

// startWebhooks delivers the events of feeds to endpoints, until it is stopped.
func startWebhooks(store *storage.Store, s *service, allowed func() bool, log *slog.Logger) *webhook.Dispatcher {
	return webhook.Start(webhook.Config{
		Store: store, Key: s.webhooks.Key, Now: time.Now, Logger: log, Allowed: allowed,
		Sender: webhook.NewSender(webhook.SenderConfig{URLs: s.webhooks.URLs, Now: time.Now}),
	})
}

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
