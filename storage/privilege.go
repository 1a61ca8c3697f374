package storage

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// selectMembership selects whether there is a role, and whether another may take it.
const selectMembership = `SELECT r.oid IS NOT NULL, COALESCE(pg_has_role(o.oid, r.oid, 'MEMBER'), false)
	FROM pg_roles AS o LEFT JOIN pg_roles AS r ON r.rolname = $1 WHERE o.rolname = $2`

// selectGrants selects the statements that give a role what it lacks. It may use the schema and sequences, and read and
// write tables. The tables of migrations are none of its business, and partitions are reached through their table.
const selectGrants = `
	SELECT format('GRANT USAGE ON SCHEMA %I TO %I', nspname, $1::name) FROM pg_namespace
	WHERE nspname = current_schema() AND NOT has_schema_privilege($1::name, oid, 'USAGE')
	UNION ALL
	SELECT format('GRANT %s ON %s TO %I', p.name, c.oid::regclass, $1::name) FROM pg_class AS c
	CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS p (name)
	WHERE c.relnamespace = quote_ident(current_schema())::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
		AND c.relname NOT IN ('bun_migrations', 'bun_migration_locks', 'river_migration')
		AND NOT has_table_privilege($1::name, c.oid, p.name)
	UNION ALL
	SELECT format('GRANT USAGE ON SEQUENCE %s TO %I', c.oid::regclass, $1::name) FROM pg_class AS c
	WHERE c.relnamespace = quote_ident(current_schema())::regnamespace
		AND CASE WHEN c.relkind = 'S' THEN NOT has_sequence_privilege($1::name, c.oid, 'USAGE') END`

// admitWriter makes the role of transactions, if there is none, and gives it what it lacks: each time, since later
// migrations and River add tables, and a dump has no roles.
func (s *Store) admitWriter(ctx context.Context) error {
	w, err := s.writer(ctx)
	if err != nil {
		return err
	}
	if err := s.makeWriter(ctx, w); err != nil {
		return w.refused(err)
	}
	found, err := s.pool.Pgx().Query(ctx, selectGrants, w.name)
	if err != nil {
		return err
	}
	grants, err := pgx.CollectRows(found, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, grant := range grants {
		if _, err := s.pool.Pgx().Exec(ctx, grant); err != nil {
			return err
		}
	}
	return s.CheckWriter(ctx)
}

// makeWriter makes the role and lets the owner of the tables take it, unless that was done before. Other databases of the
// owner may do it at the same moment.
func (s *Store) makeWriter(ctx context.Context, w *writer) error {
	var isMade, isMember bool
	if err := s.pool.Pgx().QueryRow(ctx, selectMembership, w.name, w.owner).Scan(&isMade, &isMember); err != nil {
		return err
	}
	if !isMade {
		if err := s.unlessDone(ctx, "CREATE ROLE "+quoted(w.name)+" NOLOGIN"); err != nil {
			return err
		}
	}
	if isMember {
		return nil
	}
	return s.unlessDone(ctx, "GRANT "+quoted(w.name)+" TO "+quoted(w.owner))
}

// unlessDone runs a statement that another may have run at the same moment.
func (s *Store) unlessDone(ctx context.Context, statement string) error {
	_, err := s.pool.Pgx().Exec(ctx, statement)
	pg, ok := errors.AsType[*pgconn.PgError](err)
	if ok && slices.Contains([]string{duplicateObject, uniqueViolation}, pg.Code) {
		return nil
	}
	return err
}
