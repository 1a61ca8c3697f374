package model

import (
	"net/netip"
	"slices"
	"strings"
	"time"
)

const (
	// TokenLifetime is how long a token is usable, unless its maker says otherwise.
	TokenLifetime = 365 * 24 * time.Hour
	// maxAllowedAddresses is how many addresses a token may name.
	maxAllowedAddresses = 50
)

// IsRestricted reports whether the token may do less than its organization or its staff role.
func (t *Token) IsRestricted() bool { return t.Scope == TokenScopeRead || len(t.AllowedAddresses) > 0 }

// Allows reports whether the token may be used from a client's address, which is the zero Addr if it is not known. A
// token that names addresses is refused for a client that is not known.
func (t *Token) Allows(client netip.Addr) bool {
	return len(t.AllowedAddresses) == 0 || slices.ContainsFunc(t.AllowedAddresses, func(allowed string) bool {
		network, err := netip.ParsePrefix(allowed)
		return err == nil && network.Contains(client)
	})
}

// ParseNetwork reads an IPv4 or IPv6 address, or a network of them as CIDR. If it returns a reason, the text is neither.
func ParseNetwork(text string) (network netip.Prefix, reason string) {
	if !strings.Contains(text, "/") {
		addr, err := netip.ParseAddr(text)
		if err != nil || addr.Zone() != "" {
			return netip.Prefix{}, "is not an address or a network, like 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32"
		}
		addr = addr.Unmap()
		return netip.PrefixFrom(addr, addr.BitLen()), ""
	}
	network, err := netip.ParsePrefix(text)
	switch {
	case err != nil:
		return netip.Prefix{}, "is not an address or a network, like 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32"
	case network.Addr().Is4In6():
		return netip.Prefix{}, "is an IPv4 network in IPv6 notation; write it as IPv4, like 203.0.113.0/24"
	case network != network.Masked():
		return netip.Prefix{}, "has bits set behind its length; the network is " + network.Masked().String()
	}
	return network, ""
}

// ParseAllowedAddresses reads the addresses that a token may be used from, and writes each once, as CIDR. What is wrong
// is said at the pointer of each.
func ParseAllowedAddresses(pointer string, texts []string) (networks []string, vs Violations) {
	if len(texts) > maxAllowedAddresses {
		vs.Say(pointer, CodeTooLong, "has more than %d addresses", maxAllowedAddresses)
		return nil, vs
	}
	for i, text := range texts {
		network, reason := ParseNetwork(text)
		if reason != "" {
			vs.Say(Pointer(pointer, i), CodeInvalidValue, "%s", reason)
			continue
		}
		if written := network.String(); !slices.Contains(networks, written) {
			networks = append(networks, written)
		}
	}
	return networks, vs
}
