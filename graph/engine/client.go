package engine

import (
	"context"
	"net/netip"
)

type clientKey struct{}

// WithClient returns the context of a request from the address. It must be the client's own and not that of a proxy;
// the zero Addr says that it is not known.
func WithClient(ctx context.Context, addr netip.Addr) context.Context {
	return context.WithValue(ctx, clientKey{}, addr)
}

// clientOf is the address that WithClient added to the context, or the zero Addr.
func clientOf(ctx context.Context) netip.Addr {
	addr, _ := ctx.Value(clientKey{}).(netip.Addr)
	return addr
}

// NetworkOf returns what the client of a request has for itself, as far as it is known: an IPv4 address, or the /64 of
// an IPv6 address.
func NetworkOf(ctx context.Context) netip.Addr { return networkOf(clientOf(ctx)) }

// networkOf is what one client has for itself: an IPv4 address, or the /64 of an IPv6 address. Clients that are not
// known share one.
func networkOf(client netip.Addr) netip.Addr {
	if !client.Is6() || client.Is4In6() {
		return client.Unmap()
	}
	network, err := client.Prefix(64)
	if err != nil {
		return netip.Addr{}
	}
	return network.Addr()
}
