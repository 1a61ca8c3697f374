package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/covertrack/covertrack/cmd/bench/fire"
)

// filteredList is a list of the console's, in the order in which a screen shows it, with the filters that screens and
// boards use.
type filteredList struct {
	name, path string
	filters    [][2]string // what it is called, and its query
}

// filteredLists are the lists of the big portfolio. Of documents, which the console shows by their case, they are the
// filters that clients use.
func (r *rig) filteredLists(ctx context.Context) ([]filteredList, error) {
	var documents, users struct{ Data []struct{ ID, CaseID string } }
	middle := fmt.Sprintf("/rest/documents?limit=1&offset=%d", r.documents/2)
	_, err := r.ask(ctx, http.MethodGet, middle, r.data.Big, "", &documents)
	if err != nil {
		return nil, err
	}
	if _, err := r.ask(ctx, http.MethodGet, "/rest/users?limit=1", r.data.Big, "", &users); err != nil {
		return nil, err
	}
	if len(documents.Data) == 0 || len(users.Data) == 0 {
		return nil, errors.New("the big portfolio has no documents or no users")
	}
	const followed, open = "status=active,renewalInProgress,onHold", "state=open,inProgress,paused"
	day := func(days int) string {
		return time.Now().AddDate(0, 0, days).UTC().Format(time.DateOnly) + "T00:00:00Z"
	}
	return []filteredList{
		{"documents", "/rest/documents?limit=50", [][2]string{
			{"caseId", "caseId=" + documents.Data[0].CaseID}, {"metadata", "metadata[batch]=7"},
			{"createdAt, a week", "createdAt[gte]=2022-06-01T00:00:00Z&createdAt[lt]=2022-06-08T00:00:00Z"},
			{"categoryId", "categoryId=policy"},
		}},
		{"cases", "/rest/cases?limit=50", [][2]string{
			{"status", "status=OPEN"}, {"verdict", "verdict=deficient"}, {"code", "code=limit_too_low"},
			{"coverageType", "coverageType=flood"}, {"hasRiskProfile", "hasRiskProfile=false"},
			{"q, a number", "q=LN-1-0000042"}, {"q, a name", "q=harbor"},
		}},
		{"policies", "/rest/policies?limit=50&sort=endDate", [][2]string{
			{"status and endDate, 30 days", followed + "&endDate[gte]=" + day(0) + "&endDate[lt]=" + day(30)},
			{"status and endDate, past", followed + "&endDate[lt]=" + day(0)}, {"status", followed},
		}},
		{"tasks", "/rest/tasks?limit=50&sort=dueAt", [][2]string{
			{"state", open}, {"state, type and dueAt", open + "&type=renewalFollowUp&dueAt[lt]=" + day(0)},
			{"state and assignee", open + "&assignee=" + users.Data[0].ID},
		}},
		{"renewal notices", "/rest/renewal-notices?limit=50&sort=-dueAt", [][2]string{
			{"three states", "state=failed,suppressed,skipped"},
			{"state=planned", "state=planned"}, {"caseId", "caseId=" + documents.Data[0].CaseID},
		}},
		{"verdicts", "/rest/compliance?limit=50", [][2]string{
			{"verdict", "verdict=deficient"}, {"code", "code=limit_too_low"},
		}},
	}, nil
}

// ofBig is the id of the big portfolio.
const ofBig = `(SELECT p.id FROM portfolios AS p JOIN lenders AS l ON l.id = p.lender_id
	WHERE l.name = 'Bench Big Lender' AND p.mode = 'test')`

// marks give some records of the big portfolio what load gives none, once: every ten-thousandth document a member of
// metadata, and about every sixteenth task somebody who does it.
var marks = []string{
	`UPDATE documents AS t SET metadata = '{"batch": "7"}' FROM (
		SELECT portfolio_id, id, row_number() OVER (ORDER BY id) AS n FROM documents WHERE portfolio_id = ` + ofBig + `
	) AS numbered WHERE numbered.n % 10000 = 1 AND t.portfolio_id = numbered.portfolio_id AND t.id = numbered.id AND t.metadata = '{}'`,
	`UPDATE tasks AS t SET assignee_id = (SELECT id FROM users WHERE portfolio_id = t.portfolio_id ORDER BY id LIMIT 1)
		WHERE portfolio_id = ` + ofBig + ` AND right(t.id::text, 1) = '7' AND assignee_id IS NULL`,
	"VACUUM ANALYZE documents, tasks",
}

// filterRows are what a filter adds to the latency of one client's first page, with the exact total of each.
func filterRows(ctx context.Context, r *rig, t *table) error {
	if err := r.exec(ctx, database, marks...); err != nil {
		return err
	}
	lists, err := r.filteredLists(ctx)
	if err != nil {
		return err
	}
	for _, list := range lists {
		jobs := []fire.Job{r.get(r.product, r.data.Big, list.path)}
		names := make([]string, len(list.filters))
		for i, filter := range list.filters {
			names[i] = filter[0]
			jobs = append(jobs, r.get(r.product, r.data.Big, list.path+"&"+filter[1]))
		}
		for i := range jobs {
			jobs[i].For /= 2
		}
		totals, err := r.totals(ctx, jobs)
		if err != nil {
			return err
		}
		results, err := r.fire(ctx, fmt.Sprintf("%s by %s, %v in all", list.name, strings.Join(names, " / "), totals), jobs...)
		if err != nil {
			return err
		}
		ratios := make([]float64, len(names))
		for i := range names {
			ratios[i] = ratio(results[i+1], results[0], p50)
		}
		t.atMost(fmt.Sprintf("%d %s: first page with exact total by %s ÷ unfiltered", totals[0], list.name,
			strings.Join(names, " / ")), 1.5, ratios...)
	}
	return nil
}

// totals are those of lists, to be said with their times.
func (r *rig) totals(ctx context.Context, lists []fire.Job) ([]int, error) {
	totals := make([]int, len(lists))
	for i, list := range lists {
		var page struct{ Meta struct{ Total int } }
		if _, err := r.ask(ctx, http.MethodGet, list.Paths[0], list.Token, "", &page); err != nil {
			return nil, err
		}
		totals[i] = page.Meta.Total
	}
	return totals, nil
}
