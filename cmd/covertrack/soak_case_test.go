//go:build program

package main

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/serve"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakR23Size: a case has as many assets and policies as it may, alone and in a batch, and writes to such a case take
// little time with the verdict.
func TestSoakR23Size(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R23", "writes to a case of 500 assets and 1,000 policies: with the verdict within 1 s, and no larger case")
	x := newInProcessWith(t, func(s *serve.Service) { s.Quotas = model.Quotas{CaseAssets: 500, CasePolicies: 1000} })
	token := x.world.Harbor.Token
	send := func(method, path, body string) (status int, answer string) {
		w := x.do(method, path, token, body)
		return w.Code, w.Body.String()
	}
	create := func(body string) string {
		status, created := send("POST", "/rest/policies", body)
		require.Equal(t, http.StatusCreated, status, created)
		return idIn(t, created)
	}
	kase, policy := hugeCase(t, x.world, create, 499, 999)
	asset, insured := fmt.Sprintf(`{"caseId":"%s","assetType":"vehicle"}`, kase),
		fmt.Sprintf(`{"caseId":"%s","coverageLayer":"primary","coverageTypes":["building"],"perils":[]}`, kase)
	refused := func(path, body, says string) {
		status, answer := send("POST", path, body)
		require.Equal(t, http.StatusUnprocessableEntity, status, answer)
		require.Contains(t, answer, `"code":"quota_exceeded"`)
		require.Contains(t, answer, says)
	}
	refused("/rest/assets/batch", `{"items":[`+asset+`,`+asset+`]}`, "may have 500 assets and would have 501")
	refused("/rest/policies/batch", `{"items":[`+insured+`,`+insured+`]}`, "may have 1000 policies and would have 1001")
	status, answer := send("POST", "/rest/assets", asset)
	require.Equal(t, http.StatusCreated, status, answer)
	create(insured)
	refused("/rest/assets", asset, "may have 500 assets and would have 501")
	refused("/rest/policies", insured, "may have 1000 policies and would have 1001")

	var took []time.Duration
	for i := range soak.Count(3, 50) {
		begun := time.Now()
		status, answer := send("PATCH", "/rest/policies/"+policy, fmt.Sprintf(`{"endDate":"2031-01-%02d"}`, 1+i%28))
		took = append(took, time.Since(begun))
		require.Equal(t, http.StatusOK, status, "%s %s", answer, failures(x))
	}
	cold := took[0]
	slices.Sort(took)
	tally.Tried(len(took))
	tally.Note("the first %v, the slowest %v, the median %v", cold, took[len(took)-1], took[len(took)/2])
	if soak.Full() {
		require.LessOrEqual(t, took[len(took)-1], time.Second)
	}
	more := int64(501)
	require.NoError(t, x.Store.SetQuotas(t.Context(), x.world.Harbor.Portfolio.ID(), model.QuotaOverrides{CaseAssets: &more}))
	status, answer = send("POST", "/rest/assets", asset)
	require.Equal(t, http.StatusCreated, status, answer)
}

// TestSoakR23Apart: where the perils differ from asset to asset, a case has as many policies as can be judged in time.
func TestSoakR23Apart(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R23", "writes to a case of 500 assets whose policies name other perils at each: refused by rule, "+
		"or with the verdict within 1 s")
	x := newInProcess(t)
	token := x.world.Harbor.Token
	kase := x.world.FrameworkCase(t, x.world.Harbor)
	x.world.Assets(t, x.world.Asset(t, x.world.Harbor, kase), 499)
	perils := []string{"fire", "lightning", "explosion", "windHail", "smoke", "aircraftVehicles", "riotCivilCommotion", "vandalism",
		"sprinklerLeakage", "sinkholeCollapse", "volcanicAction", "fallingObjects", "weightOfSnowIce", "waterDamage", "collapse", "mold"}
	var at []string
	for i, asset := range assetsOf(t, x, kase) {
		var here []string
		for bit, key := range perils {
			if (i*40503)&(1<<bit) != 0 {
				here = append(here, `"`+key+`"`)
			}
		}
		at = append(at, fmt.Sprintf(`{"asset":"%s","perils":[%s]}`, asset, strings.Join(here, ",")))
	}
	body := fmt.Sprintf(`{"caseId":"%s","coverageLayer":"primary","coverageTypes":["building"],"perilsByAsset":[%s]}`, kase,
		strings.Join(at, ","))
	w := x.do("POST", "/rest/policies", token, body)
	require.Equal(t, http.StatusCreated, w.Code, "%s", w.Body)
	policy := idIn(t, w.Body.String())
	var size int
	require.NoError(t, x.Store.Pool().Pgx().QueryRow(t.Context(),
		"SELECT pg_column_size(asset_perils) FROM policy_versions WHERE policy_id = $1", policy).Scan(&size))
	fits := 2<<20/size - 4
	x.world.Policies(t, uuid.MustParse(policy), fits)
	x.world.Exec(t, "ANALYZE")

	var took []time.Duration
	for i := range soak.Count(2, 20) {
		begun := time.Now()
		w := x.do("PATCH", "/rest/policies/"+policy, token, fmt.Sprintf(`{"endDate":"2031-01-%02d"}`, 1+i%28))
		took = append(took, time.Since(begun))
		require.Equal(t, http.StatusOK, w.Code, "%s %s", w.Body, failures(x))
	}
	tally.Tried(len(took))
	for i := 0; w.Code == http.StatusCreated; i++ {
		require.Less(t, i, 10)
		w = x.do("POST", "/rest/policies", token, body)
	}
	require.Equal(t, http.StatusUnprocessableEntity, w.Code)
	require.Contains(t, w.Body.String(), "name perils asset by asset")
	tally.Note("%d policies of %d bytes; the first write %v, the slowest %v", fits+1, size, took[0], slices.Max(took))
	if soak.Full() {
		require.LessOrEqual(t, slices.Max(took), time.Second)
	}
}

// assetsOf are the ids of a case's assets.
func assetsOf(t *testing.T, x *inProcess, kase uuid.UUID) (ids []string) {
	t.Helper()
	found, err := x.Store.Pool().Pgx().Query(t.Context(), "SELECT id::text FROM assets WHERE case_id = $1", kase)
	require.NoError(t, err)
	ids, err = pgx.CollectRows(found, pgx.RowTo[string])
	require.NoError(t, err)
	return ids
}

// failures are the entries of the log about operations that failed.
func failures(x *inProcess) []string {
	return slices.DeleteFunc(strings.Split(x.log.String(), "\n"),
		func(line string) bool { return !strings.Contains(line, "operation failed") })
}

// TestSoakR23Slow: a write whose verdict takes too long is 503, once, and the log names the case.
func TestSoakR23Slow(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "R23", "a write whose evaluation takes longer than a statement may: 503, and the log names the case")
	x := newInProcess(t)
	token, kase := x.world.Harbor.Token, x.world.FrameworkCase(t, x.world.Harbor)
	w := x.do("POST", "/rest/policies", token,
		fmt.Sprintf(`{"caseId":"%s","coverageLayer":"primary","coverageTypes":["building"],"perils":[]}`, kase))
	require.Equal(t, http.StatusCreated, w.Code, "%s", w.Body)
	x.world.Exec(t,
		fmt.Sprintf("CREATE POLICY slow ON policies AS RESTRICTIVE FOR SELECT USING (case_id <> '%s' OR pg_sleep(10)::text <> 'x')", kase))
	begun := time.Now()
	w = x.do("PATCH", "/rest/cases/"+kase.String(), token, `{"loanNumber":"LN-77"}`)
	tally.Tried(1)
	require.Equal(t, http.StatusServiceUnavailable, w.Code, "%s", w.Body)
	require.NotEmpty(t, w.Header().Get("Retry-After"))
	require.Less(t, time.Since(begun), 5*time.Second, "not tried again")
	said := failures(x)
	require.Len(t, said, 1)
	require.Contains(t, said[0], kase.String())
	require.Contains(t, said[0], "statement timeout")
}
