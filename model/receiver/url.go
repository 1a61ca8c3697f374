package receiver

import (
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"code.dny.dev/ssrf"

	"github.com/covertrack/covertrack/model/fault"
)

// URLs says which addresses of receivers can be dialled (specification of events, section 2).
type URLs struct {
	Insecure bool // http and any port too, to this machine itself: for tests
}

// maxWebhookURL is how many characters a receiver's address may have.
const maxWebhookURL = 2048

// Check reports an address that can never be dialled. `invalid_value`, `too_long`. A host name may be anything: whether
// it is public is decided on the address that is dialled, each time.
func (w URLs) Check(pointer, text string) (vs fault.Violations) {
	if len(text) > maxWebhookURL {
		vs.Say(pointer, fault.CodeTooLong, "must have at most %d characters", maxWebhookURL)
		return vs
	}
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" || u.Opaque != "" {
		vs.Say(pointer, fault.CodeInvalidValue, "must be an address such as https://hooks.example.com/covertrack")
		return vs
	}
	host, isHost := hostOf(u)
	isInsecure := w.Insecure && u.Scheme == "http" && host.isLocal
	switch {
	case u.User != nil:
		vs.Say(pointer, fault.CodeInvalidValue, "must have no user name or password: the signature says who sends")
	case u.Fragment != "" || strings.Contains(text, "#"):
		vs.Say(pointer, fault.CodeInvalidValue, "must have no part behind #, which is never sent")
	}
	if strings.Contains(u.RawQuery, " ") { // it would end the line that asks for the address
		vs.Say(pointer, fault.CodeInvalidValue, "must have no blank behind ?; write it as %%20")
	}
	if u.Scheme != "https" && !isInsecure {
		vs.Say(pointer, fault.CodeInvalidValue, "must begin with https://")
	}
	switch port, err := strconv.ParseUint(portOf(u), 10, 16); {
	case err != nil || port == 0:
		vs.Say(pointer, fault.CodeInvalidValue, "must have a port from 1 to 65535")
	case port != 443 && port < 1024 && !isInsecure:
		vs.Say(pointer, fault.CodeInvalidValue, "must have the port 443, or one above 1023")
	}
	switch {
	case !isHost:
		vs.Say(pointer, fault.CodeInvalidValue, "must have a host name in ASCII (xn--… for others), or an address in its usual form")
	case host.address.IsValid() && !w.Allows(host.address):
		vs.Say(pointer, fault.CodeInvalidValue, "names %s, which is not a public address", host.address)
	}
	return vs
}

// Allows reports whether a receiver may have the address.
func (w URLs) Allows(address netip.Addr) bool {
	address = address.Unmap()
	if w.Insecure && address.IsLoopback() {
		return true
	}
	network := "tcp6"
	if address.Is4() {
		network = "tcp4"
	}
	return publicAddresses.Safe(network, netip.AddrPortFrom(address, 443).String(), nil) == nil
}

// publicAddresses knows the registries of special addresses (RFC 6890), tunnels to IPv4 among them, and what they lack: the
// platform of Azure, whose address looks like any other, and the newer prefix for documentation (RFC 9637). Other clouds have
// theirs in ranges that are special.
var publicAddresses = ssrf.New(
	ssrf.WithDeniedV4Prefixes(netip.MustParsePrefix("168.63.129.16/32")),
	ssrf.WithDeniedV6Prefixes(netip.MustParsePrefix("3fff::/20")),
)

// host is the host of a URL: an address, or a name.
type host struct {
	address netip.Addr
	isLocal bool
}

var (
	// hostName is what a name may look like, with a dot at its end or not.
	hostName = regexp.MustCompile(`^([a-zA-Z0-9_]([a-zA-Z0-9_-]*[a-zA-Z0-9_])?\.)*[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?\.?$`)
	// number is a last label that some readers take for a part of an IPv4 address: 127.1, 0x7f000001, 017700000001.
	number = regexp.MustCompile(`(^|\.)(0[xX][0-9a-fA-F]*|[0-9]+)\.?$`)
)

// hostOf returns the host, and reports whether it is one that all readers read alike.
func hostOf(u *url.URL) (h host, ok bool) {
	name := u.Hostname()
	address, err := netip.ParseAddr(name)
	switch {
	case err == nil:
		return host{address, address.Unmap().IsLoopback()}, address.Zone() == ""
	case len(name) > 253 || !hostName.MatchString(name) || number.MatchString(name):
		return host{}, false
	default:
		return host{isLocal: strings.EqualFold(strings.TrimSuffix(name, "."), "localhost")}, true
	}
}

func portOf(u *url.URL) string {
	switch port := u.Port(); {
	case port != "":
		return port
	case u.Scheme == "http":
		return "80"
	default:
		return "443"
	}
}
