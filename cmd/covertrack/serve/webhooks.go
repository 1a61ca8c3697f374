package serve

import (
	"log/slog"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/graph/webhook"
	"github.com/covertrack/covertrack/model/receiver"
	"github.com/covertrack/covertrack/storage"
)

// stopWebhooksWithin is how long deliveries that are under way may take to end, while the requests end.
const stopWebhooksWithin = 15 * time.Second

// webhookFlags say which receivers of webhooks there may be.
func webhookFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "webhook-allow-insecure", Sources: command.FromEnv("webhook-allow-insecure"),
			Usage: "lets webhook endpoints be on this machine itself, by http and at any port: for tests"},
	}
}

// webhookURLs returns what addresses webhook endpoints may have.
func webhookURLs(cmd *cli.Command) receiver.URLs {
	return receiver.URLs{Insecure: cmd.Bool("webhook-allow-insecure")}
}

// startWebhooks delivers the events of feeds to endpoints, until it is stopped.
func startWebhooks(store *storage.Store, s *Service, allowed func() bool, log *slog.Logger) *webhook.Dispatcher {
	return webhook.Start(webhook.Config{
		Store: store, Key: s.Graph.WebhookKey, Now: time.Now, Logger: log, Allowed: allowed,
		Sender: webhook.NewSender(webhook.SenderConfig{URLs: s.Graph.WebhookURLs, Now: time.Now}),
	})
}
