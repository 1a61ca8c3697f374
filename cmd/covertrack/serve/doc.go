// Package serve has the server: what is started and stopped in which order (serve.go, ending.go), what handles requests
// (service.go), the listening door and the handlers of all paths (http.go, docs.go), the background jobs (jobs.go,
// webhooks.go), and what the flags say about limits, replicas and evidence. What runs around every request is in the
// packages below it: access (id, log, client's address), metrics, traces and health.
package serve
