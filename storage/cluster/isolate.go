package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/storage"
)

// ErrNotDistributed means that the tables are not distributed, so no portfolio can be moved to another server.
var ErrNotDistributed = errors.New("the database is not distributed: all portfolios are on one server; see `covertrack migrate distribute`")

// shard is the part of the tables that has a portfolio, and where it is.
type shard struct {
	id      int64
	isAlone bool // it has no other portfolio
	node    worker
}

// worker is a server that keeps shards.
type worker struct {
	id   int32
	host string
	port int32
}

func (w worker) String() string { return fmt.Sprintf("%s:%d", w.host, w.port) }

// Isolate gives a portfolio shards of its own, and moves them to the worker of the address, or if that is "" to the one
// that keeps the least beside it. It returns where the portfolio is then, and tells report what it does. A portfolio that is
// alone and there already stays. While it gets its shards, writes of the portfolio and of those that were beside it wait, or
// fail as unavailable; while it moves they go on but for a moment at the end. `not_found`; errors that wrap
// ErrNotDistributed.
//
// It needs a pool without time-outs, and servers that are safe by its CheckSafe: with synchronous_commit off, writes that
// were acknowledged would stay behind.
func (c Cluster) Isolate(ctx context.Context, portfolio uuid.UUID, to string, report func(step string)) (at string, err error) {
	if is, err := c.IsDistributed(ctx); err != nil || !is {
		return "", errors.Join(err, ErrNotDistributed)
	}
	if _, err := c.Store.Portfolio(ctx, portfolio); err != nil {
		return "", err
	}
	unlock, err := c.Store.LockMigrations(ctx)
	if err != nil {
		return "", err
	}
	defer unlock()
	of, err := c.shardOf(ctx, portfolio)
	if err != nil {
		return "", err
	}
	target, err := c.workerFor(ctx, of, to)
	if err != nil {
		return "", err
	}
	if !of.isAlone {
		report("giving the portfolio shards of its own on " + of.node.String())
		// With the logical mode a split does not end while rows of it are updated: they come without their keys.
		const isolate = "SELECT isolate_tenant_to_new_shard('cases', $1::uuid, 'CASCADE', shard_transfer_mode => 'block_writes')"
		if _, err := c.pool().Exec(ctx, isolate, portfolio.String()); err != nil {
			return "", storage.Translate(err)
		}
		if of, err = c.shardOf(ctx, portfolio); err != nil {
			return "", err
		}
	}
	if of.node == target {
		return target.String(), nil
	}
	report(fmt.Sprintf("moving it from %s to %s", of.node, target))
	return target.String(), c.move(ctx, of, target)
}

// move moves the shards of one range to another worker.
func (c Cluster) move(ctx context.Context, of *shard, to worker) error {
	if err := c.raiseEventNumbers(ctx, to, of.node); err != nil {
		return err
	}
	_, err := c.pool().Exec(ctx, "SELECT citus_move_shard_placement($1, $2, $3, $4, $5, shard_transfer_mode => 'force_logical')",
		of.id, of.node.host, of.node.port, to.host, to.port)
	return storage.Translate(err)
}

// shardOf looks up where a portfolio is.
func (c Cluster) shardOf(ctx context.Context, portfolio uuid.UUID) (*shard, error) {
	const query = `SELECT shardid, shardminvalue = shardmaxvalue, nodeid, nodename, nodeport FROM pg_dist_shard
		JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node USING (groupid)
		WHERE shardid = get_shard_id_for_distribution_column('cases', $1::uuid) AND noderole = 'primary'`
	of := new(shard)
	err := c.pool().QueryRow(ctx, query, portfolio.String()).Scan(&of.id, &of.isAlone, &of.node.id, &of.node.host, &of.node.port)
	return of, storage.Translate(err)
}

// selectWorkers selects the workers and how many bytes each keeps of shards but those with the portfolio's shard $1 of
// cases, the one that keeps least first; of two that keep as much the one where the portfolio is.
const selectWorkers = `WITH mine AS (SELECT shardminvalue AS low FROM pg_dist_shard WHERE shardid = $1),
	kept AS (
		SELECT nodename, nodeport, sum(shard_size) AS bytes FROM citus_shards JOIN pg_dist_shard AS d USING (shardid), mine
		WHERE citus_table_type = 'distributed' AND NOT ($2 AND d.shardminvalue = mine.low) GROUP BY 1, 2)
	SELECT nodeid, nodename, nodeport FROM pg_dist_node LEFT JOIN kept USING (nodename, nodeport)
	WHERE groupid <> 0 AND noderole = 'primary' AND isactive ORDER BY coalesce(bytes, 0), nodeid <> $3, nodeid`

// workerFor is the worker of the address, or the one that keeps least if it is "".
func (c Cluster) workerFor(ctx context.Context, of *shard, address string) (to worker, err error) {
	found, err := c.pool().Query(ctx, selectWorkers, of.id, of.isAlone, of.node.id)
	if err != nil {
		return to, storage.Translate(err)
	}
	workers, err := pgx.CollectRows(found, func(row pgx.CollectableRow) (w worker, err error) {
		return w, row.Scan(&w.id, &w.host, &w.port)
	})
	if err != nil {
		return to, storage.Translate(err)
	}
	if len(workers) == 0 {
		return to, errors.New("there are no workers: add one with citus_add_node")
	}
	names := make([]string, len(workers))
	for i, w := range workers {
		if address == "" || address == w.String() {
			return w, nil
		}
		names[i] = w.String()
	}
	return to, fmt.Errorf("%s is no worker that is active; there are %s", address, strings.Join(names, ", "))
}

// eventsMeanwhile is more events than come while a portfolio moves.
const eventsMeanwhile = 1 << 40

// raiseEventNumbers has the numbers of the events that wait for their positions become greater on one worker than they are on
// another. Each worker counts for itself, in a range of its own, and the new events of a portfolio that has moved must come
// behind those that still wait.
func (c Cluster) raiseEventNumbers(ctx context.Context, to, above worker) error {
	numbers := map[int32]int64{}
	found, err := c.pool().Query(ctx, `SELECT nodeid, result::bigint FROM run_command_on_all_nodes('SELECT last_value FROM event_outbox_seq')
		WHERE nodeid = ANY ($1) AND success`, []int32{to.id, above.id})
	if err != nil {
		return storage.Translate(err)
	}
	var id int32
	var number int64
	if _, err := pgx.ForEachRow(found, []any{&id, &number}, func() error { numbers[id] = number; return nil }); err != nil {
		return storage.Translate(err)
	}
	if len(numbers) < 2 {
		return fmt.Errorf("%s or %s does not say how far its events are: see whether both run", to, above)
	}
	wanted := numbers[above.id] + eventsMeanwhile
	if numbers[to.id] >= wanted {
		return nil
	}
	raise := fmt.Sprintf(`DO $$ BEGIN PERFORM set_config('citus.enable_ddl_propagation', 'off', true);
		ALTER SEQUENCE event_outbox_seq NO MAXVALUE RESTART %d; END $$`, wanted)
	refused, err := one[*string](ctx, c, `SELECT min(result) FILTER (WHERE NOT success)
		FROM master_run_on_worker(ARRAY[$1::text], ARRAY[$2::int], ARRAY[$3::text], false)`, to.host, to.port, raise)
	if err == nil && refused != nil {
		err = fmt.Errorf("%s: %s", to, *refused)
	}
	return err
}
