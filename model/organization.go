package model

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/fault"
)

// Plan is a product that organizations buy: a set of entitlements.
type Plan struct {
	bun.BaseModel `bun:"table:plans,alias:t"`

	Key          string `bun:",pk"`
	Name         string
	Entitlements []Entitlement `bun:",array"`
}

// Lender is an institution whose loans are covered. It has a portfolio for each mode.
type Lender struct {
	bun.BaseModel `bun:"table:lenders,alias:t"`

	ID            uuid.UUID `bun:",pk"`
	Name          string
	CreatedAt     time.Time
	UpdatedAt     time.Time
	Steps         RenewalSteps    `bun:"renewal_steps"`                         // nil for the default
	Days          DeficiencyDays  `bun:"deficiency_days" json:"deficiencyDays"` // of the codes that the lender has chosen days for
	LetterDays    DeficiencySteps `bun:"deficiency_steps"`                      // nil for the default
	ContactName   *string
	ContactEmail  *string
	ContactPhone  *string
	ReplyTo       *string
	Address       *string
	LogoID        *uuid.UUID `json:"logo"` // the document that the picture was copied from
	ReviewDays    int
	TimeZone      *string           // a name of the IANA database; nil until it is named
	Placing       *LenderPlacements `bun:"placements,type:jsonb" json:"placements"` // nil for the default
	SandboxOf     *uuid.UUID        // the real lender; nil unless it is the lender of a sandbox
	Portfolios    []*Portfolio      `bun:"-"`
	Organizations []*Organization   `bun:"-"`
}

// Owner is whose places and turns the work for the lender takes: of that of a sandbox the real one's.
func (l *Lender) Owner() uuid.UUID {
	if l.SandboxOf != nil {
		return *l.SandboxOf
	}
	return l.ID
}

// LenderPlacements say what follows where cover has ended (specification of placements, section 3).
type LenderPlacements struct {
	StartsAtLapse bool             `json:"startsAtLapse"` // a placement begins where cover has ended
	Letters       PlacementLetters `json:"letters"`
	Days          *PlacementDays   `json:"days,omitempty"` // of the usual loan agreement; nil if there is none
}

// Portfolio is a lender's book in one mode. Every record of the domain belongs to exactly one.
type Portfolio struct {
	bun.BaseModel `bun:"table:portfolios,alias:t"`

	ID         uuid.UUID `bun:",pk"`
	LenderID   uuid.UUID
	Mode       Mode
	CreatedAt  time.Time
	LenderName string `bun:",scanonly"`

	Lender *Lender `bun:"-"` // nil unless it was asked for
}

// LenderLogo is the picture that a lender's letters show: a copy, so that a letter needs no object store.
type LenderLogo struct {
	bun.BaseModel `bun:"table:lender_logos,alias:t"`

	LenderID   uuid.UUID `bun:",pk"`
	DocumentID uuid.UUID
	FileType   string
	Content    []byte
}

// Organization is a customer of the API. It works for one lender.
type Organization struct {
	bun.BaseModel `bun:"table:organizations,alias:t"`

	ID         uuid.UUID `bun:",pk"`
	Name       string
	LenderID   uuid.UUID
	PlanKey    string
	CreatedAt  time.Time
	UpdatedAt  time.Time
	LenderName string `bun:",scanonly"`
	Plan       *Plan  `bun:"-"`
}

// Token is the token of a service account or a staff member. Only the digest of its text is stored.
type Token struct {
	bun.BaseModel `bun:"table:tokens,alias:t"`

	ID             uuid.UUID `bun:",pk"`
	Digest         []byte
	Name           string
	OrganizationID *uuid.UUID // nil on staff tokens
	Mode           *Mode
	SandboxID      *uuid.UUID `bun:"lender_id"` // nil for all but those of sandboxes, whose lenders have the same id
	Role           *StaffRole // nil on service account tokens
	CreatedAt      time.Time
	ExpiresAt      *time.Time
	RevokedAt      *time.Time
	LastUsedAt     *time.Time

	Scope            TokenScope `bun:",scanonly"`       // TokenScopeFull if empty
	AccountRole      *Role      `bun:",scanonly"`       // of a service account; nil for all that its organization may
	AllowedAddresses []string   `bun:",array,scanonly"` // CIDR, as ParseAllowedAddress writes it; empty for any address
}

// Usable reports whether the token authenticates at the given time.
func (t *Token) Usable(now time.Time) bool {
	return t.RevokedAt == nil && (t.ExpiresAt == nil || now.Before(*t.ExpiresAt))
}

const (
	// TokenLifetime is how long a token is usable, unless its maker says otherwise.
	TokenLifetime = 365 * 24 * time.Hour
	// maxAllowedAddresses is how many addresses a token may name.
	maxAllowedAddresses = 50
)

// IsRestricted reports whether the token may do less than its organization or its staff role.
func (t *Token) IsRestricted() bool {
	return t.Scope == TokenScopeRead || len(t.AllowedAddresses) > 0 || t.AccountRole != nil
}

// AccountRoles returns the role of a service account as a list; nil if it may do all that its organization may.
func (t *Token) AccountRoles() []Role {
	if t.AccountRole == nil {
		return nil
	}
	return []Role{*t.AccountRole}
}

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
func ParseAllowedAddresses(pointer string, texts []string) (networks []string, vs fault.Violations) {
	if len(texts) > maxAllowedAddresses {
		vs.Say(pointer, fault.CodeTooLong, "has more than %d addresses", maxAllowedAddresses)
		return nil, vs
	}
	for i, text := range texts {
		network, reason := ParseNetwork(text)
		if reason != "" {
			vs.Say(fault.Pointer(pointer, i), fault.CodeInvalidValue, "%s", reason)
			continue
		}
		if written := network.String(); !slices.Contains(networks, written) {
			networks = append(networks, written)
		}
	}
	return networks, vs
}

// AnnouncedBytes is what an upload counts whose size is not known: that a client was given an address for and has not
// used, or that went to an object store past this server. The database has the same number.
const AnnouncedBytes = 1 << 20

// Quotas are how much a portfolio may have. 0 means any amount.
type Quotas struct {
	Claimed   int64 // bytes of documents' files
	Unclaimed int64 // bytes of uploads that no document has claimed
	Records   int64 // of all lists but the audit trail and the deliveries of webhooks

	CaseAssets   int64 // of one case
	CasePolicies int64
}

// LargestCase is the most assets, and the most policies, that any case may have.
const LargestCase = 2000

// Usage is how much a portfolio has, or what a request adds to it: Quotas, and the bytes of files that evidence links have
// announced and not handed in, which have room of their own.
type Usage struct{ Claimed, Unclaimed, Evidence, Records int64 }

// evidenceShare is the part of the quota of uploads that evidence has besides.
const evidenceShare = 10

// Plus returns the sum of both.
func (u Usage) Plus(other Usage) Usage {
	return Usage{u.Claimed + other.Claimed, u.Unclaimed + other.Unclaimed, u.Evidence + other.Evidence, u.Records + other.Records}
}

// Or returns the quotas, with the defaults for those that are nil.
func (o QuotaOverrides) Or(defaults Quotas) Quotas {
	return Quotas{
		orDefault(o.Claimed, defaults.Claimed), orDefault(o.Unclaimed, defaults.Unclaimed), orDefault(o.Records, defaults.Records),
		orDefault(o.CaseAssets, defaults.CaseAssets), orDefault(o.CasePolicies, defaults.CasePolicies),
	}
}

// QuotaOverrides are the quotas of one portfolio; nil is what the node says.
type QuotaOverrides struct{ Claimed, Unclaimed, Records, CaseAssets, CasePolicies *int64 }

func orDefault(given *int64, value int64) int64 {
	if given != nil {
		return *given
	}
	return value
}

// BoundsPortfolio reports whether any of the quotas is one of the whole portfolio.
func (q Quotas) BoundsPortfolio() bool { return q.Claimed > 0 || q.Unclaimed > 0 || q.Records > 0 }

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
	say("of evidence that was not handed in", used.Evidence, added.Evidence, q.Unclaimed/evidenceShare, Bytes, "hand it in, or wait a day")
	say("in all", used.Records, added.Records, q.Records, func(n int64) string { return fmt.Sprintf("%d records", n) }, ask)
	return vs.Err()
}

// Of returns each of the quotas with what is used of it.
func (q Quotas) Of(used Usage) []*Quota {
	of := func(name QuotaName, used, most int64) *Quota {
		return &Quota{Name: name, Used: new(float64(used)), Most: bound(most)}
	}
	return []*Quota{
		of(QuotaNameDocumentBytes, used.Claimed, q.Claimed), of(QuotaNameUploadBytes, used.Unclaimed, q.Unclaimed),
		of(QuotaNameEvidenceBytes, used.Evidence, q.Unclaimed/evidenceShare), of(QuotaNameRecords, used.Records, q.Records),
		{Name: QuotaNameCaseAssets, Most: bound(q.CaseAssets)}, {Name: QuotaNameCasePolicies, Most: bound(q.CasePolicies)},
	}
}

func bound(most int64) *float64 {
	if most == 0 {
		return nil
	}
	return new(float64(most))
}

// Share returns the largest part of a quota that is used: 1 is all of it.
func (q Quotas) Share(used Usage) (share float64) {
	for _, of := range q.Of(used) {
		if of.Used != nil && of.Most != nil {
			share = max(share, *of.Used / *of.Most)
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
