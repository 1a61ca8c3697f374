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

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/migrate"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/storage/postgres"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrationLock is the advisory lock of migrations: nodes that start together take turns.
const migrationLock = 0x636f766572 // "cover"

// Migration is one step of the schema and whether the database has it.
type Migration struct {
	Name    string
	Applied bool
}

// Migrate brings the schema, the catalog and the rights of transactions up to this program's version and names the
// migrations that it ran. It needs a pool without time-outs. Errors wrap ErrNoWriter if the operator must make a role.
func (s *Store) Migrate(ctx context.Context) (applied []string, err error) {
	unlock, err := s.LockMigrations(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	migrator, jobs, err := s.migrators(ctx)
	if err != nil {
		return nil, err
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
	if err := s.writeCatalog(ctx); err != nil {
		return applied, err
	}
	return applied, s.admitWriter(ctx)
}

// Migrations are all steps that this program knows, in order.
func (s *Store) Migrations(ctx context.Context) (list []Migration, err error) {
	_, jobs, known, err := s.knownMigrations(ctx)
	if err != nil {
		return nil, err
	}
	for _, m := range known {
		list = append(list, Migration{Name: m.String(), Applied: m.IsApplied()})
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

// knownMigrations are the migrators, and all migrations of the schema that this program knows.
func (s *Store) knownMigrations(ctx context.Context) (
	migrator *migrate.Migrator, jobs *rivermigrate.Migrator[pgx.Tx], known migrate.MigrationSlice, err error,
) {
	if migrator, jobs, err = s.migrators(ctx); err != nil {
		return nil, nil, nil, err
	}
	if known, err = migrator.MigrationsWithStatus(ctx); err != nil {
		return nil, nil, nil, fmt.Errorf("read the migrations' status: %w", err)
	}
	return migrator, jobs, known, nil
}

// overSQL is Bun with connections of its own, by way of database/sql, which its migrations need.
func overSQL(pool *postgres.Pool) *bun.DB {
	return bun.NewDB(stdlib.OpenDBFromPool(pool.Pgx()), pgdialect.New(), bun.WithDiscardUnknownColumns())
}

// migrators are that of the schema and that of River's tables, which keep the jobs.
func (s *Store) migrators(ctx context.Context) (*migrate.Migrator, *rivermigrate.Migrator[pgx.Tx], error) {
	migrations := migrate.NewMigrations()
	if err := migrations.Discover(migrationFiles); err != nil {
		return nil, nil, fmt.Errorf("read the migrations: %w", err)
	}
	migrator := migrate.NewMigrator(s.overSQL(), migrations, migrate.WithMarkAppliedOnSuccess(true))
	if err := migrator.Init(ctx); err != nil {
		return nil, nil, fmt.Errorf("create the migrations' table: %w", err)
	}
	quiet := &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)}
	jobs, err := rivermigrate.New(riverpgxv5.New(s.pool.Pgx()), quiet)
	if err != nil {
		return nil, nil, fmt.Errorf("migrate the jobs: %w", err)
	}
	return migrator, jobs, nil
}

func jobsMigration(version int) string { return fmt.Sprintf("river_%03d", version) }

// LockMigrations holds the lock of migrations in a transaction of its own, so that it ends with the process at the latest,
// and passes a PgBouncer, which gives each transaction of a session to any connection. The transaction may wait and stand still
// for long, whatever time-outs the role has. It uses the simple protocol: that leaves no portal behind, whose snapshot
// CREATE INDEX CONCURRENTLY would wait for.
func (s *Store) LockMigrations(ctx context.Context) (unlock func(), err error) {
	tx, err := s.pool.Pgx().Begin(ctx)
	if err != nil {
		return nil, Translate(err)
	}
	const wait = "SELECT set_config(t, '0', true) FROM unnest($1::text[]) AS t; SELECT pg_advisory_xact_lock($2)"
	settings := []string{"lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"}
	_, err = tx.Exec(ctx, wait, pgx.QueryExecModeSimpleProtocol, settings, migrationLock)
	unlock = func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }
	if err != nil {
		unlock()
	}
	return unlock, Translate(err)
}

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
