package main

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/storage"
)

// writers is how many clients write at the same time.
const writers = 16

// creationRow is the three creations, each with an idempotency key.
func creationRow(r *rig) {
	var rates []float64
	for _, noun := range []string{"cases", "documents", "policies"} {
		product, byHand := r.writes().creations(noun), r.writes().creations(noun)
		byHand.addr = r.byHand.addr
		got := r.fire("creating "+noun, product, byHand)
		rates = append(rates, ratio(got[0], got[1], rate))
	}
	r.atLeast("create case / document / policy ÷ by hand with the same SQL, 16 clients", 0.8, rates...)
}

// creations is a job that creates records of a noun, spread over the open cases. Each upload is named once.
func (c client) creations(noun string) job {
	j := c.job()
	j.conns, j.count = writers, c.settings.creations
	cases := c.openCases()
	var keys []string
	if noun == "documents" {
		keys = c.uploads(c.rounds * j.count)
	}
	for i := range c.rounds * j.count {
		of := cases[i%len(cases)]
		var body object
		switch noun {
		case "cases":
			body = newCase(of)
		case "policies":
			body = newPolicy(of)
		default:
			body = object{"docs": []any{object{"caseId": of["id"], "fileName": "evidence.pdf", "directUploadKey": keys[i]}}}
		}
		s := c.shot(http.MethodPost, "/rest/"+noun, body)
		s.keyed = true
		j.shots = append(j.shots, s)
	}
	return j
}

// openCases returns cases of the legacy model whose program has the product that newPolicy names.
func (c client) openCases() []object {
	insures := map[any]bool{}
	for _, p := range read[struct {
		Data []struct {
			ID           any
			ProductTypes []struct{ Key string }
		}
	}](c, "/rest/programs?limit=200").Data {
		insures[p.ID] = slices.ContainsFunc(p.ProductTypes, func(t struct{ Key string }) bool { return t.Key == "property" })
	}
	found := slices.DeleteFunc(c.records(list("cases")+"&status=OPEN", 0), func(c object) bool { return !insures[c["program"]] })
	if len(found) == 0 {
		check(errors.New("there is no open case of a program with the product property"))
	}
	return found
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
		"startDate": "2026-01-01T00:00:00.000Z", "endDate": inAYear(0), "premium": money("100.00"),
		"carrier": object{"name": "Beacon Example Insurance", "naicCode": "12345"},
		"limits":  []any{object{"kind": "total", "amount": money("500000.00")}},
	}
}

// inAYear is the time in a year and some days.
func inAYear(days int) string { return time.Now().AddDate(1, 0, days).UTC().Format(time.RFC3339) }

// uploads signs and uploads files, and returns their keys.
func (c client) uploads(n int) (keys []string) {
	progress("uploading %d files", n)
	batch := object{"docs": slices.Repeat([]object{{"fileName": "evidence.pdf"}}, 50)}
	for len(keys) < n {
		for _, signed := range post[[]struct{ SignedURL, DirectUploadKey string }](c, "/rest/documents/sign-urls", batch) {
			keys = append(keys, signed.DirectUploadKey)
			c.ask(shot{method: http.MethodPut, path: strings.TrimPrefix(signed.SignedURL, baseURL), body: "%PDF-1.7 bench"}, nil)
		}
	}
	return keys[:n]
}

// changeRow is three changes, without an idempotency key: of a case's loan number, a document's name and a policy's end,
// which makes a version and moves the notices. 64 records are changed in turn, each of a case of its own, so that none
// waits for another's case.
func changeRow(r *rig) {
	c := r.writes()
	cases := c.openCases()
	cases = cases[:min(64, len(cases))]
	var rates []float64
	for _, noun := range []struct {
		name string
		of   change
	}{{"cases", loanNumbers(cases)}, {"documents", c.documentNames(cases)}, {"policies", c.policyEnds(cases)}} {
		got := r.fire("changing "+noun.name, c.changes(2, 0, noun.of), c.at(r.byHand).changes(2, 1, noun.of))
		rates = append(rates, ratio(got[0], got[1], rate))
	}
	r.atLeast("PATCH of a case / document / policy with its version and notices ÷ by hand with the same SQL, 16 clients", 1, rates...)
}

// change is a request that changes something, as another one with each number.
type change func(number int) (path string, body object)

// changes is the job of one of so many servers. No two requests have the same number: one that says what is so already
// would write nothing.
func (c client) changes(servers, nth int, of change) job {
	j := c.job()
	j.conns, j.count = writers, 2*c.settings.creations
	for i := range c.rounds * j.count {
		path, body := of(servers*i + nth)
		j.shots = append(j.shots, c.shot(http.MethodPatch, path, body))
	}
	return j
}

// loanNumbers changes those of cases.
func loanNumbers(cases []object) change {
	return func(number int) (string, object) {
		id := cases[number/2%len(cases)]["id"]
		return fmt.Sprint("/rest/cases/", id), object{"loanNumber": fmt.Sprint("LN-", runName, number)}
	}
}

// documentNames changes those of documents, one of each case.
func (c client) documentNames(cases []object) change {
	var ids []any
	for _, of := range cases {
		for _, d := range read[struct{ Data []object }](c, fmt.Sprint("/rest/documents?limit=1&caseId=", of["id"])).Data {
			ids = append(ids, d["id"])
		}
	}
	return func(number int) (string, object) {
		name := object{"id": ids[number/2%len(ids)], "name": fmt.Sprint("Name ", runName, number)}
		return "/rest/documents", object{"docs": []object{name}}
	}
}

// policyEnds moves the ends of new policies, one of each case. An end is a day.
func (c client) policyEnds(cases []object) change {
	items := make([]object, len(cases))
	for i, of := range cases {
		items[i] = newPolicy(of)
	}
	made := post[[]object](c, "/rest/policies/batch", object{"items": items})
	return func(number int) (string, object) {
		return fmt.Sprint("/rest/policies/", made[number/2%len(made)]["id"]), object{"endDate": inAYear(1 + number)}
	}
}

// feedRow is what writes pay for the feed of events: changes of cases and creations of documents on two nodes with
// jobs, each with a database of its own. In the second one the trigger that notes events is switched off, so none gets
// a queue position.
func feedRow(r *rig) {
	var changes, creations []job
	for _, name := range []string{"feed_with", "feed_without"} {
		s := r.site(name, 200, 200)
		defer s.leave()
		changes = append(changes, s.changes(1, 0, loanNumbers(s.openCases())))
		creations = append(creations, s.creations("documents"))
	}
	r.exec("feed_without", "ALTER TABLE audit_events DISABLE TRIGGER note_inserted")
	changed := r.fire("changing cases with the feed and without", changes...)
	created := r.fire("creating documents with the feed and without", creations...)
	r.atMost("PATCH of a case / creation of a document, time with the feed ÷ without, 16 clients", 1.1,
		ratio(changed[1], changed[0], rate), ratio(created[1], created[0], rate))
}

// hotRow is single inserts into one portfolio by 16 connections, with and without the triggers that count records.
func hotRow(r *rig) {
	names := []string{"hot_with", "hot_without"}
	contenders := make([]contender, len(names))
	for i, name := range names {
		r.recreate(name)
		r.load(name, "Bench Hot", 10, 0)
		contenders[i] = func(int) result { return r.inserts(name) }
	}
	r.exec("hot_without", "ALTER TABLE documents DISABLE TRIGGER USER")
	got := r.alternate("a hot portfolio", contenders...)
	r.atLeast("hot portfolio, inserts by 16 writers ÷ without counters", 0.6, ratio(got[0], got[1], rate))
}

// inserts adds copies of a database's first document during a round.
func (r *rig) inserts(database string) result {
	config := must(pgxpool.ParseConfig(r.server.DSN(database)))
	config.MaxConns = writers
	pool := must(pgxpool.NewWithConfig(r.ctx, config))
	defer pool.Close()
	var count atomic.Int64
	begun := time.Now()
	group, ctx := errgroup.WithContext(r.ctx)
	for range writers {
		group.Go(func() (err error) {
			for err == nil && time.Since(begun) < r.round {
				_, err = pool.Exec(ctx, `INSERT INTO documents (portfolio_id, id, case_id, category_id, file_name, file_type, name,
						versions, blob_key, created_at, updated_at)
					SELECT portfolio_id, $1, case_id, category_id, file_name, file_type, name, versions, blob_key, created_at, updated_at
					FROM documents ORDER BY portfolio_id, id LIMIT 1`, [16]byte(storage.NewID()))
				count.Add(1)
			}
			return err
		})
	}
	check(group.Wait())
	return result{requests: int(count.Load()), seconds: time.Since(begun).Seconds()}
}
