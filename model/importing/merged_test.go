package importing_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/importing"
)

// TestMergedAmounts refuses rows whose amount stands in a cell that is merged over several loans, or several policies of one.
func TestMergedAmounts(t *testing.T) {
	t.Parallel()
	names := []string{"case.loanNumber", "case.loanAmount", "policy.policyNumber", "policy.premium", "asset.address.street1"}
	var mapping importing.Mapping
	for _, name := range names {
		mapping = append(mapping, importing.Mapped{Column: name, To: name})
	}
	reading := importing.NewFileReading(names, mapping, false)
	rows := [][]string{
		{"LN-1", "100.00", "PN-1", "7.00", "1 Elm St"},
		{"LN-2", "100.00", "PN-2", "8.00", "2 Elm St"}, // the loan amount is that of the row before
		{"LN-3", "300.00", "PN-3", "9.00", "3 Elm St"},
		{"LN-3", "300.00", "PN-3", "9.00", "4 Elm St"}, // all amounts are, and of the same loan and policy
		{"LN-4", "400.00", "PN-4", "5.00", "5 Elm St"},
		{"LN-4", "400.00", "PN-5", "5.00", "6 Elm St"}, // the premium is
	}
	firsts := []map[int]int{{2: 1, 5: 1}, {2: 1, 5: 1}, {2: 3, 4: 3}, {2: 3, 4: 3}, {4: 5}, {4: 5}}
	var groups importing.Groups
	var merged importing.MergedCells
	for position, row := range rows {
		key, also := reading.Keys(row)
		groups.Add(position, key, also)
		merged.Add(position, 0, reading.Amounts(firsts[position]))
	}
	loans := groups.Loans()
	torn := merged.Torn(loans)
	require.Equal(t, map[int][]int{0: {1}, 1: {1}}, torn)
	var refused []string
	for _, of := range loans {
		var list []*importing.Row
		for _, position := range of.Positions {
			row := reading.Row(position, 0, position+1, rows[position])
			row.Merged = reading.Amounts(firsts[position])
			for _, column := range torn[position] {
				row.RefuseMerged(column, importing.NounCase)
			}
			list = append(list, row)
		}
		l := importing.NewLoan(of.Key, list)
		for _, row := range list {
			for _, reason := range row.Reasons {
				refused = append(refused, row.Raw[0]+" "+reason.Column)
			}
		}
		require.Equal(t, of.Key == "nLN-3", len(l.Policies) == 1, of.Key)
	}
	require.Equal(t, []string{"LN-1 case.loanAmount", "LN-2 case.loanAmount", "LN-4 policy.premium", "LN-4 policy.premium"}, refused)
}
