package storage

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/storage/pause"
)

// migrationLock is the advisory lock of migrations: nodes that start together take turns.
const migrationLock = 0x636f766572 // "cover"

const (
	askLockEvery  = 200 * time.Millisecond
	tellWaitEvery = 10 * time.Second
)

// tryMigrationLock asks for the lock and takes the time-outs of the role away. The lock is of no use while the server still
// builds an index for a process that was killed: that goes on until it has ended.
const tryMigrationLock = `SELECT pg_try_advisory_xact_lock($1) AND NOT EXISTS (
		SELECT FROM pg_stat_progress_create_index AS p JOIN pg_stat_activity AS a USING (pid) JOIN pg_class AS c ON c.oid = p.relid
		WHERE p.datname = current_database() AND c.relnamespace = quote_ident(current_schema())::regnamespace
			AND a.application_name = current_setting('application_name')),
	set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true),
	set_config('idle_in_transaction_session_timeout', '0', true)`

// LockMigrations waits for the lock of migrations, and says so in the log. It holds it in a transaction of its own, so that it
// ends with the process at the latest, and passes a PgBouncer, which gives each transaction of a session to any connection.
//
// Who waits holds neither a transaction nor a snapshot: CREATE INDEX CONCURRENTLY of who has the lock would wait for that for
// ever, and Postgres sees no cycle in it.
func (s *Store) LockMigrations(ctx context.Context) (unlock func(), err error) {
	var told time.Time
	for begun := time.Now(); ; {
		unlock, err := s.tryLockMigrations(ctx)
		if unlock != nil || err != nil {
			return unlock, Translate(err)
		}
		if time.Since(told) >= tellWaitEvery {
			told = time.Now()
			s.pool.Logger().Warn("waiting for another process, which changes the database's schema", "waited", time.Since(begun).Round(time.Second))
		}
		if !pause.For(ctx, askLockEvery) {
			return nil, ctx.Err()
		}
	}
}

// tryLockMigrations takes the lock unless another has it; unlock is nil then. It uses the simple protocol: that leaves no
// portal behind, whose snapshot CREATE INDEX CONCURRENTLY would wait for.
func (s *Store) tryLockMigrations(ctx context.Context) (unlock func(), err error) {
	tx, err := s.pool.Pgx().Begin(ctx)
	if err != nil {
		return nil, err
	}
	unlock = func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }
	var locked bool
	err = tx.QueryRow(ctx, tryMigrationLock, pgx.QueryExecModeSimpleProtocol, migrationLock).Scan(&locked, nil, nil, nil)
	if err != nil || !locked {
		unlock()
		return nil, err
	}
	return unlock, nil
}

// selectInvalidIndexes selects statements that mend indexes which were left invalid: by an interrupted REINDEX, which names
// its own indexes so, or by whatever else.
const selectInvalidIndexes = `SELECT CASE WHEN c.relname ~ '_cc(new|old)\d*$' THEN format('DROP INDEX CONCURRENTLY %s', c.oid::regclass)
		ELSE format('REINDEX INDEX CONCURRENTLY %s', c.oid::regclass) END
	FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
	WHERE NOT (i.indisvalid AND i.indisready AND i.indislive) AND c.relkind = 'i'
		AND c.relnamespace = quote_ident(current_schema())::regnamespace`

// mendIndexes leaves no invalid index behind. Those of migrations that did not end are not among them any more: each of these
// drops what it makes beforehand.
func (s *Store) mendIndexes(ctx context.Context) error {
	found, err := s.pool.Pgx().Query(ctx, selectInvalidIndexes)
	if err != nil {
		return err
	}
	statements, err := pgx.CollectRows(found, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, statement := range statements {
		if _, err := s.pool.Pgx().Exec(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}
