package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// site makes a database with one portfolio, changed by the statements, and starts a node with its jobs on it. The token
// is that of writes.
func (r *rig) site(ctx context.Context, name string, cases, documents int, statements ...string) (*rig, error) {
	const lender = "Bench Site Lender"
	dir := filepath.Join(r.dir, name) // its files belong to the database that was there before
	if err := errors.Join(os.RemoveAll(dir), r.recreate(ctx, name)); err != nil {
		return nil, err
	}
	_, err := r.load(ctx, name, "--lender", lender, "--cases", strconv.Itoa(cases), "--documents", strconv.Itoa(documents))
	if err != nil {
		return nil, err
	}
	if err := r.exec(ctx, name, statements...); err != nil {
		return nil, err
	}
	org, err := r.command(ctx, name, "org", "create", "--name", "Bench Site", "--lender", lender, "--plan", "full")
	if err != nil {
		return nil, err
	}
	token, err := r.command(ctx, name, "token", "create", "--org", org, "--mode", "test")
	if err != nil {
		return nil, err
	}
	site := &rig{settings: r.settings, dir: dir, server: r.server, data: dataset{Writes: token}}
	site.product, err = site.startNode(ctx, name, dir)
	return site, err
}

// startNode starts a node of a site with its jobs. Nodes that have the same files need folders of their own.
func (r *rig) startNode(ctx context.Context, name, dir string) (*process, error) {
	// 16 clients of one organization have half of the pool, and must not be refused on a slow machine.
	dsn := fmt.Sprintf("%s&pool_max_conns=%d", r.server.DSN(name), 2*writers+2)
	return r.startProduct(ctx, name, "--mail", "off", "--database-url", dsn, "--data-dir", dir,
		"--blob-url", "file://"+filepath.Join(r.dir, "blobs"))
}

// leave ends the node of a site, and removes its database and its files.
func (r *rig) leave(ctx context.Context, site *rig, name string) error {
	return errors.Join(site.product.stop(), r.exec(ctx, "postgres", "DROP DATABASE "+name), os.RemoveAll(site.dir))
}
