// Package relay stands between a client and a server in tests, and falls silent without ending a connection: it goes on
// taking bytes, as a proxy does whose other side is gone, and passes none on.
package relay

import (
	"net"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// Relay passes connections on to one server.
type Relay struct {
	network, address string // of the server
	listener         net.Listener
	mute             atomic.Bool

	mu   sync.Mutex
	open map[*link]struct{}
}

// link is one connection that is passed on.
type link struct {
	client, server net.Conn
	frozen         atomic.Bool
}

// New listens for connections to the server until the test ends. Without an address it is a server that says nothing.
func New(t testing.TB, network, address string) *Relay {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	r := &Relay{network: network, address: address, listener: listener, open: map[*link]struct{}{}}
	r.mute.Store(address == "")
	t.Cleanup(r.close)
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go r.pass(client)
		}
	}()
	return r
}

// Address is where clients connect.
func (r *Relay) Address() string { return r.listener.Addr().String() }

// Freeze makes all open connections silent for ever. New ones work.
func (r *Relay) Freeze() (frozen int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for l := range r.open {
		if !l.frozen.Swap(true) {
			frozen++
		}
	}
	return frozen
}

// Mute makes new connections silent too: they are accepted, and that is all.
func (r *Relay) Mute(mute bool) { r.mute.Store(mute) }

// Taken is how many connections are open.
func (r *Relay) Taken() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.open)
}

func (r *Relay) close() {
	_ = r.listener.Close()
	r.mu.Lock()
	defer r.mu.Unlock()
	for l := range r.open {
		l.close()
	}
}

func (l *link) close() {
	_ = l.client.Close()
	if l.server != nil {
		_ = l.server.Close()
	}
}

func (r *Relay) pass(client net.Conn) {
	l := &link{client: client}
	l.frozen.Store(r.mute.Load())
	if !l.frozen.Load() {
		var err error
		if l.server, err = net.Dial(r.network, r.address); err != nil {
			_ = client.Close()
			return
		}
	}
	r.mu.Lock()
	r.open[l] = struct{}{}
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		delete(r.open, l)
		r.mu.Unlock()
		l.close()
	}()
	if l.server != nil {
		go l.copy(client, l.server)
	}
	l.copy(l.server, client)
}

// copy passes on what comes from one side, until that ends. What comes while the link is frozen is lost, and so is the
// end of the server's side.
func (l *link) copy(to, from net.Conn) {
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		if l.frozen.Load() {
			if err != nil {
				return
			}
			continue
		}
		if n > 0 {
			if _, werr := to.Write(buf[:n]); werr != nil {
				return
			}
		}
		if err != nil {
			if from == l.server {
				_ = l.client.Close()
			}
			return
		}
	}
}
