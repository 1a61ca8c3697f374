package main

import (
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
)

// replicaFlags say which copies of the database may be read from.
func replicaFlags() []cli.Flag {
	return []cli.Flag{
		setting("replica-urls", "", "streaming replicas of the database to read from, one server each, with commas between them, "+
			"like postgres://user@replica/covertrack (default: none)"),
		&cli.DurationFlag{Name: "replica-max-lag", Value: 10 * time.Second, Sources: fromEnv("replica-max-lag"),
			Usage: "how far a replica may be behind before nobody reads from it"},
	}
}

// replicaURLs are the addresses that the flags name.
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

// openReplicas has the store read from the replicas that the flags name.
func openReplicas(cmd *cli.Command, store *storage.Store, options postgres.Options, log *slog.Logger) error {
	urls, err := replicaURLs(cmd)
	options.ApplicationName = "covertrack-reads"
	store.OpenReplicas(urls, storage.ReplicaOptions{Pool: options, MaxLag: cmd.Duration("replica-max-lag"), Logger: log})
	return err
}

// healthyReplicas says how many replicas are read from.
func healthyReplicas(replicas *storage.Replicas) string {
	healthy := 0
	for _, r := range replicas.List() {
		if r.Healthy() {
			healthy++
		}
	}
	return fmt.Sprintf("%d of %d", healthy, len(replicas.List()))
}

// watchReplicas shows how the replicas are, by their place in --replica-urls, and how often the primary was read instead.
func (m *metrics) watchReplicas(replicas *storage.Replicas) {
	if replicas == nil {
		return
	}
	gauge := func(name, help string, labels prometheus.Labels, value func() float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(
			prometheus.GaugeOpts{Name: "covertrack_replica_" + name, Help: help, ConstLabels: labels}, value))
	}
	counter := func(name, help string, labels prometheus.Labels, value func() int64) {
		m.registry.MustRegister(prometheus.NewCounterFunc(
			prometheus.CounterOpts{Name: "covertrack_replica_" + name, Help: help, ConstLabels: labels},
			func() float64 { return float64(value()) }))
	}
	for i, r := range replicas.List() {
		labels := prometheus.Labels{"replica": strconv.Itoa(i + 1)}
		gauge("healthy", "Whether the replica may be read from.", labels, func() float64 {
			if r.Healthy() {
				return 1
			}
			return 0
		})
		gauge("lag_seconds", "How far the replica was behind when it was last asked.", labels, func() float64 { return r.Lag().Seconds() })
		counter("reads_total", "Calls that read from the replica.", labels, r.Reads.Load)
	}
	const help = "Calls that read from the primary since no replica was healthy (away), none had the caller's writes (behind), or it failed."
	counter("fallbacks_total", help, prometheus.Labels{"reason": "away"}, replicas.Away.Load)
	counter("fallbacks_total", help, prometheus.Labels{"reason": "behind"}, replicas.Behind.Load)
	counter("fallbacks_total", help, prometheus.Labels{"reason": "failed"}, replicas.Failed.Load)
}
