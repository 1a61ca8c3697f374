package storage

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/rows"
)

// ErrNoWriter means that transactions cannot run under their role, which has no right to other portfolios' rows. Its
// message says what the operator does about it.
var ErrNoWriter = errors.New("the role of the transactions cannot be used")

// writer is the role under which transactions run, which owns nothing. Roles belong to the whole cluster, so its name
// follows from the owner of the tables: databases of one owner share it, and others' databases have their own.
type writer struct {
	name, owner string
	session     string // the role of the connections
	path        string // the schemas, if the search path depends on the role
	bind        string // the statement that binds a transaction to its portfolio

	isDistributed bool // whether the tables of portfolios were distributed when it was looked up
}

// knownWriter is the writer once it was looked up.
type knownWriter = atomic.Pointer[writer]

// writerOf is the name of an owner's writer, which has at most 63 bytes.
func writerOf(owner string) string {
	if len(owner) > 56 {
		return fmt.Sprintf("writer_%x", sha256.Sum256([]byte(owner)))[:40]
	}
	return owner + "_writer"
}

// selectOwner selects who owns the tables, who asks, the schemas if they depend on who asks, and whether Citus has the tables.
const selectOwner = `SELECT pg_get_userbyid(relowner)::text, current_user::text, CASE
		WHEN to_regnamespace(quote_ident(current_user)) IS NULL THEN ''
		ELSE (SELECT string_agg(quote_ident(s), ', ') FROM unnest(current_schemas(false)) AS s) END, is_distributed()
	FROM pg_class WHERE oid = to_regclass('portfolios')`

// writer looks the role up, once.
func (s *Store) writer(ctx context.Context) (*writer, error) {
	if known := s.known.Load(); known != nil {
		return known, nil
	}
	w := new(writer)
	if err := s.pool.Pgx().QueryRow(ctx, selectOwner).Scan(&w.owner, &w.session, &w.path, &w.isDistributed); err != nil {
		return nil, err
	}
	w.name = writerOf(w.owner)
	w.bind = w.binding()
	s.known.Store(w)
	return w, nil
}

// binding writes the statement that gives a transaction its role and its portfolio. It also has Postgres plan each
// prepared statement once: those of writes look rows up by keys, and to plan one takes longer than to run it
// (rows.Prepared; statements that are Planned end this before they run).
func (w *writer) binding() string {
	settings := "set_config('role', " + literal(w.name) + ", true), set_config('app.portfolio', $1, true), " +
		"set_config('plan_cache_mode', 'force_generic_plan', true)"
	if w.path != "" {
		settings += ", set_config('search_path', " + literal(w.path) + ", true)"
	}
	return "SELECT " + settings
}

var beginning = postgres.Statement{SQL: "BEGIN ISOLATION LEVEL READ COMMITTED", Mode: rows.Prepared}

// begin is how a transaction of the portfolio begins.
func (w *writer) begin(portfolio uuid.UUID) []postgres.Statement {
	if w.isDistributed {
		return w.beginDistributed(portfolio)
	}
	bind := postgres.Statement{SQL: w.bind, Values: []any{portfolio.String()}, Mode: rows.Prepared, Refused: w.refused}
	return []postgres.Statement{beginning, bind}
}

// beginDistributed is begin where Citus has cut the tables: it hands SET LOCAL on to the portfolio's server, and needs the
// values of a statement to find that server.
func (w *writer) beginDistributed(portfolio uuid.UUID) []postgres.Statement {
	statements := []postgres.Statement{
		beginning,
		{SQL: stayOf(portfolio)},
		{SQL: "SET LOCAL ROLE " + quoted(w.name), Mode: rows.Prepared, Refused: w.refused},
		{SQL: "SET LOCAL app.portfolio = '" + portfolio.String() + "'"},
	}
	if w.path != "" {
		statements = append(statements, postgres.Statement{SQL: "SET LOCAL search_path = " + w.path, Mode: rows.Prepared})
	}
	return statements
}

// stayOf is the statement that keeps a portfolio on its server until the transaction ends, where tables are distributed. A
// transaction locks rows by what it reads, and a portfolio that moved in between would have them unlocked on the other server,
// or would have one half of a statement on either. It waits while a move ends.
func stayOf(portfolio uuid.UUID) string {
	const share = 5 // ShareLock, which a move's last step conflicts with
	return fmt.Sprintf("SELECT lock_shard_metadata(%d, ARRAY[get_shard_id_for_distribution_column('cases', '%s'::uuid)])", share, portfolio)
}

// quoted is a name as SQL has it.
func quoted(name string) string { return pgx.Identifier{name}.Sanitize() }

// literal is a text as SQL has it.
func literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// Writer returns the name of the role of transactions.
func (s *Store) Writer(ctx context.Context) (name string, err error) {
	w, err := s.writer(ctx)
	if err != nil {
		return "", Translate(err)
	}
	return w.name, nil
}

// AsWriter runs fn in a transaction of that role, of no portfolio.
func (s *Store) AsWriter(ctx context.Context, fn func(tx pgx.Tx) error) error {
	w, err := s.writer(ctx)
	if err != nil {
		return Translate(err)
	}
	return pgx.BeginFunc(ctx, s.pool.Pgx(), func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SET LOCAL ROLE "+quoted(w.name)); err != nil {
			return w.refused(err)
		}
		return fn(tx)
	})
}

// ForgetWriter has the role looked up again, with whether the tables are distributed.
func (s *Store) ForgetWriter() { s.known.Store(nil) }

// bound is whether row security is active for who asks: in every table that has it, and in any of them.
type bound struct{ Everywhere, Somewhere bool }

// bound looks at the tables of portfolios.
func (h Handle) bound(ctx context.Context) (*bound, error) {
	return rows.First[bound](ctx, h.db, rows.Planned, h.db.NewRaw(`SELECT COALESCE(bool_and(row_security_active(polrelid)), false)
		AS everywhere, COALESCE(bool_or(row_security_active(polrelid)), false) AS somewhere
		FROM pg_policy JOIN pg_class AS c ON c.oid = polrelid
		WHERE polname = 'portfolio_insert' AND c.relnamespace = quote_ident(current_schema())::regnamespace`), "policy")
}

// CheckWriter returns an error, which says what to do about it, unless transactions are bound to their portfolio and
// everything else is as free as the owner of the tables.
func (s *Store) CheckWriter(ctx context.Context) error {
	w, err := s.writer(ctx)
	if err != nil {
		return Translate(err)
	}
	switch outside, err := s.bound(ctx); {
	case err != nil:
		return err
	case outside.Somewhere:
		return fmt.Errorf("%w: clean-ups and the record of what staff read need the rights of the tables' owner; run once as a "+
			"role that may: GRANT %s TO %s", ErrNoWriter, quoted(w.owner), quoted(w.session))
	}
	return s.InTx(ctx, uuid.Nil, func(ctx context.Context, tx *Tx) error {
		inside, err := tx.bound(ctx)
		if err == nil && !inside.Everywhere {
			err = fmt.Errorf("%w: row security does not bind %s; it must not be a superuser, own tables, have BYPASSRLS or be a "+
				"member of a role that owns tables", ErrNoWriter, quoted(w.name))
		}
		return err
	})
}

// refused says what to do when a transaction could not take the role; other errors stay as they are.
func (w *writer) refused(err error) error {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || pg.Code != invalidParameter && pg.Code != insufficientPrivilege {
		return err
	}
	return fmt.Errorf("%w: %s; run once as a role that may, then `covertrack migrate up`: CREATE ROLE %s NOLOGIN; GRANT %s TO %s",
		ErrNoWriter, pg.Message, quoted(w.name), quoted(w.name), quoted(w.owner))
}

// SQLSTATEs.
const (
	insufficientPrivilege = "42501"
	invalidParameter      = "22023" // no such role
	duplicateObject       = "42710"
	uniqueViolation       = "23505" // made by another at the same moment
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
