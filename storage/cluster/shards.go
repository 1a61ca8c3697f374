package cluster

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/storage"
)

// selectGuards selects what guards the rows of each table and shard of a server: triggers, foreign keys and policies. A
// trigger that includes TRUNCATE is never on a shard. Names of shards and their constraints end with the shard's number.
const selectGuards = `SELECT tgrelid::regclass::text AS name,
		concat_ws(' ', 'trigger', proname, tgtype, tgenabled, encode(tgargs, 'escape')) AS guard
	FROM pg_trigger JOIN pg_proc AS p ON p.oid = tgfoid WHERE NOT tgisinternal AND tgtype & 32 = 0
	UNION ALL
	SELECT conrelid::regclass::text, concat_ws(' ', 'constraint',
		regexp_replace(pg_get_constraintdef(k.oid), 'REFERENCES (\S+?)(_\d+)?\(', 'REFERENCES \1('),
		(SELECT min(tgenabled) || max(tgenabled) FROM pg_trigger WHERE tgconstraint = k.oid))
	FROM pg_constraint AS k WHERE contype = 'f'
	UNION ALL
	SELECT polrelid::regclass::text, concat_ws(' ', 'policy', polname, polcmd) FROM pg_policy`

// selectUnguarded selects those shards that lack what the table has. $1 is a query that selects selectGuards as JSON.
const selectUnguarded = `WITH here AS (` + selectGuards + `), there AS (
	SELECT r.nodename, r.nodeport, g.name, g.guard
	FROM run_command_on_workers($1) AS r, json_to_recordset(CASE WHEN r.success THEN r.result::json END) AS g (name text, guard text)
)
SELECT format('%s on %s:%s lacks %s', shard.name, n.nodename, n.nodeport, here.guard)
FROM pg_dist_shard AS s JOIN here ON here.name = s.logicalrelid::regclass::text
	JOIN pg_dist_placement AS p USING (shardid)
	JOIN pg_dist_node AS n ON n.groupid = p.groupid AND n.groupid <> 0 AND n.noderole = 'primary',
	LATERAL (SELECT shard_name(s.logicalrelid, s.shardid) AS name) AS shard
WHERE NOT EXISTS (SELECT FROM there AS t WHERE t.nodename = n.nodename AND t.nodeport = n.nodeport
		AND t.name = shard.name AND t.guard = here.guard)
	AND (n.nodename, n.nodeport) IN (SELECT nodename, nodeport FROM there)
ORDER BY 1`

// checkShards asks each worker whether its shards have the triggers, foreign keys and policies of their tables, and returns
// an error that names the first that has not. Where one is missing, what it would refuse or count is done in silence.
func (c Cluster) checkShards(ctx context.Context) error {
	away, err := one[*string](ctx, c,
		`SELECT string_agg(nodename || ':' || nodeport, ', ') FROM run_command_on_workers('SELECT 1') WHERE NOT success`)
	if err != nil {
		return err
	}
	if away != nil {
		return fmt.Errorf("the shards on %s could not be looked at: run it again when it is there", *away)
	}
	lacks, err := c.unguarded(ctx)
	if err != nil || len(lacks) == 0 {
		return err
	}
	return fmt.Errorf("%d things are missing on shards, so nothing may be written before they are there: %s", len(lacks), lacks[0])
}

// unguarded says what shards lack of what their tables have, on the workers that answer.
func (c Cluster) unguarded(ctx context.Context) ([]string, error) {
	found, err := c.pool().Query(ctx, selectUnguarded, "SELECT json_agg(g) FROM ("+selectGuards+") AS g")
	if err != nil {
		return nil, storage.Translate(err)
	}
	lacks, err := pgx.CollectRows(found, pgx.RowTo[string])
	return lacks, storage.Translate(err)
}
