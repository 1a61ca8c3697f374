package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
)

// site makes a database with one portfolio, changed by the statements, and returns a rig for it, whose product is to be
// started yet. The portfolio's token is that of writes.
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
	return &rig{settings: r.settings, dir: dir, server: r.server, data: dataset{Writes: token}}, err
}
