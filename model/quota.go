package model

import (
	"fmt"

	"github.com/covertrack/covertrack/model/fault"
)

// AnnouncedBytes is what an upload counts whose size is not known: that a client was given an address for and has not
// used, or that went to an object store past this server. The database has the same number.
const AnnouncedBytes = 1 << 20

// Quotas are how much a portfolio may have. 0 means any amount.
type Quotas struct {
	Claimed   int64 // bytes of documents' files
	Unclaimed int64 // bytes of uploads that no document has claimed
	Records   int64 // of all lists but the audit trail and the deliveries of webhooks
}

// Usage is how much a portfolio has, or what a request adds to it.
type Usage Quotas

// Plus returns the sum of both.
func (u Usage) Plus(other Usage) Usage {
	return Usage{u.Claimed + other.Claimed, u.Unclaimed + other.Unclaimed, u.Records + other.Records}
}

// Or returns the quotas, with the defaults for those that are nil.
func (o QuotaOverrides) Or(defaults Quotas) Quotas {
	return Quotas{orDefault(o.Claimed, defaults.Claimed), orDefault(o.Unclaimed, defaults.Unclaimed), orDefault(o.Records, defaults.Records)}
}

// QuotaOverrides are the quotas of one portfolio; nil is what the node says.
type QuotaOverrides struct{ Claimed, Unclaimed, Records *int64 }

func orDefault(given *int64, value int64) int64 {
	if given != nil {
		return *given
	}
	return value
}

// Check returns `quota_exceeded` for each quota that is exceeded and that added uses: what is over a quota already
// keeps nobody from doing something else.
func (q Quotas) Check(used, added Usage) error {
	var vs fault.Violations
	say := func(of string, used, added, quota int64, size func(int64) string, remedy string) {
		if quota > 0 && added > 0 && used > quota {
			vs.Add("", fault.CodeQuotaExceeded, "The portfolio may have %s %s and would have %s; %s.", size(quota), of, size(used), remedy)
		}
	}
	const ask = "ask the operator for a larger quota"
	say("of documents' files", used.Claimed, added.Claimed, q.Claimed, Bytes, ask)
	say("of uploads that no document has claimed", used.Unclaimed, added.Unclaimed, q.Unclaimed, Bytes,
		"make documents of them, or wait: an upload is removed a day after its address was signed")
	say("in all", used.Records, added.Records, q.Records, func(n int64) string { return fmt.Sprintf("%d records", n) }, ask)
	return vs.Err()
}

// Share returns the largest part of a quota that is used: 1 is all of it.
func (q Quotas) Share(used Usage) (share float64) {
	for _, of := range [][2]int64{{used.Claimed, q.Claimed}, {used.Unclaimed, q.Unclaimed}, {used.Records, q.Records}} {
		if of[1] > 0 {
			share = max(share, float64(of[0])/float64(of[1]))
		}
	}
	return share
}

// Bytes returns a number of bytes for people: "2 GiB", "1.5 MiB".
func Bytes(n int64) string {
	value, units := float64(n), []string{"bytes", "KiB", "MiB", "GiB", "TiB"}
	unit := 0
	for value >= 1024 && unit < len(units)-1 {
		value /= 1024
		unit++
	}
	return fmt.Sprintf("%.4g %s", value, units[unit])
}
