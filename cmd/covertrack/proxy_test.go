//go:build program

package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// A cut is what the proxy does to the connection on which the next COMMIT comes.
type cut int32

const (
	noCut     cut = iota
	cutBefore     // Postgres never gets the COMMIT
	cutAfter      // Postgres commits, and its answer is lost
)

// proxy stands between the server and Postgres, and loses connections or makes Postgres far away.
type proxy struct {
	socket   string
	listener net.Listener
	next     atomic.Int32 // the cut of the next COMMIT
	unsteady atomic.Bool  // messages are late, and some connections are cut, a quarter of them at COMMIT
	cuts     atomic.Int64
	// distance is how many nanoseconds each question takes to reach Postgres.
	distance atomic.Int64
}

// newProxy listens for the server of a DSN, and answers the DSN that leads through the proxy.
func newProxy(t *testing.T, dsn string) (*proxy, string) {
	t.Helper()
	config, err := pgx.ParseConfig(dsn)
	require.NoError(t, err)
	p := &proxy{socket: config.Host + "/.s.PGSQL.5432"}
	p.listener, err = net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = p.listener.Close() })
	go func() {
		for {
			client, err := p.listener.Accept()
			if err != nil {
				return
			}
			go p.serve(client)
		}
	}()
	through := url.URL{Scheme: "postgres", User: url.User(config.User), Host: p.listener.Addr().String(), Path: config.Database,
		RawQuery: "sslmode=disable"}
	return p, through.String()
}

// serve passes on what both sides say, until one of them ends or the connection is cut.
func (p *proxy) serve(client net.Conn) {
	defer func() { _ = client.Close() }()
	server, err := net.Dial("unix", p.socket)
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	var deaf atomic.Bool             // the client hears no more
	committed := make(chan struct{}) // or gone
	go func() {
		defer close(committed)
		defer func() { _ = client.Close() }()
		buf := make([]byte, 32<<10)
		for {
			n, err := server.Read(buf)
			if deaf.Load() && n > 0 {
				return
			}
			if _, werr := client.Write(buf[:n]); err != nil || werr != nil {
				return
			}
		}
	}()
	in := bufio.NewReader(client)
	for first := true; ; first = false {
		message, err := readMessage(in, first)
		if err != nil {
			return
		}
		how := p.fate(message)
		if how != noCut {
			p.cuts.Add(1)
		}
		if how == cutBefore {
			return
		}
		if how == cutAfter {
			deaf.Store(true)
		}
		if _, err := server.Write(message); err != nil {
			return
		}
		if deaf.Load() && asks(message) {
			<-committed
			return
		}
	}
}

// readMessage reads one message of the client's; the first of a connection has no type.
func readMessage(in *bufio.Reader, first bool) ([]byte, error) {
	head := 5
	if first {
		head = 4
	}
	message, err := in.Peek(head)
	if err != nil {
		return nil, err
	}
	length := 0 // of all but the type
	for _, b := range message[head-4:] {
		length = length<<8 | int(b)
	}
	whole := make([]byte, head-4+length)
	_, err = io.ReadFull(in, whole)
	return whole, err
}

// asks reports whether Postgres answers when it has the message: Sync ends what was sent at once; Query is the simple protocol.
func asks(message []byte) bool { return message[0] == 'S' || message[0] == 'Q' }

// boundCommit is how a message begins, after its length, that runs the COMMIT which pgx has prepared: the unnamed portal, and
// the statement's name.
var boundCommit = func() string {
	digest := sha256.Sum256([]byte("COMMIT"))
	return "\x00stmt_" + hex.EncodeToString(digest[:24]) + "\x00"
}()

// commits reports whether the message is a COMMIT, by itself or among statements that are sent at once.
func commits(message []byte) bool {
	rest := string(message[min(5, len(message)):])
	return strings.EqualFold(rest, "commit\x00") || message[0] == 'B' && strings.HasPrefix(rest, boundCommit)
}

// fate delays a message and decides what becomes of its connection.
func (p *proxy) fate(message []byte) cut {
	isCommit := commits(message)
	if isCommit {
		if how := cut(p.next.Swap(int32(noCut))); how != noCut {
			return how
		}
	}
	if asks(message) {
		time.Sleep(time.Duration(p.distance.Load()))
	}
	if !p.unsteady.Load() {
		return noCut
	}
	time.Sleep(time.Duration(rand.IntN(1000)) * time.Microsecond)
	switch {
	case isCommit && rand.IntN(16) == 0:
		return cut(1 + rand.IntN(2))
	case rand.IntN(200) == 0:
		return cutBefore
	}
	return noCut
}
