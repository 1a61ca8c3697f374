package storagetest

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/storage"
)

// Row is a row's columns and values.
type Row map[string]any

// Insert adds a row to a portfolio's table, with an id and both times unless the row has them, and returns the id. It
// follows no rule: it is for records that no request could make.
func (w *World) Insert(t testing.TB, tenant *Tenant, table string, row Row) uuid.UUID {
	t.Helper()
	all := Row{"portfolio_id": tenant.Portfolio.ID(), "id": storage.NewID(), "created_at": now(), "updated_at": now()}
	maps.Copy(all, row)
	var columns, places []string
	var values []any
	for column, value := range all {
		columns = append(columns, column)
		values = append(values, value)
		places = append(places, fmt.Sprintf("$%d", len(values)))
	}
	statement := fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", table, strings.Join(columns, ", "), strings.Join(places, ", "))
	w.Exec(t, statement, values...)
	return all["id"].(uuid.UUID)
}
