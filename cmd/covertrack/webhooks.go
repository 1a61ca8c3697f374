package main

import (
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/model"
)

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
