package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/covertrack/covertrack/cmd/bench/fire"
)

// feedRow is what writes pay for the feed of events: changes of cases and creations of documents on two nodes with
// jobs, each with a database of its own. In the second one the trigger that notes events is switched off, so none gets
// a place.
func feedRow(ctx context.Context, r *rig, t *table) (err error) {
	with, err := r.site(ctx, "feed_with", 200, 200)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, with.product.stop()) }()
	without, err := r.site(ctx, "feed_without", 200, 200, "ALTER TABLE audit_events DISABLE TRIGGER note_inserted")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, without.product.stop()) }()
	var times []float64
	for _, write := range []struct {
		what string
		job  func(*rig, context.Context) (fire.Job, error)
	}{{"changing cases", (*rig).caseChanges}, {"creating documents", (*rig).documentCreations}} {
		var jobs []fire.Job
		for _, site := range []*rig{with, without} {
			job, err := write.job(site, ctx)
			if err != nil {
				return err
			}
			jobs = append(jobs, job)
		}
		results, err := r.fire(ctx, write.what+" with the feed and without", jobs...)
		if err != nil {
			return err
		}
		times = append(times, ratio(results[1], results[0], rate))
	}
	t.atMost("PATCH of a case / creation of a document, time with the feed ÷ without, 16 clients", 1.1, times...)
	return nil
}

// caseChanges gives cases other loan numbers.
func (r *rig) caseChanges(ctx context.Context) (fire.Job, error) {
	cases, err := r.openCases(ctx)
	if err != nil {
		return fire.Job{}, err
	}
	job := fire.Job{
		Addr: r.product.addr, Method: http.MethodPatch, Token: r.data.Writes, Conns: writers, Count: 4 * r.creations,
	}
	for _, c := range cases {
		job.Paths = append(job.Paths, fmt.Sprint("/rest/cases/", c["id"]))
	}
	for i := range r.rounds * job.Count {
		job.Bodies = append(job.Bodies, fmt.Sprintf(`{"loanNumber":"LN-%d"}`, i))
	}
	return job, nil
}

// documentCreations makes documents of files that are uploaded.
func (r *rig) documentCreations(ctx context.Context) (fire.Job, error) {
	cases, err := r.openCases(ctx)
	if err != nil {
		return fire.Job{}, err
	}
	bodies, err := r.bodies(ctx, cases, newDocument)
	return fire.Job{
		Addr: r.product.addr, Method: http.MethodPost, Paths: []string{"/rest/documents"}, Bodies: bodies,
		Token: r.data.Writes, Keyed: true, Conns: writers, Count: r.creations,
	}, err
}
