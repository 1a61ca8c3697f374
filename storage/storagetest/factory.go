package storagetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage"
)

// Row is a row's columns and values.
type Row map[string]any

// Insert adds a row to a portfolio's table, with an id and both times unless the row has them, and answers the id. It goes
// past every rule: it is for the records around what a test is about.
func (w *World) Insert(t testing.TB, tenant *Tenant, table string, row Row) uuid.UUID {
	t.Helper()
	id := storage.NewID()
	all := Row{"portfolio_id": tenant.Portfolio.ID(), "id": id, "created_at": now(), "updated_at": now()}
	for column, value := range row {
		all[column] = value
	}
	var columns, places []string
	var values []any
	for column, value := range all {
		columns = append(columns, column)
		values = append(values, value)
		places = append(places, fmt.Sprintf("$%d", len(values)))
	}
	statement := fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", table, strings.Join(columns, ", "), strings.Join(places, ", "))
	_, err := w.Store.Pool().Pgx().Exec(t.Context(), statement, values...)
	require.NoError(t, err)
	return all["id"].(uuid.UUID)
}

// Program adds a program with the products property and liability.
func (w *World) Program(t testing.TB, tenant *Tenant) uuid.UUID {
	t.Helper()
	return w.Insert(t, tenant, "programs", Row{
		"name":          "Standard program",
		"product_types": `[{"key":"property","name":"Property"},{"key":"liability","name":"General Liability"}]`,
	})
}

// RiskProfile adds a published risk profile without requirements.
func (w *World) RiskProfile(t testing.TB, tenant *Tenant) uuid.UUID {
	t.Helper()
	return w.riskProfile(t, tenant, true)
}

// DraftRiskProfile adds one that is not published.
func (w *World) DraftRiskProfile(t testing.TB, tenant *Tenant) uuid.UUID {
	t.Helper()
	return w.riskProfile(t, tenant, false)
}

func (w *World) riskProfile(t testing.TB, tenant *Tenant, published bool) uuid.UUID {
	var publishedAt *time.Time
	if at := now(); published {
		publishedAt = &at
	}
	return w.Insert(t, tenant, "risk_profiles", Row{
		"lineage_id": storage.NewID(), "version": 1, "name": "Standard profile", "description": "", "type": "STANDALONE",
		"protection_score": 0.0, "asset_type_ids": "{}", "certificate_holder_ids": "{}",
		"certificate_holder_clause_types": "[]", "requirements": "[]",
		"is_published": published, "is_latest_version": published, "published_at": publishedAt,
	})
}

// User adds an active user of the role.
func (w *World) User(t testing.TB, tenant *Tenant, role string) uuid.UUID {
	t.Helper()
	id := storage.NewID()
	return w.Insert(t, tenant, "users", Row{
		"id": id, "email": "user-" + id.String() + "@example.com", "display_name": "A User", "role": role, "active": true,
	})
}

// Broker adds a broker without a brokerage.
func (w *World) Broker(t testing.TB, tenant *Tenant) uuid.UUID {
	t.Helper()
	id := storage.NewID()
	return w.Insert(t, tenant, "brokers", Row{
		"id": id, "email": "broker-" + id.String() + "@example.com", "display_name": "A Broker", "path_name": "a-broker-" + id.String(),
	})
}

// Insured adds a corporate insured.
func (w *World) Insured(t testing.TB, tenant *Tenant) uuid.UUID {
	t.Helper()
	id := storage.NewID()
	return w.Insert(t, tenant, "insureds", Row{
		"id": id, "type": "corporate", "display_name": "An Insured LLC", "corporate_name": "An Insured LLC", "path_name": "an-insured-" + id.String(),
	})
}

// MortgageeClause adds a clause and its certificate holder.
func (w *World) MortgageeClause(t testing.TB, tenant *Tenant) uuid.UUID {
	t.Helper()
	holder := w.Insert(t, tenant, "certificate_holders", Row{"name": "A Bank ISAOA/ATIMA", "clause_types": "{mortgagee}"})
	return w.Insert(t, tenant, "mortgagee_clauses", Row{
		"certificate_holder_id": holder, "clause_type": "mortgagee", "wording": "A Bank, its successors and assigns",
	})
}

// Case adds an open case of the legacy model, with a program of its own.
func (w *World) Case(t testing.TB, tenant *Tenant) uuid.UUID {
	t.Helper()
	return w.Insert(t, tenant, "cases", Row{
		"display_name": "A case", "status": "OPEN", "management_type": "serviceManaged", "program_id": w.Program(t, tenant),
	})
}

// FrameworkCase adds an open case of the Coverage Framework, with a risk profile of its own.
func (w *World) FrameworkCase(t testing.TB, tenant *Tenant) uuid.UUID {
	t.Helper()
	return w.Insert(t, tenant, "cases", Row{
		"display_name": "A framework case", "status": "OPEN", "management_type": "serviceManaged", "risk_profile_id": w.RiskProfile(t, tenant),
	})
}
