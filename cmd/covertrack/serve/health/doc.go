// Package health answers the probes: whether the process runs, and whether the node should get requests.
package health
