package rows

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
)

// TestPolicyColumns has a policy's columns where the tags say they are.
func TestPolicyColumns(t *testing.T) {
	t.Parallel()
	l := newLayout(reflect.TypeFor[model.Policy](), nil)
	var own, joined []string
	for _, c := range l.own {
		own = append(own, c.Name)
	}
	for _, c := range l.read {
		if name, ok := strings.CutPrefix(c.expression, "v."); ok {
			joined = append(joined, strings.Trim(name, `"`))
		}
	}
	require.ElementsMatch(t, []string{
		"portfolio_id", "id", "case_id", "created_at", "insurance_contact_ids", "current_version_id", "term_number", "coverage_type_ids",
		"policy_number", "start_date", "end_date", "metadata", "status", "status_before_hold", "on_hold_at", "deactivated_at", "updated_at",
		"display_name", "insured_ids", "asset_ids", "cancellations", "review_until", "held_by_case", "held_by_import", "import_id", "external_id",
	}, own)
	require.ElementsMatch(t, []string{
		"version_number", "gap_days", "name", "product_type", "coverage_layer", "peril_ids", "asset_perils",
		"coverage_form_type", "carrier", "mortgagee_clause_ids", "limits", "deductible", "premium", "no_insureds", "deductibles", "stated_values",
		"valuation", "coinsurance_percent", "notice_days", "claims_made", "attachment", "endorsement_ids", "exclusion_ids", "placement",
		"carried_over",
	}, joined)
}

// TestColumnsOfSelection reads what is always read, and what is selected.
func TestColumnsOfSelection(t *testing.T) {
	t.Parallel()
	l := newLayout(reflect.TypeFor[model.Case](), nil)
	names := func(shown string) string {
		return l.expressions(l.columns(func(member string) bool { return member == shown }))
	}
	const always = `t."portfolio_id", t."id", t."status", t."status_before_hold", t."on_hold_at", t."management_type", t."program_id", ` +
		`t."risk_profile_id", t."loan_number", t."maturity_date", t."federally_related", t."external_id", t."import_id", t."quiet", ` +
		`t."created_at", t."updated_at"`
	require.Equal(t, always, names("id"))
	require.Equal(t, strings.Replace(always, `t."loan_number"`, `t."insured_ids", t."loan_number"`, 1), names("insureds"))
	require.Equal(t, l.everyRead, l.expressions(l.columns(nil)))
	require.Contains(t, l.everyRead, `t."name"`)
}

// TestSortTag has one column for both orders by time.
func TestSortTag(t *testing.T) {
	t.Parallel()
	l := newLayout(reflect.TypeFor[model.AuditEvent](), nil)
	require.Equal(t, []string{"at", "at"}, []string{l.createdAt.Name, l.updatedAt.Name})
}
