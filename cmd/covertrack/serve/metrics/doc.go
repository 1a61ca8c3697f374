// Package metrics has what /metrics shows: requests, the database pool, queues, replicas, and what is left of disk and
// quotas. To show another figure, add a method that registers it, and call it where the service is built.
package metrics
