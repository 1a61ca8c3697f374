//go:build program

package main

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// balancer sends requests to ready nodes in turn, as the proxy of deploy/compose.yaml does: it asks /readyz, and tries the
// next node when one cannot be connected to.
type balancer struct {
	url string

	mu    sync.Mutex
	nodes []*backend
	turn  int
}

type backend struct {
	url   *url.URL
	ready atomic.Bool
}

func newBalancer(t *testing.T, nodes ...*server) *balancer {
	t.Helper()
	b := &balancer{}
	for _, n := range nodes {
		b.add(t, n)
	}
	front := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(*httputil.ProxyRequest) {}, Transport: b})
	t.Cleanup(front.Close)
	b.url = front.URL
	return b
}

// add has the node get requests whenever it is ready, until the test ends.
func (b *balancer) add(t *testing.T, s *server) {
	t.Helper()
	address, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	node := &backend{url: address}
	node.ready.Store(true)
	b.mu.Lock()
	b.nodes = append(b.nodes, node)
	b.mu.Unlock()
	go func() {
		for t.Context().Err() == nil && !s.over() {
			node.ready.Store(s.healthy())
			time.Sleep(20 * time.Millisecond)
		}
		node.ready.Store(false)
	}()
}

// RoundTrip sends a request to the next node.
func (b *balancer) RoundTrip(r *http.Request) (*http.Response, error) {
	for {
		node := b.choose()
		if node == nil {
			return nil, errors.New("no node is ready")
		}
		sent := r.Clone(r.Context())
		sent.URL.Scheme, sent.URL.Host = node.url.Scheme, node.url.Host
		answer, err := http.DefaultTransport.RoundTrip(sent)
		var failed *net.OpError
		if errors.As(err, &failed) && failed.Op == "dial" {
			node.ready.Store(false)
			continue
		}
		return answer, err
	}
}

func (b *balancer) choose() *backend {
	b.mu.Lock()
	defer b.mu.Unlock()
	for range b.nodes {
		b.turn++
		if node := b.nodes[b.turn%len(b.nodes)]; node.ready.Load() {
			return node
		}
	}
	return nil
}
