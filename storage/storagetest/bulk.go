package storagetest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage"
)

// Bulk says which rows to make of a list's table: First to Last of each portfolio, by turns, whose references are spread
// over its rows 1 to Parents. Row g of every table has the same id. The rows satisfy the database, not the rules of model.
type Bulk struct {
	Portfolios           []uuid.UUID
	First, Last, Parents int

	columns []string // those that the table has; nil for all
}

// Rows returns the columns and the query of the rows. The test fails for a table that no list shows.
func (b Bulk) Rows(t testing.TB, table string) (columns, query string) {
	t.Helper()
	expressions, ok := bulkRows[table]
	require.True(t, ok, "storagetest knows no rows for %s", table)
	all := map[string]string{"portfolio_id": "portfolio", "id": "{row}"}
	if table != "audit_events" {
		all["created_at"] = "timestamptz '2026-01-01Z' + g * interval '1 minute'"
		all["updated_at"] = "timestamptz '2027-01-01Z' + g * 7919 % 100003 * interval '1 minute'"
		all["metadata"] = "jsonb_build_object('reference', 'ref-' || g)"
	}
	maps.Copy(all, expressions)
	maps.DeleteFunc(all, func(_, expression string) bool { return expression == "" })
	if b.columns != nil {
		maps.DeleteFunc(all, func(name, _ string) bool { return !slices.Contains(b.columns, name) })
	}
	names := slices.Sorted(maps.Keys(all))
	values := make([]string, len(names))
	for i, name := range names {
		values[i] = all[name]
	}
	portfolios := make([]string, len(b.Portfolios))
	for i, id := range b.Portfolios {
		portfolios[i] = "'" + id.String() + "'"
	}
	query = fmt.Sprintf("SELECT %s FROM generate_series(%d, %d) AS g "+
		"CROSS JOIN unnest(ARRAY[%s]::uuid[]) AS portfolio ORDER BY g",
		strings.Join(values, ", "), b.First, b.Last, strings.Join(portfolios, ", "))
	return strings.Join(names, ", "), strings.NewReplacer(
		"{row}", bulkID("g"),
		"{ref}", bulkID(fmt.Sprintf("1 + g %% %d", b.Parents)),
		"{rowOrRef}", bulkID(fmt.Sprintf("CASE WHEN g <= %[1]d THEN g ELSE 1 + g %% %[1]d END", b.Parents)),
		"{rare}", "g % 400 = 7",
		"{position}", "CASE g % 400 WHEN 7 THEN 1 WHEN 8 THEN 2 ELSE 3 END",
	).Replace(query)
}

// Insert returns the statement that adds the rows.
func (b Bulk) Insert(t testing.TB, table string) string {
	t.Helper()
	columns, query := b.Rows(t, table)
	return fmt.Sprintf("INSERT INTO %s (%s) %s", table, columns, query)
}

// Fill adds the rows to the tables of all lists. What the database's migrations have not made yet, a table or a column,
// is left out.
func (b Bulk) Fill(t testing.TB, db interface {
	Begin(ctx context.Context) (pgx.Tx, error)
}) {
	t.Helper()
	require.NoError(t, pgx.BeginFunc(t.Context(), db, func(tx pgx.Tx) error {
		for _, noun := range storage.Nouns() {
			if !noun.IsListed() {
				continue
			}
			const existing = "SELECT array_agg(attname::text) FROM pg_attribute WHERE attrelid = to_regclass($1)"
			if err := tx.QueryRow(t.Context(), existing, noun.Name()).Scan(&b.columns); err != nil {
				return err
			}
			if b.columns == nil {
				continue
			}
			if _, err := tx.Exec(t.Context(), b.Insert(t, noun.Name())); err != nil {
				return fmt.Errorf("%s: %w", noun.Name(), err)
			}
		}
		return nil
	}))
}

func bulkID(number string) string {
	return "('00000000-0000-7000-8000-' || lpad(to_hex(" + number + "), 12, '0'))::uuid"
}

// few returns an expression that has two texts in few rows, and the third in all others.
func few(one, two, others string) string {
	return fmt.Sprintf("CASE g %% 400 WHEN 7 THEN '%s' WHEN 8 THEN '%s' ELSE '%s' END", one, two, others)
}

// bulkRows are the expressions for the columns of row g. Some columns have values that are rare.
var bulkRows = map[string]map[string]string{
	"users": {
		"email": "'user-' || g || '@example.com'", "display_name": "'User ' || g", "role": "'admin'",
		"active": "NOT {rare}",
	},
	"brokerages": {"name": "md5('brokerage' || g)", "state": few("AK", "WY", "TX")},
	"brokers": {
		"brokerage_id": "{ref}", "email": "'broker-' || g || '@example.com'", "display_name": "md5('broker' || g)",
		"path_name": "'broker-' || g",
	},
	"insured_groups": {"name": "md5('group' || g)"},
	"insureds": {
		"type": "CASE WHEN {rare} THEN 'individual' ELSE 'corporate' END", "display_name": "md5('insured' || g)",
		"insured_group_id": "{ref}", "path_name": "'insured-' || g",
	},
	"certificate_holders": {"name": "md5('holder' || g)", "clause_types": "'{mortgagee,lossPayee}'::text[]"},
	"mortgagee_clauses": {
		"certificate_holder_id": "{ref}", "clause_type": few("lossPayee", "additionalInsured", "mortgagee"),
		"wording": "'A clause'",
	},
	"programs": {"name": "md5('program' || g)", "product_types": "'[]'::jsonb"},
	"risk_profiles": {
		"lineage_id": "{row}", "version": "1", "name": "'Profile ' || g", "description": "''",
		"protection_score": "0", "type": few("CLONE", "SUBSCRIPTION", "STANDALONE"),
		"asset_type_ids": "'{}'::uuid[]", "requirements": "'[]'::jsonb", "certificate_holder_ids": "'{}'::uuid[]",
		"certificate_holder_clause_types": "'[]'::jsonb", "is_published": "NOT {rare}",
		"is_latest_version": "NOT {rare}",
		"published_at":      "CASE WHEN NOT {rare} THEN timestamptz '2026-01-01Z' END",
	},
	"cases": {
		"display_name": "md5('case' || g)", "status": few("approved", "DRAFT", "OPEN"),
		"management_type": "CASE WHEN {rare} THEN 'selfManaged' ELSE 'serviceManaged' END",
		"loan_number":     "'LN-' || g", "program_id": "CASE WHEN g % 20 = 0 THEN {ref} END",
		"risk_profile_id": "CASE WHEN g % 20 > 0 THEN {ref} END", "insured_ids": "ARRAY[{ref}]",
		"maturity_date": "timestamptz '2027-01-01Z' + g * 7919 % 100003 * interval '1 hour'",
		"loan_amount":   "jsonb_build_object('amount', (g * 7919 % 100003)::text, 'currency', 'USD')",
	},
	"case_verdicts": {
		"risk_profile_id": "{ref}", "verdict": few("waived", "unknown", "compliant"),
		"codes":          few("{limit_too_low}", "{no_policy}", "{cancelled}") + "::text[]",
		"gaps":           "ARRAY[(SELECT id::text FROM coverage_types WHERE position = {position})]",
		"next_change_on": "timestamptz '2027-01-01Z' + g * 7919 % 100003 * interval '1 hour'",
		"evaluated_at":   "timestamptz '2027-01-01Z'",
	},
	"documents": {
		"case_id": "{ref}", "category_id": "(SELECT id FROM document_categories WHERE position = {position})",
		"file_name": "'a.pdf'", "file_type": "'application/pdf'", "name": "'Document ' || g",
		"versions": "'{}'::uuid[]", "blob_key": "'key'",
	},
	"assets": {
		"case_id": "{ref}", "asset_type_id": "(SELECT id FROM asset_types WHERE position = {position})",
		"display_name": "md5('asset' || g)",
	},
	"policies": {
		"case_id": "{ref}", "status": few("deactivated", "renewalInProgress", "active"),
		"current_version_id": "CASE WHEN g % 100 = 7 THEN {rowOrRef} ELSE {ref} END", // few are of the policy itself
		"term_number":        "1", "policy_number": "'PN-' || g",
		"display_name": "md5('policy' || g)", "insured_ids": "ARRAY[{ref}]", "asset_ids": "ARRAY[{ref}]",
		"start_date":        "timestamptz '2026-01-01Z' + g * interval '1 hour'",
		"end_date":          "timestamptz '2027-01-01Z' + g * 7919 % 100003 * interval '1 hour'",
		"coverage_type_ids": "(SELECT ARRAY[id] FROM coverage_types WHERE position = {position})",
	},
	"policy_versions": {
		"policy_id": "{rowOrRef}", "case_id": "{ref}", "version_number": "g", "term_number": "1",
		"reason": "'created'", "display_name": "'Version ' || g",
	},
	"tasks": {
		"case_id": "{ref}", "policy_id": "{ref}", "assignee_id": "{ref}",
		"type":  few("caseApproval", "resolveDeficiency", "reviewDocument"),
		"state": few("paused", "open", "completed"), "due_at": "timestamptz '2026-01-01Z' + g * interval '1 hour'",
	},
	"waivers": {
		"case_id": "{ref}", "coverage_type_id": "(SELECT id FROM coverage_types WHERE position = {position})",
		"reason": "'Reason ' || g", "state": few("revoked", "rejected", "requested"), "requested_by": "{row}",
		"requested_at": "timestamptz '2026-01-01Z'",
		"decided_at":   "CASE WHEN g % 400 IN (7, 8) THEN timestamptz '2026-01-02Z' END",
		"decided_by":   "CASE WHEN g % 400 IN (7, 8) THEN {row} END",
	},
	"letter_templates": {
		"step": few("lapsed", "final", "request"), "version": "g", "subject": "'Subject ' || g", "body": "'Body ' || g", "is_current": "g = 7",
	},
	"evidence_links": {
		"policy_id": "{ref}", "case_id": "{ref}", "term_number": "1", "expires_at": "timestamptz '2027-01-01Z'",
		"digest": "decode(md5('link' || g) || md5('digest' || g), 'hex')",
	},
	"evidence": {
		"link_id": "{ref}", "policy_id": "{ref}", "case_id": "{ref}", "term_number": "1", "proposed": `'{"limits": []}'::jsonb`,
		"state": few("rejected", "partlyAccepted", "proposed"), "task_id": "{row}", "submitted_at": "timestamptz '2026-01-01Z'",
		"decided_at": "CASE WHEN g % 400 IN (7, 8) THEN timestamptz '2026-01-02Z' END",
		"decided_by": "CASE WHEN g % 400 IN (7, 8) THEN {row} END", "reason": "'Reason ' || g",
	},
	"webhook_endpoints": {
		"url": "'https://hooks.example.com/' || g", "enabled": "NOT {rare}", "secret": "'a'::bytea",
	},
	"webhook_deliveries": {
		"endpoint_id": "{ref}", "event_id": "{row}", "type": few("case.held", "case.released", "case.created"),
		"subject_type": "'case'", "subject_id": "{ref}", "revision": "1", "event_at": "timestamptz '2026-01-01Z'",
		"state": few("failed", "pending", "delivered"), "attempts": "'[]'::jsonb", "attempt_count": "1", "tries": "1",
		"next_attempt_at": "CASE WHEN g % 400 = 8 THEN timestamptz '2027-01-01Z' END",
		"settled_at":      "CASE WHEN g % 400 <> 8 THEN timestamptz '2026-01-01Z' END",
		"updated_at":      "", "metadata": "",
	},
	"renewal_notices": {
		"policy_id": "{ref}", "case_id": "{ref}", "term_number": "g", "step": few("lapsed", "final", "request"),
		"due_at": "timestamptz '2026-01-01Z' + g * interval '1 hour'", "state": few("planned", "failed", "sent"),
		"settled_at": "CASE WHEN NOT {rare} THEN timestamptz '2026-01-01Z' END",
	},
	"audit_events": {
		"actor_kind": "'serviceAccount'", "actor_id": "{ref}", "actor_name": "'Service'",
		"action": few("case.held", "case.released", "case.created"), "subject_type": few("task", "policy", "case"),
		"subject_id": "{ref}", "changes": "'{}'::jsonb", "request_id": "'request-' || g",
		"at": "timestamptz '2026-01-01Z' + g * interval '1 minute'",
	},
}
