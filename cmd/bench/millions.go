package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"

	"github.com/covertrack/covertrack/cmd/bench/fire"
)

// measureMillions is the take millions: what a portfolio costs beside many others, and what the big one among them does,
// compared with a portfolio that is alone in its database. It prints a table of its own.
func measureMillions(ctx context.Context, s settings) (err error) {
	m := &millionsRig{rig: &rig{settings: s}}
	s.documents = m.big() // of the one portfolio that the circumstances tell of
	s.cases = s.documents / documentsPerCase
	t := newTable(s)
	defer func() { err = errors.Join(err, m.close()) }()
	if err := m.start(ctx); err != nil {
		return err
	}
	if t.postgres, err = m.version(ctx, oneAlone); err != nil {
		return err
	}
	if err := m.rows(ctx, t); err != nil {
		return err
	}
	t.print(os.Stdout)
	return nil
}

// rows are those of a portfolio of the usual size, and of the big one.
func (m *millionsRig) rows(ctx context.Context, t *table) error {
	if err := m.compare(ctx, t, m.each(), m.tokens.Middle); err != nil {
		return err
	}
	return m.compare(ctx, t, m.big(), m.tokens.Big)
}

// compare adds the row of a portfolio among many: the latency of one client divided by that of the portfolio that is
// alone.
func (m *millionsRig) compare(ctx context.Context, t *table, size int, token string) error {
	var ratios []float64
	for _, kind := range []struct {
		name string
		job  func(*rig, context.Context) (fire.Job, error)
	}{
		{"first page", (*rig).firstPage}, {"page of a case", (*rig).pageOfCase}, {"get", (*rig).someGets},
		{"creation", (*rig).oneByOne},
	} {
		var jobs []fire.Job
		for _, of := range []*rig{m.portfolioOf(m.together, token), m.portfolioOf(m.alone, m.tokens.Alone)} {
			job, err := kind.job(of, ctx)
			if err != nil {
				return err
			}
			jobs = append(jobs, job)
		}
		results, err := m.fire(ctx, fmt.Sprintf("%s of %d among %d", kind.name, size, m.millions), jobs...)
		if err != nil {
			return err
		}
		ratios = append(ratios, ratio(results[0], results[1], p50))
	}
	t.atMost(fmt.Sprintf("%d documents among %d of %d portfolios ÷ %d alone: first page / page of a case / get / creation",
		size, m.millions, m.portfolios, m.each()), 1.3, ratios...)
	return nil
}

// firstPage, pageOfCase, someGets and oneByOne are the jobs on one portfolio, by one client.
func (r *rig) firstPage(context.Context) (fire.Job, error) {
	return r.get(r.product, r.data.Writes, listPath), nil
}

func (r *rig) pageOfCase(ctx context.Context) (fire.Job, error) {
	documents, err := r.someDocuments(ctx)
	if err != nil {
		return fire.Job{}, err
	}
	return r.get(r.product, r.data.Writes, listPath+"&caseId="+documents[0].CaseID), nil
}

func (r *rig) someGets(ctx context.Context) (fire.Job, error) {
	documents, err := r.someDocuments(ctx)
	job := r.get(r.product, r.data.Writes)
	for _, d := range documents {
		job.Paths = append(job.Paths, "/rest/documents/"+d.ID)
	}
	return job, err
}

type caseDocument struct{ ID, CaseID string }

// someDocuments are some from the middle of the portfolio.
func (r *rig) someDocuments(ctx context.Context) ([]caseDocument, error) {
	var page struct {
		Data []caseDocument
		Meta struct{ Total int }
	}
	if _, err := r.ask(ctx, http.MethodGet, "/rest/documents?limit=1", r.data.Writes, "", &page); err != nil {
		return nil, err
	}
	path := fmt.Sprintf("/rest/documents?limit=200&offset=%d", page.Meta.Total/2)
	_, err := r.ask(ctx, http.MethodGet, path, r.data.Writes, "", &page)
	if err == nil && len(page.Data) == 0 {
		err = errors.New("the portfolio has no documents")
	}
	return page.Data, err
}

func (r *rig) oneByOne(ctx context.Context) (fire.Job, error) {
	documents, err := r.someDocuments(ctx)
	if err != nil {
		return fire.Job{}, err
	}
	job := fire.Job{
		Addr: r.product.addr, Method: http.MethodPost, Paths: []string{"/rest/documents"}, Token: r.data.Writes,
		Keyed: true, Conns: 1, Count: r.creations / 2,
	}
	progress("uploading %d files", r.rounds*job.Count)
	keys, err := r.uploads(ctx, r.rounds*job.Count)
	for i, key := range keys {
		text, err := json.Marshal(object{"docs": []any{object{
			"caseId": documents[i%len(documents)].CaseID, "fileName": "evidence.pdf", "directUploadKey": key,
		}}})
		if err != nil {
			return job, err
		}
		job.Bodies = append(job.Bodies, string(text))
	}
	return job, err
}
