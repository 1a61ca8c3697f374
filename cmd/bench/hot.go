package main

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/cmd/bench/fire"
	"github.com/covertrack/covertrack/storage"
)

// The SQL of this file is about the tables themselves: no record is read or written for anybody.

// insertDocument adds a copy of the portfolio's first document.
const insertDocument = `INSERT INTO documents (portfolio_id, id, case_id, category_id, file_name, file_type, name, versions, blob_key, created_at, updated_at)
	SELECT portfolio_id, $1, case_id, category_id, file_name, file_type, name, versions, blob_key, created_at, updated_at
	FROM documents WHERE portfolio_id = $2 ORDER BY id LIMIT 1`

// hotRow is single inserts into one portfolio by 16 connections, with the triggers that count records and without: in two
// databases that are the same but for them.
func hotRow(ctx context.Context, r *rig, t *table) error {
	var with, without *pgxpool.Pool
	for _, d := range []struct {
		name string
		pool **pgxpool.Pool
	}{{"hot_with", &with}, {"hot_without", &without}} {
		pool, err := r.hotDatabase(ctx, d.name)
		if err != nil {
			return err
		}
		defer pool.Close()
		*d.pool = pool
	}
	if _, err := without.Exec(ctx, "ALTER TABLE documents DISABLE TRIGGER USER"); err != nil {
		return err
	}
	progress("a hot portfolio: %d rounds", r.rounds)
	var counted, bare []fire.Result
	for round := range r.rounds + 1 {
		for i := range 2 {
			pool, results := with, &counted
			if (round+i)%2 == 1 {
				pool, results = without, &bare
			}
			result, err := r.insert(ctx, pool)
			if err != nil {
				return err
			}
			if round > 0 { // the first is for the caches
				*results = append(*results, result)
			}
		}
	}
	t.atLeast("hot portfolio, inserts by 16 writers ÷ without counters", 0.6, ratio(counted, bare, rate))
	return nil
}

// hotDatabase is a new database of the rig's Postgres with a small portfolio.
func (r *rig) hotDatabase(ctx context.Context, name string) (*pgxpool.Pool, error) {
	if err := r.recreate(ctx, name); err != nil {
		return nil, err
	}
	if _, err := r.commandOn(ctx, r.server.DSN(name), "load", "--cases", "10"); err != nil {
		return nil, err
	}
	config, err := pgxpool.ParseConfig(r.server.DSN(name))
	if err != nil {
		return nil, err
	}
	config.MaxConns = writers
	return pgxpool.NewWithConfig(ctx, config)
}

// insert has 16 connections insert for the time of a round.
func (r *rig) insert(ctx context.Context, pool *pgxpool.Pool) (fire.Result, error) {
	var portfolio [16]byte
	if err := pool.QueryRow(ctx, "SELECT portfolio_id FROM documents LIMIT 1").Scan(&portfolio); err != nil {
		return fire.Result{}, err
	}
	counts := make([]int, writers)
	begun := time.Now()
	group, ctx := errgroup.WithContext(ctx)
	for i := range counts {
		group.Go(func() error {
			for time.Since(begun) < r.round {
				if _, err := pool.Exec(ctx, insertDocument, [16]byte(storage.NewID()), portfolio); err != nil {
					return err
				}
				counts[i]++
			}
			return nil
		})
	}
	err := group.Wait()
	result := fire.Result{Seconds: time.Since(begun).Seconds()}
	for _, n := range counts {
		result.Requests += n
	}
	return result, err
}
