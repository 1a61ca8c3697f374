package webhook

import (
	"context"
	"errors"
	"net"
	"syscall"
)

// The reasons why an attempt had no success. Those who run the receiver read them, so they say nothing of where the
// server is, or of what it found there.
const (
	reasonTimeout     = "timeout"           // no status line in time
	reasonDNS         = "dns"               // the name has no address
	reasonNotPublic   = "addressNotPublic"  // the name leads to an address that is not public
	reasonNotAllowed  = "addressNotAllowed" // the URL can never be dialled: the server's settings have changed
	reasonRefused     = "connectionRefused" // nobody listens there
	reasonUnreachable = "unreachable"       // no way to the address
	reasonTLS         = "tls"               // no TLS: the certificate, its name, the version
	reasonProxy       = "proxy"             // the server's own proxy does not connect
	reasonBroken      = "connectionClosed"  // the receiver has closed the connection before it answered
	reasonTooLarge    = "headerTooLarge"    // no status line within 16 KiB
	reasonNotHTTP     = "notHTTP"           // the answer is not HTTP/1.1
	reasonSecret      = "secretUnreadable"  // it was encrypted with another signing key: rotate it
	reasonRedirect    = "redirect"          // 3xx, which is not followed
	reasonLost        = "lost"              // nothing was sent: in a sandbox, on order
)

// reasons are all of them.
var reasons = []string{
	reasonTimeout, reasonDNS, reasonNotPublic, reasonNotAllowed, reasonRefused, reasonUnreachable, reasonTLS, reasonProxy,
	reasonBroken, reasonTooLarge, reasonNotHTTP, reasonSecret, reasonRedirect,
}

// reasonOf returns the reason of an attempt that ended so; "" for a success, and for a status that says it.
func reasonOf(a answer, err error) string {
	var lookup *net.DNSError
	var timed net.Error
	switch {
	case err == nil && a.status/100 == 3:
		return reasonRedirect
	case err == nil:
		return ""
	case errors.Is(err, errNeverDialled):
		return reasonNotAllowed
	case errors.Is(err, errNotPublic):
		return reasonNotPublic
	case errors.Is(err, errProxy):
		return reasonProxy
	case errors.As(err, &lookup):
		return reasonDNS
	case errors.Is(err, context.DeadlineExceeded) || errors.As(err, &timed) && timed.Timeout():
		return reasonTimeout
	case errors.Is(err, errTLS):
		return reasonTLS
	case errors.Is(err, errTooLarge):
		return reasonTooLarge
	case errors.Is(err, errNotHTTP):
		return reasonNotHTTP
	case errors.Is(err, syscall.ECONNREFUSED):
		return reasonRefused
	case isDialling(err):
		return reasonUnreachable
	default:
		return reasonBroken
	}
}

func isDialling(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}
