package e2e

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	rules "github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestImportMergedAmounts takes no amount of a cell that is merged over several loans, so that the book has what the file has.
func TestImportMergedAmounts(t *testing.T) {
	t.Parallel()
	i := newImporter(t)
	book := excelize.NewFile()
	for cell, value := range map[string]string{
		"A1": "Loan Number", "B1": "Loan Amount", "C1": "Program", "D1": "=Note", "C2": i.Program(t, i.tenant).String(),
		"A2": "LN-1", "B2": "500.00", "A3": "LN-2", "A4": "LN-3", "B4": "700.00", "A6": "LN-4", "B6": "900.00", "D2": "<a> & b",
	} {
		require.NoError(t, book.SetCellStr("Sheet1", cell, value))
	}
	for from, to := range map[string]string{"B2": "B3", "A4": "A5", "B4": "B5", "C2": "C6"} {
		require.NoError(t, book.MergeCell("Sheet1", from, to))
	}
	buffer, err := book.WriteToBuffer()
	require.NoError(t, err)
	checked := i.begin(t, buffer.String(), object{})
	require.Equal(t, "checked", checked["state"], checked["failure"])
	refused := i.rows(t, checked, "refused")
	require.Len(t, refused, 2)
	for n, row := range refused {
		reason := row.(object)["reasons"].([]any)[0].(object)
		require.Equal(t, []any{float64(n + 2), "Loan Amount", "500.00", "duplicate"},
			append(values(row.(object), "row"), values(reason, "column", "value", "code")...))
	}
	i.commit(t, checked["id"])
	amounts := map[any]any{}
	for _, loan := range i.c.Get(t, "/rest/cases")["data"].([]any) {
		amounts[loan.(object)["loanNumber"]] = loan.(object)["loanAmount"]
	}
	require.Equal(t, map[any]any{"LN-3": dollars("700.00"), "LN-4": dollars("900.00")}, amounts)

	file := i.As("").Do(t, http.MethodGet, checked["files"].([]any)[0].(object)["refusedUrl"].(string), nil)
	mended, err := excelize.OpenReader(bytes.NewReader(file.Body))
	require.NoError(t, err)
	lines, err := mended.GetRows("Sheet1")
	require.NoError(t, err)
	require.Equal(t, []string{"Loan Number", "Loan Amount", "Program", "'=Note", rules.ReasonColumn}, lines[0],
		"no spreadsheet runs a heading")
	require.Equal(t, []string{"LN-1", "500.00", "<a> & b"}, []string{lines[1][0], lines[1][1], lines[1][3]})
	require.Contains(t, lines[2][4], "merged over more than one loan")
}

// TestImportCleaned keeps the files of an import and what became of its rows for 90 days. What it wrote stays, and can be undone.
func TestImportCleaned(t *testing.T) {
	t.Parallel()
	clock := newClock()
	i := importerOn(t, resttest.Serve(t, storagetest.NewWorld(t), clock.now))
	text := loanFile("LN-1,1.00,"+i.Program(t, i.tenant).String(), "LN-2,many,")
	waits := i.begin(t, text, object{})
	done := i.commit(t, i.begin(t, text, object{})["id"])
	require.Equal(t, []any{1.0, 1.0}, values(done["counts"].(object), "create", "refused"))
	files := func() (n int) {
		for _, of := range []object{waits, done} {
			for _, name := range []string{"0", "0-refused.csv"} {
				key := rules.Folder + i.tenant.Portfolio.ID().String() + "/" + of["id"].(string) + "/" + name
				if _, err := i.Blobs.Read(t.Context(), key, 1<<10); err == nil {
					n++
				}
			}
		}
		return n
	}
	kept := func(table string) int { return count(t, i.Server, "SELECT count(*) FROM "+table) }
	require.Equal(t, []int{4, 2, 4}, []int{files(), kept("import_rows"), kept("import_results")}, "of one that is over no rows")

	clean := func() int {
		t.Helper()
		removed, err := i.worker.Clean(t.Context(), clock.now())
		require.NoError(t, err)
		return removed
	}
	clock.pass(rules.KeptFor - time.Hour)
	later := i.begin(t, text, object{})
	require.Zero(t, clean())
	clock.pass(2 * time.Hour)
	require.Equal(t, 2, clean())
	require.Zero(t, clean(), "once")
	require.Equal(t, []int{0, 2, 1}, []int{files(), kept("import_rows"), kept("import_results")}, "what is younger stays")
	require.NotNil(t, i.c.Get(t, "/rest/imports/"+later["id"].(string))["files"].([]any)[0].(object)["refusedUrl"])

	path := "/rest/imports/" + done["id"].(string)
	old := i.c.Get(t, path)
	require.Equal(t, []any{"committed", done["counts"]}, values(old, "state", "counts"))
	require.Nil(t, old["files"].([]any)[0].(object)["refusedUrl"])
	require.Empty(t, i.rows(t, old, "refused"))
	ended := i.c.Get(t, "/rest/imports/"+waits["id"].(string))
	require.Equal(t, "failed", ended["state"])
	require.Contains(t, ended["failure"], "90 days")
	i.c.Post(t, path+"/revert", nil, http.StatusOK)
	require.Equal(t, "reverted", i.work(t, done["id"])["state"])
	require.Zero(t, i.c.Get(t, "/rest/cases")["meta"].(object)["total"])
}
