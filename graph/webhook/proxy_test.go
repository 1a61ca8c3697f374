package webhook

import (
	"bufio"
	"encoding/base64"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// through has a sender use a proxy.
func through(address string) func(*SenderConfig) {
	return func(cfg *SenderConfig) {
		cfg.Proxy = func(*http.Request) (*url.URL, error) { return url.Parse(address) }
	}
}

// asked are the addresses that a proxy was asked for.
type asked struct {
	mu  sync.Mutex
	all []string
}

func (a *asked) add(address string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.all = append(a.all, address)
}

// join copies between two connections until one of them ends.
func join(t *testing.T, client net.Conn, receiver string) {
	there, err := new(net.Dialer).DialContext(t.Context(), "tcp", receiver)
	if err != nil {
		return
	}
	defer func() { _ = there.Close() }()
	go func() { _, _ = io.Copy(there, client) }()
	_, _ = io.Copy(client, there)
}

// httpProxy takes CONNECT from who has a password, and leads to one receiver whatever the address is.
func httpProxy(t *testing.T, receiver string) (address string, a *asked) {
	a = &asked{}
	l := listen(t, "127.0.0.1:0", func(conn net.Conn) {
		r, err := http.ReadRequest(bufio.NewReader(conn))
		if err != nil {
			return
		}
		a.add(r.Method + " " + r.RequestURI)
		if r.Header.Get("Proxy-Authorization") != "Basic "+base64.StdEncoding.EncodeToString([]byte("me:word")) {
			_, _ = io.WriteString(conn, "HTTP/1.1 407 Who are you\r\n\r\n")
			return
		}
		_, _ = io.WriteString(conn, "HTTP/1.1 200 Connected\r\n\r\n")
		join(t, conn, receiver)
	})
	return l.Addr().String(), a
}

// TestSendProxy goes through the proxy of the environment, which looks up the name.
func TestSendProxy(t *testing.T) {
	t.Parallel()
	receiver, roots := secured(t, "127.0.0.1:0", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") })
	proxy, asked := httpProxy(t, receiver.Listener.Addr().String())
	trusting := func(cfg *SenderConfig) { cfg.Roots, cfg.Within = roots, 10*time.Second }
	o := newSender(strict, trusting, through("http://me:word@"+proxy)).Send(t.Context(), messageTo("https://example.com:8443/hook"))
	require.Equal(t, "hello", string(o.Answer), o.Error)
	require.Equal(t, []string{"CONNECT example.com:8443"}, asked.all)
	o = newSender(strict, trusting, through("http://"+proxy)).Send(t.Context(), messageTo("https://example.com/hook"))
	require.Equal(t, reasonProxy, o.Error, "without the password")
	o = newSender(strict, through("http://me:word@"+proxy)).Send(t.Context(), messageTo("https://example.com/hook"))
	require.Equal(t, reasonTLS, o.Error, "a certificate that nobody known signed")
	count := len(asked.all)
	for _, literal := range []string{"https://127.0.0.1/", "https://[::1]/", "https://169.254.169.254/"} {
		o = newSender(strict, through("http://me:word@"+proxy)).Send(t.Context(), messageTo(literal))
		require.Equal(t, reasonNotAllowed, o.Error, literal)
	}
	require.Len(t, asked.all, count)
	gone := listen(t, "127.0.0.1:0", func(net.Conn) {})
	require.NoError(t, gone.Close())
	for _, scheme := range []string{"http://", "https://", "socks5://"} {
		o = newSender(strict, through(scheme+gone.Addr().String())).Send(t.Context(), messageTo("https://example.com/hook"))
		require.Equal(t, reasonProxy, o.Error, scheme)
	}
}

// TestSendSocks goes through a SOCKS proxy.
func TestSendSocks(t *testing.T) {
	t.Parallel()
	receiver, roots := secured(t, "127.0.0.1:0", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") })
	asked := &asked{}
	proxy := listen(t, "127.0.0.1:0", func(conn net.Conn) {
		in := bufio.NewReader(conn)
		greeting := make([]byte, 2)
		_, _ = io.ReadFull(in, greeting)
		_, _ = in.Discard(int(greeting[1]))
		_, _ = conn.Write([]byte{5, 0})
		head := make([]byte, 5) // version, connect, 0, a name, its length
		_, _ = io.ReadFull(in, head)
		name := make([]byte, int(head[4])+2)
		_, _ = io.ReadFull(in, name)
		asked.add(string(name[:head[4]]) + ":" + strconv.Itoa(int(name[head[4]])<<8+int(name[head[4]+1])))
		_, _ = conn.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
		join(t, conn, receiver.Listener.Addr().String())
	})
	s := newSender(strict, through("socks5://"+proxy.Addr().String()),
		func(cfg *SenderConfig) { cfg.Roots, cfg.Within = roots, 10*time.Second })
	o := s.Send(t.Context(), messageTo("https://example.com:8443/hook"))
	require.Equal(t, "hello", string(o.Answer), o.Error)
	require.Equal(t, []string{"example.com:8443"}, asked.all)
}
