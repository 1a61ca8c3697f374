package storage

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

// writeCatalog makes the catalog's tables say what model says. Entries are added and renamed, never removed: records refer to
// them.
func (s *Store) writeCatalog(ctx context.Context) error {
	return s.bun.RunInTx(ctx, &sql.TxOptions{}, func(ctx context.Context, tx bun.Tx) error {
		coverageTypes, perils, categories := model.CoverageTypes(), model.Perils(), model.DocumentCategories()
		assetTypes := model.AssetTypes()
		var fields []*model.FieldType
		for _, t := range assetTypes {
			fields = append(fields, t.FieldTypes...)
		}
		return firstError(
			upsert(ctx, tx, &coverageTypes, "id", "key", "name", "coverage_group", "position"),
			upsert(ctx, tx, &perils, "id", "key", "name", "weight", "coverage_type_ids", "position"),
			upsert(ctx, tx, &categories, "id", "key", "name", "position"),
			upsert(ctx, tx, &assetTypes, "id", "key", "name", "classification", "position"),
			upsert(ctx, tx, &fields, "asset_type_id, id", "key", "label", "kind", "required", "options", "position"),
		)
	})
}

func upsert(ctx context.Context, tx bun.Tx, rows any, key string, columns ...string) error {
	set := make([]string, len(columns))
	for i, column := range columns {
		set[i] = fmt.Sprintf("%s = EXCLUDED.%s", column, column)
	}
	_, err := tx.NewInsert().Model(rows).On("CONFLICT (" + key + ") DO UPDATE").Set(strings.Join(set, ", ")).Exec(ctx)
	return err
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
