package columns

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRow(t *testing.T) {
	t.Parallel()
	n := readTable(`noun,type,column,kind,of,import,description
policies,Policy,id,id,,,
policies,Policy,premium.amount,money,,yes,
policies,Policy,premium.currency,currency,,yes,
policies,Policy,perils,catalog[],Peril,yes,
policies,Policy,perilsByAsset,json[],,yes,
policies,Policy,fields.address.city,text,,yes,
policies,Policy,fields.stories,integer,,yes,
policies,Policy,insureds,reference[],Insured,yes,
`)[0]
	list := `[{"url":"x","id":"7","premium":{"amount":"12.50","currency":"USD"},` +
		`"perils":[{"key":"wind","applied":true},{"key":"hail","applied":false}],` +
		`"perilsByAsset":[{"asset":"a","perils":[{"key":"wind","applied":true}]}],"more":[1,{"a":2}],` +
		`"fields":[{"value":3,"key":"stories"},{"value":{"city":"M\u00fcnchen"},"key":"address"}],"insureds":["a","b"]},` +
		`{"id":"=8","premium":null}]`
	var records, lines []string
	require.NoError(t, n.Each([]byte(list), func(r *Row) error {
		records = append(records, string(r.Record))
		lines = append(lines, string(r.AppendCSV(nil)))
		return nil
	}))
	require.Equal(t, list, "["+records[0]+","+records[1]+"]")
	require.Equal(t, []string{
		`7,12.50,USD,"[""wind""]","[{""asset"":""a"",""perils"":[""wind""]}]",München,3,"[""a"",""b""]"` + "\r\n", `"'=8",,,,,,,` + "\r\n",
	}, lines, "a record has nothing of the one before")
	for _, wrong := range []string{`{}`, `[{"id":`, `[1]`, `[{}`, ``} {
		require.Error(t, n.Each([]byte(wrong), func(*Row) error { return nil }), wrong)
	}
	require.Equal(t, "a\nb", Text([]byte(`"a\nb"`)))
	require.Equal(t, "Premium: amount", n.Columns[1].Label())
}

func TestGuard(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../graph/console/src/lib/csv_cells.json") // which tests the console's rule too
	require.NoError(t, err)
	var cells map[string]string
	require.NoError(t, json.Unmarshal(text, &cells))
	require.NotEmpty(t, cells)
	for cell, want := range cells {
		require.Equal(t, want, Guard(cell))
		require.Equal(t, cell, Unguard(Guard(cell)), "an import reads what was written")
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	c, ok := Find("assets").Find("fields.address.city")
	require.True(t, ok)
	require.Equal(t, KindText, c.Kind)
	require.True(t, c.Takes)
	require.Nil(t, Find("nothing"))
	require.Len(t, Find("cases").Names(), len(Find("cases").Columns))
	for _, n := range Nouns() {
		require.Equal(t, KindID, n.Columns[0].Kind, n.Name)
	}
}
