package main

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/cmd/bench/fire"
	"github.com/covertrack/covertrack/storage"
)

// insertDocument adds a copy of the portfolio's first document.
const insertDocument = `INSERT INTO documents (portfolio_id, id, case_id, category_id, file_name, file_type, name,
		versions, blob_key, created_at, updated_at)
	SELECT portfolio_id, $1, case_id, category_id, file_name, file_type, name, versions, blob_key, created_at, updated_at
	FROM documents WHERE portfolio_id = $2 ORDER BY id LIMIT 1`

// hotRow is single inserts into one portfolio by 16 connections, with and without the triggers that count records.
func hotRow(ctx context.Context, r *rig, t *table) error {
	with, err := r.hotDatabase(ctx, "hot_with")
	if err != nil {
		return err
	}
	defer with.Close()
	without, err := r.hotDatabase(ctx, "hot_without", "ALTER TABLE documents DISABLE TRIGGER USER")
	if err != nil {
		return err
	}
	defer without.Close()
	results, err := r.alternate(ctx, "a hot portfolio", r.inserts(with), r.inserts(without))
	if err != nil {
		return err
	}
	t.atLeast("hot portfolio, inserts by 16 writers ÷ without counters", 0.6, ratio(results[0], results[1], rate))
	return nil
}

// hotDatabase makes a database with a small portfolio, changed by the statements.
func (r *rig) hotDatabase(ctx context.Context, name string, statements ...string) (*pgxpool.Pool, error) {
	if err := r.recreate(ctx, name); err != nil {
		return nil, err
	}
	if _, err := r.load(ctx, name, "--cases", "10"); err != nil {
		return nil, err
	}
	if err := r.exec(ctx, name, statements...); err != nil {
		return nil, err
	}
	return openPool(ctx, r.server.DSN(name), writers)
}

// inserts has 16 connections insert during a round.
func (r *rig) inserts(pool *pgxpool.Pool) contender {
	return func(ctx context.Context, _ int) (fire.Result, error) {
		var portfolio [16]byte
		if err := pool.QueryRow(ctx, "SELECT portfolio_id FROM documents LIMIT 1").Scan(&portfolio); err != nil {
			return fire.Result{}, err
		}
		var count atomic.Int64
		begun := time.Now()
		group, ctx := errgroup.WithContext(ctx)
		for range writers {
			group.Go(func() error {
				for time.Since(begun) < r.round {
					if _, err := pool.Exec(ctx, insertDocument, [16]byte(storage.NewID()), portfolio); err != nil {
						return err
					}
					count.Add(1)
				}
				return nil
			})
		}
		err := group.Wait()
		return fire.Result{Requests: int(count.Load()), Seconds: time.Since(begun).Seconds()}, err
	}
}
