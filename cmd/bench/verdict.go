package main

import (
	"fmt"
	"net/http"
)

// verdictRows are what verdicts cost: a change of a policy's limits with and without, an evaluation that is asked for, and the
// list. The case has 20 assets and 30 policies (specification of compliance, section 8).
func verdictRows(r *rig) {
	c := r.writes()
	caseID, policies := c.verdictCase(20, 30)
	changes := c.job()
	changes.count = r.rounds * r.creations
	for i := range changes.count {
		path := fmt.Sprint("/rest/policies/", policies[i%len(policies)]["id"])
		limits := []any{object{"kind": "perOccurrence", "amount": money(fmt.Sprintf("%d.00", 50_000_001+i))}} // which verdicts follow from
		changes.shots = append(changes.shots, c.shot(http.MethodPatch, path, object{"limits": limits}))
	}
	progress("changing policies: %d", changes.count)
	const seconds, times = "covertrack_verdict_keep_seconds_sum", "covertrack_verdict_keep_seconds_count"
	before, kept := r.metric(r.product, seconds), r.metric(r.product, times)
	with := must(changes.run(r.ctx)).seconds
	if r.metric(r.product, times)-kept < float64(changes.count) {
		check(fmt.Errorf("not every change kept a verdict: %v of %d", r.metric(r.product, times)-kept, changes.count))
	}
	without := with - (r.metric(r.product, seconds) - before)
	r.atMost("PATCH of a policy of 20 assets and 30 policies, time with its verdict ÷ without", 1.25, with/without)
	got := r.fire("compliance of the case", c.gets(fmt.Sprint("/rest/cases/", caseID, "/compliance")))
	r.upTo("its compliance, evaluated for a GET", "%.2f ms", 10, 1000*got[0].median(p50))
	r.statementsRow("list of 50 stored verdicts, statements", r.big().gets(list("compliance")+"&verdict=deficient"))
}

// verdictCase makes a case with a risk profile, its assets and its policies, each of which insures all assets against all
// perils of a coverage type. It returns the id of the case, and the policies.
func (c client) verdictCase(assets, policies int) (id any, made []object) {
	profile := c.records(list("risk-profiles")+"&isLatestVersion=true", 0)[0]
	demands, _ := profile["requirements"].([]any)
	perils := map[any][]any{} // by coverage type
	for _, p := range c.records(list("perils"), 0) {
		types, _ := p["coverageTypes"].([]any)
		for _, of := range types {
			perils[of] = append(perils[of], p["id"])
		}
	}
	id = post[object](c, "/rest/cases", object{"riskProfile": profile["id"], "status": "OPEN", "loanAmount": money("1250000.00")})["id"]
	items := make([]object, assets)
	for i := range items {
		items[i] = object{"caseId": id, "assetType": "commercialRealEstate"}
	}
	insured := post[[]object](c, "/rest/assets/batch", object{"items": items})
	items = make([]object, policies)
	for i := range items {
		coverage := demands[i%len(demands)].(object)["coverageType"]
		byAsset := make([]object, assets)
		for j, a := range insured {
			byAsset[j] = object{"asset": a["id"], "perils": perils[coverage]}
		}
		items[i] = object{
			"caseId": id, "coverageLayer": "primary", "coverageTypes": []any{coverage}, "perilsByAsset": byAsset,
			"startDate": "2026-01-01T00:00:00.000Z", "endDate": inAYear(0),
			"carrier": object{"name": "Beacon Example Insurance", "amBestRating": "A"}, "deductible": money("10000.00"),
			"limits": []any{object{"kind": "perOccurrence", "amount": money("50000000.00")}},
		}
	}
	return id, post[[]object](c, "/rest/policies/batch", object{"items": items})
}

// summaryRows are the summary of 10,000 and of 100,000 stored verdicts.
func summaryRows(r *rig) {
	query := object{"query": `{ complianceSummary { cases loanAmounts { amount currency }
		byVerdict { verdict cases } byCode { code cases } byCoverageType { coverageTypeId cases } byMonth { month cases } } }`}
	for _, size := range []struct {
		cases  int
		token  string
		target float64
	}{{10_000, r.tokens.Verdicts10, 50}, {100_000, r.tokens.Verdicts100, 150}} {
		c := client{r, r.product, size.token}
		got := r.fire(fmt.Sprintf("summary of %d", size.cases), c.job(c.shot(http.MethodPost, "/graphql", query)))
		r.upTo(fmt.Sprintf("complianceSummary of %d cases", size.cases), "%.0f ms", size.target, 1000*got[0].median(p50))
	}
}
