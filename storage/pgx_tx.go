package storage

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// InPgx runs fn on the transaction as pgx sees it, for what speaks pgx and must share its fate: River's jobs. It does not
// work outside a transaction. Fn must be done with the transaction when it returns.
func (p *Portfolio) InPgx(fn func(tx pgx.Tx) error) error {
	if !p.on.isTx {
		return errors.New("there is no transaction to join")
	}
	return Translate(p.on.conn.Raw(func(driver any) error {
		return fn(pgxTx{driver.(*stdlib.Conn).Conn()})
	}))
}

// pgxTx shows a connection with a transaction that Bun began as that transaction. Only Bun ends it.
type pgxTx struct{ *connection }

// connection is a pgx.Conn under a name that the method Conn does not hide.
type connection = pgx.Conn

var errNotOurs = errors.New("the transaction belongs to Bun")

// Begin is refused: nobody needs a savepoint.
func (pgxTx) Begin(context.Context) (pgx.Tx, error) { return nil, errNotOurs }

// Commit is refused.
func (pgxTx) Commit(context.Context) error { return errNotOurs }

// Rollback is refused.
func (pgxTx) Rollback(context.Context) error { return errNotOurs }

// LargeObjects is unusable: they exist in pgx's own transactions only.
func (pgxTx) LargeObjects() pgx.LargeObjects { return pgx.LargeObjects{} }

// Conn is the connection.
func (t pgxTx) Conn() *pgx.Conn { return t.connection }
