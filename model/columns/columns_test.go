package columns

import (
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
	r := NewRow(n)
	require.NoError(t, r.Read([]byte(`{"url":"x","id":"7","premium":{"amount":"12.50","currency":"USD"},`+
		`"perils":[{"key":"wind","applied":true},{"key":"hail","applied":false}],`+
		`"perilsByAsset":[{"asset":"a","perils":[{"key":"wind","applied":true}]}],"more":[1,{"a":2}],`+
		`"fields":[{"value":3,"key":"stories"},{"value":{"city":"M\u00fcnchen"},"key":"address"}],"insureds":["a","b"]}`)))
	want := []string{"7", "12.50", "USD", `["wind"]`, `[{"asset":"a","perils":["wind"]}]`, "München", "3", `["a","b"]`}
	for i, cell := range r.Cells {
		require.Equal(t, want[i], Text(cell), n.Columns[i].Name)
	}
	require.NotContains(t, string(r.Bare), `"url"`)
	require.NotContains(t, string(r.Bare), `"more"`)
	require.True(t, len(r.Bare) > 0 && r.Bare[1] == '"')

	require.NoError(t, r.Read([]byte(`{"id":"8","premium":null}`)))
	require.Nil(t, r.Cells[1], "a record has nothing of the one before")
	require.Error(t, r.Read([]byte(`[`)))
	require.Equal(t, "Premium: amount", n.Columns[1].Label())
}

func TestGuard(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"=1+1": "'=1+1", "+1": "'+1", "-1.50": "-1.50", "-1+1": "'-1+1", "@SUM": "'@SUM", "\tx": "'\tx", "\rx": "'\rx",
		"'=x": "''=x", "'tis": "'tis", "a=1": "a=1", "": "", "-": "'-",
	} {
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
