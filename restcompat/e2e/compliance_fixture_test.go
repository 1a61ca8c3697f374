package e2e

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

func init() {
	addMore = append(addMore, addDemandingCase)
	examples["GetCaseCompliance"] = example{asks: at("demandingCase"), refused: "?on=yesterday&verbose=1"}
	examples["ListCompliance"] = example{asks: at(""), refused: "?verdict=fine&code=too_dear&coverage=flood&nextChangeOn[gte]=soon"}
}

// addDemandingCase adds a case of which something is demanded, and which has some of it.
func addDemandingCase(t testing.TB, f *fixture) {
	c := f.client()
	made := c.Query(t, createProfile, object{"input": object{"name": "Demanding", "requirements": demands()}})["it"].(object)
	c.Query(t, publishProfile, object{"id": made["id"]})
	f.ids["demandingProfile"] = made["id"].(string)
	f.ids["demandingCase"] = c.Post(t, "/rest/cases", object{
		"riskProfile": made["id"], "status": "OPEN", "loanAmount": usd("750000.00"),
	}, http.StatusCreated)["id"].(string)
	f.ids["demandingAsset"] = c.Post(t, "/rest/assets", press(f.ids["demandingCase"]), http.StatusCreated)["id"].(string)
	f.ids["demandingPolicy"] = c.Post(t, "/rest/policies", insured(f.ids["demandingCase"], object{
		"startDate": "2020-01-01", "endDate": "2091-01-01", "coverageTypes": []any{"building", "generalLiability"},
		"perils": []any{"fire", "bodilyInjury"}, "limits": limits("building", "400000.00", "generalLiability", "1000000.00"),
	}), http.StatusCreated)["id"].(string)
}

func usd(amount string) object { return object{"amount": amount, "currency": "USD"} }

// limits are those of coverage types, each with its amount.
func limits(namesAndAmounts ...string) (list []any) {
	for i := 0; i < len(namesAndAmounts); i += 2 {
		list = append(list, object{"coverageType": namesAndAmounts[i], "kind": "perOccurrence", "amount": usd(namesAndAmounts[i+1])})
	}
	return list
}

// demands are the requirements of the profile in these tests: two that are held against equipment, one against the case.
func demands() []any {
	return []any{
		object{"coverageType": "building", "assetTypes": []any{"equipment"}, "perils": []any{"fire"}, "minimumLimit": usd("500000"),
			"minimumRating": "A-"},
		object{"coverageType": "flood", "assetTypes": []any{"equipment"}, "perils": []any{"flood"}, "minimumLimit": usd("100000.00")},
		object{"coverageType": "generalLiability", "perils": []any{"bodilyInjury"}},
	}
}

// press is an asset that two of the demands are held against.
func press(caseID any) object {
	return object{"caseId": caseID, "assetType": "equipment", "fields": []any{object{"fieldType": "description", "value": "A press"}}}
}

// insured is a policy that has all that is demanded, and more.
func insured(caseID any, more object) object {
	return with(object{
		"caseId": caseID, "policyNumber": "P-7", "coverageLayer": "primary", "coverageTypes": []any{"building", "flood", "generalLiability"},
		"perils": []any{"fire", "flood", "bodilyInjury"}, "startDate": "2026-01-01", "endDate": "2027-01-01",
		"carrier": object{"name": "Example Mutual", "amBestRating": "A+ (XV)"},
		"limits":  limits("building", "500000.00", "flood", "250000.00", "generalLiability", "1000000.00"),
	}, more)
}

// complianceBench is a portfolio with a demanding profile, at one time.
type complianceBench struct {
	*resttest.Server
	c, second *resttest.Client
	clock     *testClock
	profile   string
}

// complianceTime is the time of these tests, until they let it pass.
var complianceTime = time.Date(2026, 6, 10, 9, 30, 0, 0, time.UTC)

func newComplianceBench(t *testing.T) *complianceBench {
	clock := newClock()
	clock.set(complianceTime)
	s := resttest.Serve(t, storagetest.NewWorld(t), clock.now)
	b := &complianceBench{Server: s, c: s.As(s.Harbor.Token), clock: clock}
	b.second = s.As(s.Caller(t, s.Harbor.Organization, s.Harbor.Mode))
	b.profile = published(t, b.c, object{"name": "Presses", "requirements": demands()})["id"].(string)
	return b
}

// open is a case that pins the profile, without assets and policies.
func (b *complianceBench) open(t *testing.T, more object) string {
	t.Helper()
	return b.c.Post(t, "/rest/cases", with(object{"riskProfile": b.profile, "status": "OPEN"}, more), http.StatusCreated)["id"].(string)
}

// withPress is a case with an asset, and its id.
func (b *complianceBench) withPress(t *testing.T, more object) (caseID, asset string) {
	t.Helper()
	caseID = b.open(t, more)
	return caseID, b.c.Post(t, "/rest/assets", press(caseID), http.StatusCreated)["id"].(string)
}

// waive has a waiver approved.
func (b *complianceBench) waive(t *testing.T, caseID any, more object) object {
	t.Helper()
	w := b.c.Post(t, "/rest/waivers", with(object{"caseId": caseID, "reason": "Agreed"}, more), http.StatusCreated)
	return b.second.Post(t, "/rest/waivers/"+w["id"].(string)+"/approve", nil, http.StatusOK)
}

func (b *complianceBench) of(t *testing.T, caseID string) object {
	t.Helper()
	return b.c.Get(t, "/rest/cases/"+caseID+"/compliance")
}

// says expects the verdict of a case, with the codes of its findings, at each place where it shows.
func (b *complianceBench) says(t *testing.T, caseID, verdict string, codes ...any) {
	t.Helper()
	whole := b.of(t, caseID)
	require.Equal(t, []any{verdict, codes}, []any{whole["verdict"], codesIn(whole)})
	shown := b.c.Query(t, `query($id: ID!) {
		one: caseCompliance(id: $id) { verdict nextChangeOn evaluatedAt }
		case(id: $id) { compliance { verdict nextChangeOn evaluatedAt } complianceHistory { to codes } }
		compliance(filter: {caseId: [$id]}) { nodes { caseId riskProfileId verdict codes nextChangeOn evaluatedAt case { id } } }
	}`, object{"id": caseID})
	same := object{"verdict": verdict, "nextChangeOn": whole["nextChangeOn"], "evaluatedAt": whole["evaluatedAt"]}
	require.Equal(t, same, shown["one"])
	require.Equal(t, same, shown["case"].(object)["compliance"])
	history := shown["case"].(object)["complianceHistory"].([]any)
	require.Equal(t, verdict, history[len(history)-1].(object)["to"])
	sorted := sortedTexts(codes)
	require.Equal(t, []any{with(same, object{
		"caseId": caseID, "riskProfileId": whole["riskProfile"], "codes": sorted, "case": object{"id": caseID},
	})}, shown["compliance"].(object)["nodes"])
	row := b.c.Get(t, "/rest/compliance?caseId="+caseID)["data"].([]any)[0].(object)
	require.Equal(t, []any{verdict, sorted}, []any{row["verdict"], row["codes"]})
	for _, other := range []string{"compliant", "waived", "unknown", "deficient", "notApplicable"} {
		found := idsOfList(b.c.Get(t, "/rest/cases?verdict="+other+"&id="+caseID))
		require.Equal(t, other == verdict, len(found) == 1, other)
	}
}

// codesIn are the codes of all findings, each once, in the order in which they come.
func codesIn(compliance object) []any {
	codes := []any{}
	for _, d := range compliance["demands"].([]any) {
		for _, target := range d.(object)["targets"].([]any) {
			for _, f := range target.(object)["findings"].([]any) {
				codes = append(codes, f.(object)["code"])
			}
		}
	}
	return distinctOf(codes)
}

func distinctOf(values []any) []any {
	seen, list := map[any]bool{}, []any{}
	for _, value := range values {
		if !seen[value] {
			list = append(list, value)
		}
		seen[value] = true
	}
	return list
}

func sortedTexts(values []any) []any {
	list := append([]any{}, values...)
	for i := range list {
		for j := i; j > 0 && strings.Compare(list[j-1].(string), list[j].(string)) > 0; j-- {
			list[j-1], list[j] = list[j], list[j-1]
		}
	}
	return list
}
