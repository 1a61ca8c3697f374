package main

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// nodesRow is mixed work on one node and on two with the same database, both with their jobs: CPU of the nodes that were
// asked, and of Postgres, for a request.
func nodesRow(ctx context.Context, r *rig, t *table) (err error) {
	const name = "nodes"
	site, err := r.mixedSite(ctx, name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.leave(ctx, site, name)) }()
	dir := site.dir + "-second"
	second, err := site.startNode(ctx, name, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, second.stop(), os.RemoveAll(dir)) }()
	whole, err := site.mixedJob(ctx)
	if err != nil {
		return err
	}
	whole.Conns, whole.For = writers, 2*r.round
	first, other := whole, whole
	first.Conns, other.Conns, other.Addr = writers/2, writers/2, second.addr
	other.Shots = append(other.Shots[len(other.Shots)/2:], other.Shots[:len(other.Shots)/2]...)
	var one, two []cost
	_, err = site.alternate(ctx, "mixed work on one node and on two",
		site.costed(&one, []*process{site.product}, whole),
		site.costed(&two, []*process{site.product, second}, first, other))
	if err != nil {
		return err
	}
	t.atMost("mixed work on two nodes ÷ on one, CPU of the nodes a request", 1.1, share(two, one, ofServers))
	t.tell("the same, CPU of Postgres a request", fmt.Sprintf("%.2f", share(two, one, ofPostgres)))
	progress("  one: %.3f ms a request, Postgres %.3f; two: %.3f, Postgres %.3f", typical(one, ofServers), typical(one, ofPostgres),
		typical(two, ofServers), typical(two, ofPostgres))
	return nil
}
