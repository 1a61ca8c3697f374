package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/cmd/bench/fire"
)

// writers is how many clients create at the same time.
const writers = 16

type object map[string]any

// creationRow is the three creations, each with an idempotency key.
func creationRow(ctx context.Context, r *rig, t *table) error {
	cases, err := r.openCases(ctx)
	if err != nil {
		return err
	}
	var rates []float64
	for _, noun := range []struct {
		name string
		body func(c object) object
	}{{"cases", newCase}, {"documents", newDocument}, {"policies", newPolicy}} {
		var jobs []fire.Job
		for _, to := range []*process{r.product, r.measure} {
			job := fire.Job{
				Addr: to.addr, Method: http.MethodPost, Paths: []string{"/rest/" + noun.name}, Token: r.data.Writes, Keyed: true, Conns: writers, Count: r.creations,
			}
			if job.Bodies, err = r.bodies(ctx, cases, noun.body); err != nil {
				return err
			}
			jobs = append(jobs, job)
		}
		results, err := r.alternate("creating "+noun.name, jobs...)
		if err != nil {
			return err
		}
		rates = append(rates, ratio(results[0], results[1], rate))
	}
	t.atLeast("create case / document / policy ÷ by hand with the same SQL, 16 clients", 0.8, rates...)
	return nil
}

// openCases are cases of the legacy model with everything that a creation names.
func (r *rig) openCases(ctx context.Context) (found []object, err error) {
	var page struct{ Data []object }
	if _, err := r.read(ctx, r.data.Writes, "/rest/cases?limit=200&status=OPEN", &page); err != nil {
		return nil, err
	}
	for _, c := range page.Data {
		if c["program"] != nil {
			found = append(found, c)
		}
	}
	if len(found) == 0 {
		return nil, errors.New("there is no open case with a program")
	}
	return found, nil
}

// bodies are as many as all rounds need, spread over the cases. One that names an upload gets one of its own.
func (r *rig) bodies(ctx context.Context, cases []object, body func(object) object) ([]string, error) {
	all := make([]string, r.rounds*r.creations)
	for i := range all {
		text, err := json.Marshal(body(cases[i%len(cases)]))
		if err != nil {
			return nil, err
		}
		all[i] = string(text)
	}
	if !strings.Contains(all[0], uploadMark) {
		return all, nil
	}
	progress("uploading %d files", len(all))
	keys, err := r.uploads(ctx, len(all))
	for i := range keys {
		all[i] = strings.Replace(all[i], uploadMark, keys[i], 1)
	}
	return all, err
}

func money(amount string) object { return object{"amount": amount, "currency": "USD"} }

func newCase(like object) object {
	return object{
		"program": like["program"], "status": "OPEN", "loanNumber": "LN-1", "loanAmount": money("1250000.00"), "maturityDate": "2035-06-30T00:00:00.000Z",
		"insureds": like["insureds"], "mortgageeClauses": like["mortgageeClauses"], "insuranceContacts": like["insuranceContacts"],
	}
}

func newPolicy(of object) object {
	return object{
		"caseId": of["id"], "productType": "property", "policyNumber": "P-1", "insureds": of["insureds"], "startDate": "2026-01-01T00:00:00.000Z",
		"endDate": time.Now().AddDate(1, 0, 0).UTC().Format(time.RFC3339), "premium": money("100.00"),
		"carrier": object{"name": "Beacon Example Insurance", "naicCode": "12345"},
		"limits":  []any{object{"kind": "total", "amount": money("500000.00")}},
	}
}

const uploadMark = "UPLOAD"

func newDocument(of object) object {
	return object{"docs": []any{object{"caseId": of["id"], "fileName": "evidence.pdf", "directUploadKey": uploadMark}}}
}

// uploads signs and uploads files through the product, and answers their keys.
func (r *rig) uploads(ctx context.Context, n int) (keys []string, err error) {
	const batch = 50
	docs := make([]object, batch)
	for i := range docs {
		docs[i] = object{"fileName": "evidence.pdf"}
	}
	body, err := json.Marshal(object{"docs": docs})
	if err != nil {
		return nil, err
	}
	for len(keys) < n {
		var signed []struct{ SignedURL, DirectUploadKey string }
		if _, err := r.send(ctx, http.MethodPost, "http://"+r.product.addr+"/rest/documents/sign-urls", r.data.Writes, string(body), &signed); err != nil {
			return nil, err
		}
		group, ctx := errgroup.WithContext(ctx)
		for _, s := range signed {
			keys = append(keys, s.DirectUploadKey)
			group.Go(func() error {
				address := strings.Replace(s.SignedURL, baseURL, "http://"+r.product.addr, 1)
				_, err := r.send(ctx, http.MethodPut, address, "", "%PDF-1.7 bench", nil)
				return err
			})
		}
		if err := group.Wait(); err != nil {
			return nil, fmt.Errorf("upload: %w", err)
		}
	}
	return keys[:n], nil
}
