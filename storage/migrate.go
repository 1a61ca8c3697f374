package storage

import (
	"context"
	"embed"
	"fmt"

	"github.com/uptrace/bun/migrate"
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

// Migrate brings the schema and the catalog up to this program's version and names the migrations that it ran. It needs a
// pool without time-outs.
func (s *Store) Migrate(ctx context.Context) (applied []string, err error) {
	unlock, err := s.lockMigrations(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	migrator, err := s.migrator(ctx)
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
	jobs, err := s.migrateJobs(ctx)
	if err != nil {
		return applied, err
	}
	return append(applied, jobs...), s.writeCatalog(ctx)
}

// Migrations are all steps that this program knows, in order.
func (s *Store) Migrations(ctx context.Context) ([]Migration, error) {
	migrator, err := s.migrator(ctx)
	if err != nil {
		return nil, err
	}
	known, err := migrator.MigrationsWithStatus(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the migrations' status: %w", err)
	}
	list := make([]Migration, len(known))
	for i, m := range known {
		list[i] = Migration{Name: m.String(), Applied: m.IsApplied()}
	}
	jobs, err := s.jobsMigrations(ctx)
	return append(list, jobs...), err
}

func (s *Store) migrator(ctx context.Context) (*migrate.Migrator, error) {
	migrations := migrate.NewMigrations()
	if err := migrations.Discover(migrationFiles); err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	migrator := migrate.NewMigrator(s.bun, migrations, migrate.WithMarkAppliedOnSuccess(true))
	if err := migrator.Init(ctx); err != nil {
		return nil, fmt.Errorf("create the migrations' table: %w", err)
	}
	return migrator, nil
}

// lockMigrations holds the lock in a transaction of its own, so that it ends with the process at the latest, and passes a
// PgBouncer, which gives each transaction of a session to any connection. The transaction may wait and stand still for long,
// whatever time-outs the role has.
func (s *Store) lockMigrations(ctx context.Context) (unlock func(), err error) {
	tx, err := s.bun.BeginTx(ctx, nil)
	if err != nil {
		return nil, Translate(err)
	}
	unlock = func() { _ = tx.Rollback() }
	for _, setting := range []string{"lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"} {
		if _, err := tx.ExecContext(ctx, "SELECT set_config(?, '0', true)", setting); err != nil {
			unlock()
			return nil, Translate(err)
		}
	}
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(?)", migrationLock); err != nil {
		unlock()
		return nil, Translate(err)
	}
	return unlock, nil
}
