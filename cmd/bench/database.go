package main

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/covertrack/covertrack/storage/postgres"
)

// recreate makes a database anew.
func (r *rig) recreate(ctx context.Context, name string) error {
	admin, err := pgxpool.New(ctx, r.server.DSN("postgres"))
	if err != nil {
		return err
	}
	defer admin.Close()
	if _, err := admin.Exec(ctx, "DROP DATABASE IF EXISTS "+name); err != nil {
		return err
	}
	return r.server.CreateDatabase(ctx, name)
}

// tidy does what Postgres would do by itself in the next hours, so that it does not while something is measured.
func (r *rig) tidy(ctx context.Context) error {
	progress("VACUUM ANALYZE and CHECKPOINT")
	pool, err := postgres.Open(ctx, r.dsn(), postgres.Options{MaxConns: 1})
	if err != nil {
		return err
	}
	defer pool.Close()
	_, err = pool.Pgx().Exec(ctx, "VACUUM ANALYZE")
	_, err2 := pool.Pgx().Exec(ctx, "CHECKPOINT")
	return errors.Join(err, err2)
}

// version is Postgres' own.
func (r *rig) version(ctx context.Context) (version string, err error) {
	pool, err := pgxpool.New(ctx, r.dsn())
	if err != nil {
		return "", err
	}
	defer pool.Close()
	err = pool.QueryRow(ctx, "SELECT split_part(current_setting('server_version'), ' ', 1)").Scan(&version)
	return version, err
}
