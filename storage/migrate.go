package storage

import (
	"cmp"
	"context"
	"database/sql"
	"embed"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/migrate"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/storage/pause"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/rows"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// Migration is one step of the schema and whether the database has it.
type Migration struct {
	Name    string
	Applied bool
}

// Migrate brings the schema, the catalog and the rights of transactions up to this program's version and names the
// migrations that it ran. Any number of processes may call it at the same time: they take turns. What one left half done
// that was killed, the next one does again. It needs a pool without time-outs. Errors wrap ErrNoWriter if the operator must
// make a role.
func (s *Store) Migrate(ctx context.Context) (applied []string, err error) {
	unlock, err := s.LockMigrations(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	migrator, jobs, _, err := s.migrators()
	if err != nil {
		return nil, err
	}
	if err := migrator.Init(ctx); err != nil {
		return nil, fmt.Errorf("create the migrations' table: %w", err)
	}
	group, err := migrator.Migrate(ctx)
	if err != nil {
		return nil, fmt.Errorf("migrate: %w", err)
	}
	for _, m := range group.Migrations {
		applied = append(applied, m.String())
	}
	result, err := jobs.Migrate(ctx, rivermigrate.DirectionUp, nil)
	if err != nil {
		return applied, fmt.Errorf("migrate the jobs: %w", err)
	}
	for _, v := range result.Versions {
		applied = append(applied, jobsMigration(v.Version))
	}
	if err := cmp.Or(s.mendIndexes(ctx), s.writeCatalog(ctx)); err != nil {
		return applied, err
	}
	return applied, s.admitWriter(ctx)
}

// Migrations are all steps that this program knows, in order.
func (s *Store) Migrations(ctx context.Context) (list []Migration, err error) {
	jobs, known, applied, err := s.knownMigrations(ctx)
	if err != nil {
		return nil, err
	}
	for _, m := range known {
		has := slices.ContainsFunc(applied, func(a migrate.Migration) bool { return a.Name == m.Name })
		list = append(list, Migration{Name: m.String(), Applied: has})
	}
	existing, err := jobs.ExistingVersions(ctx)
	if err != nil {
		return list, fmt.Errorf("read the status of the jobs' migrations: %w", err)
	}
	for _, m := range jobs.AllVersions() {
		applied := slices.ContainsFunc(existing, func(e rivermigrate.Migration) bool { return e.Version == m.Version })
		list = append(list, Migration{Name: jobsMigration(m.Version), Applied: applied})
	}
	return list, nil
}

// knownMigrations are the migrator of the jobs, all migrations of the schema that this program knows, and those that the
// database has.
func (s *Store) knownMigrations(ctx context.Context) (
	jobs *rivermigrate.Migrator[pgx.Tx], known, applied migrate.MigrationSlice, err error,
) {
	migrator, jobs, known, err := s.migrators()
	if err != nil {
		return nil, nil, nil, err
	}
	exists, err := s.hasTable(ctx, "bun_migrations")
	if exists && err == nil {
		applied, err = migrator.AppliedMigrations(ctx)
	}
	if err != nil {
		return nil, nil, nil, fmt.Errorf("read the migrations' status: %w", err)
	}
	return jobs, known, applied, nil
}

// hasTable reports whether there is a table of that name.
func (s *Store) hasTable(ctx context.Context, name string) (has bool, err error) {
	q := s.db.NewSelect().ColumnExpr("to_regclass(?) IS NOT NULL", name)
	return has, rows.Scan(ctx, s.db, rows.Planned, q, &has)
}

// overSQL is Bun with connections of its own, by way of database/sql, which its migrations need.
func overSQL(pool *postgres.Pool) *bun.DB {
	return bun.NewDB(stdlib.OpenDBFromPool(pool.Pgx()), pgdialect.New(), bun.WithDiscardUnknownColumns())
}

// migrators are that of the schema and that of River's tables, which keep the jobs, and all migrations of the schema.
func (s *Store) migrators() (*migrate.Migrator, *rivermigrate.Migrator[pgx.Tx], migrate.MigrationSlice, error) {
	migrations := migrate.NewMigrations()
	if err := migrations.Discover(migrationFiles); err != nil {
		return nil, nil, nil, fmt.Errorf("read the migrations: %w", err)
	}
	migrator := migrate.NewMigrator(s.overSQL(), migrations, migrate.WithMarkAppliedOnSuccess(true), migrate.WithUpsert(true),
		migrate.AfterMigration(markApplied))
	quiet := &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)}
	jobs, err := rivermigrate.New(riverpgxv5.New(s.pool.Pgx()), quiet)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("migrate the jobs: %w", err)
	}
	return migrator, jobs, migrations.Sorted(), nil
}

// markApplied records a migration in the transaction that runs it, so that one whose process is killed after the commit is
// not run again. Bun does it once more after the commit, which changes nothing.
func markApplied(ctx context.Context, db bun.IConn, m *migrate.Migration) error {
	_, err := db.ExecContext(ctx, "INSERT INTO bun_migrations (name, group_id) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", m.Name, m.GroupID)
	return err
}

func jobsMigration(version int) string { return fmt.Sprintf("river_%03d", version) }

// writeCatalog makes the catalog's tables say what model says. Entries are added and renamed, never removed: records
// refer to them.
func (s *Store) writeCatalog(ctx context.Context) error {
	return s.overSQL().RunInTx(ctx, &sql.TxOptions{}, func(ctx context.Context, tx bun.Tx) error {
		coverageTypes, perils, categories := catalog.CoverageTypes.All(), catalog.Perils.All(), catalog.DocumentCategories.All()
		assetTypes := catalog.AssetTypes.All()
		var fields []*catalog.FieldType
		for _, t := range assetTypes {
			fields = append(fields, t.FieldTypes...)
		}
		return cmp.Or(
			upsert(ctx, tx, coverageTypes, "id", "key", "name", "coverage_group", "position"),
			upsert(ctx, tx, perils, "id", "key", "name", "weight", "coverage_type_ids", "position"),
			upsert(ctx, tx, categories, "id", "key", "name", "position"),
			upsert(ctx, tx, assetTypes, "id", "key", "name", "classification", "position"),
			upsert(ctx, tx, fields, "asset_type_id, id", "key", "label", "kind", "required", "options", "position"),
		)
	})
}

// upsert writes rows unless they are there already: a table of a distributed database may be on every server, and would keep
// nodes from starting while one of them is away.
func upsert[T any](ctx context.Context, tx bun.Tx, wanted []*T, key string, columns ...string) error {
	compared := append(strings.Split(key, ", "), columns...)
	var known []*T
	if err := tx.NewSelect().Model(&known).Column(compared...).Scan(ctx); err != nil {
		return err
	}
	text := func(row *T) string { return tx.NewInsert().Model(row).Column(compared...).String() }
	has := map[string]bool{}
	for _, row := range known {
		has[text(row)] = true
	}
	if !slices.ContainsFunc(wanted, func(row *T) bool { return !has[text(row)] }) {
		return nil
	}
	set := make([]string, len(columns))
	for i, column := range columns {
		set[i] = fmt.Sprintf("%s = EXCLUDED.%s", column, column)
	}
	_, err := tx.NewInsert().Model(&wanted).On("CONFLICT (" + key + ") DO UPDATE").Set(strings.Join(set, ", ")).Exec(ctx)
	return err
}

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
