package e2e

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/covertrack/covertrack/model/columns"
)

// TestImportKeepsTerms brings an exported book in: the term that insures today as well as the next one of a policy that was renewed
// early, with what nobody has confirmed of it.
func TestImportKeepsTerms(t *testing.T) {
	t.Parallel()
	b := newExportBench(t)
	day := func(days int) string { return time.Now().UTC().AddDate(0, 0, days).Format("2006-01-02T00:00:00.000Z") }
	loan := b.c.Post(t, "/rest/cases", object{"riskProfile": b.RiskProfile(t, b.Harbor), "status": "OPEN", "loanNumber": "LN-1"},
		http.StatusCreated)["id"]
	path := created(t, b.c, framework(loan, object{
		"policyNumber": "PN-2025", "startDate": day(-600), "endDate": day(-240), "carrier": object{"name": "Example Mutual"},
		"limits": limits("building", "100.00"), "valuation": "replacementCost", "noticeDays": object{"cancellation": 30}, "externalId": "P-1",
	}))
	b.c.Patch(t, path, object{"limits": limits("building", "200.00")})
	b.c.Post(t, path+"/new-term", object{"startDate": day(-235), "endDate": day(130), "policyNumber": "PN-2026",
		"premium": usd("9.00"), "valuation": nil, "insureds": []any{}}, http.StatusOK)
	b.c.Post(t, path+"/new-term", object{"startDate": day(130), "endDate": day(495), "policyNumber": "PN-2027",
		"carrier": object{"name": "Other Mutual"}}, http.StatusOK)
	b.c.Post(t, path+"/confirm", object{"members": []any{"limits"}}, http.StatusOK)
	b.c.Post(t, path+"/cancel", object{"effectiveDate": day(-10), "reason": "nonPayment"}, http.StatusOK)

	i := importerOn(t, b.Server)
	i.tenant, i.c = b.HarborTest, b.As(b.HarborTest.Token)
	bring := func() any {
		return i.bring(t, b, b.made(t, object{"format": "csv"}), "certificateHolders.csv", "mortgageeClauses.csv", "riskProfiles.csv",
			"policyVersions.csv", "cases.csv", "policies.csv")
	}
	bring()
	policies := i.c.Get(t, "/rest/policies")["data"].([]any)
	require.Len(t, policies, 1)
	here := "/rest/policies/" + policies[0].(object)["id"].(string)
	ofTerms := func(versions []object) (terms []object) {
		for n, v := range versions {
			if n+1 < len(versions) && versions[n+1]["termNumber"] == v["termNumber"] { // corrected later
				continue
			}
			for _, own := range []string{"id", "policyId", "caseId", "versionNumber", "reason", "createdAt", "updatedAt"} {
				delete(v, own)
			}
			terms = append(terms, v)
		}
		return terms
	}
	terms := ofTerms(versionsOf(t, b.c, path))
	require.Len(t, terms, 3)
	require.Contains(t, terms[2]["carriedOver"], "noticeDays")
	require.NotContains(t, terms[2]["carriedOver"], "limits")
	require.Equal(t, terms, ofTerms(versionsOf(t, i.c, here)))
	was, is := b.c.Get(t, path), i.c.Get(t, here)
	for _, member := range []string{"termNumber", "policyNumber", "carriedOver", "externalId"} {
		require.Equal(t, was[member], is[member], member)
	}
	require.Equal(t, was["cancellation"].(object)["effectiveDate"], is["cancellation"].(object)["effectiveDate"])
	require.Equal(t, []any{"onHold", "import"}, values(is, "status", "holdReason"))

	again := i.c.Get(t, "/rest/imports/"+bring().(string))
	require.Equal(t, []any{0.0, 0.0}, values(again["counts"].(object), "create", "change"))
	require.Len(t, versionsOf(t, i.c, here), 3)
}

// TestImportKeepsUnsaidInsureds tells a policy of which nobody has said whom it insures from one that names nobody, in each format, and
// has an import keep that.
func TestImportKeepsUnsaidInsureds(t *testing.T) {
	t.Parallel()
	b := newExportBench(t)
	loan := b.c.Post(t, "/rest/cases", object{"riskProfile": b.RiskProfile(t, b.Harbor), "status": "OPEN"}, http.StatusCreated)["id"]
	created(t, b.c, framework(loan, object{"policyNumber": "unsaid", "metadata": object{"insureds": []any{}}}))
	created(t, b.c, framework(loan, object{"policyNumber": "nobody", "insureds": []any{}}))
	for _, noun := range []string{"policies", "policyVersions"} {
		var insureds []any
		for line := range strings.Lines(string(b.file(t, b.made(t, object{"format": "ndjson", "nouns": []any{noun}}), noun+".ndjson"))) {
			var record object
			require.NoError(t, json.Unmarshal([]byte(line), &record))
			insureds = append(insureds, record["insureds"])
			if record["policyNumber"] == "unsaid" && noun == "policies" {
				require.Equal(t, object{"insureds": []any{}}, record["metadata"])
			}
		}
		require.Equal(t, []any{nil, []any{}}, insureds)
	}
	column := slices.Index(columns.Find("policies").Names(), "insureds")
	workbook := b.file(t, b.made(t, object{"format": "xlsx", "nouns": []any{"policies"}}), "policies.xlsx")
	book, err := excelize.OpenReader(bytes.NewReader(workbook))
	require.NoError(t, err)
	table, err := book.GetRows("policies")
	require.NoError(t, err)
	require.Equal(t, []string{"", "[]"}, []string{table[1][column], table[2][column]})
	content := b.file(t, b.made(t, object{"format": "parquet", "nouns": []any{"policies"}}), "policies.parquet")
	file, err := parquet.OpenFile(bytes.NewReader(content), int64(len(content)))
	require.NoError(t, err)
	records := make([]parquet.Row, 2)
	_, _ = file.RowGroups()[0].Rows().ReadRows(records)
	leaf, _ := file.Schema().Lookup("insureds")
	require.Equal(t, []bool{true, false}, []bool{records[0][leaf.ColumnIndex].IsNull(), records[1][leaf.ColumnIndex].IsNull()})

	i := importerOn(t, b.Server)
	i.tenant, i.c = b.HarborTest, b.As(b.HarborTest.Token)
	files := []string{"certificateHolders", "mortgageeClauses", "riskProfiles", "cases", "policies"}
	for n, noun := range files {
		files[n] = noun + ".csv"
	}
	i.bring(t, b, b.made(t, object{"format": "csv"}), files...)
	there := &exportBench{b.Server, i.c, b.runner}
	table, err = csv.NewReader(bytes.NewReader(there.file(t, there.made(t, object{"format": "csv", "nouns": []any{"policies"}}),
		"policies.csv"))).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"", "[]"}, []string{table[1][column], table[2][column]})
}
