package webhook

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/dns/dnsmessage"

	"github.com/covertrack/covertrack/model/receiver"
)

// patience is how long the senders of the tests wait for a status line.
const patience = 2 * time.Second

// noProxy hides the proxy of the machine that runs the tests.
func noProxy(*http.Request) (*url.URL, error) { return nil, nil } //nolint:nilnil // as http.ProxyFromEnvironment says it

// newSender is one that delivers to this machine too.
func newSender(changes ...func(*SenderConfig)) *Sender {
	cfg := SenderConfig{URLs: receiver.URLs{Insecure: true}, Now: time.Now, Proxy: noProxy, Within: patience}
	for _, change := range changes {
		change(&cfg)
	}
	return NewSender(cfg)
}

var testSecret = receiver.NewSecret([]byte("a secret of the tests, 32 bytes!"))

func messageTo(address string) Message {
	return Message{URL: address, ID: "01980b2c-6f3e-7b1a-9c55-0d6a2f1f8a11", Body: []byte(`{"type":"case.held"}`),
		Secrets: []receiver.Secret{testSecret}}
}

// listener is a receiver of connections, which are counted.
type listener struct {
	net.Listener
	count atomic.Int64
}

// listen takes connections at an address until the test ends, and hands each to the handler.
func listen(t *testing.T, address string, handle func(net.Conn)) *listener {
	t.Helper()
	raw, err := new(net.ListenConfig).Listen(t.Context(), "tcp", address)
	require.NoError(t, err)
	l := &listener{Listener: raw}
	var open sync.WaitGroup
	open.Go(func() {
		for {
			conn, err := raw.Accept()
			if err != nil {
				return
			}
			l.count.Add(1)
			open.Go(func() {
				defer func() { _ = conn.Close() }()
				handle(conn)
			})
		}
	})
	t.Cleanup(func() {
		_ = raw.Close()
		open.Wait()
	})
	return l
}

func (l *listener) port() string {
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// inside is what nobody may reach.
func inside(t *testing.T, address string) *listener {
	return listen(t, address, func(conn net.Conn) { _, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\ninside") })
}

// saying is a receiver that reads the request, and then does as it likes.
func saying(t *testing.T, answer func(net.Conn)) string {
	t.Helper()
	l := listen(t, "127.0.0.1:0", func(conn net.Conn) {
		_, _ = conn.Read(make([]byte, 4096))
		answer(conn)
	})
	return "http://" + l.Addr().String() + "/hook"
}

// secured serves with TLS at an address, with a certificate for example.com, and returns who signed it.
func secured(t *testing.T, address string, handler http.HandlerFunc) (*httptest.Server, *x509.CertPool) {
	t.Helper()
	raw, err := new(net.ListenConfig).Listen(t.Context(), "tcp", address)
	require.NoError(t, err)
	s := httptest.NewUnstartedServer(handler)
	require.NoError(t, s.Listener.Close())
	s.Listener = raw
	s.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	return s, roots
}

// names is a DNS server: it returns the addresses that a function gives for a name, for no longer than now.
func names(t *testing.T, addresses func(name string) []netip.Addr) *net.Resolver {
	t.Helper()
	server, err := new(net.ListenConfig).ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = server.Close() })
	go func() {
		for packet := make([]byte, 1500); ; {
			n, from, err := server.ReadFrom(packet)
			if err != nil {
				return
			}
			if reply := lookedUp(packet[:n], addresses); reply != nil {
				_, _ = server.WriteTo(reply, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
}

func lookedUp(packet []byte, addresses func(string) []netip.Addr) []byte {
	var m dnsmessage.Message
	if m.Unpack(packet) != nil || len(m.Questions) != 1 {
		return nil
	}
	q := m.Questions[0]
	m.Response, m.Additionals = true, nil
	for _, a := range addresses(strings.TrimSuffix(q.Name.String(), ".")) {
		header := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class}
		switch {
		case a.Is4() && q.Type == dnsmessage.TypeA:
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AResource{A: a.As4()}})
		case a.Is6() && q.Type == dnsmessage.TypeAAAA:
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AAAAResource{AAAA: a.As16()}})
		}
	}
	reply, _ := m.Pack()
	return reply
}
