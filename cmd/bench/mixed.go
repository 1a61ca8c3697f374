package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/covertrack/covertrack/cmd/bench/fire"
)

// mixedCases is how many cases the portfolio of mixed work has at most, with everything below them.
const mixedCases = 2000

// mixedSite makes a site for mixed work.
func (r *rig) mixedSite(ctx context.Context, name string) (*rig, error) {
	cases := min(r.cases, mixedCases)
	return r.site(ctx, name, cases, 12*cases, "VACUUM ANALYZE", "CHECKPOINT")
}

// mixedNouns are those that are read, in turn.
var mixedNouns = []string{"cases", "policies", "documents", "assets", "insureds"}

// mixedJob is 80 reads and 20 writes of a hundred requests. Of eight reads three are lists of 50; of ten writes seven
// are changes.
func (r *rig) mixedJob(ctx context.Context) (fire.Job, error) {
	job := fire.Job{Addr: r.product.addr, Token: r.data.Writes, Conns: writers, For: r.round}
	cases, err := r.openCases(ctx)
	if err != nil {
		return job, err
	}
	pages, err := r.mixedPages(ctx)
	if err != nil {
		return job, err
	}
	policies := policiesOf(cases, pages["policies"])
	if len(policies) == 0 {
		return job, errors.New("there is no policy of an open case")
	}
	const shots = 5000
	for n := range shots {
		if n%5 != 4 {
			job.Shots = append(job.Shots, mixedRead(n-n/5, pages))
			continue
		}
		shot, err := mixedWrite(n/5, cases, policies)
		if err != nil {
			return job, err
		}
		job.Shots = append(job.Shots, shot)
	}
	return job, nil
}

// mixedPages returns records of each noun that is read.
func (r *rig) mixedPages(ctx context.Context) (map[string][]object, error) {
	pages := map[string][]object{}
	for _, noun := range mixedNouns {
		var page struct{ Data []object }
		if _, err := r.ask(ctx, http.MethodGet, "/rest/"+noun+"?limit=200", r.data.Writes, "", &page); err != nil {
			return nil, err
		}
		if len(page.Data) == 0 {
			return nil, fmt.Errorf("there are no %s", noun)
		}
		pages[noun] = page.Data
	}
	return pages, nil
}

// policiesOf returns those policies that belong to one of the cases.
func policiesOf(cases, policies []object) []object {
	known := map[any]bool{}
	for _, c := range cases {
		known[c["id"]] = true
	}
	return slices.DeleteFunc(slices.Clone(policies), func(p object) bool { return !known[p["caseId"]] })
}

// mixedRead returns the n-th read.
func mixedRead(n int, pages map[string][]object) fire.Shot {
	noun := mixedNouns[n%len(mixedNouns)]
	if n%8 < 3 {
		return fire.Shot{Method: http.MethodGet, Path: "/rest/" + noun + "?limit=50"}
	}
	page := pages[noun]
	return fire.Shot{Method: http.MethodGet, Path: fmt.Sprint("/rest/", noun, "/", page[n%len(page)]["id"])}
}

// mixedWrite returns the n-th write. A change has another value each time.
func mixedWrite(n int, cases, policies []object) (fire.Shot, error) {
	c, p := cases[n%len(cases)], policies[n%len(policies)]
	shot := fire.Shot{Method: http.MethodPatch}
	var body object
	switch n % 10 {
	case 0, 2, 4, 6:
		shot.Path, body = fmt.Sprint("/rest/cases/", c["id"]), object{"loanNumber": fmt.Sprint("LN-", n)}
	case 1, 3, 5:
		shot.Path, body = fmt.Sprint("/rest/policies/", p["id"]), object{"policyNumber": fmt.Sprint("PN-", n)}
	case 7, 8:
		shot.Method, shot.Path, body = http.MethodPost, "/rest/cases", newCase(c)
	default:
		shot.Method, shot.Path, body = http.MethodPost, "/rest/policies", newPolicy(c)
	}
	shot.Keyed = shot.Method == http.MethodPost
	text, err := json.Marshal(body)
	shot.Body = string(text)
	return shot, err
}
