package cluster

import (
	"context"
	_ "embed"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/storage"
)

//go:embed distribute.sql
var selectDistribution string

// selectSettings selects the statements that give the database the settings that a node of it lacks; Citus runs them on all
// nodes. Triggers are safe since each writes rows of the portfolio that it is called for, which are on the same node. The
// other setting has SET LOCAL, by which a transaction says its role and its portfolio, go to the nodes.
const selectSettings = `SELECT format('ALTER DATABASE %I SET %s = %L', current_database(), name, wanted)
	FROM (VALUES (1, 'citus.enable_unsafe_triggers', 'on'), (2, 'citus.propagate_set_commands', 'local')) AS s (place, name, wanted)
	WHERE EXISTS (SELECT FROM run_command_on_all_nodes(format('SELECT current_setting(%L)', name)) WHERE success AND result <> wanted)
	ORDER BY place`

// IsDistributed reports whether Citus keeps the tables of portfolios on several servers. On a plain Postgres it costs one
// look into the system's tables, and on a distributed one two. It does not ask the function of that name, which a database
// lacks that is not migrated yet.
func (c Cluster) IsDistributed(ctx context.Context) (is bool, err error) {
	hasCitus, err := one[bool](ctx, c, "SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL")
	if !hasCitus || err != nil {
		return false, err
	}
	return one[bool](ctx, c, `SELECT EXISTS (SELECT FROM pg_dist_partition
		WHERE logicalrelid = to_regclass('cases') AND partmethod = 'h')`)
}

// Distribute has Citus cut the tables of portfolios by portfolio, all or none, and tells report each statement that it ran;
// none if there was nothing to do. With dryRun it only tells. It refuses, with what the operator does about it, a database
// whose nodes lack something, and fails if a table's triggers, foreign keys and policies are not on all of its shards.
//
// It locks all tables and needs a pool without time-outs. Nodes of the program do not run meanwhile.
func (c Cluster) Distribute(ctx context.Context, dryRun bool, report func(statement string)) error {
	if err := c.checkNodes(ctx); err != nil {
		return err
	}
	unlock, err := c.Store.LockMigrations(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if err := c.distribute(ctx, dryRun, report); err != nil || dryRun {
		return err
	}
	c.Store.ForgetWriter() // it says whether the tables are distributed
	return c.checkShards(ctx)
}

// beginDistribution has the session do what its database's settings say, which it may be too old to know, and one table
// after the other: foreign keys to tables that are copied to every node demand that.
const beginDistribution = `SET LOCAL citus.enable_unsafe_triggers = on; SET LOCAL citus.propagate_set_commands = 'local';
	SET LOCAL citus.multi_shard_modify_mode = 'sequential'; SET LOCAL client_min_messages = 'warning'`

// distribute runs the statements of distribute.sql in one transaction.
func (c Cluster) distribute(ctx context.Context, dryRun bool, report func(string)) error {
	return storage.Translate(pgx.BeginFunc(ctx, c.pool(), func(tx pgx.Tx) error {
		settings, err := collect(ctx, tx, selectSettings) // before the session has them itself
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, beginDistribution, pgx.QueryExecModeSimpleProtocol); err != nil {
			return err
		}
		statements, err := collect(ctx, tx, selectDistribution)
		if err != nil {
			return err
		}
		for _, statement := range slices.Concat(settings, statements) {
			if !dryRun {
				if _, err := tx.Exec(ctx, statement, pgx.QueryExecModeExec); err != nil {
					return fmt.Errorf("%s: %w", statement, err)
				}
			}
			report(statement)
		}
		return nil
	}))
}

// collect returns the texts that a query selects.
func collect(ctx context.Context, tx pgx.Tx, query string) ([]string, error) {
	found, err := tx.Query(ctx, query)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(found, pgx.RowTo[string])
}

// one returns the one value that a query selects.
func one[T any](ctx context.Context, c Cluster, query string, args ...any) (value T, err error) {
	err = c.pool().QueryRow(ctx, query, args...).Scan(&value)
	return value, storage.Translate(err)
}
