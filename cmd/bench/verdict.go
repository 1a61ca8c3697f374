package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"regexp"
	"strconv"
	"time"

	"github.com/covertrack/covertrack/cmd/bench/fire"
)

// The case on which verdicts are measured (specification of compliance, section 8).
const (
	verdictAssets   = 20
	verdictPolicies = 30
)

// verdictRows is what verdicts cost: the evaluator alone, a change of a policy with and without, an evaluation that is asked
// for, and the list.
func verdictRows(ctx context.Context, r *rig, t *table) error {
	if err := evaluatorRow(ctx, t); err != nil {
		return err
	}
	c, policies, err := r.verdictCase(ctx)
	if err != nil {
		return err
	}
	job := fire.Job{
		Addr: r.product.addr, Method: http.MethodPatch, Token: r.data.Writes, Conns: 1, Count: r.rounds * r.creations,
	}
	for i := range job.Count {
		job.Paths = append(job.Paths, "/rest/policies/"+policies[i%len(policies)])
		job.Bodies = append(job.Bodies, fmt.Sprintf(`{"policyNumber": "PN-%d"}`, i))
	}
	with, of, err := r.changes(ctx, job)
	if err != nil {
		return err
	}
	t.atMost("PATCH of a policy of 20 assets and 30 policies, time with its verdict ÷ without", 1.25, with/(with-of))
	path := "/rest/cases/" + c + "/compliance"
	results, err := r.fire(ctx, "compliance of the case", r.get(r.product, r.data.Writes, path))
	if err != nil {
		return err
	}
	t.add("its compliance, evaluated for a GET, ms", fmt.Sprintf("%.2f", 1000*middle(results[0], p50)), "≤ 10",
		middle(results[0], p50) <= 0.010)
	list := r.get(r.product, r.data.Big, "/rest/compliance?limit=50&verdict=deficient")
	statements, err := r.statements(ctx, list)
	t.add("list of 50 stored verdicts, statements", strconv.Itoa(statements), "≤ 6", statements <= 6)
	return err
}

// cpuMicros finds the processor time of an evaluation in the results of BenchmarkCompliance.
var cpuMicros = regexp.MustCompile(`(?m)^BenchmarkCompliance/\S+\s.*?([\d.]+) cpu-µs/op`)

// evaluatorRow runs BenchmarkCompliance, whose cases have at most 20 assets and 30 policies.
func evaluatorRow(ctx context.Context, t *table) error {
	progress("the evaluator alone")
	out, err := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-bench", "^BenchmarkCompliance$", "./model").CombinedOutput()
	if err != nil {
		return fmt.Errorf("go test: %w: %s", err, out)
	}
	slowest := 0.0
	for _, found := range cpuMicros.FindAllSubmatch(out, -1) {
		micros, _ := strconv.ParseFloat(string(found[1]), 64)
		slowest = max(slowest, micros)
	}
	if slowest == 0 {
		return fmt.Errorf("go test ran no BenchmarkCompliance: %s", out)
	}
	t.add("evaluation of a case of 20 assets and 30 policies, CPU of the slowest of nine", fmt.Sprintf("%.0f µs", slowest),
		"≤ 1000 µs", slowest <= 1000)
	return nil
}

// changes sends the changes of a job. It returns the mean time of one, and how much of it the verdict took, in seconds.
func (r *rig) changes(ctx context.Context, job fire.Job) (mean, verdict float64, err error) {
	progress("changing policies: %d", job.Count)
	sum, count, err := r.kept(ctx)
	if err != nil {
		return 0, 0, err
	}
	result, err := fire.Run(ctx, job)
	if err != nil {
		return 0, 0, err
	}
	sumAfter, countAfter, err := r.kept(ctx)
	if err == nil && countAfter-count < float64(job.Count) {
		err = errors.New("not every change kept a verdict")
	}
	mean, verdict = result.Seconds/float64(job.Count), (sumAfter-sum)/float64(job.Count)
	progress("  %.2f ms each, %.2f of it for the verdict", 1000*mean, 1000*verdict)
	return mean, verdict, err
}

var keptSeconds = regexp.MustCompile(`(?m)^covertrack_verdict_keep_seconds_(sum|count) (\S+)$`)

// kept reads how long, and how often, the product has kept verdicts.
func (r *rig) kept(ctx context.Context) (sum, count float64, err error) {
	var metrics []byte
	if _, err := r.ask(ctx, http.MethodGet, "/metrics", "", "", &metrics); err != nil {
		return 0, 0, err
	}
	for _, found := range keptSeconds.FindAllSubmatch(metrics, -1) {
		value, err2 := strconv.ParseFloat(string(found[2]), 64)
		if err = errors.Join(err, err2); string(found[1]) == "sum" {
			sum = value
		} else {
			count = value
		}
	}
	return sum, count, err
}

// verdictCase makes a case with a risk profile, its assets and its policies, and returns their ids.
func (r *rig) verdictCase(ctx context.Context) (id string, policies []string, err error) {
	var profiles struct {
		Data []struct {
			ID           string
			Requirements []struct{ CoverageType string }
		}
	}
	if _, err := r.ask(ctx, http.MethodGet, "/rest/risk-profiles?isLatestVersion=true", r.data.Writes, "", &profiles); err != nil {
		return "", nil, err
	}
	if len(profiles.Data) == 0 {
		return "", nil, errors.New("there is no published risk profile")
	}
	profile := profiles.Data[0]
	var made struct{ ID string }
	if err := r.post(ctx, "/rest/cases", object{
		"riskProfile": profile.ID, "status": "OPEN", "loanAmount": money("1250000.00"),
	}, &made); err != nil {
		return "", nil, err
	}
	var assets, items []object
	for range verdictAssets {
		items = append(items, object{"caseId": made.ID, "assetType": "commercialRealEstate"})
	}
	if err := r.post(ctx, "/rest/assets/batch", object{"items": items}, &assets); err != nil {
		return "", nil, err
	}
	perils, err := r.perils(ctx)
	if err != nil {
		return "", nil, err
	}
	items = nil
	for i := range verdictPolicies {
		coverage := profile.Requirements[i%len(profile.Requirements)].CoverageType
		items = append(items, verdictPolicy(made.ID, coverage, perils[coverage], assets))
	}
	var created []struct{ ID string }
	err = r.post(ctx, "/rest/policies/batch", object{"items": items}, &created)
	for _, p := range created {
		policies = append(policies, p.ID)
	}
	return made.ID, policies, err
}

// perils returns the ids of the perils of each coverage type.
func (r *rig) perils(ctx context.Context) (map[string][]string, error) {
	var page struct {
		Data []struct {
			ID            string
			CoverageTypes []string
		}
	}
	if _, err := r.ask(ctx, http.MethodGet, "/rest/perils?limit=200", r.data.Writes, "", &page); err != nil {
		return nil, err
	}
	perils := map[string][]string{}
	for _, p := range page.Data {
		for _, of := range p.CoverageTypes {
			perils[of] = append(perils[of], p.ID)
		}
	}
	return perils, nil
}

// verdictPolicy insures all assets against all perils of the coverage type.
func verdictPolicy(caseID, coverageType string, perils []string, assets []object) object {
	var byAsset []object
	for _, a := range assets {
		byAsset = append(byAsset, object{"asset": a["id"], "perils": perils})
	}
	return object{
		"caseId": caseID, "coverageLayer": "primary", "coverageTypes": []string{coverageType}, "perilsByAsset": byAsset,
		"startDate": "2026-01-01T00:00:00.000Z", "endDate": time.Now().AddDate(1, 0, 0).UTC().Format(time.RFC3339),
		"carrier": object{"name": "Beacon Example Insurance", "amBestRating": "A"}, "deductible": money("10000.00"),
		"limits": []any{object{"kind": "perOccurrence", "amount": money("50000000.00")}},
	}
}

// post creates records through the product.
func (r *rig) post(ctx context.Context, path string, body object, into any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	_, err = r.ask(ctx, http.MethodPost, path, r.data.Writes, string(text), into)
	return err
}

// middle returns the median of a figure over the rounds.
func middle(results []fire.Result, figure func(fire.Result) float64) float64 {
	values := make([]float64, len(results))
	for i, result := range results {
		values[i] = figure(result)
	}
	return median(values)
}

// manyVerdicts copies the verdicts that there are into the portfolio of a lender, again and again: so many in all.
const manyVerdicts = `INSERT INTO case_verdicts (portfolio_id, id, risk_profile_id, verdict, codes, gaps, shortfalls, next_change_on,
		flood_rows, evaluated_at, loan_amount, metadata, created_at, updated_at)
	SELECT p.id, gen_random_uuid(), v.risk_profile_id, v.verdict, v.codes, v.gaps, v.shortfalls, v.next_change_on, v.flood_rows,
		v.evaluated_at, v.loan_amount, v.metadata, v.created_at, v.updated_at
	FROM portfolios AS p JOIN lenders AS l ON l.id = p.lender_id AND l.name = '%s' AND p.mode = 'test',
		generate_series(1, 1000) AS g, case_verdicts AS v LIMIT %d`

// summaryRows is the summary of 10,000 and of 100,000 stored verdicts.
func summaryRows(ctx context.Context, r *rig, t *table) error {
	body, err := json.Marshal(map[string]string{"query": `{ complianceSummary { cases loanAmounts { amount currency }
		byVerdict { verdict cases } byCode { code cases } byCoverageType { coverageTypeId cases } byMonth { month cases } } }`})
	if err != nil {
		return err
	}
	for _, size := range []struct {
		cases  int
		token  string
		target float64
	}{{10_000, r.data.Verdicts10, 50}, {100_000, r.data.Verdicts100, 150}} {
		results, err := r.fire(ctx, fmt.Sprintf("summary of %d", size.cases), fire.Job{
			Addr: r.product.addr, Method: http.MethodPost, Paths: []string{"/graphql"}, Bodies: []string{string(body)},
			Token: size.token, Conns: 1, For: r.round,
		})
		if err != nil {
			return err
		}
		took := 1000 * middle(results[0], p50)
		t.add(fmt.Sprintf("complianceSummary of %d cases, ms", size.cases), fmt.Sprintf("%.0f", took),
			fmt.Sprintf("≤ %g", size.target), took <= size.target)
	}
	return nil
}
