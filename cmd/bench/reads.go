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

// deep is how far behind the first page the deep one is, of a million.
const deep = 0.9

var clients = []int{1, 16, 64}

func (r *rig) get(to *process, conns int, token string, paths ...string) fire.Job {
	return fire.Job{Addr: to.addr, Method: http.MethodGet, Paths: paths, Token: token, Conns: conns, For: r.round}
}

// listRows are the list against both hand-written ones.
func listRows(_ context.Context, r *rig, t *table) error {
	var byJSON, byAppend, tails []float64
	for _, c := range clients {
		results, err := r.alternate(fmt.Sprintf("list of 50, %d clients", c), r.get(r.product, c, r.data.Big, listPath),
			r.get(r.measure, c, r.data.Big, listPath), r.get(r.measure, c, r.data.Big, "/append"+listPath))
		if err != nil {
			return err
		}
		byJSON = append(byJSON, ratio(results[0], results[1], rate))
		byAppend = append(byAppend, ratio(results[0], results[2], rate))
		tails = append(tails, ratio(results[0], results[1], p99))
	}
	t.atLeast("list of 50, requests a second ÷ LIMIT, 1 / 16 / 64 clients", 1.1, byJSON...)
	t.atLeast("list of 50 ÷ LIMIT with an append encoder, 1 / 16 / 64 clients", 0.9, byAppend...)
	t.atMost("list of 50, p99 ÷ LIMIT's p99, 1 / 16 / 64 clients", 1.2, tails...)
	return nil
}

func getRow(ctx context.Context, r *rig, t *table) error {
	var page struct{ Data []struct{ ID string } }
	if _, err := r.read(ctx, r.data.Big, "/rest/documents?limit=200&offset="+strconv.Itoa(r.documents/3), &page); err != nil {
		return err
	}
	var paths []string
	for _, d := range page.Data {
		paths = append(paths, "/rest/documents/"+d.ID)
	}
	var rates, tails []float64
	for _, c := range clients {
		results, err := r.alternate(fmt.Sprintf("get by id, %d clients", c), r.get(r.product, c, r.data.Big, paths...), r.get(r.measure, c, r.data.Big, paths...))
		if err != nil {
			return err
		}
		rates, tails = append(rates, ratio(results[0], results[1], rate)), append(tails, ratio(results[0], results[1], p99))
	}
	t.atLeast("get by id ÷ LIMIT, 1 / 16 / 64 clients", 0.9, rates...)
	t.atMost("get by id, p99 ÷ LIMIT's p99, 1 / 16 / 64 clients", 1.2, tails...)
	return nil
}

// pageRows are what the size of a portfolio and the depth of a page cost: one client, medians of the latency.
func pageRows(ctx context.Context, r *rig, t *table) error {
	behind := int(deep * float64(r.documents))
	header, err := r.read(ctx, r.data.Big, fmt.Sprintf("/rest/documents?limit=50&offset=%d", behind-50), nil)
	if err != nil {
		return err
	}
	cursor, err := nextPath(header)
	if err != nil {
		return err
	}
	job := func(token, path string) fire.Job { return r.get(r.product, 1, token, path) }
	results, err := r.alternate("first and deep pages", job(r.data.Big, listPath), job(r.data.Small, listPath), job(r.data.Big, cursor),
		job(r.data.Big, fmt.Sprintf("%s&offset=%d", listPath, behind)))
	if err != nil {
		return err
	}
	t.atMost(fmt.Sprintf("first page with exact total, %d ÷ 1000 documents", r.documents), 1.2, ratio(results[0], results[1], p50))
	t.atMost(fmt.Sprintf("page %d deep ÷ first page, by cursor", behind), 1.2, ratio(results[2], results[0], p50))
	t.atMost(fmt.Sprintf("page %d deep ÷ first page, by offset", behind), 5, ratio(results[3], results[0], p50))
	return nil
}

var nextLink = regexp.MustCompile(`<([^>]+)>; rel="next"`)

func nextPath(header http.Header) (string, error) {
	for _, link := range header.Values("Link") {
		if found := nextLink.FindStringSubmatch(link); found != nil {
			next, err := url.Parse(found[1])
			return next.RequestURI(), err
		}
	}
	return "", errors.New("a page has no next one")
}

// nestedRow is the query of three levels below fifty cases.
func nestedRow(ctx context.Context, r *rig, t *table) error {
	body, err := json.Marshal(map[string]string{"query": limit.NestedQuery})
	if err != nil {
		return err
	}
	job := func(to *process) fire.Job {
		return fire.Job{
			Addr: to.addr, Method: http.MethodPost, Paths: []string{"/graphql"}, Bodies: []string{string(body)}, Token: r.data.Big, Conns: 1, For: r.round,
		}
	}
	results, err := r.alternate("nested query", job(r.product), job(r.measure))
	if err != nil {
		return err
	}
	t.atMost("cases → policies → versions → perilsByAsset of 50 cases, time ÷ LIMIT's", 1.2, ratio(results[0], results[1], p50))
	statements, err := r.statements(ctx, job(r.product))
	t.add("the same, statements", strconv.Itoa(statements), "≤ 6", statements <= 6)
	return err
}

// statements is how many statements a query takes: each asks the pool for a connection.
func (r *rig) statements(ctx context.Context, job fire.Job) (int, error) {
	const queries = 50
	before, err := r.acquires(ctx)
	if err != nil {
		return 0, err
	}
	job.Count = queries
	if _, err := r.fire(job); err != nil {
		return 0, err
	}
	after, err := r.acquires(ctx)
	return int((after-before)/queries + 0.5), err
}

var acquires = regexp.MustCompile(`(?m)^covertrack_pool_acquires_total(?:\{[^}]*\})? (\S+)$`)

func (r *rig) acquires(ctx context.Context) (sum float64, err error) {
	var metrics string
	if _, err := r.read(ctx, "", "/metrics", &metrics); err != nil {
		return 0, err
	}
	for _, found := range acquires.FindAllStringSubmatch(metrics, -1) {
		value, err := strconv.ParseFloat(found[1], 64)
		if err != nil {
			return 0, err
		}
		sum += value
	}
	return sum, nil
}

// read asks the product once; the answer's body goes into a string, or is decoded. It answers the header.
func (r *rig) read(ctx context.Context, token, path string, into any) (http.Header, error) {
	return r.send(ctx, http.MethodGet, "http://"+r.product.addr+path, token, "", into)
}

func (r *rig) send(ctx context.Context, method, url, token, body string, into any) (http.Header, error) {
	request, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
		request.Header.Set("Content-Type", "application/json")
	} else if body != "" {
		request.Header.Set("Content-Type", "application/pdf")
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	switch to := into.(type) {
	case *string:
		*to = string(text)
	case nil:
	default:
		err = errors.Join(err, json.Unmarshal(text, into))
	}
	if answer.StatusCode >= 300 {
		return nil, fmt.Errorf("%s %s: %s: %.300s", method, url, answer.Status, text)
	}
	return answer.Header, err
}
