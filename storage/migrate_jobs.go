package storage

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

// migrateJobs brings the tables of River, which runs the jobs, up to this program's version.
func (s *Store) migrateJobs(ctx context.Context) (applied []string, err error) {
	migrator, err := s.jobsMigrator()
	if err != nil {
		return nil, err
	}
	result, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	if err != nil {
		return nil, fmt.Errorf("migrate the jobs: %w", err)
	}
	for _, v := range result.Versions {
		applied = append(applied, jobsMigration(v.Version))
	}
	return applied, nil
}

// jobsMigrations are all steps of River's tables, in order.
func (s *Store) jobsMigrations(ctx context.Context) ([]Migration, error) {
	migrator, err := s.jobsMigrator()
	if err != nil {
		return nil, err
	}
	existing, err := migrator.ExistingVersions(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the status of the jobs' migrations: %w", err)
	}
	var list []Migration
	for _, known := range migrator.AllVersions() {
		list = append(list, Migration{
			Name:    jobsMigration(known.Version),
			Applied: slices.ContainsFunc(existing, func(m rivermigrate.Migration) bool { return m.Version == known.Version }),
		})
	}
	return list, nil
}

func (s *Store) jobsMigrator() (*rivermigrate.Migrator[pgx.Tx], error) {
	migrator, err := rivermigrate.New(riverpgxv5.New(s.pool.Pgx()), &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, fmt.Errorf("migrate the jobs: %w", err)
	}
	return migrator, nil
}

func jobsMigration(version int) string { return fmt.Sprintf("river_%03d", version) }
