package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/columns"
	"github.com/covertrack/covertrack/model/fault"
	rules "github.com/covertrack/covertrack/model/importing"
)

// sharing is a workbook of a few kilobytes, whose cells all have one long text.
func sharing(t *testing.T, rows, columns int) string {
	t.Helper()
	book, text := excelize.NewFile(), strings.Repeat("x", 32_000)
	for row := 1; row <= rows; row++ {
		for column := 1; column <= columns; column++ {
			cell, err := excelize.CoordinatesToCellName(column, row)
			require.NoError(t, err)
			value := text
			if row == 1 {
				value = fmt.Sprint("Note ", column)
			}
			require.NoError(t, book.SetCellStr("Sheet1", cell, value))
		}
	}
	require.NoError(t, book.SetCellStr("Sheet1", "A1", "Loan Number"))
	require.NoError(t, book.SetCellStr("Sheet1", "B1", "Loan Amount"))
	buffer, err := book.WriteToBuffer()
	require.NoError(t, err)
	return buffer.String()
}

// unheardOf is a workbook under the heading of an export, with a character that no text has.
func unheardOf(t *testing.T) string {
	t.Helper()
	book, names := excelize.NewFile(), columns.Nouns()[0].Names()
	require.NoError(t, book.SetSheetRow("Sheet1", "A1", &names))
	require.NoError(t, book.SetCellStr("Sheet1", "A2", "x_x0000_y"))
	buffer, err := book.WriteToBuffer()
	require.NoError(t, err)
	return strings.ReplaceAll(buffer.String(), "x_x005F_x0000_y", "x_x0000_y")
}

// headed is a table of so many columns that no other has.
func headed(table, columns, length int) string {
	names := []string{"Loan Number", "Loan Amount"}
	for len(names) < columns {
		names = append(names, fmt.Sprintf("T%d C%d %s", table, len(names), strings.Repeat("n", length)))
	}
	return strings.Join(names, ",") + "\nLN-1,100\n"
}

// TestImportBounds fails an import whose files become far more than they are, with a reason for people, and soon.
func TestImportBounds(t *testing.T) {
	t.Parallel()
	i := newImporter(t)
	var many []string
	for table := range 5 {
		many = append(many, headed(table, 1000, 1))
	}
	for name, c := range map[string]struct {
		files []string
		says  string
	}{
		"one text in very many cells":          {[]string{sharing(t, 100, 30)}, "far more text than its file"},
		"one text in very many cells of a row": {[]string{sharing(t, 2, 100)}, "more than 1 MiB"},
		"a character that is none":             {[]string{unheardOf(t)}, "a character that is none"},
		"very many columns":                    {many, "at most 4000 columns"},
		"very long names":                      {[]string{headed(0, 3, 2000)}, "a name has at most 1000"},
		"long names of many columns":           {[]string{headed(0, 1000, 400)}, "KiB of names"},
	} {
		t.Run(name, func(t *testing.T) {
			var files []any
			for n, content := range c.files {
				require.Less(t, len(content), 600<<10)
				files = append(files, i.upload(t, fmt.Sprint(n, ".csv"), content))
			}
			made := i.c.Post(t, "/rest/imports", object{"files": files}, http.StatusCreated)
			begun := time.Now()
			failed := i.work(t, made["id"])
			require.Equal(t, "failed", failed["state"])
			require.Contains(t, failed["failure"], c.says)
			require.Less(t, time.Since(begun), 20*time.Second)
			require.Zero(t, count(t, i.Server, "SELECT count(*) FROM import_rows WHERE import_id = $1", made["id"]))
		})
	}
}

// TestImportOfOneNumber finds the loans of very many rows that have one number and keys of their own.
func TestImportOfOneNumber(t *testing.T) {
	t.Parallel()
	var groups rules.Groups
	begun := time.Now()
	for row := range 300_000 {
		groups.Add(row, fmt.Sprint("k", row), "n1")
	}
	groups.Add(300_000, "n1", "")
	loans := groups.Loans()
	require.Less(t, time.Since(begun), 20*time.Second)
	require.Len(t, loans, 300_001)
	require.True(t, loans[300_000].IsTwice)
}

// TestImportMapsManyColumns maps as many columns as an import has at most, and refuses to look at more.
func TestImportMapsManyColumns(t *testing.T) {
	t.Parallel()
	i, vs := rules.New(uuid.New(), model.CreateImportInput{Files: []*model.ImportFileInput{{}}}, &model.Principal{}, time.Now())
	require.Empty(t, vs)
	i.State = model.ImportStateMapping
	f := &rules.File{Layout: &rules.Layout{}}
	var given []*model.ImportColumnInput
	for n := range rules.MaxNames {
		name := fmt.Sprint("Column ", n)
		f.Layout.Names, f.Columns = append(f.Layout.Names, name), append(f.Columns, &rules.Column{Name: name})
		given = append(given, &model.ImportColumnInput{Column: graphql.OmittableOf(&name), To: graphql.OmittableOf(new(""))})
	}
	i.Files = []*rules.File{f}
	begun := time.Now()
	require.NoError(t, i.Map(model.MapImportInput{Columns: graphql.OmittableOf(given)}))
	require.Len(t, i.Columns(), rules.MaxNames)
	require.Empty(t, i.Questions())
	require.Less(t, time.Since(begun), 10*time.Second)
	err := i.Map(model.MapImportInput{Columns: graphql.OmittableOf(append(given, given[0]))})
	require.Equal(t, fault.CodeTooLong, fault.CodeOf(err))
}
