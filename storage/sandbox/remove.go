package sandbox

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/rows"
)

// Close removes a sandbox that the transaction has locked, and revokes its tokens. A clean-up removes what is in it.
func Close(ctx context.Context, h storage.Handle, id uuid.UUID, now time.Time) error {
	if _, err := rows.Exec(ctx, h.DB(), rows.SQL("UPDATE tokens SET revoked_at = ? WHERE lender_id = ? AND revoked_at IS NULL",
		now, id)); err != nil {
		return err
	}
	_, err := rows.Exec(ctx, h.DB(), rows.SQL("DELETE FROM sandboxes WHERE id = ?", id))
	return err
}

// Expired returns the sandboxes that were used last before a time and whose clocks stand still.
func Expired(ctx context.Context, h storage.Handle, before time.Time) ([]uuid.UUID, error) {
	return rows.IDs(ctx, h.DB(), rows.Planned,
		rows.SQL("SELECT id FROM sandboxes WHERE used_at <= ? AND state <> 'advancing' ORDER BY id LIMIT 100", before))
}

// Closed returns the next portfolios, behind an id, that sandboxes have left.
func Closed(ctx context.Context, h storage.Handle, after uuid.UUID) ([]uuid.UUID, error) {
	return rows.IDs(ctx, h.DB(), rows.Planned, rows.SQL(`SELECT id FROM portfolios AS p WHERE mode = 'sandbox' AND id > ?
		AND NOT EXISTS (SELECT FROM sandboxes AS s WHERE s.id = p.id) ORDER BY id LIMIT 100`, after))
}

// Left is how many removed sandboxes of a lender wait for the clean-up, which removes what is in them.
func Left(ctx context.Context, h storage.Handle, lender uuid.UUID) (n int, err error) {
	err = rows.Scan(ctx, h.DB(), rows.Planned, rows.SQL(`SELECT count(*) FROM lenders AS l WHERE sandbox_of = ?
		AND NOT EXISTS (SELECT FROM sandboxes AS s WHERE s.id = l.id)`, lender), &n)
	return n, err
}

// atOnce is how many rows a transaction removes at most.
const atOnce = 2000

// some selects rows of a portfolio.
const some = " WHERE portfolio_id = $1 AND ctid = ANY (ARRAY(SELECT ctid FROM %[1]s WHERE portfolio_id = $1 LIMIT %[2]d))"

// policiesAndVersions removes policies with their versions, which name each other.
const policiesAndVersions = `WITH gone AS (DELETE FROM policies WHERE portfolio_id = $1
		AND id IN (SELECT id FROM policies WHERE portfolio_id = $1 LIMIT %d) RETURNING id)
	DELETE FROM policy_versions WHERE portfolio_id = $1 AND policy_id IN (SELECT id FROM gone)`

// Remove removes the portfolio that a sandbox has left, with its lender. Others' writes never wait for it.
func Remove(ctx context.Context, s *storage.Store, id uuid.UUID) error {
	var tables []string
	err := pgx.BeginFunc(ctx, s.Pool().Pgx(), func(tx pgx.Tx) (err error) {
		tables, err = storage.PortfolioTables(ctx, tx)
		return err
	})
	if err != nil {
		return storage.Translate(err)
	}
	for _, table := range append([]string{"notice_attempts", "verdict_changes", "audit_events"}, tables...) {
		if err := removeAll(ctx, s, table, id); err != nil {
			return storage.Translate(fmt.Errorf("remove %s of a sandbox: %w", table, err))
		}
	}
	return storage.Translate(pgx.BeginFunc(ctx, s.Pool().Pgx(), func(tx pgx.Tx) error {
		for _, statement := range []string{
			"DELETE FROM tokens WHERE lender_id = $1", "DELETE FROM import_mappings WHERE lender_id = $1",
			"DELETE FROM portfolios WHERE id = $1", "DELETE FROM lenders WHERE id = $1",
		} {
			if _, err := tx.Exec(ctx, statement, id); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, "DELETE FROM river_job WHERE state = 'available' AND queue = $1", "sandboxes-"+id.String())
		return err
	}))
}

// removeAll removes the rows of a portfolio from a table, some in each transaction.
func removeAll(ctx context.Context, s *storage.Store, table string, id uuid.UUID) error {
	door, statement := "on", "DELETE FROM "+table+fmt.Sprintf(some, table, atOnce)
	switch table {
	case "audit_events":
		door = "sandbox"
	case "policy_versions":
		return nil // with their policies
	case "policies":
		statement = fmt.Sprintf(policiesAndVersions, atOnce/4)
	}
	for {
		var removed int64
		err := pgx.BeginFunc(ctx, s.Pool().Pgx(), func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, "SET LOCAL app.erasing = '"+door+"'"); err != nil { // Citus hands on SET LOCAL alone
				return err
			}
			tag, err := tx.Exec(ctx, statement, id)
			removed = tag.RowsAffected()
			return err
		})
		if err != nil || removed == 0 {
			return err
		}
	}
}
