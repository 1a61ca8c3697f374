package webhook

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"

	"golang.org/x/net/proxy"
)

// The errors of dialling.
var (
	errNeverDialled = errors.New("the address can never be dialled")
	errNotPublic    = errors.New("the address is not public")
	errProxy        = errors.New("the proxy does not connect")
	errTLS          = errors.New("no TLS with the receiver")
)

// dial connects to the receiver of a request, with TLS if its address says so. An http.Transport would do TLS behind a proxy
// by itself, where nothing of ours sees the status line, which readAnswer needs at once.
func (s *Sender) dial(ctx context.Context, r *http.Request) (net.Conn, error) {
	through, err := s.Proxy(r)
	if err != nil {
		return nil, errProxy
	}
	to := net.JoinHostPort(r.URL.Hostname(), portOf(r.URL))
	var conn net.Conn
	if through == nil {
		conn, err = s.dialDirect(ctx, r.URL, to)
	} else {
		conn, err = s.dialThrough(ctx, through, to)
	}
	if err != nil || r.URL.Scheme != "https" {
		return conn, err
	}
	return s.secure(ctx, conn, r.URL.Hostname())
}

// dialDirect judges each address that is dialled, after the name was looked up: so it does not matter what a name says
// at another time. http is for this machine itself only.
func (s *Sender) dialDirect(ctx context.Context, u *url.URL, to string) (net.Conn, error) {
	d := net.Dialer{Resolver: s.Resolver, KeepAlive: -1, Control: func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil || !s.allows(at.Addr()) || u.Scheme != "https" && !at.Addr().Unmap().IsLoopback() {
			return errNotPublic
		}
		return nil
	}}
	return d.DialContext(ctx, "tcp", to)
}

// dialThrough connects through a proxy, which looks up the name and judges its addresses.
func (s *Sender) dialThrough(ctx context.Context, through *url.URL, to string) (net.Conn, error) {
	direct := &net.Dialer{KeepAlive: -1}
	if strings.HasPrefix(through.Scheme, "socks5") {
		d, err := proxy.FromURL(through, direct)
		if err != nil {
			return nil, errProxy
		}
		conn, err := d.(proxy.ContextDialer).DialContext(ctx, "tcp", to)
		if err != nil {
			return nil, errors.Join(err, errProxy)
		}
		return conn, nil
	}
	conn, err := direct.DialContext(ctx, "tcp", net.JoinHostPort(through.Hostname(), proxyPort(through)))
	if err != nil {
		return nil, errors.Join(err, errProxy)
	}
	if through.Scheme == "https" {
		if conn, err = s.secure(ctx, conn, through.Hostname()); err != nil {
			return nil, errors.Join(err, errProxy)
		}
	}
	release := bound(ctx, conn)
	defer release()
	if err := connect(conn, through, to); err != nil {
		_ = conn.Close()
		return nil, errors.Join(err, errProxy)
	}
	return conn, nil
}

// connect asks a proxy for a connection to an address.
func connect(conn net.Conn, through *url.URL, to string) error {
	r := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: to}, Host: to, Header: http.Header{}}
	if user := through.User; user != nil {
		password, _ := user.Password()
		credentials := base64.StdEncoding.EncodeToString([]byte(user.Username() + ":" + password))
		r.Header.Set("Proxy-Authorization", "Basic "+credentials)
	}
	if err := r.Write(conn); err != nil {
		return err
	}
	// Nothing comes behind the proxy's answer before the receiver was sent something, so nothing is lost in the buffer.
	in := bufio.NewReader(io.LimitReader(conn, maxHeader))
	response, err := http.ReadResponse(in, r) //nolint:bodyclose // the connection goes on
	if err == nil && response.StatusCode != http.StatusOK {
		err = errProxy
	}
	return err
}

// secure begins TLS. A failure closes the connection.
func (s *Sender) secure(ctx context.Context, conn net.Conn, name string) (net.Conn, error) {
	secured := tls.Client(conn, &tls.Config{
		ServerName: name, RootCAs: s.Roots, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"},
	})
	if err := secured.HandshakeContext(ctx); err != nil {
		_ = conn.Close()
		return nil, errors.Join(err, errTLS)
	}
	return secured, nil
}

func portOf(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case u.Scheme == "http":
		return "80"
	default:
		return "443"
	}
}

// proxyPort is that of a proxy's URL, as the standard library has it.
func proxyPort(u *url.URL) string {
	if u.Port() == "" && strings.HasPrefix(u.Scheme, "socks5") {
		return "1080"
	}
	return portOf(u)
}
