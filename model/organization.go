package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
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
	Steps         RenewalSteps `bun:"renewal_steps"` // nil for the default
	ContactName   *string
	ContactEmail  *string
	ContactPhone  *string
	ReplyTo       *string
	Address       *string
	LogoID        *uuid.UUID `json:"logo"` // the document that the picture was copied from
	ReviewDays    int
	Portfolios    []*Portfolio    `bun:"-"`
	Organizations []*Organization `bun:"-"`
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
	Role           *StaffRole // nil on service account tokens
	CreatedAt      time.Time
	ExpiresAt      *time.Time
	RevokedAt      *time.Time
	LastUsedAt     *time.Time

	Scope            TokenScope `bun:",scanonly"`       // TokenScopeFull if empty
	AllowedAddresses []string   `bun:",array,scanonly"` // CIDR, as ParseAllowedAddress writes it; empty for any address
}

// Usable reports whether the token authenticates at the given time.
func (t *Token) Usable(now time.Time) bool {
	return t.RevokedAt == nil && (t.ExpiresAt == nil || now.Before(*t.ExpiresAt))
}
