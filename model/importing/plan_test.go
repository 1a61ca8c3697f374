package importing_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model/importing"
)

// drawTable draws rows of a few loans that agree with each other, or not.
func drawTable(t *rapid.T) (names []string, rows [][]string) {
	pools := map[string][]string{
		"case.externalId": {"", "K-1", "K-2"}, "case.loanNumber": {"", "LN-1", "LN-2"}, "case.loanAmount": {"", "1.00", "2.00", "about 3"},
		"insured.displayName": {"", "Ada Example", "ADA example", "Example LLC"}, "asset.assetType": {"", "multifamily"},
		"asset.address.street1": {"", "1 Example St", "2 Example St"}, "policy.policyNumber": {"", "PN-1", "PN-2"},
		"policy.coverageTypes": {"", "building", "flood", "building; flood"}, "policy.limit": {"", "5.00", "6.00"},
		"broker.email": {"", "ada@example.com", "nobody"},
	}
	for name := range pools {
		names = append(names, name)
	}
	slices.Sort(names)
	for range rapid.IntRange(1, 8).Draw(t, "rows") {
		row := make([]string, len(names))
		for i, name := range names {
			row[i] = rapid.SampledFrom(pools[name]).Draw(t, name)
		}
		rows = append(rows, row)
	}
	return names, rows
}

// planned is what rows in an order become: the loans by what they say, and which rows are refused.
func planned(t require.TestingT, names []string, rows [][]string, order []int) (loans []string, refused []int) {
	var mapping importing.Mapping
	for _, name := range names {
		mapping = append(mapping, importing.Mapped{Column: name, To: name})
	}
	reading := importing.NewFileReading(names, mapping, false)
	var groups importing.Groups
	for position, n := range order {
		key, also := reading.Keys(rows[n])
		groups.Add(position, key, also)
	}
	seen := 0
	for _, of := range groups.Loans() {
		var list []*importing.Row
		for _, position := range of.Positions {
			row := reading.Row(position, 0, order[position], rows[order[position]])
			row.NameOnce(of.IsTwice)
			list = append(list, row)
		}
		seen += len(list)
		var records []string
		for _, r := range importing.NewLoan(of.Key, list).Records() {
			for member, value := range r.Input {
				if all, ok := value.([]any); ok { // in the order of the rows
					texts := make([]string, len(all))
					for i, v := range all {
						texts[i] = fmt.Sprint(v)
					}
					slices.Sort(texts)
					r.Input[member] = texts
				}
			}
			text, err := json.Marshal(r.Input)
			require.NoError(t, err)
			records = append(records, strings.ToLower(fmt.Sprint(r.Noun, r.Key, string(text))))
		}
		slices.Sort(records)
		loans = append(loans, of.Key+strings.Join(records, ""))
		for _, row := range list {
			if row.IsRefused() {
				refused = append(refused, row.Number)
			}
		}
	}
	require.Equal(t, len(rows), seen, "each row is of one loan")
	slices.Sort(loans)
	slices.Sort(refused)
	return loans, refused
}

// TestPlanOfAnyOrder has the same plan whatever the order of files and rows: the same loans, and the same rows refused.
func TestPlanOfAnyOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		names, rows := drawTable(t)
		order := make([]int, len(rows))
		for i := range order {
			order[i] = i
		}
		loans, refused := planned(t, names, rows, order)
		others, otherRefused := planned(t, names, rows, rapid.Permutation(order).Draw(t, "order"))
		require.Equal(t, loans, others)
		require.Equal(t, refused, otherRefused)
		// The same file twice says nothing more, and refuses no other row.
		twice, twiceRefused := planned(t, names, append(slices.Clone(rows), rows...), append(slices.Clone(order), doubled(order)...))
		require.Equal(t, loans, twice)
		require.Equal(t, 2*len(refused), len(twiceRefused))
	})
}

func doubled(order []int) []int {
	all := make([]int, len(order))
	for i, n := range order {
		all[i] = n + len(order)
	}
	return all
}
