package importing_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/importing"
)

func TestReadDates(t *testing.T) {
	t.Parallel()
	target := importing.Find("case.maturityDate")
	for cell, want := range map[string]any{
		"2031-06-30": "2031-06-30", "2031/6/30": "2031-06-30", "20310630": "2031-06-30", "30/06/2031": "2031-06-30", "06/30/2031": "2031-06-30",
		"30.06.2031": "2031-06-30", "30-Jun-2031": "2031-06-30", "Jun 30, 2031": "2031-06-30", "June 30th, 2031": "2031-06-30",
		"30 June 2031": "2031-06-30", "6/30/31": "2031-06-30", "2031-06-30T10:00:00Z": "2031-06-30", "46053": "2026-01-31",
		"13/13/2031": nil, "31/02/2031": nil, "soon": nil, "0": nil,
	} {
		value, vs := importing.Reading{Target: target}.Read(importing.Clean(cell))
		require.Equal(t, want, value, cell)
		require.Equal(t, want == nil, len(vs) > 0, cell)
	}
	first, _ := importing.Reading{Target: target, Format: importing.FormatDayFirst}.Read("03/04/2031")
	second, _ := importing.Reading{Target: target, Format: importing.FormatMonthFirst}.Read("03/04/2031")
	require.Equal(t, []any{"2031-04-03", "2031-03-04"}, []any{first, second})
}

func TestReadAmounts(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"$1,250,000.00": "1250000.00 USD", "1.250.000,50": "1250000.50 ", "1 250 000": "1250000 ", "EUR 12,5": "12.5 EUR", "1250000": "1250000 ",
		"1234.5600000000001": "1234.56 ", "1.25E+6": "1250000 ", "0.50": "0.50 ", "(1,000.00)": "", "-5": "", "12 million": "", "1,2,3": "",
	} {
		value, _ := importing.Reading{Target: importing.Find("case.loanAmount")}.Read(importing.Clean(cell))
		if want == "" {
			require.Nil(t, value, cell)
			continue
		}
		money := value.(map[string]any)
		currency, _ := money["currency"].(string)
		require.Equal(t, want, money["amount"].(string)+" "+currency, cell)
	}
	n, _ := importing.Reading{Target: importing.Find("asset.units")}.Read("12.0")
	require.Equal(t, json.Number("12"), n)
}

// TestColumnsOfSeveralFiles knows a column of two files by what it has in both.
func TestColumnsOfSeveralFiles(t *testing.T) {
	t.Parallel()
	var i importing.Import
	for _, cells := range [][]string{{"03/04/2031"}, {"25/04/2031", ""}} {
		c := &importing.Column{Name: "Maturity Date"}
		for _, cell := range cells {
			c.Add(cell)
		}
		i.Files = append(i.Files, &importing.File{Columns: []*importing.Column{c}})
	}
	require.Equal(t, []string{"03/04/2031", "25/04/2031"}, i.AllColumns()[0].Examples)
	require.Equal(t, []int{3, 2}, []int{i.AllColumns()[0].Rows, i.AllColumns()[0].Filled})
	i.Mapping = importing.Propose(i.AllColumns())
	require.Equal(t, "case.maturityDate", i.Mapping[0].To)
	require.Empty(t, i.Questions(), "the second file says which comes first")
	i.State, i.Rows, i.Counts = model.ImportStateChecked, importing.RowsWhole+1, &importing.Counts{}
	require.Error(t, i.Commit(true), "all or none are too many")
}

func TestQuestions(t *testing.T) {
	t.Parallel()
	column := func(name string, cells ...string) *importing.Column {
		c := &importing.Column{Name: name}
		for _, cell := range cells {
			c.Add(importing.Clean(cell))
		}
		return c
	}
	columns := []*importing.Column{
		column("Maturity Date", "03/04/2031", "05/06/2031"), column("Loan Amount", "1.250", "2.500"),
		column("Effective Date", "03/04/2026", "25/04/2026"),
		column("X", "grace@example.com", "ada@example.com"), column("Balance", "1,250", "1,250.00"),
	}
	mapping := importing.Propose(columns)
	want := map[string]string{
		"Maturity Date": "case.maturityDate", "Loan Amount": "case.loanAmount", "Effective Date": "policy.startDate", "X": "broker.email",
		"Balance": "case.outstandingBalance",
	}
	for name, to := range want {
		m, _ := mapping.Lookup()(name)
		require.Equal(t, to, m.To, name)
	}
	var asked []string
	for _, q := range importing.Questions(columns, mapping) {
		asked = append(asked, q.Column)
	}
	require.Equal(t, []string{"Maturity Date", "Loan Amount"}, asked, "what the other cells of the column say is not asked about")
	m, _ := mapping.Lookup()("Effective Date")
	require.Equal(t, importing.FormatDayFirst, m.Format)
}

func TestLayout(t *testing.T) {
	t.Parallel()
	l, ok := importing.FindLayout([][]string{
		{"Loan book, March"}, {}, {"Loan", "", "Property", "", "Mailing", ""}, {"Number", "Loan Amount", "City", "State", "City", "State"},
		{"LN-1", "100", "Albany", "NY", "Troy", "NY"},
	})
	require.True(t, ok)
	require.Equal(t, 4, l.First)
	require.Equal(t, []string{"Loan Number", "Loan Amount", "Property City", "Property State", "Mailing City", "Mailing State"}, l.Names)
	require.False(t, l.IsData([]string{"Grand total", "12,345.00"}))
	require.False(t, l.IsData([]string{"Number", "Loan Amount", "City", "State", "City", "State"}))
	require.False(t, l.IsData([]string{"Loan", "", "Property", "", "Mailing", ""}), "the groups again")
	for _, row := range [][]string{nil, {"Totals:", "1", "2", "3", "4"}, {"", "TOTAL (250 loans)", "1"}, {"Total loans: 250"},
		{"Sum (USD)", "5"}} {
		require.False(t, l.IsData(row), row)
	}
	for _, row := range [][]string{{"Total Example LLC", "100", "200"}, {"LN-2", "", "", "", "Total", "NY"}} {
		require.True(t, l.IsData(row), row)
	}
	require.True(t, l.IsData([]string{"LN-1", "100", "Albany", "NY"}))
}

func FuzzRead(f *testing.F) {
	f.Add("01/02/2026")
	f.Add("$1,234.50")
	f.Fuzz(func(t *testing.T, cell string) {
		clean := importing.Clean(cell)
		c := &importing.Column{Name: "x"}
		c.Add(clean)
		for _, target := range importing.Targets {
			value, vs := importing.Reading{Target: target}.Read(clean)
			require.False(t, value != nil && len(vs) > 0)
		}
	})
}

// TestShownDays are what a workbook shows of numbers in cells of days.
func TestShownDays(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"46053": "2026-01-31", "46053.5": "2026-01-31 12:00:00", "0.5": "0.5", "-1": "-1", "LN-1": "LN-1", "2958466": "2958466", "NaN": "NaN",
	} {
		require.Equal(t, want, importing.ShownDay(cell, false))
	}
	require.Equal(t, "2026-01-31", importing.ShownDay("44591", true))
	for format, want := range map[string]bool{
		"dd/mm/yyyy": true, "[$-409]d-mmm-yy": true, "mmm yyyy": true, "General": false, `#,##0.00_);[Red]\(#,##0.00\)`: false, `0" days"`: false,
		"h:mm:ss": false, `0\d`: false,
	} {
		require.Equal(t, want, importing.IsDayFormat(0, format), format)
	}
	require.True(t, importing.IsDayFormat(14, ""))
	require.False(t, importing.IsDayFormat(4, ""))
}
