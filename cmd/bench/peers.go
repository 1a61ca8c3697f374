package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
)

// peerRows compare servers that others write for the same tables with LIMIT, as the product is.
func peerRows(r *rig) {
	const folder = "cmd/bench/peers"
	npm := exec.CommandContext(r.ctx, "npm", "ci", "--ignore-scripts", "--no-fund", "--no-audit", "--loglevel=error")
	npm.Dir, npm.Stderr = folder, os.Stderr
	if err := npm.Run(); errors.Is(err, exec.ErrNotFound) {
		r.tell("peers", "not measured: there is no npm")
		return
	} else if err != nil {
		check(fmt.Errorf("npm ci: %w", err))
	}
	for _, p := range [][2]string{
		{"Fastify with SQL by hand", "fastify.js"}, {"Mercurius, fixed operations, its jit on", "mercurius.js"},
		{"PostGraphile 5, fixed operations", "postgraphile.js"},
	} {
		server := startProcess([]string{"NODE_ENV=production", "GRAPHILE_ENV=production"}, "node", filepath.Join(folder, p[1]),
			"--database-url", r.server.DSN(database), "--base-url", baseURL, "--signing-key", signingKey,
			"--connections", "8") // as the product has on a small machine
		err := attempt(func() { r.peerRow(p[0], server) })
		check(errors.Join(err, attempt(server.stop)))
	}
}

// peerRow checks the answers of a peer, and measures it.
func (r *rig) peerRow(name string, server *process) {
	peer, byHand := r.big().at(server), r.big().at(r.byHand)
	var ratios []float64
	for _, paths := range [][]string{{list("documents")}, r.big().paths("documents", 1.0/3)} {
		if want, got := read[any](byHand, paths[0]), read[any](peer, paths[0]); !reflect.DeepEqual(want, got) {
			check(fmt.Errorf("%s answers %s by %.1500v, not %.1500v", name, paths[0], got, want))
		}
		jobs := []job{peer.gets(paths...), byHand.gets(paths...)}
		jobs[0].conns, jobs[1].conns = writers, writers
		got := r.fire(name+", "+paths[0], jobs...)
		ratios = append(ratios, ratio(got[0], got[1], rate))
	}
	r.tell(name+": list of 50 / get by id ÷ LIMIT, 16 clients", figures(ratios...))
}
