// Package cluster keeps the tables on several servers, by Citus: it cuts them by portfolio (distribute.go), checks that the
// servers can take them (distribute_checks.go) and that their shards lack nothing (shards.go), says where the tables are
// (placement.go), and moves a portfolio to a server of its own (isolate.go). docs/dev/decisions/scale-out.md says why.
//
// Cluster imports storage, never the other way round: a Store knows only whether its tables are distributed, which its
// transactions need. Statements on records are storage's; those here are about servers and shards.
package cluster

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/covertrack/covertrack/storage"
)

// Cluster is the servers that have the tables of a store.
type Cluster struct{ Store *storage.Store }

// Of returns the cluster of a store. It may be one plain Postgres.
func Of(store *storage.Store) Cluster { return Cluster{store} }

func (c Cluster) pool() *pgxpool.Pool { return c.Store.Pool().Pgx() }
