package serve

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/cluster"
	"github.com/covertrack/covertrack/storage/postgres"
)

// replicaFlags say from which copies of the database to read.
func replicaFlags() []cli.Flag {
	return []cli.Flag{
		command.Setting("replica-urls", "", "streaming replicas of the database to read from, one server each, "+
			"with commas between them, like postgres://user@replica/covertrack (default: none)"),
		&cli.DurationFlag{Name: "replica-max-lag", Value: 10 * time.Second, Sources: command.FromEnv("replica-max-lag"),
			Usage: "how far a replica may be behind before nobody reads from it"},
	}
}

// replicaURLs returns the addresses of --replica-urls.
func replicaURLs(cmd *cli.Command) (urls []string, err error) {
	given := cmd.String("replica-urls")
	if given == "" {
		return nil, nil
	}
	for url := range strings.SplitSeq(given, ",") {
		if url = strings.TrimSpace(url); url == "" {
			return nil, command.Usagef(cmd, "--replica-urls has nothing between two commas")
		}
		if err := postgres.CheckURL(url); err != nil {
			return nil, command.Usagef(cmd, "--replica-urls: %w", err)
		}
		urls = append(urls, url)
	}
	return urls, nil
}

var errReplicasOfNodes = errors.New("--replica-urls: the database is distributed, " +
	"and a replica of one of its servers does not say how far the " +
	"others are; leave it out, and add workers instead")

// openReplicas makes the store read from the replicas of the flags.
func openReplicas(ctx context.Context, cmd *cli.Command, store *storage.Store, options postgres.Options, log *slog.Logger) error {
	urls, err := replicaURLs(cmd)
	if err != nil || len(urls) == 0 {
		return err
	}
	if is, err := cluster.Of(store).IsDistributed(ctx); err != nil || is {
		return errors.Join(err, errReplicasOfNodes)
	}
	options.ApplicationName = "covertrack-reads"
	store.OpenReplicas(urls, storage.ReplicaOptions{Pool: options, MaxLag: cmd.Duration("replica-max-lag"), Logger: log})
	return nil
}
