package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
)

// replicaFlags say from which copies of the database to read.
func replicaFlags() []cli.Flag {
	return []cli.Flag{
		setting("replica-urls", "", "streaming replicas of the database to read from, one server each, "+
			"with commas between them, like postgres://user@replica/covertrack (default: none)"),
		&cli.DurationFlag{Name: "replica-max-lag", Value: 10 * time.Second, Sources: fromEnv("replica-max-lag"),
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
			return nil, usagef(cmd, "--replica-urls has nothing between two commas")
		}
		if err := postgres.CheckURL(url); err != nil {
			return nil, usagef(cmd, "--replica-urls: %w", err)
		}
		urls = append(urls, url)
	}
	return urls, nil
}

var errReplicasOfNodes = errors.New("--replica-urls: the database is distributed, and a replica of one of its servers does not say how far the " +
	"others are; leave it out, and add workers instead")

// openReplicas makes the store read from the replicas of the flags.
func openReplicas(ctx context.Context, cmd *cli.Command, store *storage.Store, options postgres.Options, log *slog.Logger) error {
	urls, err := replicaURLs(cmd)
	if err != nil || len(urls) == 0 {
		return err
	}
	if is, err := store.IsDistributed(ctx); err != nil || is {
		return errors.Join(err, errReplicasOfNodes)
	}
	options.ApplicationName = "covertrack-reads"
	store.OpenReplicas(urls, storage.ReplicaOptions{Pool: options, MaxLag: cmd.Duration("replica-max-lag"), Logger: log})
	return nil
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

// watchReplicas shows the state of each replica, by its position in the flag, and how often the primary was read instead.
func (m *metrics) watchReplicas(replicas *storage.Replicas) {
	if replicas == nil {
		return
	}
	for i, r := range replicas.List() {
		labels := prometheus.Labels{"replica": strconv.Itoa(i + 1)}
		m.gauge("replica_healthy", "Whether the replica may be read from.", labels, func() float64 {
			if r.Healthy() {
				return 1
			}
			return 0
		})
		m.gauge("replica_lag_seconds", "How far the replica was behind when it was last asked.", labels,
			func() float64 { return r.Lag().Seconds() })
		m.counter("replica_reads_total", "Calls that read from the replica.", labels,
			func() float64 { return float64(r.Reads.Load()) })
	}
	for reason, count := range map[string]*atomic.Int64{
		"away": &replicas.Away, "behind": &replicas.Behind, "failed": &replicas.Failed,
	} {
		m.counter("replica_fallbacks_total", "Calls that read from the primary since no replica was healthy (away), "+
			"none had the caller's writes (behind), or it failed.",
			prometheus.Labels{"reason": reason}, func() float64 { return float64(count.Load()) })
	}
}
