package postgres

import (
	"context"
	"errors"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// pipelineStatements is the most statements that a connection keeps prepared for its pipelines, besides
// preparedStatements: pgx's own cache takes no part in a batch of another mode than the pool's.
const pipelineStatements = 100

// prepares reports whether statements of the pool may be prepared.
func (p *Pool) prepares() bool {
	return p.Mode(pgx.QueryExecModeCacheStatement) == pgx.QueryExecModeCacheStatement
}

// prepare prepares those statements that wait and are worth it, unless they are prepared already: all of them, after the
// first few transactions of a connection.
func (p *Pipeline) prepare(ctx context.Context) error {
	if len(p.kept) == 0 {
		return nil
	}
	prepared := preparedOn(p.conn)
	for _, text := range p.kept {
		if _, ok := prepared.Get(text); ok {
			continue
		}
		if prepared.Len() == pipelineStatements {
			oldest, _, _ := prepared.RemoveOldest()
			if err := p.conn.Deallocate(ctx, oldest); err != nil {
				return err
			}
		}
		if _, err := p.conn.Prepare(ctx, text, text); err != nil {
			return err
		}
		prepared.Add(text, struct{}{})
	}
	return nil
}

// preparedOn are the texts that a connection has prepared for its pipelines.
func preparedOn(conn *pgx.Conn) *simplelru.LRU[string, struct{}] {
	const name = "covertrack: pipelines"
	data := conn.PgConn().CustomData()
	if known, ok := data[name].(*simplelru.LRU[string, struct{}]); ok {
		return known
	}
	known, err := simplelru.NewLRU[string, struct{}](pipelineStatements, nil)
	if err != nil {
		panic(err) // a size below one
	}
	data[name] = known
	return known
}

// isStale reports whether a prepared statement does not fit the tables any more, or is not there: after a migration, or
// behind a pooler that knows nothing of prepared statements.
func isStale(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (pg.Code == "26000" || pg.Code == "0A000" && pg.Routine == "RevalidateCachedQuery")
}
