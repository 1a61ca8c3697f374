package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/storage"
)

// requirement is something that a cluster must have before its tables are distributed.
type requirement struct {
	lacking string // selects what lacks it, as text; null if nothing
	refusal string // what is wrong, and what to do; {it} is what was selected, {writer} the role of transactions
}

// onAllNodes selects the names of those nodes of whom a query does not select 'ok'.
const onAllNodes = `SELECT string_agg(n.nodename || ':' || n.nodeport || CASE WHEN r.success THEN '' ELSE ' (' || r.result || ')' END, ', ')
	FROM run_command_on_all_nodes(%s) AS r JOIN pg_dist_node AS n USING (nodeid) WHERE NOT r.success OR r.result IS DISTINCT FROM 'ok'`

// requirements are in their order: each one needs those before it.
var requirements = []requirement{
	{
		"SELECT CASE WHEN to_regclass('pg_catalog.pg_dist_node') IS NULL THEN current_database() END",
		"the database {it} has no extension citus: install it on the server and on each worker from its makers' packages, set " +
			"shared_preload_libraries = 'citus' there, restart, and run in the database {it} of each: CREATE EXTENSION citus",
	},
	{
		"SELECT CASE WHEN NOT EXISTS (SELECT FROM pg_dist_node WHERE groupid = 0) THEN current_setting('port') END",
		"the workers do not know how to reach the coordinator: run SELECT citus_set_coordinator_host('HOST', {it}), with the name " +
			"of this server",
	},
	{
		`SELECT CASE WHEN NOT EXISTS (SELECT FROM pg_dist_node WHERE groupid <> 0 AND noderole = 'primary' AND isactive AND shouldhaveshards)
			THEN current_setting('port') END`,
		"there are no workers: make the database and its extension citus on another server, and run SELECT citus_add_node('HOST', {it})",
	},
	{
		`SELECT nodename || ''', ' || nodeport FROM pg_dist_node WHERE groupid = 0 AND shouldhaveshards`,
		"the coordinator would keep shards: run SELECT citus_set_node_property('{it}, 'shouldhaveshards', false)",
	},
	{
		`SELECT min(n.nodename || ''', ' || n.nodeport) FROM pg_dist_node AS n JOIN pg_dist_placement USING (groupid)
			JOIN pg_dist_shard USING (shardid) JOIN pg_dist_partition USING (logicalrelid) WHERE n.groupid = 0 AND partmethod = 'h'`,
		"the coordinator keeps shards: run SELECT citus_drain_node('{it})",
	},
	{
		fmt.Sprintf(onAllNodes, `'SELECT CASE current_setting(''wal_level'') WHEN ''logical'' THEN ''ok'' END'`),
		"a shard can be moved under load only with wal_level = logical: run ALTER SYSTEM SET wal_level = logical and restart {it}",
	},
	{
		// Who may not read the setting does not see it, and learns it from Postgres when a portfolio is to be moved.
		fmt.Sprintf(onAllNodes, `'SELECT CASE WHEN coalesce((SELECT setting FROM pg_settings WHERE name = ''output_plugin_libraries''), ''citus'')
			~ ''\mcitus\M'' THEN ''ok'' END'`),
		"a portfolio can be given shards of its own only where citus may decode the log: run ALTER SYSTEM SET output_plugin_libraries = " +
			"pgoutput, citus and SELECT pg_reload_conf() on {it}",
	},
}

// ofWriter needs the name of the transactions' role as $1; connectsAsWriter is asked under that role.
var (
	ofWriter = requirement{
		fmt.Sprintf(onAllNodes, `format('SELECT ''ok'' FROM pg_roles WHERE rolname = %L AND rolcanlogin', $1::text)`),
		"the coordinator connects to workers as the role of transactions, {writer}, which is missing or has no LOGIN on {it}: run " +
			"there CREATE ROLE {writer} LOGIN, or ALTER ROLE {writer} LOGIN",
	}
	connectsAsWriter = requirement{
		fmt.Sprintf(onAllNodes, `'SELECT ''ok'''`),
		"the coordinator cannot connect as {writer} to {it}: allow it in pg_hba.conf there, from the coordinator and the other workers",
	}
)

// checkNodes returns an error, which says what to do, unless the tables can be distributed to the nodes.
func (c Cluster) checkNodes(ctx context.Context) error {
	for _, r := range requirements {
		if err := r.check(ctx, c.pool(), ""); err != nil {
			return err
		}
	}
	writer, err := c.Store.Writer(ctx)
	if err != nil {
		return err
	}
	if err := ofWriter.check(ctx, c.pool(), writer); err != nil {
		return err
	}
	return c.Store.AsWriter(ctx, func(tx pgx.Tx) error { return connectsAsWriter.check(ctx, tx, writer) })
}

// querier is a pool or a transaction.
type querier interface {
	QueryRow(ctx context.Context, query string, args ...any) pgx.Row
}

// check returns an error if something lacks what is required. The writer is the name of the role of transactions, if the
// requirement is about it.
func (r requirement) check(ctx context.Context, db querier, writer string) error {
	var it *string
	var args []any
	if strings.Contains(r.lacking, "$1") {
		args = append(args, writer)
	}
	if err := db.QueryRow(ctx, r.lacking, args...).Scan(&it); err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return storage.Translate(err)
	}
	if it == nil {
		return nil
	}
	return errors.New(strings.NewReplacer("{it}", *it, "{writer}", pgx.Identifier{writer}.Sanitize()).Replace(r.refusal))
}
