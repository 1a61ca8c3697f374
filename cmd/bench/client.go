package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// object is a JSON object.
type object = map[string]any

// client sends requests to a server, with the token of a portfolio.
type client struct {
	*rig
	to    *process
	token string
}

// at is the same portfolio's client on another server.
func (c client) at(p *process) client { return client{c.rig, p, c.token} }

// shot returns a request; a body that is not nil is sent as JSON.
func (c client) shot(method, path string, body any) shot {
	s := shot{method: method, path: path, token: c.token}
	if body != nil {
		s.body = string(must(json.Marshal(body)))
	}
	return s
}

// job returns a job of one connection.
func (c client) job(shots ...shot) job {
	return job{addr: c.to.addr, shots: shots, conns: 1, lasts: c.round}
}

// gets returns a job that reads paths in turn.
func (c client) gets(paths ...string) job {
	shots := make([]shot, len(paths))
	for i, path := range paths {
		shots[i] = c.shot(http.MethodGet, path, nil)
	}
	return c.job(shots...)
}

// read decodes what a path answers.
func read[T any](c client, path string) (into T) {
	c.ask(c.shot(http.MethodGet, path, nil), &into)
	return into
}

// post creates records and returns the answer.
func post[T any](c client, path string, body any) (into T) {
	c.ask(c.shot(http.MethodPost, path, body), &into)
	return into
}

// list returns the path of a noun's first page.
func list(noun string) string { return "/rest/" + noun + "?limit=50" }

// page returns the path of another page of a list.
func page(list string, limit, offset int) string {
	return strings.Replace(list, "limit=50", fmt.Sprintf("limit=%d&offset=%d", limit, offset), 1)
}

// records returns up to 200 of a list, from a part of it on: 0.5 is the middle. It ends the run if there are none.
func (c client) records(list string, part float64) []object {
	from := int(float64(c.total(list)) * part)
	found := read[struct{ Data []object }](c, page(list, 200, from)).Data
	if len(found) == 0 {
		check(fmt.Errorf("%s has no records", list))
	}
	return found
}

// total returns how many records a list has.
func (c client) total(list string) int {
	return read[struct{ Meta struct{ Total int } }](c, page(list, 0, 0)).Meta.Total
}

// paths returns the paths of some records of a noun.
func (c client) paths(noun string, part float64) []string {
	records := c.records(list(noun), part)
	paths := make([]string, len(records))
	for i, record := range records {
		paths[i] = fmt.Sprint("/rest/", noun, "/", record["id"])
	}
	return paths
}

// ask sends one request and returns the answer's header. The answer's body is decoded into a value, unless that is nil.
// Without a token, the request's body is a file.
func (c client) ask(s shot, into any) http.Header {
	request := must(http.NewRequestWithContext(c.ctx, s.method, "http://"+c.to.addr+s.path, strings.NewReader(s.body)))
	request.Header.Set("Content-Type", "application/pdf")
	if s.token != "" {
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Authorization", "Bearer "+s.token)
	}
	answer, err := http.DefaultClient.Do(request)
	check(err)
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if answer.StatusCode >= 300 {
		err = errors.Join(err, fmt.Errorf("%s %s: %s: %.300s", s.method, s.path, answer.Status, text))
	} else if raw, ok := into.(*[]byte); ok {
		*raw = text
	} else if into != nil {
		err = errors.Join(err, json.Unmarshal(text, into))
	}
	check(err)
	return answer.Header
}

// metric returns one of a server's metrics, the sum of all its labels.
func (r *rig) metric(of *process, name string) float64 {
	return metricIn(read[[]byte](client{r, of, ""}, "/metrics"), name)
}

func metricIn(text []byte, name string) (sum float64) {
	samples := regexp.MustCompile(`(?m)^`+name+`(?:\{[^}]*\})? (\S+)$`).FindAllSubmatch(text, -1)
	if len(samples) == 0 {
		check(fmt.Errorf("the metrics have no %s", name))
	}
	for _, sample := range samples {
		sum += must(strconv.ParseFloat(string(sample[1]), 64))
	}
	return sum
}
