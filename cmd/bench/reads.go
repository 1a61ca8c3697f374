package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/covertrack/covertrack/cmd/bench/limit"
)

// listRows compare the first page of a noun with LIMIT's.
func listRows(noun string, target float64) func(*rig) {
	return func(r *rig) { r.compareRows("list of 50 "+noun, target, list(noun)) }
}

// getRows compare single records of a noun: 200 in turn, a third down the list.
func getRows(noun string) func(*rig) {
	return func(r *rig) { r.compareRows("get by id, "+noun, 1, r.big().paths(noun, 1.0/3)...) }
}

// compareRows are the rates and p99s of what the product and LIMIT both answer, by the number of clients.
func (r *rig) compareRows(what string, target float64, paths ...string) {
	jobs := []job{r.big().gets(paths...), r.big().at(r.byHand).gets(paths...)}
	var rates, tails []float64
	for _, clients := range []int{1, 16, 64} {
		jobs[0].conns, jobs[1].conns = clients, clients
		got := r.fire(fmt.Sprintf("%s, %d clients", what, clients), jobs...)
		rates, tails = append(rates, ratio(got[0], got[1], rate)), append(tails, ratio(got[0], got[1], p99))
	}
	r.atLeast(what+" ÷ LIMIT, 1 / 16 / 64 clients", target, rates...)
	r.atMost(what+", p99 ÷ LIMIT's p99, 1 / 16 / 64 clients", 1.2, tails...)
}

// pageRows are the cost of a portfolio's size and of a page's depth, as medians of one client's latency.
func pageRows(r *rig) {
	deep, first := r.documents*9/10, list("documents")
	cursor := nextPath(r.big().ask(r.big().shot(http.MethodGet, page(first, 50, deep-50), nil), nil))
	small := client{r, r.product, r.tokens.Small}
	got := r.fire("first and deep pages", r.big().gets(first), small.gets(first), r.big().gets(cursor), r.big().gets(page(first, 50, deep)))
	r.atMost(fmt.Sprintf("first page with exact total, %d ÷ 1000 documents", r.documents), 1.2, ratio(got[0], got[1], p50))
	r.atMost(fmt.Sprintf("page %d deep ÷ first page, by cursor", deep), 1.2, ratio(got[2], got[0], p50))
	r.atMost(fmt.Sprintf("page %d deep ÷ first page, by offset", deep), 5, ratio(got[3], got[0], p50))
}

var nextLink = regexp.MustCompile(`<([^>]+)>; rel="next"`)

func nextPath(header http.Header) string {
	found := nextLink.FindStringSubmatch(strings.Join(header.Values("Link"), ","))
	if found == nil {
		check(errors.New("a page has no next one"))
	}
	return must(url.Parse(found[1])).RequestURI()
}

// nestedRows are a query of three levels below 50 cases.
func nestedRows(r *rig) {
	query := r.big().shot(http.MethodPost, "/graphql", object{"query": limit.NestedQuery})
	got := r.fire("nested query", r.big().job(query), r.big().at(r.byHand).job(query))
	r.atMost("cases → policies → versions → perilsByAsset of 50 cases, time ÷ LIMIT's", 1.2, ratio(got[0], got[1], p50))
	r.statementsRow("the same, statements", r.big().job(query))
}

// statementsRow counts the SQL statements of a query: each of them takes a connection from the pool once.
func (r *rig) statementsRow(what string, j job) {
	const acquires = "covertrack_pool_acquires_total"
	j.count = 50
	before := r.metric(r.product, acquires)
	must(j.run(r.ctx))
	r.upTo(what, "%.0f", 6, (r.metric(r.product, acquires)-before)/float64(j.count))
}

// compressRows are what pages cost in gzip and zstd, compared with the plain ones: bytes, and CPU of the server.
func compressRows(r *rig) {
	encodings := []string{"", "gzip", "zstd"}
	bytes, seconds := map[string][]float64{}, map[string][]float64{}
	for _, noun := range []string{"documents", "policies"} {
		contenders := make([]contender, len(encodings))
		for i, encoding := range encodings {
			j := r.big().gets(list(noun))
			j.accept, j.conns = encoding, writers
			contenders[i] = r.costed([]*process{r.product}, j)
		}
		got := r.alternate("pages of 50 "+noun+", plain, in gzip, in zstd", contenders...)
		for i, encoding := range encodings {
			bytes[encoding] = append(bytes[encoding], ratio(got[i], got[0], size))
			seconds[encoding] = append(seconds[encoding], ratio(got[i], got[0], cpu))
		}
	}
	for _, encoding := range encodings[1:] {
		r.atMost("page of 50 documents / policies in "+encoding+", bytes ÷ plain", 0.10, bytes[encoding]...)
		r.atMost("the same, CPU of the server ÷ plain", 1.6, seconds[encoding]...)
	}
}

// filterRows are what a filter adds to the latency of one client's first page, with the exact total of each. The lists are
// the console's, in the order in which a screen shows them, with the filters that screens and boards use. Of documents,
// which the console shows by their case, they are the filters that clients use.
func filterRows(r *rig) {
	day := func(days int) string {
		return time.Now().AddDate(0, 0, days).UTC().Format(time.DateOnly) + "T00:00:00Z"
	}
	caseID := fmt.Sprint("caseId=", r.big().records(list("documents"), 0.5)[0]["caseId"])
	const followed, open = "status=active,renewalInProgress,onHold", "state=open,inProgress,paused"
	for _, l := range []struct {
		name, list string
		filters    [][2]string // what each is called, and its query
	}{
		{"documents", list("documents"), [][2]string{
			{"caseId", caseID}, {"metadata", "metadata[batch]=7"},
			{"createdAt, a week", "createdAt[gte]=2022-06-01T00:00:00Z&createdAt[lt]=2022-06-08T00:00:00Z"},
			{"categoryId", "categoryId=policy"},
		}},
		{"cases", list("cases"), [][2]string{
			{"status", "status=OPEN"}, {"verdict", "verdict=deficient"}, {"code", "code=limit_too_low"},
			{"coverageType", "coverageType=flood"}, {"hasRiskProfile", "hasRiskProfile=false"},
			{"q, a number", "q=LN-1-0000042"}, {"q, a name", "q=harbor"},
		}},
		{"policies", list("policies") + "&sort=endDate", [][2]string{
			{"status and endDate, 30 days", followed + "&endDate[gte]=" + day(0) + "&endDate[lt]=" + day(30)},
			{"status and endDate, past", followed + "&endDate[lt]=" + day(0)}, {"status", followed},
		}},
		{"tasks", list("tasks") + "&sort=dueAt", [][2]string{
			{"state", open}, {"state, type and dueAt", open + "&type=renewalFollowUp&dueAt[lt]=" + day(0)},
			{"state and assignee", fmt.Sprint(open, "&assignee=", r.big().records(list("users"), 0)[0]["id"])},
		}},
		{"renewal notices", list("renewal-notices") + "&sort=-dueAt", [][2]string{
			{"three states", "state=failed,suppressed,skipped"}, {"state=planned", "state=planned"}, {"caseId", caseID},
		}},
		{"verdicts", list("compliance"), [][2]string{{"verdict", "verdict=deficient"}, {"code", "code=limit_too_low"}}},
	} {
		jobs, names := []job{r.big().gets(l.list)}, make([]string, len(l.filters))
		for i, filter := range l.filters {
			names[i] = filter[0]
			jobs = append(jobs, r.big().gets(l.list+"&"+filter[1]))
		}
		by := strings.Join(names, " / ")
		got := r.fire(l.name+" by "+by, jobs...)
		var ratios []float64
		for _, filtered := range got[1:] {
			ratios = append(ratios, ratio(filtered, got[0], p50))
		}
		r.atMost(fmt.Sprintf("%d %s: first page with exact total by %s ÷ unfiltered", r.big().total(l.list), l.name, by), 1.5, ratios...)
	}
}
