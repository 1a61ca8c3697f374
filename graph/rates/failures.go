package rates

import (
	"net/netip"
	"time"
)

// Failures count those who show secrets that are none. Whoever shows a good one is not counted, and is never refused for
// what others of the same network did: so look a secret up first, and charge what was wrong. It is safe for concurrent use.
type Failures struct {
	networks *Rates[netip.Addr]
	node     *Rates[struct{}]
}

// failuresOfNode is how often all networks together may fail in a minute.
const failuresOfNode = 300

// NewFailures lets a network fail so often in a minute.
func NewFailures(ofNetwork int, now func() time.Time) *Failures {
	return &Failures{New[netip.Addr](ofNetwork, time.Minute, now), New[struct{}](failuresOfNode, time.Minute, now)}
}

// Charge counts a failure. If the network or the node had too many, ok is false, and wait is how long to.
func (f *Failures) Charge(network netip.Addr) (wait time.Duration, ok bool) {
	if wait, ok = f.networks.Spend(network, 1); !ok {
		return wait, false
	}
	return f.node.Spend(struct{}{}, 1)
}

// Suspects reports whether the next failure of a network would be one too many of its own.
func (f *Failures) Suspects(network netip.Addr) bool {
	_, ok := f.networks.Has(network, 1)
	return !ok
}
