package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/covertrack/covertrack/cmd/bench/fire"
)

// changed is how many records of a noun are changed in turn. Each is of a case of its own, so that none waits for
// another's case.
const changed = 64

// changeRow is three changes, without an idempotency key: of a case's loan number, a document's name and a policy's end,
// which makes a version and moves the notices.
func changeRow(ctx context.Context, r *rig, t *table) error {
	cases, err := r.openCases(ctx)
	if err != nil {
		return err
	}
	cases = cases[:min(changed, len(cases))]
	var rates []float64
	for _, noun := range []struct {
		name string
		jobs func(*rig, context.Context, []object) ([]fire.Job, error)
	}{{"cases", (*rig).loanNumbers}, {"documents", (*rig).documentNames}, {"policies", (*rig).policyEnds}} {
		jobs, err := noun.jobs(r, ctx, cases)
		if err != nil {
			return err
		}
		results, err := r.fire(ctx, "changing "+noun.name, jobs...)
		if err != nil {
			return err
		}
		rates = append(rates, ratio(results[0], results[1], rate))
	}
	t.atLeast("PATCH of a case / document / policy with its version and notices ÷ by hand with the same SQL, 16 clients", 1, rates...)
	return nil
}

// loanNumbers change those of cases.
func (r *rig) loanNumbers(_ context.Context, cases []object) ([]fire.Job, error) {
	paths := make([]string, len(cases))
	for i, c := range cases {
		paths[i] = fmt.Sprint("/rest/cases/", c["id"])
	}
	return r.changeJobs(paths, func(i int) object { return object{"loanNumber": fmt.Sprintf("LN-%s-%d", runName, i)} })
}

// documentNames change those of documents, one of each case.
func (r *rig) documentNames(ctx context.Context, cases []object) ([]fire.Job, error) {
	var ids []string
	for _, c := range cases {
		var page struct{ Data []struct{ ID string } }
		if _, err := r.ask(ctx, http.MethodGet, fmt.Sprint("/rest/documents?limit=1&caseId=", c["id"]), r.data.Writes, "", &page); err != nil {
			return nil, err
		}
		for _, d := range page.Data {
			ids = append(ids, d.ID)
		}
	}
	return r.changeJobs([]string{"/rest/documents"}, func(i int) object {
		return object{"docs": []object{{"id": ids[i/2%len(ids)], "name": fmt.Sprintf("Name %s %d", runName, i)}}}
	})
}

// policyEnds move the ends of new policies, one of each case. An end is a day.
func (r *rig) policyEnds(ctx context.Context, cases []object) ([]fire.Job, error) {
	items := make([]object, len(cases))
	for i, c := range cases {
		items[i] = newPolicy(c)
	}
	var made []struct{ ID string }
	if err := r.post(ctx, "/rest/policies/batch", object{"items": items}, &made); err != nil {
		return nil, err
	}
	paths := make([]string, len(made))
	for i, p := range made {
		paths[i] = "/rest/policies/" + p.ID
	}
	first := time.Now().AddDate(1, 0, 1).UTC()
	return r.changeJobs(paths, func(i int) object { return object{"endDate": first.AddDate(0, 0, i).Format(time.RFC3339)} })
}

// runName tells what this run writes from what others wrote.
var runName = time.Now().UTC().Format("0102150405")

// changeJobs are the jobs of a change for both servers. No two requests have the same number: one that says what is so
// already would write nothing.
func (r *rig) changeJobs(paths []string, body func(number int) object) ([]fire.Job, error) {
	jobs := make([]fire.Job, 2)
	for n, to := range []*process{r.product, r.byHand} {
		jobs[n] = fire.Job{
			Addr: to.addr, Method: http.MethodPatch, Paths: paths, Token: r.data.Writes, Conns: writers, Count: 2 * r.creations,
		}
		for i := range r.rounds * jobs[n].Count {
			text, err := json.Marshal(body(2*i + n))
			if err != nil {
				return nil, err
			}
			jobs[n].Bodies = append(jobs[n].Bodies, string(text))
		}
	}
	return jobs, nil
}
