package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/covertrack/covertrack/cmd/bench/fire"
	"github.com/covertrack/covertrack/cmd/bench/limit"
)

const listPath = "/rest/documents?limit=50"

var clients = []int{1, 16, 64}

func (r *rig) get(to *process, token string, paths ...string) fire.Job {
	return fire.Job{Addr: to.addr, Method: http.MethodGet, Paths: paths, Token: token, Conns: 1, For: r.round}
}

// byClients runs the jobs with each number of clients. It returns the first job's rates and p99s divided by each other
// job's.
func (r *rig) byClients(ctx context.Context, what string, jobs ...fire.Job) (rates, tails [][]float64, err error) {
	rates, tails = make([][]float64, len(jobs)), make([][]float64, len(jobs))
	for _, n := range clients {
		for i := range jobs {
			jobs[i].Conns = n
		}
		results, err := r.fire(ctx, fmt.Sprintf("%s, %d clients", what, n), jobs...)
		if err != nil {
			return nil, nil, err
		}
		for i, other := range results {
			rates[i] = append(rates[i], ratio(results[0], other, rate))
			tails[i] = append(tails[i], ratio(results[0], other, p99))
		}
	}
	return rates[1:], tails[1:], nil
}

// listRows compare the list of documents with both that are written by hand.
func listRows(ctx context.Context, r *rig, t *table) error {
	if !r.wantsNoun("documents") {
		return nil
	}
	rates, tails, err := r.byClients(ctx, "list of 50", r.get(r.product, r.data.Big, listPath),
		r.get(r.byHand, r.data.Big, listPath), r.get(r.byHand, r.data.Big, "/append"+listPath))
	if err != nil {
		return err
	}
	t.atLeast("list of 50, requests a second ÷ LIMIT, 1 / 16 / 64 clients", 1.1, rates[0]...)
	t.atLeast("list of 50 ÷ LIMIT with an append encoder, 1 / 16 / 64 clients", 0.9, rates[1]...)
	t.atMost("list of 50, p99 ÷ LIMIT's p99, 1 / 16 / 64 clients", 1.2, tails[0]...)
	t.atLeast("list of 50 documents, the target of the second round", 1.4, rates[0]...)
	return nil
}

func getRow(ctx context.Context, r *rig, t *table) error {
	if !r.wantsNoun("documents") {
		return nil
	}
	paths, err := r.some(ctx, "/rest/documents")
	if err != nil {
		return err
	}
	rates, tails, err := r.byClients(ctx, "get by id", r.get(r.product, r.data.Big, paths...),
		r.get(r.byHand, r.data.Big, paths...))
	if err != nil {
		return err
	}
	t.atLeast("get by id ÷ LIMIT, 1 / 16 / 64 clients", 0.9, rates[0]...)
	t.atMost("get by id, p99 ÷ LIMIT's p99, 1 / 16 / 64 clients", 1.2, tails[0]...)
	t.atLeast("get by id, documents, the target of the second round", 1, rates[0]...)
	return nil
}

// pageRows are the cost of a portfolio's size and of a page's depth, as medians of one client's latency.
func pageRows(ctx context.Context, r *rig, t *table) error {
	deep := r.documents * 9 / 10
	header, err := r.ask(ctx, http.MethodGet, fmt.Sprintf("%s&offset=%d", listPath, deep-50), r.data.Big, "", nil)
	if err != nil {
		return err
	}
	cursor, err := nextPath(header)
	if err != nil {
		return err
	}
	results, err := r.fire(ctx, "first and deep pages", r.get(r.product, r.data.Big, listPath),
		r.get(r.product, r.data.Small, listPath), r.get(r.product, r.data.Big, cursor),
		r.get(r.product, r.data.Big, fmt.Sprintf("%s&offset=%d", listPath, deep)))
	if err != nil {
		return err
	}
	t.atMost(fmt.Sprintf("first page with exact total, %d ÷ 1000 documents", r.documents), 1.2, ratio(results[0], results[1], p50))
	t.atMost(fmt.Sprintf("page %d deep ÷ first page, by cursor", deep), 1.2, ratio(results[2], results[0], p50))
	t.atMost(fmt.Sprintf("page %d deep ÷ first page, by offset", deep), 5, ratio(results[3], results[0], p50))
	return nil
}

var nextLink = regexp.MustCompile(`<([^>]+)>; rel="next"`)

func nextPath(header http.Header) (string, error) {
	found := nextLink.FindStringSubmatch(strings.Join(header.Values("Link"), ","))
	if found == nil {
		return "", errors.New("a page has no next one")
	}
	next, err := url.Parse(found[1])
	return next.RequestURI(), err
}

// nestedRow is a query of three levels below 50 cases.
func nestedRow(ctx context.Context, r *rig, t *table) error {
	body, err := json.Marshal(map[string]string{"query": limit.NestedQuery})
	if err != nil {
		return err
	}
	job := fire.Job{
		Addr: r.product.addr, Method: http.MethodPost, Paths: []string{"/graphql"}, Bodies: []string{string(body)},
		Token: r.data.Big, Conns: 1, For: r.round,
	}
	byHand := job
	byHand.Addr = r.byHand.addr
	results, err := r.fire(ctx, "nested query", job, byHand)
	if err != nil {
		return err
	}
	t.atMost("cases → policies → versions → perilsByAsset of 50 cases, time ÷ LIMIT's", 1.2, ratio(results[0], results[1], p50))
	statements, err := r.statements(ctx, job)
	t.add("the same, statements", strconv.Itoa(statements), "≤ 6", statements <= 6)
	return err
}

// statements counts the SQL statements of a query: each of them takes a connection from the pool once.
func (r *rig) statements(ctx context.Context, job fire.Job) (int, error) {
	job.Count = 50
	before, err := r.acquires(ctx)
	if err != nil {
		return 0, err
	}
	if _, err := fire.Run(ctx, job); err != nil {
		return 0, err
	}
	after, err := r.acquires(ctx)
	return int((after-before)/float64(job.Count) + 0.5), err
}

var acquires = regexp.MustCompile(`(?m)^covertrack_pool_acquires_total(?:\{[^}]*\})? (\S+)$`)

func (r *rig) acquires(ctx context.Context) (sum float64, err error) {
	var metrics []byte
	if _, err := r.ask(ctx, http.MethodGet, "/metrics", "", "", &metrics); err != nil {
		return 0, err
	}
	for _, found := range acquires.FindAllSubmatch(metrics, -1) {
		value, err2 := strconv.ParseFloat(string(found[1]), 64)
		sum, err = sum+value, errors.Join(err, err2)
	}
	return sum, err
}

// ask sends one request to the product and returns the answer's header. The answer's body is decoded into a value, or
// copied into a *[]byte. Without a token, the request's body is a file.
func (r *rig) ask(ctx context.Context, method, path, token, body string, into any) (http.Header, error) {
	request, err := http.NewRequestWithContext(ctx, method, "http://"+r.product.addr+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/pdf")
	if token != "" {
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if answer.StatusCode >= 300 {
		return nil, fmt.Errorf("%s %s: %s: %.300s", method, path, answer.Status, text)
	}
	switch to := into.(type) {
	case nil:
	case *[]byte:
		*to = text
	default:
		err = errors.Join(err, json.Unmarshal(text, into))
	}
	return answer.Header, err
}
