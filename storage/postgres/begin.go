package postgres

import (
	"context"
	"database/sql/driver"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

type beginKey struct{}

// BeginWith returns a context with which a transaction of database/sql begins by a text of its own, whatever its options
// say: BEGIN and statements without results after it, separated by semicolons. They are one message, so the statements
// cost no round trip.
func BeginWith(ctx context.Context, text string) context.Context {
	return context.WithValue(ctx, beginKey{}, text)
}

// connector makes the connections that know BeginWith.
type connector struct{ driver.Connector }

// Connect takes a connection of the pool.
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	made, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &beginConn{made.(*stdlib.Conn)}, nil
}

// beginConn is a connection whose transactions know BeginWith. Its method Conn is pgx's connection.
type beginConn struct{ *stdlibConn }

// stdlibConn is stdlib.Conn under a name that its method Conn does not hide.
type stdlibConn = stdlib.Conn

// BeginTx begins a transaction.
func (c *beginConn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	text, ok := ctx.Value(beginKey{}).(string)
	if !ok {
		return c.stdlibConn.BeginTx(ctx, opts)
	}
	begun, err := c.Conn().BeginTx(ctx, pgx.TxOptions{BeginQuery: text})
	if err != nil {
		return nil, err
	}
	return &tx{ctx, begun}, nil
}

// tx is a transaction of pgx for database/sql.
type tx struct {
	ctx context.Context
	pgx pgx.Tx
}

func (t *tx) Commit() error   { return t.pgx.Commit(t.ctx) }
func (t *tx) Rollback() error { return t.pgx.Rollback(t.ctx) }
