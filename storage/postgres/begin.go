package postgres

import (
	"context"
	"database/sql/driver"

	"github.com/jackc/pgx/v5/stdlib"
)

// Begin is how a transaction begins.
type Begin struct {
	// Statements are BEGIN and what sets the transaction up, none of which has a result.
	Statements []Statement
	// Refused makes the error of those that the server refuses; nil leaves it as it is.
	Refused func(error) error
}

type beginKey struct{}

// BeginWith returns a context with which a transaction of database/sql begins in a way of its own, whatever its options
// say. It is a Pipeline: how it begins is sent with its first statement, and what is left to its end with the COMMIT.
func BeginWith(ctx context.Context, begin *Begin) context.Context {
	return context.WithValue(ctx, beginKey{}, begin)
}

// connector makes the connections that know BeginWith.
type connector struct {
	driver.Connector
	pool *Pool
}

// Connect takes a connection of the pool.
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	made, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	conn := made.(*stdlib.Conn)
	return &pipelineConn{conn, &Pipeline{conn: conn.Conn(), pool: c.pool}}, nil
}

// pipelineConn is a connection whose transactions know BeginWith. Its method Conn is pgx's connection, Pipeline the other
// way to use it. What database/sql itself does on it comes after all that waits.
type pipelineConn struct {
	*stdlibConn
	pipeline *Pipeline
}

// stdlibConn is stdlib.Conn under a name that its method Conn does not hide.
type stdlibConn = stdlib.Conn

// Pipeline is that of the connection.
func (c *pipelineConn) Pipeline() *Pipeline { return c.pipeline }

// BeginTx begins a transaction.
func (c *pipelineConn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	begin, ok := ctx.Value(beginKey{}).(*Begin)
	if !ok {
		return c.stdlibConn.BeginTx(ctx, opts)
	}
	if c.Conn().IsClosed() {
		return nil, driver.ErrBadConn
	}
	c.pipeline.begin(begin)
	return &tx{ctx, c.pipeline}, nil
}

// ExecContext runs a statement.
func (c *pipelineConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if err := c.pipeline.Flush(ctx); err != nil {
		return nil, err
	}
	return c.stdlibConn.ExecContext(ctx, query, args)
}

// QueryContext runs a query.
func (c *pipelineConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if err := c.pipeline.Flush(ctx); err != nil {
		return nil, err
	}
	return c.stdlibConn.QueryContext(ctx, query, args)
}

// PrepareContext prepares a statement.
func (c *pipelineConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	if err := c.pipeline.Flush(ctx); err != nil {
		return nil, err
	}
	return c.stdlibConn.PrepareContext(ctx, query)
}

// tx is the transaction of a pipeline for database/sql.
type tx struct {
	ctx      context.Context
	pipeline *Pipeline
}

// Commit sends what waits, and COMMIT.
func (t *tx) Commit() error { return t.pipeline.commit(t.ctx) }

// Rollback drops what waits.
func (t *tx) Rollback() error { return t.pipeline.rollback(t.ctx) }
