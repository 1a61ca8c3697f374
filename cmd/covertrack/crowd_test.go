//go:build program

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// crowd is many clients that create records and keep what they were acknowledged.
type crowd struct {
	token  string
	client *http.Client
	target atomic.Pointer[string] // the address to speak to
	next   atomic.Int64           // number of the next key

	mu           sync.Mutex
	acknowledged map[string]string // body by key
	statuses     map[int]int
	broken       int      // requests that got no answer
	odd          []string // answers that no client may get
	reached      map[int]chan struct{}
}

// reply is one answer.
type reply struct {
	status   int
	replayed bool
	body     string
}

func newCrowd(t *testing.T, token, target string) *crowd {
	t.Helper()
	c := &crowd{
		token:        token,
		client:       &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 256}},
		acknowledged: map[string]string{}, statuses: map[int]int{}, reached: map[int]chan struct{}{},
	}
	c.turnTo(target)
	t.Cleanup(c.client.CloseIdleConnections)
	return c
}

// turnTo has the clients speak to another address from now on.
func (c *crowd) turnTo(url string) { c.target.Store(&url) }

// newKey is one that nobody has used.
func (c *crowd) newKey() string { return fmt.Sprintf("key-%d", c.next.Add(1)) }

// send posts the group of a key, with the Idempotency-Key when keyed, and judges the answer.
func (c *crowd) send(ctx context.Context, key string, keyed bool) (reply, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, *c.target.Load()+"/rest/insured-groups", strings.NewReader(groupBody(key)))
	if err != nil {
		return reply{}, err
	}
	r.Header.Set("Authorization", "Bearer "+c.token)
	r.Header.Set("Content-Type", "application/json")
	if keyed {
		r.Header.Set("Idempotency-Key", key)
	}
	answer, err := c.client.Do(r)
	var body bytes.Buffer
	if err == nil {
		_, err = body.ReadFrom(answer.Body)
		_ = answer.Body.Close()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		c.broken++
		return reply{}, err
	}
	c.statuses[answer.StatusCode]++
	if answer.StatusCode != http.StatusCreated && !temporary(answer, body.String()) {
		c.odd = append(c.odd, fmt.Sprintf("%d %v %s", answer.StatusCode, answer.Header, body.String()))
	}
	return reply{answer.StatusCode, answer.Header.Get("Idempotent-Replayed") == "true", body.String()}, nil
}

// temporary tells whether an answer says in the agreed form that the same request may succeed later: 503, or 409 while the
// first request with its key still runs.
func temporary(answer *http.Response, body string) bool {
	if answer.Header.Get("Content-Type") != "application/problem+json" {
		return false
	}
	return answer.StatusCode == http.StatusServiceUnavailable && answer.Header.Get("Retry-After") != "" ||
		answer.StatusCode == http.StatusConflict && strings.Contains(body, `"idempotency_key_in_flight"`)
}

// create sends a key's request until it is acknowledged, as a client does, or until ctx ends or an odd answer comes.
func (c *crowd) create(ctx context.Context, key string) {
	for ctx.Err() == nil {
		switch r, err := c.send(ctx, key, true); {
		case err != nil: // tried again
		case r.status == http.StatusCreated:
			c.acknowledge(key, r.body)
			return
		case r.status != http.StatusServiceUnavailable && r.status != http.StatusConflict:
			return
		}
		time.Sleep(5 * time.Millisecond) // a client's pause before it tries again
	}
}

func (c *crowd) acknowledge(key, body string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.acknowledged[key] = body
	if reached := c.reached[len(c.acknowledged)]; reached != nil {
		close(reached)
	}
}

// after is closed when so many more creations have been acknowledged.
func (c *crowd) after(more int) <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	reached := make(chan struct{})
	c.reached[len(c.acknowledged)+more] = reached
	return reached
}

// await waits for what after answered, as long as the clients get on.
func (c *crowd) await(t *testing.T, reached <-chan struct{}) {
	t.Helper()
	for before := -1; before < c.count(); {
		before = c.count()
		select {
		case <-reached:
			return
		case <-time.After(2 * time.Minute):
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	require.Fail(t, "the clients get nowhere", "%d acknowledged, %v, %d without an answer, %v",
		len(c.acknowledged), c.statuses, c.broken, c.odd[:min(3, len(c.odd))])
}

// press has so many clients create one record after the other; finish lets each come to the end of its last one.
func (c *crowd) press(ctx context.Context, clients int) (finish func()) {
	var stopped atomic.Bool
	var all sync.WaitGroup
	for range clients {
		all.Go(func() {
			for !stopped.Load() && ctx.Err() == nil {
				c.create(ctx, c.newKey())
			}
		})
	}
	return func() {
		stopped.Store(true)
		all.Wait()
	}
}

// count is how many creations were acknowledged.
func (c *crowd) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.acknowledged)
}

// lost are the acknowledged keys that have no row, doubled those that have several, and unknown the rows of no
// acknowledged key, as the list of the server has them.
func (c *crowd) compare(t *testing.T) (lost, doubled, unknown []string) {
	t.Helper()
	rows := c.rows(t)
	for key := range c.acknowledged {
		switch n := rows["Group "+key]; {
		case n == 0:
			lost = append(lost, key)
		case n > 1:
			doubled = append(doubled, key)
		}
		delete(rows, "Group "+key)
	}
	for name := range rows {
		unknown = append(unknown, name)
	}
	return lost, doubled, unknown
}

// rows counts the groups of each name.
func (c *crowd) rows(t *testing.T) map[string]int {
	t.Helper()
	names := map[string]int{}
	for url := *c.target.Load() + "/rest/insured-groups?limit=200"; url != ""; {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
		require.NoError(t, err)
		r.Header.Set("Authorization", "Bearer "+c.token)
		answer, err := c.client.Do(r)
		require.NoError(t, err)
		var page struct{ Data []struct{ Name string } }
		require.NoError(t, json.NewDecoder(answer.Body).Decode(&page))
		require.NoError(t, answer.Body.Close())
		require.Equal(t, http.StatusOK, answer.StatusCode)
		for _, group := range page.Data {
			names[group.Name]++
		}
		next, _, _ := strings.Cut(strings.TrimPrefix(answer.Header.Get("Link"), "<"), ">")
		if url = next; strings.HasPrefix(next, "/") {
			url = *c.target.Load() + next
		}
	}
	return names
}

// patiently sends a request again while it is refused for load, as clients do. For tests of what the answers say.
func patiently(send func() (status int)) {
	for range 100 {
		if send() != http.StatusServiceUnavailable {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// replays sends each acknowledged request once more, and answers the keys whose reply is not the one that was acknowledged.
func (c *crowd) replays(t *testing.T) (different []string) {
	t.Helper()
	keys := make(chan string)
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for key := range keys {
				var r reply
				var err error
				patiently(func() int {
					r, err = c.send(t.Context(), key, true)
					return r.status
				})
				c.mu.Lock()
				same := err == nil && r.replayed && r.body == c.acknowledged[key]
				c.mu.Unlock()
				if !same {
					mu.Lock()
					different = append(different, fmt.Sprint(key, err, r))
					mu.Unlock()
				}
			}
		})
	}
	c.mu.Lock()
	var sent []string
	for key := range c.acknowledged {
		sent = append(sent, key)
	}
	c.mu.Unlock()
	for _, key := range sent {
		keys <- key
	}
	close(keys)
	all.Wait()
	return different
}
