package importing_test

import (
	"cmp"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/columns"
	"github.com/covertrack/covertrack/model/importing"
)

// exportedRow is a row of an export's file that has some cells.
func exportedRow(noun string, cells map[string]string) *importing.Row {
	row := &importing.Row{}
	for _, c := range columns.Find(noun).Columns {
		row.Raw = append(row.Raw, cells[c.Name])
	}
	return row
}

// exported is a row of an export's file as a record.
func exported(noun string, cells map[string]string, earlier ...*importing.Row) *importing.Exported {
	return importing.NewExported(&importing.File{Noun: noun}, exportedRow(noun, cells), earlier...)
}

// TestExportedTerms has a policy begin with its first term, and each next one begin with what it did not take over.
func TestExportedTerms(t *testing.T) {
	t.Parallel()
	term := func(number, start, end, more string) map[string]string {
		return map[string]string{"policyId": "p", "termNumber": number, "startDate": start, "endDate": end, "policyNumber": "PN-" + number,
			"carrier.name": "A", "coverageTypes": "[]", "insureds": "[]", "carriedOver": more}
	}
	own := map[string]string{"id": "p", "caseId": "c", "status": "active", "externalId": "P-1"}
	for name, tt := range map[string]struct {
		earlier []map[string]string
		present map[string]string
		made    string
		begun   []string
	}{
		"one":          {nil, term("1", "2026-01-01", "2027-01-01", "[]"), "PN-1", nil},
		"two":          {[]map[string]string{term("1", "", "", "[]")}, term("2", "2026-01-01", "2027-01-01", "[]"), "PN-1", []string{"PN-2"}},
		"without days": {[]map[string]string{term("1", "2025-01-01", "2026-01-01", "[]")}, term("2", "", "2027-01-01", "[]"), "PN-2", nil},
		"behind one without days": {
			[]map[string]string{term("1", "2024-01-01", "2025-01-01", "[]"), term("2", "2025-01-01", "", "[]")},
			term("3", "2026-01-01", "2027-01-01", "[]"), "PN-2", []string{"PN-3"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var rows []*importing.Row
			for _, cells := range tt.earlier {
				rows = append(rows, exportedRow("policyVersions", cells))
			}
			cells := maps.Clone(tt.present)
			maps.Copy(cells, own)
			r := exported("policies", cells, rows...)
			require.Equal(t, tt.made, r.Made.Input["policyNumber"])
			require.Equal(t, []any{"c", "P-1"}, []any{r.Made.Input["caseId"], r.Made.Input["externalId"]})
			require.Equal(t, tt.present["policyNumber"], r.Input["policyNumber"])
			var begun []string
			for _, m := range r.Moves {
				require.Equal(t, "createPolicyTerm", m.Operation)
				require.NotContains(t, m.Input, "externalId")
				begun = append(begun, m.Input["policyNumber"].(string))
			}
			require.Equal(t, tt.begun, begun)
		})
	}

	first := exportedRow("policyVersions", term("1", "2025-01-01", "2026-01-01", "[]"))
	second := term("2", "2026-01-01", "2027-01-01", `["carrier","insureds","perils"]`)
	input := exported("policies", second, first).Moves[0].Input
	for _, member := range []string{"carrier", "insureds", "perils", "perilsByAsset", "carriedOver", "caseId", "deductible"} {
		require.NotContains(t, input, member)
	}
	for _, member := range []string{"valuation", "deductibles"} {
		require.Contains(t, input, member)
		require.Nil(t, input[member], "said to be none, and not taken over")
	}
}

// TestTerms finds the last version of each term before the present one.
func TestTerms(t *testing.T) {
	t.Parallel()
	terms := importing.Terms{}
	for position, v := range [][3]string{
		{"p", "2", "3"}, {"p", "1", "2"}, {"p", "1", "1"}, {"q", "1", "1"}, {"p", "3", "4"}, {"p", "10", "5"},
	} {
		cells := map[string]string{"policyId": v[0], "termNumber": v[1], "versionNumber": v[2]}
		terms.Add(position, exportedRow("policyVersions", cells).Raw)
	}
	require.Equal(t, []int{1, 0, 4}, terms.Before("p", 10))
	require.Empty(t, terms.Before("q", 1))
	f := &importing.File{Noun: "policyVersions"}
	require.True(t, f.IsPresent(exportedRow("policyVersions", map[string]string{"isCurrent": "1"}).Raw))
	require.False(t, f.IsPresent(exportedRow("policyVersions", map[string]string{"isCurrent": "false"}).Raw))
}

// TestExportedHolds has a policy held as its row says, also where the case that it comes to holds it already.
func TestExportedHolds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		status, before, reason string
		free, held             []string // the moves on a case that is not on hold, and on one that is
	}{
		{"active", "", "", nil, []string{"releasePolicyHold"}},
		{"renewalInProgress", "", "", nil, []string{"releasePolicyHold"}},
		{"onHold", "active", "manual", []string{"putPolicyOnHold"}, []string{"releasePolicyHold", "putPolicyOnHold"}},
		{"onHold", "active", "", []string{"putPolicyOnHold"}, []string{"releasePolicyHold", "putPolicyOnHold"}},
		{"onHold", "renewalInProgress", "case", []string{"putPolicyOnHold"}, nil},
		{"onHold", "active", "import", nil, nil},
		{"deactivated", "", "", nil, nil},
		{"onHold", "deactivated", "manual", []string{"putPolicyOnHold"}, []string{"putPolicyOnHold"}},
	} {
		cells := map[string]string{"id": "p", "status": tt.status, "statusBeforeHold": tt.before, "holdReason": tt.reason}
		if underlying := cmp.Or(tt.before, tt.status); underlying == "deactivated" {
			cells["deactivatedAt"] = "2026-01-01T00:00:00.000Z"
		}
		r := exported("policies", cells)
		require.NotContains(t, r.Made.Input, "status")
		require.Equal(t, tt.free, operations(r.Holds(false)), tt)
		require.Equal(t, tt.held, operations(r.Holds(true)), tt)
		isRenewing := tt.status == "renewalInProgress" || tt.before == "renewalInProgress"
		require.Equal(t, isRenewing, slices.Contains(operations(r.Moves), "updatePolicy"), tt)
	}
}

func operations(moves []importing.Move) (names []string) {
	for _, m := range moves {
		names = append(names, m.Operation)
	}
	return names
}

// TestExportedReferences replaces the ids of references alone: what else equals an id of the export stays.
func TestExportedReferences(t *testing.T) {
	t.Parallel()
	find := func(id string) (string, bool) { return "here", id == "id" }
	for noun, tt := range map[string]struct{ cells, want map[string]any }{
		"cases": {
			map[string]any{"insureds": `["id","other"]`, "loanNumber": "id", "externalId": "id", "metadata": `{"insureds":["id"]}`, "program": "id"},
			map[string]any{"insureds": []any{"here", "other"}, "loanNumber": "id", "externalId": "id",
				"metadata": map[string]any{"insureds": []any{"id"}}, "program": "here", "status": "OPEN"},
		},
		"policies": {
			map[string]any{"caseId": "id", "policyNumber": "id", "carrier.name": "id", "limits": `[{"asset":"id","kind":"id"}]`},
			map[string]any{"caseId": "here", "policyNumber": "id", "carrier": map[string]any{"name": "id"},
				"limits": []any{map[string]any{"asset": "here", "kind": "id"}}},
		},
		"placements": {
			map[string]any{"asset": "id", "policy": "id", "policyNumber": "id", "renews": "id"},
			map[string]any{"asset": "here", "renews": "here", "history": map[string]any{"policy": "here", "policyNumber": "id"}},
		},
		"riskProfiles": {
			map[string]any{"name": "id", "certificateHolderClauseTypes": `[{"id":"id","clauseTypes":["id"]}]`},
			map[string]any{"name": "id", "certificateHolderClauseTypes": []any{map[string]any{"id": "here", "clauseTypes": []any{"id"}}}},
		},
	} {
		cells := map[string]string{}
		for name, cell := range tt.cells {
			cells[name] = cell.(string)
		}
		r := exported(noun, cells)
		require.Equal(t, tt.want, r.ReplaceIDs(r.Input, find), noun)
	}
}
