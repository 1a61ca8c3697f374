package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

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
		for _, to := range []*process{r.product, r.byHand} {
			bodies, err := r.bodies(ctx, cases, noun.body)
			if err != nil {
				return err
			}
			jobs = append(jobs, fire.Job{
				Addr: to.addr, Method: http.MethodPost, Paths: []string{"/rest/" + noun.name}, Bodies: bodies, Token: r.data.Writes,
				Keyed: true, Conns: writers, Count: r.creations,
			})
		}
		results, err := r.fire(ctx, "creating "+noun.name, jobs...)
		if err != nil {
			return err
		}
		rates = append(rates, ratio(results[0], results[1], rate))
	}
	t.atLeast("create case / document / policy ÷ by hand with the same SQL, 16 clients", 0.8, rates...)
	return nil
}

// openCases returns cases of the legacy model, which have everything that a creation refers to.
func (r *rig) openCases(ctx context.Context) ([]object, error) {
	var page struct{ Data []object }
	if _, err := r.ask(ctx, http.MethodGet, "/rest/cases?limit=200&status=OPEN", r.data.Writes, "", &page); err != nil {
		return nil, err
	}
	found := slices.DeleteFunc(page.Data, func(c object) bool { return c["program"] == nil })
	if len(found) == 0 {
		return nil, errors.New("there is no open case with a program")
	}
	return found, nil
}

// bodies returns a body for each creation of all rounds, spread over the cases. Each upload is named once.
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
		"program": like["program"], "status": "OPEN", "loanNumber": "LN-1", "loanAmount": money("1250000.00"),
		"maturityDate": "2035-06-30T00:00:00.000Z", "insureds": like["insureds"],
		"mortgageeClauses": like["mortgageeClauses"], "insuranceContacts": like["insuranceContacts"],
	}
}

func newPolicy(of object) object {
	return object{
		"caseId": of["id"], "productType": "property", "policyNumber": "P-1", "insureds": of["insureds"],
		"startDate": "2026-01-01T00:00:00.000Z", "endDate": time.Now().AddDate(1, 0, 0).UTC().Format(time.RFC3339),
		"premium": money("100.00"), "carrier": object{"name": "Beacon Example Insurance", "naicCode": "12345"},
		"limits": []any{object{"kind": "total", "amount": money("500000.00")}},
	}
}

const uploadMark = "UPLOAD"

func newDocument(of object) object {
	return object{"docs": []any{object{"caseId": of["id"], "fileName": "evidence.pdf", "directUploadKey": uploadMark}}}
}

// uploads signs and uploads files through the product, and returns their keys.
func (r *rig) uploads(ctx context.Context, n int) (keys []string, err error) {
	const batch = 50
	body, err := json.Marshal(object{"docs": slices.Repeat([]object{{"fileName": "evidence.pdf"}}, batch)})
	if err != nil {
		return nil, err
	}
	for len(keys) < n {
		var signed []struct{ SignedURL, DirectUploadKey string }
		_, err := r.ask(ctx, http.MethodPost, "/rest/documents/sign-urls", r.data.Writes, string(body), &signed)
		if err != nil {
			return nil, err
		}
		for _, s := range signed {
			keys = append(keys, s.DirectUploadKey)
			path := strings.TrimPrefix(s.SignedURL, baseURL)
			if _, err := r.ask(ctx, http.MethodPut, path, "", "%PDF-1.7 bench", nil); err != nil {
				return nil, err
			}
		}
	}
	return keys[:n], nil
}
