package e2e

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestComplianceVerdicts leads a case through all verdicts by requests alone.
func TestComplianceVerdicts(t *testing.T) {
	t.Parallel()
	b := newComplianceBench(t)
	id := b.open(t, nil)
	b.says(t, id, "deficient", "no_policy")
	b.c.Post(t, "/rest/assets", press(id), http.StatusCreated)
	policy := created(t, b.c, insured(id, nil))
	b.says(t, id, "compliant", []any{}...)
	b.c.Patch(t, policy, object{"carrier": nil})
	b.says(t, id, "unknown", "rating_unknown")
	w := b.waive(t, id, object{"coverageType": "building", "codes": []any{"rating_unknown"}})
	b.says(t, id, "waived", "rating_unknown")
	b.c.Patch(t, policy, object{"limits": limits("building", "500000.00", "flood", "99999.99", "generalLiability", "1")})
	b.says(t, id, "deficient", "rating_unknown", "limit_too_low")
	b.second.Post(t, "/rest/waivers/"+w["id"].(string)+"/revoke", nil, http.StatusOK)
	b.c.Patch(t, policy, object{"carrier": object{"name": "Example Mutual", "amBestRating": "A-"}})
	b.says(t, id, "deficient", "limit_too_low")
	b.c.Post(t, policy+"/cancel", cancelBody("2026-06-01"), http.StatusOK)
	b.says(t, id, "deficient", "cancelled")
	b.c.Post(t, policy+"/reinstate", object{"effectiveDate": "2026-06-01"}, http.StatusOK)
	b.says(t, id, "deficient", "limit_too_low")
	b.c.Patch(t, policy, object{"limits": limits("building", "500000.00", "flood", "100000.00", "generalLiability", "1")})
	b.says(t, id, "compliant", []any{}...)
	b.c.Post(t, policy+"/deactivate", nil, http.StatusOK)
	b.says(t, id, "deficient", "deactivated")
	plain := published(t, b.c, object{"name": "Nothing"})["id"]
	b.c.Patch(t, "/rest/cases/"+id, object{"riskProfile": plain})
	b.says(t, id, "notApplicable", []any{}...)
	require.Equal(t, []any{}, b.of(t, id)["demands"])

	history := b.c.Query(t,
		`query($id: ID!) { case(id: $id) { complianceHistory { id caseId from to codes riskProfileId auditEventId at } } }`,
		object{"id": id})["case"].(object)["complianceHistory"].([]any)
	var moves []any
	for _, h := range history {
		change := h.(object)
		if change["from"] == change["to"] {
			continue // the findings alone have changed
		}
		moves = append(moves, change["from"], change["to"])
		event := b.c.Get(t, "/rest/audit-events/"+change["auditEventId"].(string))
		require.Equal(t, []any{"case.verdictChanged", "case", id, change["at"]}, values(event, "action", "subjectType", "subjectId", "at"))
		require.Equal(t, change["to"], event["changes"].(object)["verdict"].(object)["to"])
	}
	require.Equal(t, []any{
		nil, "deficient", "deficient", "compliant", "compliant", "unknown", "unknown", "waived", "waived", "deficient", "deficient", "compliant",
		"compliant", "deficient", "deficient", "notApplicable",
	}, moves)
	first := history[0].(object)
	require.Equal(t, []any{id, []any{"no_policy"}, b.profile, "2026-06-10T09:30:00.000Z"},
		values(first, "caseId", "codes", "riskProfileId", "at"))
	require.Equal(t, plain, history[len(history)-1].(object)["riskProfileId"])
}

// TestComplianceSinceWhen tells since when a finding is told where one case is read, and nowhere else.
func TestComplianceSinceWhen(t *testing.T) {
	t.Parallel()
	b := newComplianceBench(t)
	id, _ := b.withPress(t, nil)
	created(t, b.c, insured(id, object{"endDate": "2026-07-01"}))
	b.clock.set(time.Date(2026, 8, 9, 0, 0, 0, 0, time.UTC))
	since := func(of object) any {
		return of["demands"].([]any)[0].(object)["targets"].([]any)[0].(object)["findings"].([]any)[0].(object)["since"]
	}
	require.Equal(t, midnight("2026-07-01"), since(b.of(t, id)))
	require.Equal(t, midnight("2025-01-01"), since(b.c.Get(t, "/rest/cases/"+id+"/compliance?on=2025-01-01")),
		"before there was a case, the day itself")
	const selected = "compliance { demands { targets { findings { since } } } }"
	one := b.c.Query(t, "query($id: ID!) { case(id: $id) { "+selected+" } }", object{"id": id})["case"].(object)
	require.Equal(t, midnight("2026-07-01"), since(one["compliance"].(object)))
	list := b.c.Query(t, "{ cases { nodes { "+selected+" } } }", nil)["cases"].(object)["nodes"].([]any)
	require.Nil(t, since(list[0].(object)["compliance"].(object)))
}

// TestComplianceShape is a whole response, at both doors.
func TestComplianceShape(t *testing.T) {
	t.Parallel()
	b := newComplianceBench(t)
	id, asset := b.withPress(t, nil)
	policy := b.c.Post(t, "/rest/policies", insured(id, object{
		"coverageTypes": []any{"building", "generalLiability"}, "perils": []any{"fire", "bodilyInjury"},
		"limits":  limits("building", "400000.00", "generalLiability", "1000000.00"),
		"carrier": object{"name": "Example Mutual", "amBestRating": "B++"},
	}), http.StatusCreated)
	w := b.waive(t, id, object{"coverageType": "building", "asset": asset, "codes": []any{"rating_too_low"}})
	finding := func(more object) object {
		return with(object{
			"outcome": "fail", "policyId": nil, "policyVersionId": nil, "peril": nil, "item": nil, "required": nil, "found": nil, "waiverId": nil,
			"counted": true, "since": midnight("2026-06-10"),
		}, more)
	}
	demand := func(of object) object {
		return with(object{"findings": []any{}, "requiredLimit": nil, "foundLimit": nil, "shortfall": nil}, of)
	}
	want := object{
		"caseId": id, "riskProfile": b.profile, "on": midnight("2026-06-10"), "verdict": "deficient",
		"nextChangeOn": midnight("2027-01-01"), "evaluatedAt": "2026-06-10T09:30:00.000Z",
		"demands": []any{
			demand(object{"key": "building", "coverageType": coverageTypeID("building"), "verdict": "deficient", "targets": []any{object{
				"asset": asset, "verdict": "deficient", "requiredLimit": usd("500000.00"), "foundLimit": usd("400000.00"),
				"shortfall": usd("100000.00"),
				"findings": []any{
					finding(object{
						"code": "rating_too_low", "outcome": "waived", "dueOn": nil, "policyId": policy["id"], "policyVersionId": policy["currentVersion"],
						"required": "A-", "found": "B++", "waiverId": w["id"],
						"message": "The carrier of policy P-7 is rated B++; A- or better is required.",
					}),
					finding(object{
						"code": "limit_too_low", "dueOn": midnight("2026-07-10"), "required": "500000.00 USD", "found": "400000.00 USD",
						"message": "Building limit is $400,000; $500,000 is required.",
					}),
				}, "blankets": []any{}, "lenderPlaced": false,
			}}}),
			demand(object{"key": "flood", "coverageType": coverageTypeID("flood"), "verdict": "deficient", "targets": []any{object{
				"asset": asset, "verdict": "deficient", "requiredLimit": usd("100000.00"), "foundLimit": usd("0.00"), "shortfall": usd("100000.00"),
				"findings": []any{finding(object{"code": "no_policy", "dueOn": midnight("2026-06-17"),
					"message": "No policy insures A press for Flood."})}, "blankets": []any{}, "lenderPlaced": false,
			}}}),
			demand(object{"key": "generalLiability", "coverageType": coverageTypeID("generalLiability"), "verdict": "compliant",
				"targets": []any{object{
					"asset": nil, "verdict": "compliant", "requiredLimit": nil, "foundLimit": nil, "shortfall": nil, "findings": []any{},
					"blankets": []any{}, "lenderPlaced": false,
				}}}),
		},
	}
	require.Equal(t, want, b.of(t, id))
	const members = `caseId riskProfile: riskProfileId on verdict nextChangeOn evaluatedAt
		demands { key coverageType: coverageTypeId verdict targets {
		asset: assetId verdict lenderPlaced requiredLimit { amount currency } foundLimit { amount currency } shortfall { amount currency }
		findings { code outcome policyId policyVersionId peril: perilId item required found message since dueOn waiverId counted }
		blankets { policyId limit { amount currency } allocated { amount currency } required { amount currency } sharedWith } }
		findings { code outcome policyId policyVersionId peril: perilId item required found message since dueOn waiverId counted }
		requiredLimit { amount currency } foundLimit { amount currency } shortfall { amount currency } }`
	shown := b.c.Query(t, `query($id: ID!) { caseCompliance(id: $id) { `+members+` } case(id: $id) { compliance { `+members+` } } }`,
		object{"id": id})
	require.Equal(t, object{"caseCompliance": want, "case": object{"compliance": want}}, shown)
	require.Equal(t, []any{object{
		"caseId": id, "verdict": "deficient", "codes": []any{"limit_too_low", "no_policy", "rating_too_low"},
		"shortfalls":   []any{usd("200000.00")},
		"nextChangeOn": midnight("2027-01-01"), "lenderPlaced": false, "evaluatedAt": "2026-06-10T09:30:00.000Z",
	}}, b.c.Get(t, "/rest/compliance")["data"])
}

// TestComplianceDay asks about other days than today.
func TestComplianceDay(t *testing.T) {
	t.Parallel()
	b := newComplianceBench(t)
	id, _ := b.withPress(t, nil)
	created(t, b.c, insured(id, nil))
	b.clock.pass(time.Hour)
	path := "/rest/cases/" + id + "/compliance"
	today := b.c.Do(t, http.MethodGet, path, nil)
	require.Equal(t, "2026-06-10T09:30:00.000Z", today.Object(t, http.StatusOK)["evaluatedAt"], "when it was written, not asked")
	same := b.c.Do(t, http.MethodGet, path+"?on=2026-06-10", nil)
	require.Equal(t, string(today.Body), string(same.Body), "today by its name")
	require.Equal(t, today.Header.Get("ETag"), same.Header.Get("ETag"))

	for on, want := range map[string][]any{
		"2025-12-31":                {"2025-12-31", "deficient", midnight("2026-01-01"), []any{"not_started"}},
		"2026-01-01":                {"2026-01-01", "compliant", midnight("2027-01-01"), []any{}},
		"2026-12-31T12:00:00Z":      {"2026-12-31", "compliant", midnight("2027-01-01"), []any{}},
		"2026-12-31T23:30:00-05:00": {"2027-01-01", "deficient", nil, []any{"expired"}},
		"2027-01-01":                {"2027-01-01", "deficient", nil, []any{"expired"}},
		"2016-06-10":                {"2016-06-10", "deficient", nil, []any{"not_started"}},
		"2036-06-10":                {"2036-06-10", "deficient", nil, []any{"expired"}},
	} {
		c := b.c.Get(t, path+"?on="+on)
		require.Equal(t, []any{midnight(want[0].(string)), want[1], want[2], nil, want[3]},
			append(values(c, "on", "verdict", "nextChangeOn", "evaluatedAt"), codesIn(c)), on)
	}
	for query, want := range map[string][]string{
		"on=2016-06-09":        {"on invalid_value"},
		"on=2036-06-11":        {"on invalid_value"},
		"on=0001-01-01":        {"on invalid_value"},
		"on=9999-12-31":        {"on invalid_value"},
		"on=2026-02-30":        {"on invalid_value"},
		"on=yesterday":         {"on invalid_value"},
		"on=":                  {"on invalid_value"},
		"on=%00":               {"on invalid_value"},
		"on=2026-06-10,2026-1": {"on invalid_value"},
		"on=2026-06-10&on=x":   {"on invalid_value"},
		"on=x&day=y&limit=1":   {"on invalid_value", "day unknown_parameter", "limit unknown_parameter"},
		"on[gte]=2026-06-10":   {"on[gte] unknown_parameter"},
	} {
		b.c.Do(t, http.MethodGet, path+"?"+query, nil).Violations(t, want...)
	}
	const far = `query($id: ID!, $on: Date) { caseCompliance(id: $id, on: $on) { verdict } }`
	b.c.Refused(t, far, object{"id": id, "on": "2036-06-11"}, "invalid_value", "/on invalid_value")
	b.c.Refused(t, `query($id: ID!, $on: Date) { case(id: $id) { compliance(on: $on) { verdict } } }`,
		object{"id": id, "on": "2016-06-09"}, "invalid_value", "/on invalid_value")
	for _, query := range []string{`{ caseCompliance(id: "x", on: "soon") { verdict } }`,
		`{ cases { nodes { compliance(on: "soon") { verdict } } } }`} {
		require.Equal(t, "invalid_value", resttest.FirstError(t, b.c.GraphQL(t, query, nil)), query)
	}
}

// TestComplianceManners: what holds of every GET.
func TestComplianceManners(t *testing.T) {
	t.Parallel()
	b := newComplianceBench(t)
	id, _ := b.withPress(t, nil)
	path := "/rest/cases/" + id + "/compliance"
	first := b.c.Do(t, http.MethodGet, path, nil)
	tag := first.Header.Get("ETag")
	fresh := b.c.With("If-None-Match", tag).Do(t, http.MethodGet, path, nil)
	require.Equal(t, []any{http.StatusNotModified, 0}, []any{fresh.Status, len(fresh.Body)})
	created(t, b.c, insured(id, nil))
	changed := b.c.With("If-None-Match", tag).Do(t, http.MethodGet, path, nil)
	require.Equal(t, "compliant", changed.Object(t, http.StatusOK)["verdict"])

	for _, unknown := range []string{unknownID, "nonsense"} {
		problem := b.c.Do(t, http.MethodGet, "/rest/cases/"+unknown+"/compliance", nil).Problem(t, http.StatusNotFound, "not_found")
		require.Equal(t, "There is no such case.", problem["detail"])
		b.c.Do(t, http.MethodGet, "/rest/cases/"+unknown+"/compliance?on=x", nil).Violations(t, "on invalid_value")
		require.Nil(t, b.c.Query(t, `query($id: ID!) { caseCompliance(id: $id) { verdict } }`, object{"id": unknown})["caseCompliance"])
	}
	for _, other := range []string{b.Prairie.Token, b.HarborTest.Token} {
		b.As(other).Do(t, http.MethodGet, path, nil).Problem(t, http.StatusNotFound, "not_found")
		require.Empty(t, b.As(other).Get(t, "/rest/compliance?caseId="+id)["data"])
		require.Empty(t, b.As(other).Get(t, "/rest/cases?verdict=compliant")["data"])
	}
	b.As(b.None.Token).Do(t, http.MethodGet, path, nil).Problem(t, http.StatusForbidden, "api_access_not_enabled")
	b.As(b.None.Token).Do(t, http.MethodGet, "/rest/compliance", nil).Problem(t, http.StatusForbidden, "api_access_not_enabled")
	b.As(b.Basic.Token).Get(t, "/rest/compliance")
	for _, method := range []string{http.MethodPost, http.MethodPatch} {
		answer := b.c.Do(t, method, path, object{})
		answer.Problem(t, http.StatusMethodNotAllowed, "method_not_allowed")
		require.Equal(t, "GET, HEAD", answer.Header.Get("Allow"))
	}
}

// TestComplianceOfAProgram: nothing is demanded of a case of the legacy model.
func TestComplianceOfAProgram(t *testing.T) {
	t.Parallel()
	b := newComplianceBench(t)
	legacyCase := b.Case(t, b.Harbor).String()
	demanding := b.open(t, nil)
	require.Equal(t, object{
		"caseId": legacyCase, "riskProfile": nil, "on": midnight("2026-06-10"), "verdict": "notApplicable", "nextChangeOn": nil,
		"evaluatedAt": nil,
		"demands":     []any{},
	}, b.of(t, legacyCase))
	require.Empty(t, b.c.Get(t, "/rest/compliance?caseId="+legacyCase)["data"])
	require.Equal(t, []string{legacyCase}, idsOfList(b.c.Get(t, "/rest/cases?verdict=notApplicable")))
	require.Equal(t, []string{legacyCase, demanding}, idsOfList(b.c.Get(t, "/rest/cases?verdict=notApplicable,deficient")))
	require.Equal(t, []string{demanding}, idsOfList(b.c.Get(t, "/rest/cases?verdict=deficient&verdict=unknown")))
	require.Empty(t, idsOfList(b.c.Get(t, "/rest/cases?verdict=compliant&id="+legacyCase)))
	require.EqualValues(t, 1, b.c.Get(t, "/rest/cases?verdict=notApplicable&limit=0")["meta"].(object)["total"])
	b.c.Do(t, http.MethodGet, "/rest/cases?verdict=fine&verdict=deficient", nil).Violations(t, "verdict invalid_value")
	shown := b.c.Query(t,
		`query($id: ID!) { case(id: $id) { compliance { verdict riskProfileId demands { verdict } } complianceHistory { to } } }`,
		object{"id": legacyCase})["case"]
	require.Equal(t, object{
		"compliance": object{"verdict": "notApplicable", "riskProfileId": nil, "demands": []any{}}, "complianceHistory": []any{},
	}, shown)
}
