package nodes

import (
	"context"
	"fmt"
	"os"

	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
)

// Template makes a database of this name on each node, migrates it and distributes its tables. It is a template: no
// session is left in it, and none can be made.
func (n *Nodes) Template(ctx context.Context, database string) error {
	if err := n.Create(ctx, database, ""); err != nil {
		return err
	}
	if err := n.all(ctx, database, "CREATE EXTENSION citus"); err != nil {
		return err
	}
	if err := n.join(ctx, database); err != nil {
		return err
	}
	pool, err := postgres.Open(ctx, n.DSN(database), postgres.Options{MaxConns: 2})
	if err != nil {
		return err
	}
	store := storage.New(pool)
	if _, err = store.Migrate(ctx); err == nil {
		_, err = pool.Pgx().Exec(ctx, "ALTER ROLE covertrack_writer LOGIN")
	}
	if err == nil {
		err = distribute(ctx, pool.Pgx().Config().ConnConfig)
	}
	pool.Close()
	if err != nil {
		return err
	}
	return n.seal(ctx, database)
}

// join tells the coordinator of the workers, which alone have shards.
func (n *Nodes) join(ctx context.Context, database string) error {
	statements := make([]string, 0, len(n.dsns))
	for i, dsn := range n.dsns {
		config, err := pgx.ParseConfig(dsn)
		if err != nil {
			return err
		}
		call := "SELECT citus_add_node('%s', %d)"
		if i == 0 {
			call = "SELECT citus_set_coordinator_host('%s', %d)"
		}
		statements = append(statements, fmt.Sprintf(call, config.Host, config.Port))
	}
	return run(ctx, n.DSN(database), statements...)
}

// seal ends all sessions of a database, the extension's too, and lets nobody begin another one: a database that is in
// use cannot be copied.
func (n *Nodes) seal(ctx context.Context, database string) error {
	err := n.all(ctx, "postgres", "ALTER DATABASE "+database+" ALLOW_CONNECTIONS false")
	if err != nil {
		return err
	}
	return n.all(ctx, "postgres", "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '"+database+"'")
}

var globals = []string{
	"asset_types", "coverage_types", "document_categories", "field_types", "perils", "lenders", "lender_logos", "organizations",
	"plans", "portfolios",
}

func distribute(ctx context.Context, config *pgx.ConnConfig) error {
	text, err := os.ReadFile("/work/wt/c-nodes/storage/distribute.sql")
	if err != nil {
		return err
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SET LOCAL citus.multi_shard_modify_mode = sequential"); err != nil {
			return err
		}
		found, err := tx.Query(ctx, string(text), globals)
		if err != nil {
			return err
		}
		statements, err := pgx.CollectRows(found, pgx.RowTo[string])
		if err != nil {
			return err
		}
		for _, s := range statements {
			if _, err := tx.Exec(ctx, s); err != nil {
				return fmt.Errorf("%s: %w", s, err)
			}
		}
		return nil
	})
}
