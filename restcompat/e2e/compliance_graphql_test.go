package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestComplianceDaysInOneQuery asks for several days under aliases, of one case and of a list of cases.
func TestComplianceDaysInOneQuery(t *testing.T) {
	t.Parallel()
	b := newComplianceBench(t)
	one, asset := b.withPress(t, nil)
	two, _ := b.withPress(t, nil)
	created(t, b.c, insured(one, nil))
	w := b.waive(t, two, object{"coverageType": "generalLiability", "codes": []any{"no_policy"}})
	const query = `query($then: Date, $unset: Date, $not: Boolean!) { cases { nodes { id
			now: compliance { verdict evaluatedAt }
			again: compliance(on: null) { on }
			third: compliance(on: $unset) { verdict }
			before: compliance(on: "2025-06-01") { ...Of }
			then: compliance(on: $then) { ...Of demands { coverageType { key } targets { asset { id case { id } } findings { waiver { id }
				peril { key } policy { policyNumber case { id } } } } } }
			skipped: compliance(on: "1900-01-01") @skip(if: true) { verdict }
			... on Case { inside: compliance(on: "2027-06-01") { verdict } }
			... @include(if: $not) { left: compliance(on: "1900-01-01") { verdict } }
		} } }
		fragment Of on Compliance { on verdict evaluatedAt nextChangeOn }`
	nodes := b.c.Query(t, query, object{"then": "2026-12-31T23:00:00Z", "not": false})["cases"].(object)["nodes"].([]any)
	require.Len(t, nodes, 2)
	first, second := nodes[0].(object), nodes[1].(object)
	written := "2026-06-10T09:30:00.000Z"
	require.Equal(t, object{"verdict": "compliant", "evaluatedAt": written}, first["now"])
	require.Equal(t, object{"on": midnight("2026-06-10")}, first["again"])
	require.Equal(t, object{"verdict": "compliant"}, first["third"])
	require.Equal(t, object{"on": midnight("2025-06-01"), "verdict": "deficient", "evaluatedAt": nil, "nextChangeOn": midnight("2026-01-01")},
		first["before"])
	require.Equal(t, object{"verdict": "deficient"}, first["inside"])
	then := first["then"].(object)
	require.Equal(t, []any{midnight("2026-12-31"), "compliant"}, values(then, "on", "verdict"))
	require.Equal(t, object{
		"coverageType": object{"key": "building"},
		"targets":      []any{object{"asset": object{"id": asset, "case": object{"id": one}}, "findings": []any{}}},
	}, then["demands"].([]any)[0])
	require.NotContains(t, first, "left")
	require.NotContains(t, first, "skipped")

	require.Equal(t, []any{two, object{"verdict": "deficient", "evaluatedAt": written}}, values(second, "id", "now"))
	liability := second["then"].(object)["demands"].([]any)[2].(object)["targets"].([]any)[0]
	require.Equal(t, object{"asset": nil, "findings": []any{object{"waiver": object{"id": w["id"]}, "peril": nil, "policy": nil}}}, liability)

	statements := countStatementsOf(t, b, query, object{"then": "2026-12-31", "not": false})
	for range 3 {
		b.withPress(t, nil)
	}
	require.Equal(t, statements, countStatementsOf(t, b, query, object{"then": "2026-12-31", "not": false}), "of any number of cases")
}

func countStatementsOf(t *testing.T, b *complianceBench, query string, variables object) int {
	return countStatements(t, b.Server, func(c *resttest.Client) { c.Query(t, query, variables) })
}

// TestComplianceOfRelations asks from each record that leads to a case.
func TestComplianceOfRelations(t *testing.T) {
	t.Parallel()
	b := newComplianceBench(t)
	id, asset := b.withPress(t, nil)
	policy := b.c.Post(t, "/rest/policies", insured(id, object{"perils": []any{"fire", "bodilyInjury"}}), http.StatusCreated)
	w := b.waive(t, id, object{"coverageType": "building"})
	const of = `{ compliance { verdict evaluatedAt demands { verdict targets { findings { code peril { key } policy { id } } } } } ` +
		`complianceHistory { to } }`
	want := b.c.Query(t, `query($id: ID!) { case(id: $id) `+of+` }`, object{"id": id})["case"]
	flood := want.(object)["compliance"].(object)["demands"].([]any)[1].(object)["targets"].([]any)[0].(object)["findings"]
	require.Equal(t, []any{object{"code": "peril_missing", "peril": object{"key": "flood"}, "policy": nil}}, flood)
	for root, record := range map[string]any{
		"policy(id: $id)": policy["id"], "asset(id: $id)": asset, "waiver(id: $id)": w["id"],
	} {
		name, _, _ := strings.Cut(root, "(")
		shown := b.c.Query(t, `query($id: ID!) { `+root+` { case `+of+` } }`, object{"id": record})[name].(object)["case"]
		require.Equal(t, want, shown, name)
	}
	shown := b.c.Query(t, `query($id: ID!) {
		node(id: $id) { ... on Case `+of+` }
		compliance { nodes { case `+of+` } edges { node { case { id } } } }
		other: compliance(filter: {verdict: deficient}) { nodes { case `+of+` } }
		first: cases { nodes `+of+` }
		second: cases(filter: {verdict: [deficient]}) { edges { node `+of+` } }
		finding: caseCompliance(id: $id) { demands { targets { asset { case `+of+` } } } }
	}`, object{"id": id})
	require.Equal(t, want, shown["node"])
	require.Equal(t, []any{object{"case": want}}, shown["compliance"].(object)["nodes"])
	require.Equal(t, []any{object{"case": want}}, shown["other"].(object)["nodes"])
	require.Equal(t, []any{want}, shown["first"].(object)["nodes"])
	require.Equal(t, []any{object{"node": want}}, shown["second"].(object)["edges"])
	targets := shown["finding"].(object)["demands"].([]any)[0].(object)["targets"]
	require.Equal(t, []any{object{"asset": object{"case": want}}}, targets)
}

// TestComplianceInMutations: the response of a write tells of the state that it leaves, as later reads do.
func TestComplianceInMutations(t *testing.T) {
	t.Parallel()
	b := newComplianceBench(t)
	id, _ := b.withPress(t, nil)
	const shows = `compliance { verdict evaluatedAt } caseVerdict { verdict evaluatedAt } complianceHistory { from to }`
	const of = `case { ` + shows + ` }`
	history := []any{object{"to": "deficient"}}
	step := func(want, mutation string, variables object) {
		t.Helper()
		b.clock.pass(time.Minute)
		shown := mutate(t, b.c, mutation, variables)
		if inner, ok := shown["case"].(object); ok {
			shown = inner
		}
		if history[len(history)-1].(object)["to"] != want {
			history = append(history, object{"to": want})
		}
		at := b.clock.now().Format("2006-01-02T15:04:05.000Z")
		require.Equal(t, object{"verdict": want, "evaluatedAt": at}, shown["compliance"])
		require.Equal(t, shown["compliance"], shown["caseVerdict"])
		require.Equal(t, history, verdictsOf(shown["complianceHistory"]))
		read := b.c.Query(t, `query($id: ID!) { case(id: $id) { `+shows+` } }`, object{"id": id})["case"]
		require.Equal(t, object{
			"compliance": shown["compliance"], "caseVerdict": shown["caseVerdict"], "complianceHistory": shown["complianceHistory"],
		}, read)
	}
	step("compliant", `mutation($input: CreatePolicyInput!) { it: createPolicy(input: $input) { `+of+` } }`, object{"input": insured(id, nil)})
	policy := b.c.Get(t, "/rest/policies?caseId="+id)["data"].([]any)[0].(object)["id"]
	step("unknown", `mutation($id: ID!) { it: updatePolicy(id: $id, input: {carrier: null}) { `+of+` } }`, object{"id": policy})
	step("deficient", `mutation($id: ID!) { it: cancelPolicy(id: $id, input: {effectiveDate: "2026-06-01", reason: rewritten}) { `+of+` } }`,
		object{"id": policy})
	step("unknown", `mutation($id: ID!) { it: reinstatePolicy(id: $id, input: {effectiveDate: "2026-06-01"}) { `+of+` } }`,
		object{"id": policy})
	w := b.c.Post(t, "/rest/waivers", object{"caseId": id, "coverageType": "building", "reason": "Agreed"}, http.StatusCreated)["id"]
	b.c = b.second
	step("waived", `mutation($id: ID!) { it: approveWaiver(id: $id) { `+of+` } }`, object{"id": w})
	step("unknown", `mutation($id: ID!) { it: revokeWaiver(id: $id) { `+of+` } }`, object{"id": w})
	step("deficient", `mutation($case: ID!) { it: createAsset(input: {caseId: $case, assetType: "equipment"}) { `+of+` } }`,
		object{"case": id})
	step("deficient", `mutation($id: ID!) { it: deactivatePolicy(id: $id) { `+of+` } }`, object{"id": policy})
	plain := published(t, b.c, object{"name": "Nothing"})["id"]
	step("notApplicable", `mutation($id: ID!, $to: ID!) { it: updateCase(id: $id, input: {riskProfile: $to}) { `+shows+` } }`,
		object{"id": id, "to": plain})
	b.clock.pass(time.Minute)

	made := b.c.Query(t, `mutation($profile: ID!, $item: CreateCaseInput!) {
		createCase(input: {riskProfile: $profile}) { compliance { verdict } complianceHistory { from to } }
		createCases(input: {items: [$item, $item]}) { compliance { verdict demands { verdict } } }
	}`, object{"profile": b.profile, "item": object{"riskProfile": plain}})
	require.Equal(t, object{"compliance": object{"verdict": "deficient"}, "complianceHistory": []any{object{"from": nil, "to": "deficient"}}},
		made["createCase"])
	nothing := object{"compliance": object{"verdict": "notApplicable", "demands": []any{}}}
	require.Equal(t, []any{nothing, nothing}, made["createCases"])

	both := b.c.Query(t, `mutation($id: ID!, $back: ID!, $policy: ID!) {
		one: updateCase(id: $id, input: {riskProfile: $back}) { compliance { verdict } }
		two: reactivatePolicy(id: $policy) { case { compliance { verdict demands { verdict } } } }
	}`, object{"id": id, "back": b.profile, "policy": policy})
	require.Equal(t, object{"compliance": object{"verdict": "deficient"}}, both["one"], "each field tells of the state after it")
	demands := both["two"].(object)["case"].(object)["compliance"].(object)["demands"].([]any)
	require.Equal(t, []any{object{"verdict": "deficient"}, object{"verdict": "deficient"}, object{"verdict": "compliant"}}, demands,
		"the new asset is not insured")
}

// TestComplianceCost: what would take long is refused before it is done, however it is asked for.
func TestComplianceCost(t *testing.T) {
	t.Parallel()
	b := newComplianceBench(t)
	for range 200 {
		b.Insert(t, b.Harbor, "cases",
			storagetest.Row{"display_name": "A case", "status": "OPEN", "management_type": "serviceManaged", "risk_profile_id": b.profile})
	}
	for range 120 {
		b.open(t, nil)
	}
	id := b.open(t, nil)
	days := func(n int, field string) (fields string) {
		for i := range n {
			fields += fmt.Sprintf(" a%d: %s", i, fmt.Sprintf(field, complianceTime.AddDate(0, 0, i).Format(time.DateOnly)))
		}
		return fields
	}
	for name, query := range map[string]string{
		"many days of many cases": `{ cases(limit: 200) { nodes {` + days(2, `compliance(on: "%s") { verdict }`) + ` } } }`,
		"many cases":              `{` + days(2, `cases(limit: 200) { nodes { compliance { on } } } # %s`+"\n") + ` }`,
		"verdicts' cases":         `{ compliance(limit: 200) { nodes { case {` + days(3, `compliance(on: "%s") { verdict }`) + ` } } } }`,
		"two trials":              `{` + days(2, `riskProfileTrial(id: "`+b.profile+`") { cases } # %s`+"\n") + ` }`,
		"many summaries":          `{` + days(16, `complianceSummary(filter: {createdAt: {gt: "%s"}}) { cases }`) + ` }`,
	} {
		t.Run(name, func(t *testing.T) {
			answer := b.c.GraphQL(t, query, nil)
			require.Contains(t, answer, "errors")
			refusal := answer["errors"].([]any)[0].(object)
			require.Equal(t, "validation_failed", refusal["extensions"].(object)["code"])
			require.Contains(t, refusal["message"], "costs more than")
		})
	}
	b.c.Query(t, `{ cases(limit: 200) { nodes { compliance { verdict } } } }`, nil)
	b.c.Query(t, `{ cases(limit: 50) { nodes {`+days(5, `compliance(on: "%s") { verdict }`)+` } } }`, nil)
	b.c.Query(t, `{ case(id: "`+id+`") {`+days(30, `compliance(on: "%s") { verdict demands { targets { findings { message } } } }`)+` } }`,
		nil)
	b.c.Query(t, `{ riskProfileTrial(id: "`+b.profile+`", limit: 1000) { cases changes { caseId from to } } }`, nil)
}

// TestComplianceOfBlanket: a blanket that falls short is told as a whole at both doors, and its gap is summed up once.
func TestComplianceOfBlanket(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	profile := published(t, st.c, object{"requirements": []any{
		object{"coverageType": "building", "perils": []any{"fire"}, "limitBasis": "INSURABLE_VALUE"},
	}})["id"]
	id := st.newCase(t, object{"riskProfile": profile})
	first, second := st.newAsset(t, id, "10000000.00"), st.newAsset(t, id, "5000000.00")
	policy := st.newPolicy(t, with(st.cover(id, "building", "fire", "1.00", first, second), object{
		"limits": []any{object{"coverageType": "building", "kind": "total", "amount": dollars("13000000.00")}},
	}))
	c := st.c.Get(t, "/rest/cases/"+id+"/compliance")
	part := func(allocated, other string) any {
		return []any{object{"policyId": policy, "limit": dollars("13000000.00"), "allocated": dollars(allocated),
			"required": dollars("15000000.00"), "sharedWith": []any{other}}}
	}
	targets := c["demands"].([]any)[0].(object)["targets"].([]any)
	require.Equal(t, []any{dollars("8666666.67"), dollars("1333333.33"), part("8666666.67", second)},
		values(targets[0].(object), "foundLimit", "shortfall", "blankets"))
	require.Equal(t, []any{dollars("4333333.33"), dollars("666666.67"), part("4333333.33", first)},
		values(targets[1].(object), "foundLimit", "shortfall", "blankets"))
	for _, target := range targets {
		finding := target.(object)["findings"].([]any)[0].(object)
		require.Equal(t, []any{"limit_too_low", "15000000.00 USD", "13000000.00 USD"}, values(finding, "code", "required", "found"))
		require.Contains(t, finding["message"], "together is $13,000,000; $15,000,000 is required.")
	}
	got := st.c.Query(t, `query($id: ID!) { case(id: $id) { compliance { demands { targets { blankets { policyId limit { amount currency }
		allocated { amount currency } required { amount currency } sharedWith } } } } } }`, object{"id": id})
	demands := got["case"].(object)["compliance"].(object)["demands"].([]any)
	require.Equal(t, object{"blankets": part("8666666.67", second)}, demands[0].(object)["targets"].([]any)[0])
	stored := st.c.Get(t, "/rest/compliance?caseId="+id)["data"].([]any)[0].(object)
	require.Equal(t, []any{dollars("2000000.00")}, stored["shortfalls"], "the targets have parts of one gap")
}
