package importing_test

import (
	"archive/zip"
	"bytes"
	"io"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/covertrack/covertrack/graph/importing"
	rules "github.com/covertrack/covertrack/model/importing"
)

func TestTextFiles(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ content, encoding, comma string }{
		"comma":             {"Loan Number,Borrower\nLN-1,Müller\n", "utf-8", ","},
		"a mark before":     {"\xef\xbb\xbfLoan Number,Borrower\nLN-1,Müller\n", "utf-8", ","},
		"semicolon, quotes": {"Loan Number;Borrower\r\n\"LN-1\";\"Müller\"\r\n", "utf-8", ";"},
		"tab":               {"Loan Number\tBorrower\nLN-1\tMüller", "utf-8", "\t"},
		"Windows-1252":      {"Loan Number;Borrower\nLN-1;M\xfcller\n", "windows-1252", ";"},
	} {
		file := &rules.File{}
		rows, _, err := importing.ReadTable([]byte(c.content), file)
		require.NoError(t, err, name)
		require.Equal(t, [][]string{{"Loan Number", "Borrower"}, {"LN-1", "Müller"}}, rows, name)
		require.Equal(t, []string{c.encoding, c.comma}, []string{file.Encoding, file.Comma}, name)
	}
	rows, formulas, err := importing.ReadTable([]byte("A,B\n\n\n=1+1,x\n"), &rules.File{})
	require.NoError(t, err)
	require.Len(t, rows, 4, "blank lines are rows of a spreadsheet")
	require.Equal(t, []int{4}, formulas)
	rows, _, err = importing.ReadTable([]byte("A,B\n1,\"Elm \"\"St\"\"\nUnit 2\"\n"), &rules.File{})
	require.NoError(t, err)
	require.Equal(t, "Elm \"St\" Unit 2", rows[1][1])
	for name, text := range map[string]string{"is not closed": "A,B\n1,\"Elm\n2,Oak\n", "is not doubled": "A,B\n1,\"Elm\n2,\"Oak\"\n3,Ash\n"} {
		_, _, err := importing.ReadTable([]byte(text), &rules.File{})
		require.ErrorContains(t, err, "Row 2 has a quote", name+": it would take the rows behind it")
	}
}

func TestWorkbook(t *testing.T) {
	t.Parallel()
	book := excelize.NewFile()
	for cell, value := range map[string]any{"A1": "Loan Number", "B1": "Maturity Date", "C1": "City", "A2": "LN-1", "B2": 46053,
		"C2": "Albany", "C3": "Troy"} {
		require.NoError(t, book.SetCellValue("Sheet1", cell, value))
	}
	require.NoError(t, book.MergeCell("Sheet1", "A2", "A3"))
	require.NoError(t, book.SetCellFormula("Sheet1", "B3", "=1+1"))
	buffer, err := book.WriteToBuffer()
	require.NoError(t, err)
	rows, formulas, err := importing.ReadTable(buffer.Bytes(), &rules.File{})
	require.NoError(t, err)
	require.Equal(t, [][]string{{"Loan Number", "Maturity Date", "City"}, {"LN-1", "46053", "Albany"}}, rows[:2])
	require.Equal(t, []string{"LN-1", "Troy"}, []string{rows[2][0], rows[2][2]}, "a merged cell has its value in each row")
	require.Equal(t, []int{3}, formulas)
}

// TestSheets reads the first sheet that is a table, and tells of the others.
func TestSheets(t *testing.T) {
	t.Parallel()
	book := excelize.NewFile()
	require.NoError(t, book.SetCellValue("Sheet1", "B2", "Loan book of Example Bank"))
	for _, name := range []string{"Loans", "Notes", "Assets"} {
		_, err := book.NewSheet(name)
		require.NoError(t, err)
	}
	require.NoError(t, book.SetSheetRow("Loans", "A1", &[]any{"Loan Number", "Loan Amount"}))
	require.NoError(t, book.SetSheetRow("Loans", "A2", &[]any{"LN-1", 5}))
	require.NoError(t, book.SetSheetRow("Notes", "A1", &[]any{"written by", "somebody"}))
	require.NoError(t, book.SetSheetRow("Assets", "A1", &[]any{"Loan Number", "Property Address"}))
	buffer, err := book.WriteToBuffer()
	require.NoError(t, err)
	file := &rules.File{FileName: "book.xlsx"}
	rows, _, err := importing.ReadTable(buffer.Bytes(), file)
	require.NoError(t, err)
	require.Equal(t, [][]string{{"Loan Number", "Loan Amount"}, {"LN-1", "5"}}, rows)
	require.Equal(t, []string{"Assets"}, file.MoreSheets)
	other := file.OfSheet("Assets")
	require.Equal(t, "book (Assets).xlsx", other.FileName)
	rows, _, err = importing.ReadTable(buffer.Bytes(), other)
	require.NoError(t, err)
	require.Equal(t, [][]string{{"Loan Number", "Property Address"}}, rows)
}

// packed is a workbook with other parts, in place of its own or beside them.
func packed(t *testing.T, parts map[string]string) []byte {
	t.Helper()
	book := excelize.NewFile()
	require.NoError(t, book.SetCellValue("Sheet1", "A1", "Loan Number"))
	buffer, err := book.WriteToBuffer()
	require.NoError(t, err)
	whole, err := zip.NewReader(bytes.NewReader(buffer.Bytes()), int64(buffer.Len()))
	require.NoError(t, err)
	all := map[string]string{}
	for _, f := range whole.File {
		part, err := f.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(part)
		require.NoError(t, err)
		all[f.Name] = string(text)
	}
	maps.Copy(all, parts)
	return zipOf(t, all)
}

func zipOf(t *testing.T, parts map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, text := range parts {
		part, err := w.Create(name)
		require.NoError(t, err)
		_, err = part.Write([]byte(text))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return out.Bytes()
}
