package cluster

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/storage"
)

// Placement is where Citus keeps the tables.
type Placement struct {
	Nodes       []PlacedNode
	ByPortfolio []string // the tables that are cut, by portfolio
	Everywhere  []string // those that every node has
	Local       int      // how many others there are, with the coordinator
	Lacking     []string // what is not as it should be, each with what to do
}

// PlacedNode is a server of the cluster.
type PlacedNode struct {
	Address       string
	IsCoordinator bool
	IsAway        bool  // it does not answer the coordinator
	Shards        int   // of the table of cases; all others have as many
	Bytes         int64 // of all its shards; 0 while any server is away
}

const (
	selectPlacedNodes = `SELECT n.nodename || ':' || n.nodeport, n.groupid = 0, NOT r.success,
			(SELECT count(*) FROM pg_dist_placement AS p JOIN pg_dist_shard USING (shardid)
				WHERE p.groupid = n.groupid AND logicalrelid = 'cases'::regclass), $1::bigint
		FROM run_command_on_all_nodes('SELECT 1', give_warning_for_connection_errors => false) AS r JOIN pg_dist_node AS n USING (nodeid)
		ORDER BY n.groupid`
	selectPlacedBytes = `SELECT nodename || ':' || nodeport, sum(shard_size)::bigint FROM citus_shards GROUP BY 1`
	selectPlacedNames = `SELECT coalesce(array_agg(name ORDER BY name) FILTER (WHERE partmethod = 'h'), '{}'),
			coalesce(array_agg(name ORDER BY name) FILTER (WHERE partmethod = 'n' AND repmodel = 't'), '{}'),
			count(*) FILTER (WHERE partmethod IS NULL OR partmethod = 'n' AND repmodel <> 't')
		FROM (SELECT oid, relname::text AS name FROM pg_class WHERE relnamespace = quote_ident(current_schema())::regnamespace
			AND relkind IN ('r', 'p') AND NOT relispartition) AS t LEFT JOIN pg_dist_partition ON logicalrelid = t.oid`
)

// Placement looks up where the tables are, and what is not as it should be; nil on a database that is not distributed.
func (c Cluster) Placement(ctx context.Context) (*Placement, error) {
	if is, err := c.IsDistributed(ctx); err != nil || !is {
		return nil, err
	}
	p := new(Placement)
	if err := c.pool().QueryRow(ctx, selectPlacedNames).Scan(&p.ByPortfolio, &p.Everywhere, &p.Local); err != nil {
		return nil, storage.Translate(err)
	}
	if err := c.placeNodes(ctx, p); err != nil {
		return nil, err
	}
	return p, c.findLacking(ctx, p)
}

// placeNodes fills in the servers.
func (c Cluster) placeNodes(ctx context.Context, p *Placement) error {
	found, err := c.pool().Query(ctx, selectPlacedNodes, 0)
	if err != nil {
		return storage.Translate(err)
	}
	p.Nodes, err = pgx.CollectRows(found, pgx.RowToStructByPos[PlacedNode])
	if err != nil {
		return storage.Translate(err)
	}
	for _, n := range p.Nodes {
		if n.IsAway {
			return nil
		}
	}
	return c.weighNodes(ctx, p)
}

// weighNodes fills in how much the servers keep.
func (c Cluster) weighNodes(ctx context.Context, p *Placement) error {
	found, err := c.pool().Query(ctx, selectPlacedBytes)
	if err != nil {
		return storage.Translate(err)
	}
	bytes := map[string]int64{}
	var address string
	var n int64
	if _, err := pgx.ForEachRow(found, []any{&address, &n}, func() error { bytes[address] = n; return nil }); err != nil {
		return storage.Translate(err)
	}
	for i := range p.Nodes {
		p.Nodes[i].Bytes = bytes[p.Nodes[i].Address]
	}
	return nil
}

// findLacking fills in what is missing: tables that are not distributed, settings, and what shards lack of their tables.
func (c Cluster) findLacking(ctx context.Context, p *Placement) error {
	for _, query := range []string{selectSettings, selectDistribution} {
		found, err := c.pool().Query(ctx, query)
		if err != nil {
			return storage.Translate(err)
		}
		statements, err := pgx.CollectRows(found, pgx.RowTo[string])
		if err != nil {
			return storage.Translate(err)
		}
		for _, statement := range statements {
			p.Lacking = append(p.Lacking, "`covertrack migrate distribute` is to run "+statement)
		}
	}
	for _, n := range p.Nodes {
		if n.IsAway {
			p.Lacking = append(p.Lacking, n.Address+" does not answer: start it, or see its log")
		}
	}
	lacks, err := c.unguarded(ctx)
	p.Lacking = append(p.Lacking, lacks...)
	return err
}
