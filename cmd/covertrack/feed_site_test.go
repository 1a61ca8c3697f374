//go:build program

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// feedSite is a database with a streaming replica and two nodes, whose portfolio has a feed: the first node reads from
// the replica, the other one speaks to the primary through a PgBouncer in transaction mode.
type feedSite struct {
	primary, replica *cluster
	dsn              string // of the primary
	args             [2][]string
	nodes            [2]*server
	urls             [2]atomic.Pointer[string]
	client           *http.Client
	writer, reader   string   // tokens of the portfolio; the second one never writes
	cases            []string // that are changed again and again

	next    atomic.Int64 // makes values that no other write has
	written atomic.Int64 // events that were acknowledged
	refused atomic.Int64 // writes without success

	mu           sync.Mutex
	acknowledged map[string]time.Time // when, by loan number; nil to keep none
}

// manyConnections lets 16 writers of one organization, which has half of a pool, wait before their commits.
const manyConnections = "&pool_max_conns=40"

func newFeedSite(t *testing.T, cases int) *feedSite {
	t.Helper()
	x := &feedSite{primary: newCluster(t), client: &http.Client{
		Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64},
	}}
	t.Cleanup(x.client.CloseIdleConnections)
	x.dsn = x.primary.database(t, "covertrack")
	line(t, on(x.dsn), "migrate", "up")
	org := line(t, on(x.dsn), "org", "create", "--name", "Acme", "--lender", "Acme Bank", "--plan", "full")
	x.writer = line(t, on(x.dsn), "token", "create", "--org", org, "--mode", "test")
	x.reader = line(t, on(x.dsn), "token", "create", "--org", org, "--mode", "test", "--scope", "read")
	x.replica = newReplica(t, x.primary)
	store := []string{"--blob-url", filesOf(x.dsn)}
	x.args = [2][]string{
		append([]string{x.dsn + manyConnections, "--replica-urls", x.replica.server.DSN("covertrack"), "--replica-max-lag", "1h"}, store...),
		append([]string{newBouncerOf(t, x.dsn, 20) + manyConnections, "--direct-url", x.dsn}, store...),
	}
	for i := range x.nodes {
		x.startNode(t, i)
	}
	program := x.nodes[0].graphQL(t, x.writer,
		`mutation { it: createProgram(input: {name: "P", productTypes: [{key: "property", name: "Property"}]}) { id } }`)
	for range cases {
		loan := x.nodes[0].create(t, x.writer, "/rest/cases", fmt.Sprintf(`{"status":"OPEN","program":%q}`, program))
		x.cases = append(x.cases, loan)
	}
	return x
}

func (x *feedSite) startNode(t *testing.T, i int) {
	t.Helper()
	x.nodes[i] = nodeOn(t, x.args[i][0], x.args[i][1:]...)
	x.urls[i].Store(&x.nodes[i].url)
}

// kill ends a node by SIGKILL and starts it again after a while.
func (x *feedSite) kill(t *testing.T, i int, away time.Duration) {
	t.Helper()
	require.NoError(t, x.nodes[i].Process.Kill())
	require.Equal(t, -1, x.nodes[i].ended(t))
	time.Sleep(away)
	x.startNode(t, i)
}

// delay has transactions wait between their event and their commit, at random: most for some milliseconds, few for long.
// So they commit in another order than that of their events.
func (x *feedSite) delay(t *testing.T) {
	t.Helper()
	scan(t, x.dsn, `CREATE FUNCTION wait_to_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		PERFORM pg_sleep(CASE WHEN random() < 0.005 THEN 1.5 ELSE random() * 0.03 END); RETURN NULL; END $$`)
	scan(t, x.dsn, `CREATE TRIGGER wait_to_commit AFTER INSERT ON event_outbox FOR EACH STATEMENT EXECUTE FUNCTION wait_to_commit()`)
}

// send sends a request to a node. The status is 0 if there is no answer, as from one that is killed.
func (x *feedSite) send(ctx context.Context, node int, method, path, token string, body any) (status int, answer []byte) {
	text, err := json.Marshal(body)
	if err != nil {
		return 0, nil
	}
	r, err := http.NewRequestWithContext(ctx, method, *x.urls[node].Load()+path, bytes.NewReader(text))
	if err != nil {
		return 0, nil
	}
	r.Header = http.Header{"Authorization": {"Bearer " + token}, "Content-Type": {"application/json"}}
	response, err := x.client.Do(r)
	if err != nil {
		return 0, nil
	}
	defer func() { _ = response.Body.Close() }()
	if answer, err = io.ReadAll(response.Body); err != nil {
		return 0, nil
	}
	return response.StatusCode, answer
}

// write writes again and again at random, single changes and batches of a size, until the context ends; its last request does not end
// with it. What fails is not repeated: the audit trail has what was done.
func (x *feedSite) write(until context.Context, batch int) {
	ctx := context.WithoutCancel(until)
	for until.Err() == nil {
		var done int
		switch chance := rand.IntN(10); {
		case chance < 4:
			done = x.change(ctx, 1)
		case chance < 6:
			done = x.change(ctx, 5)
		default:
			done = x.add(ctx, batch)
		}
		if done == 0 {
			x.refused.Add(1)
			time.Sleep(time.Duration(rand.IntN(50)) * time.Millisecond)
		}
	}
}

// change gives cases new loan numbers in one transaction; a case may be there twice. It returns how many, 0 if it failed.
func (x *feedSite) change(ctx context.Context, cases int) int {
	chosen, numbers := make([]int, cases), make([]string, cases)
	for i := range chosen {
		chosen[i], numbers[i] = rand.IntN(len(x.cases)), fmt.Sprintf("LN-%d", x.next.Add(1))
	}
	slices.Sort(chosen) // or transactions would wait for each other
	node := rand.IntN(2)
	var status int
	if cases == 1 {
		status, _ = x.send(ctx, node, http.MethodPatch, "/rest/cases/"+x.cases[chosen[0]], x.writer, map[string]string{"loanNumber": numbers[0]})
	} else {
		var query strings.Builder
		for i, n := range chosen {
			fmt.Fprintf(&query, "a%d: updateCase(id: %q, input: {loanNumber: %q}) { id } ", i, x.cases[n], numbers[i])
		}
		var answer []byte
		status, answer = x.send(ctx, node, http.MethodPost, "/graphql", x.writer,
			map[string]string{"query": "mutation { " + query.String() + "}"})
		if bytes.Contains(answer, []byte(`"errors"`)) {
			return 0
		}
	}
	if status != http.StatusOK {
		return 0
	}
	x.acknowledge(numbers)
	return cases
}

func (x *feedSite) acknowledge(numbers []string) {
	x.written.Add(int64(len(numbers)))
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.acknowledged != nil {
		now := time.Now()
		for _, number := range numbers {
			x.acknowledged[number] = now
		}
	}
}

// add adds insureds in one transaction. It returns how many, 0 if it failed.
func (x *feedSite) add(ctx context.Context, batch int) int {
	items := make([]map[string]string, batch)
	for i := range items {
		items[i] = map[string]string{"corporateName": fmt.Sprintf("Insured %d", x.next.Add(1))}
	}
	status, _ := x.send(ctx, rand.IntN(2), http.MethodPost, "/rest/insureds/batch", x.writer, map[string]any{"items": items})
	if status != http.StatusCreated {
		return 0
	}
	x.written.Add(int64(len(items)))
	return len(items)
}
