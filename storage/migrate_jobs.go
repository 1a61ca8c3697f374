package storage

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

// migrateJobs brings the tables of River, which runs the jobs, up to this program's version.
func (s *Store) migrateJobs(ctx context.Context) (applied []string, err error) {
	migrator, err := rivermigrate.New(riverpgxv5.New(s.pool.Pgx()), &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, fmt.Errorf("migrate the jobs: %w", err)
	}
	result, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	if err != nil {
		return nil, fmt.Errorf("migrate the jobs: %w", err)
	}
	for _, v := range result.Versions {
		applied = append(applied, fmt.Sprintf("river %d: %s", v.Version, v.Name))
	}
	return applied, nil
}
