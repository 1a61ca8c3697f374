package access

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"
)

// proxied are proxies of two networks.
var proxied = TrustedProxies{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8:1::/48")}

func requested(remote string, forwarded ...string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.RemoteAddr = remote
	for _, f := range forwarded {
		r.Header.Add("X-Forwarded-For", f)
	}
	return r
}

func TestClientAddress(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		proxies   TrustedProxies
		remote    string
		forwarded []string
		want      string
	}{
		"no proxy is trusted":          {nil, "10.0.0.1:80", []string{"203.0.113.7"}, "10.0.0.1"},
		"not from a proxy":             {proxied, "198.51.100.9:80", []string{"203.0.113.7"}, "198.51.100.9"},
		"from a proxy":                 {proxied, "10.0.0.1:80", []string{"203.0.113.7"}, "203.0.113.7"},
		"from an IPv6 proxy":           {proxied, "[2001:db8:1::1]:80", []string{"2001:db8:2::7"}, "2001:db8:2::7"},
		"what a client made up":        {proxied, "10.0.0.1:80", []string{"192.0.2.1, 203.0.113.7"}, "203.0.113.7"},
		"made up in a header before":   {proxied, "10.0.0.1:80", []string{"192.0.2.1", "203.0.113.7"}, "203.0.113.7"},
		"two proxies":                  {proxied, "10.0.0.1:80", []string{"192.0.2.1,203.0.113.7, 10.0.0.2"}, "203.0.113.7"},
		"proxies only":                 {proxied, "10.0.0.1:80", []string{"10.0.0.3, 10.0.0.2"}, "10.0.0.3"},
		"the proxy itself":             {proxied, "10.0.0.1:80", nil, "10.0.0.1"},
		"with a port":                  {proxied, "10.0.0.1:80", []string{"203.0.113.7:4711"}, "203.0.113.7"},
		"IPv6 with a port":             {proxied, "10.0.0.1:80", []string{"[2001:db8:2::7]:4711"}, "2001:db8:2::7"},
		"IPv6 in brackets":             {proxied, "10.0.0.1:80", []string{"[2001:db8:2::7]"}, "2001:db8:2::7"},
		"IPv4 in IPv6":                 {proxied, "[::ffff:10.0.0.1]:80", []string{"::ffff:203.0.113.7"}, "203.0.113.7"},
		"no address":                   {proxied, "10.0.0.1:80", []string{"203.0.113.7, unknown"}, ""},
		"nothing between commas":       {proxied, "10.0.0.1:80", []string{"203.0.113.7,"}, ""},
		"a zone":                       {proxied, "[fe80::1%eth0]:80", nil, "fe80::1"},
		"no address at all, as a pipe": {proxied, "@", []string{"203.0.113.7"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var want netip.Addr
			if test.want != "" {
				want = netip.MustParseAddr(test.want)
			}
			require.Equal(t, want, test.proxies.clientOf(requested(test.remote, test.forwarded...)))
		})
	}
}

// FuzzClientAddress: whatever a client sends, the address is one that a trusted proxy saw: the one that the last proxy
// added, if that is no proxy itself.
func FuzzClientAddress(f *testing.F) {
	f.Add("203.0.113.7", "192.0.2.1")
	f.Add("[::1]:80,", "2001:db8:2::7")
	f.Add(",,,10.0.0.1,", "10.0.0.9")
	f.Fuzz(func(t *testing.T, sent, seen string) {
		if addr, err := netip.ParseAddr(seen); err != nil || addr.Zone() != "" || proxied.Contains(addr.Unmap()) {
			seen = "203.0.113.7"
		}
		want := netip.MustParseAddr(seen).Unmap()
		require.Equal(t, want, proxied.clientOf(requested("10.0.0.1:80", sent, seen)))
		require.Equal(t, want, proxied.clientOf(requested("10.0.0.1:80", sent+", "+seen)))
		require.Equal(t, "198.51.100.9", proxied.clientOf(requested("198.51.100.9:80", sent, seen)).String())
	})
}
