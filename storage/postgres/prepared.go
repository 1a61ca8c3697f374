package postgres

import (
	"context"
	"errors"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/jackc/pgx/v5/pgconn"
)

// batchStatements is the most statements that a connection keeps prepared for its batches, besides preparedStatements:
// pgx's own cache takes no part in a batch of another mode than the pool's.
const batchStatements = 100

// prepare prepares those statements that wait and are worth it, unless they are prepared already: all of them, after the
// first few transactions of a connection.
func (c *Conn) prepare(ctx context.Context) error {
	const name = "covertrack: prepared"
	conn := c.pooled.Conn()
	prepared, ok := conn.PgConn().CustomData()[name].(*simplelru.LRU[string, struct{}])
	if !ok {
		prepared, _ = simplelru.NewLRU[string, struct{}](batchStatements, nil) // refuses only a size below one
		conn.PgConn().CustomData()[name] = prepared
	}
	for _, text := range c.kept {
		if _, ok := prepared.Get(text); ok {
			continue
		}
		if _, err := conn.Prepare(ctx, text, text); err != nil {
			return err
		}
		oldest, _, _ := prepared.GetOldest()
		if prepared.Add(text, struct{}{}) {
			if err := conn.Deallocate(ctx, oldest); err != nil {
				return err
			}
		}
	}
	return nil
}

// isStale reports whether a prepared statement does not fit the tables any more, or is not there: after a migration, or
// behind a pooler that knows nothing of prepared statements.
func isStale(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (pg.Code == "26000" || pg.Code == "0A000" && pg.Routine == "RevalidateCachedQuery")
}

// discardIfStale closes a connection on which prepared statements would fail again and again.
func (c *Conn) discardIfStale(ctx context.Context) {
	if c.isStale {
		_ = c.pooled.Conn().Close(ctx)
	}
}
