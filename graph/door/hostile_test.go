package door_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sort"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/door"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// record is what a policy is itself, and everyField that and what is embedded in it.
const (
	record = `id caseId status displayName coverageLayer coverageTypeIds insuranceContactIds startDate endDate policyNumber insuredIds
		mortgageeClauseIds limits { amount { amount } } deductible { amount currency } premium { amount currency } termNumber
		currentVersionId statusBeforeHold onHoldAt deactivatedAt metadata createdAt updatedAt`
	everyField = record + ` coverageTypes { key } perils { key } perilsByAsset { assetId perils { key applied } }`
)

// worst are queries that are dear to run: all that the bounds allow of relations of relations, of pages and of fields.
var worst = map[string]string{
	"policies of cases": `query($n: Int) { cases(limit: $n) { nodes { id policies { id versions { id } } } } }`,
	"cases of policies of cases": `query($n: Int) { cases(limit: ` +
		`$n) { nodes { policies { case { policies { case { id displayName } } } } } } }`,
	"and their policies": `query($n: Int) { cases(limit: $n) { nodes { policies { case { policies { case { policies { id } ` +
		`} } } } } } }`,
	"and all of these": `query($n: Int) { cases(limit: $n) { nodes { policies { case { policies { case { policies { ` +
		everyField + ` } } } } } } } }`,
	"contacts and parties": `query($n: Int) { cases(limit: $n) { nodes { insuranceContacts { __typename } ` +
		`insureds { displayName insuredGroup { name } } mortgageeClauses { wording } } } }`,
	"a relation by many aliases": `query($n: Int) { cases(limit: $n) { nodes { ` + aliases(30, `policies { id }`) + ` } } }`,
	"every page of thirty aliases": `query($n: Int) { ` +
		aliases(30, `cases(limit: $n) { pageInfo { total } nodes { id status metadata } }`) + ` }`,
	"and all fields of these": `query($n: Int) { ` +
		aliases(20, `policies(limit: $n) { pageInfo { total } nodes { id caseId status displayName coverageLayer coverageTypeIds startDate `+
			`endDate policyNumber deductible { amount currency } premium { amount currency } metadata createdAt updatedAt } }`) + ` }`,
	"perils of these": `query($n: Int) { cases(limit: ` +
		`$n) { nodes { policies { perilsByAsset { assetId perils { id key name applied } } } } } }`,
	"the catalog in circles": `query($n: Int) { coverageTypes(limit: $n) { nodes { perils { coverageTypes { perils { key } } } } } }`,
	"search in everything": `query($n: Int) { cases(filter: {q: "case"}, limit: $n) { nodes { id } } insureds(filter: {q: "insured"}, ` +
		`limit: $n) { nodes { id } } }`,
}

// reasonable are queries that a console asks, each at the largest page: it passes.
var reasonable = map[string]string{
	"policies and their cases": `query($n: Int) { policies(limit: $n) { pageInfo { total } nodes { ` + record +
		` case { id displayName } } } }`,
	"policies with perils": `query($n: Int) { policies(limit: $n) { nodes { id status displayName perils { key applied } } } }`,
	"cases with policies": `query($n: Int) { cases(limit: $n) { pageInfo { total } nodes { id displayName status policies { ` +
		record + ` } } } }`,
	"cases with policies and versions": `query($n: Int) { cases(limit: ` +
		`$n) { nodes { id displayName policies { id status displayName endDate versions { id versionNumber } } } } }`,
}

// cover gives all policies coverage of two assets, and the database the statistics that autovacuum keeps.
func cover(t *testing.T, s *resttest.Server) {
	t.Helper()
	building, fire := catalog.CoverageTypes.All()[0].ID, catalog.Perils.All()[0].ID
	asset := model.EvidencedPerils{AssetID: uuid.New(), PerilIDs: []uuid.UUID{fire}}
	assets, err := json.Marshal([]model.EvidencedPerils{asset, asset})
	require.NoError(t, err)
	pool := s.Store.Pool().Pgx()
	_, err = pool.Exec(t.Context(), `UPDATE policy_versions SET coverage_type_ids = ARRAY[$1::uuid], peril_ids = ARRAY[$2::uuid], `+
		`asset_perils = $3`, building, fire, string(assets))
	require.NoError(t, err)
	_, err = pool.Exec(t.Context(), "UPDATE policies SET coverage_type_ids = ARRAY[$1::uuid]", building)
	require.NoError(t, err)
	_, err = pool.Exec(t.Context(), "ANALYZE")
	require.NoError(t, err)
}

func aliases(n int, field string) (list string) {
	for i := range n {
		list += string(rune('a'+i%26)) + string(rune('a'+i/26)) + ": " + field + " "
	}
	return list
}

// TestSoakS2Door sends hostile texts and expensive ones to a world with records, through HTTP: the hostile ones are
// refused, the expensive ones get their answer. The time counts in `make soak` only, where nothing else runs.
func TestSoakS2Door(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "S2", "hostile and expensive documents through HTTP: refused, or answered within 50 ms")
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	for range soak.Count(20, 400) {
		id := s.Case(t, s.Harbor)
		for range 3 {
			s.Policy(t, s.Harbor, id, nil)
		}
	}
	cover(t, s)
	send := func(t *testing.T, source string, limit int) *resttest.Response {
		tally.Tried(1)
		return c.Do(t, http.MethodPost, "/graphql", object{"query": source, "variables": object{"n": limit}})
	}
	for name, source := range door.HostileDocuments {
		t.Run(name, func(t *testing.T) {
			tally.Watch(t)
			answer := send(t, source, 1)
			require.Less(t, answer.Status, 500, "%s", answer.Body)
			var o object
			require.NoError(t, json.Unmarshal(answer.Body, &o))
			require.NotContains(t, []string{"internal", "unavailable"}, resttest.FirstError(t, o))
			require.Less(t, len(answer.Body), 1<<16)
		})
	}
	slowest, which := time.Duration(0), ""
	dearest := func(t *testing.T, name, source string, limit int) {
		var took []time.Duration
		for range soak.Count(1, 20) {
			begun := time.Now()
			require.NotContains(t, send(t, source, limit).Object(t, http.StatusOK), "errors")
			took = append(took, time.Since(begun))
		}
		slices.Sort(took)
		t.Logf("%v, at a limit of %d", took[len(took)/2], limit)
		if median := took[len(took)/2]; median > slowest {
			slowest, which = median, fmt.Sprintf("%s, limit %d", name, limit)
		}
	}
	for _, documents := range []map[string]string{door.DearDocuments, reasonable, worst} {
		for name, source := range documents {
			t.Run(name, func(t *testing.T) {
				tally.Watch(t)
				limit := page.MaxLimit
				if _, bounded := worst[name]; bounded { // the largest page that passes
					limit = sort.Search(page.MaxLimit, func(n int) bool {
						answer := send(t, source, n+1).Object(t, http.StatusOK)
						refused := answer["errors"] != nil
						require.True(t, !refused || resttest.FirstError(t, answer) == "validation_failed", answer["errors"])
						return refused
					})
				}
				dearest(t, name, source, limit)
			})
		}
	}
	tally.Note("the worst accepted, %q, took %v with its answer", which, slowest.Round(time.Millisecond))
	if soak.Full() {
		require.LessOrEqual(t, slowest, 50*time.Millisecond)
	}
}

// TestTotalsCost: statements and totals of filters cost what they take, however few records are shown (reliability R11).
func TestTotalsCost(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	s.Case(t, s.Harbor)
	c := s.As(s.Harbor.Token)
	for source, passes := range map[string]bool{
		aliases(10, `cases(limit: 0, filter: {status: [OPEN]}) { pageInfo { total } }`):            true,
		aliases(29, `cases(limit: 0, filter: {status: [OPEN]}) { pageInfo { total } }`):            false,
		aliases(29, `cases(limit: 0) { pageInfo { total } }`):                                      true, // is not counted
		aliases(29, `cases(limit: 1, filter: {status: [OPEN]}) { nodes { id } }`):                  true,
		aliases(29, `cases(limit: 1, filter: {status: [OPEN]}, offset: 5000) { nodes { id } }`):    false,
		aliases(29, `cases(limit: 1, filter: {q: "case"}) { nodes { id } }`):                       false,
		aliases(30, `cases(limit: 1) { nodes { tasks { id } documents { id } policies { id } } }`): true,
	} {
		answer := c.Do(t, http.MethodPost, "/graphql", object{"query": "{" + source + "}"}).Object(t, http.StatusOK)
		require.Equal(t, passes, answer["errors"] == nil, "%s: %v", source, answer["errors"])
		if !passes {
			require.Equal(t, "validation_failed", resttest.FirstError(t, answer))
		}
	}
}
