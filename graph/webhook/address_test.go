package webhook

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/receiver"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// strict delivers as on production.
func strict(cfg *SenderConfig) { cfg.URLs = receiver.URLs{} }

// TestSendLiterals dials none of the addresses that a URL must not have, also if one was saved under other settings.
func TestSendLiterals(t *testing.T) {
	t.Parallel()
	kept := inside(t, "127.0.0.1:0")
	s := newSender(strict)
	for _, to := range []string{
		"http://127.0.0.1:%s/", "https://127.0.0.1:%s/", "https://[::ffff:127.0.0.1]:%s/", "https://[64:ff9b::7f00:1]:%s/",
		"https://[2002:7f00:1::]:%s/", "https://127.1:%s/", "https://0:%s/", "https://2130706433:%s/", "http://localhost:%s/",
	} {
		o := s.Send(t.Context(), messageTo(fmt.Sprintf(to, kept.port())))
		require.Equal(t, reasonNotAllowed, o.Error, to)
	}
	require.Zero(t, kept.count.Load())
}

// TestSendNames judges the addresses that a name has, in all notations.
func TestSendNames(t *testing.T) {
	t.Parallel()
	kept := inside(t, "127.0.0.1:0")
	for _, address := range []string{
		"127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1", "::1", "::",
		"::ffff:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::", "fe80::1", "fc00::1", "fec0::1",
		"168.63.129.16", "::ffff:168.63.129.16", "100.100.100.200", "fd00:ec2::254", "192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1",
		"3fff::1", "198.18.0.1", "2001:2::1",
	} {
		s := newSender(strict, func(cfg *SenderConfig) {
			cfg.Resolver = names(t, func(string) []netip.Addr { return []netip.Addr{netip.MustParseAddr(address)} })
		})
		o := s.Send(t.Context(), messageTo("https://hooks.example.com:"+kept.port()+"/"))
		require.Equal(t, reasonNotPublic, o.Error, address)
		require.Less(t, o.Duration, patience, address)
	}
	require.Zero(t, kept.count.Load())
	unknown := newSender(strict, func(cfg *SenderConfig) { cfg.Resolver = names(t, func(string) []netip.Addr { return nil }) })
	require.Equal(t, reasonDNS, unknown.Send(t.Context(), messageTo("https://hooks.example.com/")).Error)
}

// TestSoakS13 judges any addresses of the ranges that are not public, and what leads to them from IPv6.
func TestSoakS13(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "S13", "webhooks to names with addresses of ranges that are not public, in all their forms: none is dialled")
	var to netip.Addr
	s := newSender(strict, func(cfg *SenderConfig) {
		cfg.Resolver = names(t, func(string) []netip.Addr { return []netip.Addr{to} })
	})
	random := rand.New(rand.NewPCG(13, 13))
	for range soak.Count(3, 500) {
		for _, text := range []string{
			"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
			"192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "168.63.129.16/32",
			"fc00::/7", "fe80::/10", "ff00::/8", "2001:db8::/32", "2001:2::/48", "3fff::/20", "5f00::/16", "100::/64",
		} {
			for _, to = range formsOf(within(random, netip.MustParsePrefix(text))) {
				tally.Tried(1)
				require.Equal(t, reasonNotPublic, s.Send(t.Context(), messageTo("https://hooks.example.com/")).Error, to)
			}
		}
	}
}

// within is any address of a range.
func within(random *rand.Rand, in netip.Prefix) netip.Addr {
	b := in.Addr().AsSlice()
	for i := in.Bits(); i < 8*len(b); i++ {
		b[i/8] |= byte(random.IntN(2)) << (7 - i%8)
	}
	address, _ := netip.AddrFromSlice(b)
	return address
}

// formsOf are an address and, of one of IPv4, those of IPv6 that lead to it: mapped, by NAT64, by 6to4.
func formsOf(a netip.Addr) []netip.Addr {
	if a.Is6() {
		return []netip.Addr{a}
	}
	b := a.As4()
	return []netip.Addr{
		a, netip.AddrFrom16(a.As16()),
		netip.AddrFrom16([16]byte{0, 0x64, 0xff, 0x9b, 12: b[0], b[1], b[2], b[3]}),
		netip.AddrFrom16([16]byte{0x20, 0x02, b[0], b[1], b[2], b[3]}),
	}
}

// TestSendRebinding has a name that changes its address from one look-up to the next: what is dialled is judged. A
// second address of this machine is a public one here.
func TestSendRebinding(t *testing.T) {
	t.Parallel()
	kept := inside(t, "127.0.0.1:0")
	outside, roots := secured(t, "127.0.0.2:"+kept.port(),
		func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	public, private := netip.MustParseAddr("127.0.0.2"), netip.MustParseAddr("127.0.0.1")
	s := newSender(strict, func(cfg *SenderConfig) {
		cfg.Roots, cfg.Within = roots, 10*time.Second
		cfg.Resolver = names(t, func(string) []netip.Addr {
			return [][]netip.Addr{{public}, {private}, {private, public}}[rand.IntN(3)]
		})
	})
	s.allows = func(a netip.Addr) bool { return a.Unmap() == public }
	seen := map[string]int{}
	for range 30 {
		o := s.Send(t.Context(), messageTo("https://example.com:"+kept.port()+"/hook"))
		seen[fmt.Sprint(o.Status, o.Error)]++
	}
	require.Len(t, seen, 2, seen)
	require.Positive(t, seen["204"])
	require.Positive(t, seen["0"+reasonNotPublic])
	require.Zero(t, kept.count.Load())
	require.NotEmpty(t, outside.URL)
}

// TestSendRedirect follows none.
func TestSendRedirect(t *testing.T) {
	t.Parallel()
	kept := inside(t, "127.0.0.1:0")
	for _, status := range []int{301, 302, 303, 307, 308} {
		to := saying(t, func(conn net.Conn) {
			_, _ = fmt.Fprintf(conn, "HTTP/1.1 %d Elsewhere\r\nLocation: http://%s/\r\nContent-Length: 0\r\n\r\n", status, kept.Addr())
		})
		o := newSender().Send(t.Context(), messageTo(to))
		require.Equal(t, status, o.Status)
		require.Equal(t, reasonRedirect, o.Error)
		require.False(t, o.IsSuccess())
	}
	require.Zero(t, kept.count.Load())
}

// TestSendInsecure delivers to this machine when that is allowed, without TLS only there.
func TestSendInsecure(t *testing.T) {
	t.Parallel()
	there := inside(t, "127.0.0.1:0")
	o := newSender().Send(t.Context(), messageTo("http://localhost:"+there.port()+"/"))
	require.True(t, o.IsSuccess(), o.Error)
	require.Equal(t, "inside", string(o.Answer))
	require.Equal(t, reasonNotAllowed, newSender().Send(t.Context(), messageTo("http://10.0.0.1:8080/")).Error)
	require.Equal(t, reasonNotAllowed, newSender().Send(t.Context(), messageTo("http://hooks.example.com:8080/")).Error)
	gone := listen(t, "127.0.0.1:0", func(net.Conn) {})
	require.NoError(t, gone.Close())
	require.Equal(t, reasonRefused, newSender().Send(t.Context(), messageTo("http://"+gone.Addr().String()+"/")).Error)
}

// TestSendTLS speaks TLS with a receiver that is who the URL says, and with no other.
func TestSendTLS(t *testing.T) {
	t.Parallel()
	receiver, roots := secured(t, "127.0.0.1:0", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") })
	trusting := newSender(func(cfg *SenderConfig) { cfg.Roots, cfg.Within = roots, 10*time.Second })
	o := trusting.Send(t.Context(), messageTo(receiver.URL))
	require.Equal(t, "hello", string(o.Answer), o.Error)
	require.True(t, o.IsSuccess())
	require.Equal(t, reasonTLS, newSender().Send(t.Context(), messageTo(receiver.URL)).Error, "a certificate that nobody known signed")
	port := receiver.Listener.Addr().(*net.TCPAddr).Port
	require.Equal(t, reasonTLS, trusting.Send(t.Context(), messageTo(fmt.Sprintf("https://localhost:%d/", port))).Error, "of another name")
	plain := listen(t, "127.0.0.1:0", func(conn net.Conn) { _, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\n") })
	require.Equal(t, reasonTLS, trusting.Send(t.Context(), messageTo("https://"+plain.Addr().String()+"/")).Error, "no TLS")
	silent := listen(t, "127.0.0.1:0", func(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) })
	o = newSender().Send(t.Context(), messageTo("https://"+silent.Addr().String()+"/"))
	require.Equal(t, reasonTimeout, o.Error)
	require.Less(t, o.Duration, patience+5*time.Second)
}
