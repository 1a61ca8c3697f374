package access

import (
	"net"
	"net/http"
	"net/netip"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/model"
)

// TrustedProxies are the networks of proxies whose X-Forwarded-For is true.
type TrustedProxies []netip.Prefix

// ReadTrustedProxies reads --trusted-proxies.
func ReadTrustedProxies(cmd *cli.Command) (trusted TrustedProxies, err error) {
	for text := range strings.SplitSeq(cmd.String("trusted-proxies"), ",") {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		network, reason := model.ParseNetwork(text)
		switch {
		case reason != "":
			return nil, command.Usagef(cmd, "--trusted-proxies: %q %s", text, reason)
		case network.Bits() == 0:
			return nil,
				command.Usagef(cmd, "--trusted-proxies: %s trusts everybody, so that anybody could choose an address; name your proxies", text)
		}
		trusted = append(trusted, network)
	}
	return trusted, nil
}

// Contains reports whether an address is one of a trusted proxy.
func (t TrustedProxies) Contains(addr netip.Addr) bool {
	for _, network := range t {
		if network.Contains(addr) {
			return true
		}
	}
	return false
}

// clientOf returns the address of the client of a request. Anybody can send an X-Forwarded-For, so it is read only when
// a trusted proxy sent the request, and from the right: each proxy adds the address that it saw. The first one that is
// no trusted proxy is the client's. The zero Addr says that the client is not known, since a trusted proxy sent
// something that is not an address.
func (t TrustedProxies) clientOf(r *http.Request) netip.Addr {
	client := AddrOf(r.RemoteAddr)
	if len(t) == 0 || !t.Contains(client) {
		return client
	}
	rest := strings.Join(r.Header.Values("X-Forwarded-For"), ",")
	for t.Contains(client) && rest != "" {
		begin := strings.LastIndexByte(rest, ',')
		client = AddrOf(strings.TrimSpace(rest[begin+1:]))
		rest = rest[:max(begin, 0)]
	}
	return client
}

// AddrOf reads an address, with or without a port; the zero Addr if it is none. An IPv4 address in IPv6 notation is an
// IPv4 address. An address with a zone is of the local network only, and none that a token could name.
func AddrOf(text string) netip.Addr {
	if host, _, err := net.SplitHostPort(text); err == nil {
		text = host
	} else if inside, ok := strings.CutPrefix(text, "["); ok {
		text, _ = strings.CutSuffix(inside, "]")
	}
	addr, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Addr{}
	}
	return addr.Unmap().WithZone("")
}
