package e2e

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

func init() {
	addMore = append(addMore, func(t testing.TB, f *fixture) {
		f.server.Insert(t, f.tenant, "placement_letters", letterRow(f, 90))
		f.ids["printFile"] = f.client().Post(t, "/rest/print-files", nil, http.StatusCreated)["id"].(string)
		f.server.Insert(t, f.tenant, "placement_letters", letterRow(f, 91)) // for the next file
		letters := f.client().Get(t, "/rest/placement-letters?printFileId="+f.ids["printFile"])["data"].([]any)
		f.ids["printedLetter"] = letters[0].(object)["id"].(string)
		f.ids["mailingList"] = f.client().Upload(t, "mailed.csv", []byte(mailedLines(f.ids["printedLetter"], "2026-06-01")))
	})
	examples["ListPrintFiles"] = example{asks: at(""), refused: "?state=lost"}
	examples["GetPrintFile"] = example{asks: at("printFile"), refused: "?verbose=1"}
	examples["CreatePrintFile"] = example{asks: func(*fixture) []ask { return []ask{{}} }, refused: object{"size": 3}}
	examples["ConfirmPrintFile"] = example{
		asks: func(f *fixture) []ask {
			return []ask{{noun: "printFile", body: object{"directUploadKey": f.ids["mailingList"]}}}
		},
		refused: object{"directUploadKey": unknownID},
	}
}

// mailedLines is a mailing house's list with one line.
func mailedLines(letter, on string) string {
	return fmt.Sprintf("letterId,mailedOn,postClass,proof\n%s,%s,firstClass,Batch 7\n", letter, on)
}

// printTrial is a sandbox with so many letters that wait for paper, each of a loan of its own; it returns the placements' paths.
func printTrial(t testing.TB, count int) (*trial, []string) {
	x, _ := letterTrial(t, "post")
	profile := x.in.Get(t, "/rest/risk-profiles")["data"].([]any)[0].(object)["id"]
	var paths []string
	for n := range count {
		loan := x.in.Post(t, "/rest/cases", object{"riskProfile": profile, "status": "OPEN", "loanNumber": fmt.Sprintf("L-%d", n+1)},
			http.StatusCreated)
		path := beginPlacement(t, x.in, loan["id"], "crime", sandboxStart(t))
		x.in.Patch(t, path, object{"borrower": object{"name": "Ada Łucja “Byron”", "address": exampleAddress}})
		paths = append(paths, path)
	}
	x.advance(t, "PT1H")
	return x, paths
}

// unzip returns the files of an archive.
func unzip(t testing.TB, content []byte) map[string][]byte {
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	require.NoError(t, err)
	files := map[string][]byte{}
	for _, f := range archive.File {
		r, err := f.Open()
		require.NoError(t, err)
		files[f.Name], err = io.ReadAll(r)
		require.NoError(t, err)
	}
	return files
}

// TestPrintFile takes each letter to paper once, and the mailing house's confirmation in parts.
func TestPrintFile(t *testing.T) {
	t.Parallel()
	x, paths := printTrial(t, 2)
	f := x.in.Post(t, "/rest/print-files", nil, http.StatusCreated)
	require.Equal(t, []any{2.0, "ready", nil}, values(f, "letterCount", "state", "confirmedAt"))
	x.in.Do(t, http.MethodPost, "/rest/print-files", nil).Problem(t, http.StatusConflict, "invalid_transition")
	archive := x.in.Download(t, f)
	require.Equal(t, http.StatusOK, archive.Status)
	require.Equal(t, archive.Body, x.in.Download(t, f).Body, "the same each time")
	files := unzip(t, archive.Body)
	require.Len(t, files, 3)
	rows, err := csv.NewReader(bytes.NewReader(files["manifest.csv"])).ReadAll()
	require.NoError(t, err)
	require.Equal(t, "letterId file sha256 pages name address step placementId caseId loanNumber", strings.Join(rows[0], " "))
	for n, row := range rows[1:] {
		sum := sha256.Sum256(files[row[1]])
		require.Equal(t, hex.EncodeToString(sum[:]), row[2])
		require.True(t, bytes.HasPrefix(files[row[1]], []byte("%PDF-")))
		require.Equal(t, []string{"1", "Ada Łucja “Byron”", "12 Example St, Springfield, IL 62701", "first"}, row[3:7])
		require.Equal(t, []string{strings.TrimPrefix(paths[n], "/rest/placements/"), fmt.Sprintf("L-%d", n+1)}, []string{row[7], row[9]})
	}

	path := "/rest/print-files/" + f["id"].(string)
	confirm := func(content []byte) *resttest.Response {
		return x.in.Do(t, http.MethodPost, path+"/confirm", object{"directUploadKey": x.in.Upload(t, "mailed.csv", content)})
	}
	first := mailedLines(rows[1][0], "2027-01-01")
	require.Equal(t, "ready", confirm([]byte(first)).Object(t, http.StatusOK)["state"], "the other is not confirmed")
	p := x.in.Get(t, paths[0])
	require.Equal(t, []any{"first", "post", "firstClass", "Batch 7", rows[1][0], "2027-01-01T00:00:00.000Z"},
		values(p["notices"].([]any)[0].(object), "step", "means", "postClass", "proof", "letterId", "handedOverOn"))
	require.Equal(t, "2027-01-31T00:00:00.000Z", p["earliestChargeOn"])
	letter := x.in.Get(t, "/rest/placement-letters/"+rows[1][0])
	require.Equal(t, []any{"sent", "2027-01-01T00:00:00.000Z", "firstClass", "Batch 7", f["id"]},
		values(letter, "state", "mailedOn", "postClass", "proof", "printFileId"))

	second := fmt.Sprintf("PROOF;x,mailedon,postclass,letterid,proof\n,2027-01-01,certified,%s,Caf\xe9 9\n,2027-01-01,firstClass,%s,other\n",
		rows[2][0], rows[1][0])
	done := confirm([]byte(second)).Object(t, http.StatusOK)
	require.Equal(t, "confirmed", done["state"])
	require.NotNil(t, done["confirmedAt"])
	require.Equal(t, letter, x.in.Get(t, "/rest/placement-letters/"+rows[1][0]), "confirmed twice changes nothing")
	require.Equal(t, "Café 9", x.in.Get(t, "/rest/placement-letters/"+rows[2][0])["proof"], "Windows-1252")
	again := confirm([]byte(first)).Object(t, http.StatusOK)
	require.Equal(t, values(done, "state", "confirmedAt", "updatedAt"), values(again, "state", "confirmedAt", "updatedAt"))
	x.advance(t, "P31D")
	require.Equal(t, "mayPlace", x.in.Get(t, paths[0])["state"])
	require.Len(t, lettersOf(t, x.in, paths[0]), 1)
}

// TestPrintFileRefused takes all lines or none, and names each that is wrong.
func TestPrintFileRefused(t *testing.T) {
	t.Parallel()
	x, paths := printTrial(t, 2)
	x.in.Post(t, paths[1]+"/proofs", object{"receivedOn": "2027-01-01", "from": "2026-10-01"}, http.StatusOK)
	f := x.in.Post(t, "/rest/print-files", nil, http.StatusCreated)
	require.EqualValues(t, 1, f["letterCount"], "what is cured is not printed")
	path := "/rest/print-files/" + f["id"].(string) + "/confirm"
	letter := lettersOf(t, x.in, paths[0])[0].(object)["id"]
	confirm := func(format string, args ...any) *resttest.Response {
		key := x.in.Upload(t, "mailed.csv", fmt.Appendf(nil, format, args...))
		return x.in.Do(t, http.MethodPost, path, object{"directUploadKey": key})
	}
	const head = "letterId,mailedOn,postClass,proof\n"
	refused := confirm(head+"%s,2027-01-01,pigeon,a\n%s,2027-01-01,firstClass,a\n%s,2099-01-01,firstClass,a\n", letter, unknownID, letter)
	refused.Violations(t, "/directUploadKey invalid_value", "/directUploadKey invalid_value", "/directUploadKey invalid_value")
	for _, said := range []string{"line 2 a `postClass` that does not count", "line 3 a `letterId`", "line 4 the letter of line 2 again"} {
		require.Contains(t, string(refused.Body), said)
	}
	confirm(head+"%s,2099-01-01,firstClass,a\n", letter).Violations(t, "/directUploadKey invalid_value")
	confirm(head+"%s,2026-12-31,firstClass,a\n", letter).Violations(t, "/directUploadKey invalid_value")
	confirm(head+"%s,1/2/2027,firstClass,\n", letter).Violations(t, "/directUploadKey invalid_value", "/directUploadKey invalid_value")
	confirm("letter,day\n").Violations(t, "/directUploadKey invalid_value")
	require.Equal(t, "planned", lettersOf(t, x.in, paths[0])[0].(object)["state"])
	require.Empty(t, x.in.Get(t, paths[0])["notices"])
	x.in.Do(t, http.MethodPost, path, object{"directUploadKey": unknownID}).Violations(t, "/directUploadKey upload_not_found")
	signed := x.in.Sign(t, "mailed.csv", "text/csv")
	x.in.Do(t, http.MethodPost, path, object{"directUploadKey": signed["directUploadKey"]}).Violations(t, "/directUploadKey upload_not_found")
	stranger := x.As(x.Prairie.Token)
	stranger.Do(t, http.MethodGet, strings.TrimSuffix(path, "/confirm"), nil).Problem(t, http.StatusNotFound, "not_found")
	stranger.Do(t, http.MethodPost, path, object{"directUploadKey": unknownID}).Problem(t, http.StatusNotFound, "not_found")
}

// TestPrintFileAtOnce has several people make print files at once: each letter is in one of them.
func TestPrintFileAtOnce(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	f := newFixture(t, s, s.Harbor)
	for n := range 8 {
		s.Insert(t, s.Harbor, "placement_letters", letterRow(f, 200+n))
	}
	done := make(chan *resttest.Response)
	for range 4 {
		go func() { done <- f.client().Do(t, http.MethodPost, "/rest/print-files", nil) }()
	}
	for range 4 {
		require.Contains(t, []int{http.StatusCreated, http.StatusConflict}, (<-done).Status)
	}
	counted, printed := 0, 0
	for _, one := range f.client().Get(t, "/rest/print-files")["data"].([]any) {
		counted += int(one.(object)["letterCount"].(float64))
	}
	for _, one := range f.client().Get(t, "/rest/placement-letters?limit=200")["data"].([]any) {
		if one.(object)["printFileId"] != nil {
			printed++
		}
	}
	require.Equal(t, printed, counted)
	require.GreaterOrEqual(t, printed, 9)
}

func TestPrintFileList(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	var ids []string
	for _, row := range []storagetest.Row{{"state": "ready"}, {"state": "confirmed", "confirmed_at": goldenTime}, {"state": "ready"}} {
		row["letter_count"] = 1
		ids = append(ids, s.Insert(t, s.Harbor, "print_files", row).String())
	}
	requireLists(t, c, "/rest/print-files", ids, map[string][]int{
		"": {0, 1, 2}, "state=ready": {0, 2}, "state=confirmed": {1}, "state=ready,confirmed": {0, 1, 2}, "id=" + ids[2]: {2},
		"createdAt[lt]=2020-01-01": {},
	})
	requireOrders(t, c, "/rest/print-files")
}

// TestPrintFileGuarded has no cell of the manifest that a spreadsheet would run, whatever a borrower is called.
func TestPrintFileGuarded(t *testing.T) {
	t.Parallel()
	x, paths := printTrial(t, 1)
	x.Exec(t, `UPDATE placement_letters SET borrower = jsonb_set(borrower, '{name}', '"=HYPERLINK(\"http://x.example\")"')
		WHERE placement_id = $1`, strings.TrimPrefix(paths[0], "/rest/placements/"))
	files := unzip(t, x.in.Download(t, x.in.Post(t, "/rest/print-files", nil, http.StatusCreated)).Body)
	rows, err := csv.NewReader(bytes.NewReader(files["manifest.csv"])).ReadAll()
	require.NoError(t, err)
	require.Equal(t, `'=HYPERLINK("http://x.example")`, rows[1][4])
}

// TestPrintFileListOfNothing refuses a list of very many lines without naming each.
func TestPrintFileListOfNothing(t *testing.T) {
	t.Parallel()
	begun := time.Now()
	_, vs := model.ReadMailed([]byte("letterId,mailedOn,postClass,proof\n" + strings.Repeat(",\n", 2_000_000)))
	require.LessOrEqual(t, len(vs), 2*model.PrintFileSize+1)
	require.Contains(t, vs[len(vs)-1].Message, "more than 1000 lines")
	require.Less(t, time.Since(begun), 5*time.Second)
}
