package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	rules "github.com/covertrack/covertrack/model/importing"
)

// TestImportCosts counts what reads of imports cost: a query of many aliases is refused.
func TestImportCosts(t *testing.T) {
	t.Parallel()
	i := newImporter(t)
	id := i.begin(t, loanFile("LN-1,1.00,"), object{})["id"].(string)
	for field, most := range map[string]int{
		`importRelease(id: "` + id + `") { letters }`:                       13,
		`importRows(id: "` + id + `", limit: 1) { pageInfo { total } }`:     13,
		`importMappings { name columns { column to format value } }`:        12,
		`importRows(id: "` + id + `", limit: 200) { rows { row outcome } }`: 7,
	} {
		text := func(times int) string {
			var all strings.Builder
			for n := range times {
				fmt.Fprintf(&all, "a%d: %s ", n, field)
			}
			return "{ " + all.String() + "}"
		}
		i.c.Query(t, text(most), nil)
		refused := i.c.Do(t, http.MethodPost, "/graphql", object{"query": text(28)})
		require.Contains(t, string(refused.Body), "The query costs more than", field)
	}
}

// TestImportMappingsOfLender bounds the mappings that a lender saves: all are listed at once.
func TestImportMappingsOfLender(t *testing.T) {
	t.Parallel()
	i := newImporter(t)
	i.Exec(t, `INSERT INTO import_mappings (lender_id, name, mapping, updated_at)
		SELECT $1::uuid, 'mapping ' || n, '[]', now() FROM generate_series(1, $2::int) AS n`, i.tenant.Organization.LenderID, rules.MaxMappings)
	made := i.c.Post(t, "/rest/imports", object{"files": []any{i.upload(t, "loans.csv", loanFile("LN-1,1.00,"))}}, http.StatusCreated)
	i.work(t, made["id"])
	path := "/rest/imports/" + made["id"].(string) + "/map"
	i.c.Do(t, http.MethodPost, path, object{"saveAs": "another"}).Violations(t, "/saveAs quota_exceeded")
	i.c.Post(t, path, object{"saveAs": "mapping 7"}, http.StatusOK)
}
