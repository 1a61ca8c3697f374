package model

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// EvidenceLinkLifetime is how long an evidence link is usable.
const EvidenceLinkLifetime = 60 * 24 * time.Hour

// EvidenceLink is a link to the page where evidence for one term of a policy is handed in (specification of follow-up,
// section 3). Only the digest of its secret is stored.
type EvidenceLink struct {
	bun.BaseModel `bun:"table:evidence_links,alias:t"`

	PortfolioID uuid.UUID `bun:",pk,type:uuid"`
	ID          uuid.UUID `bun:",pk,type:uuid"`
	PolicyID    uuid.UUID `bun:"type:uuid"`
	CaseID      uuid.UUID `bun:"type:uuid"`
	TermNumber  int
	NoticeID    *uuid.UUID `bun:"type:uuid"` // whose letters have the link; nil for one that was made by hand
	Digest      []byte     // see EvidenceSecret.Digest
	ExpiresAt   time.Time
	RevokedAt   *time.Time
	Metadata    scalar.Metadata `bun:"type:jsonb"`
	CreatedAt   time.Time
	UpdatedAt   time.Time

	Policy *Policy        `bun:"-"`
	Case   *Case          `bun:"-"`
	Notice *RenewalNotice `bun:"-"`
	URL    *string        `bun:"-"` // only in the answer that creates it
}

// NewEvidenceLink makes a link for a policy's current term. `policy_deactivated`.
func NewEvidenceLink(id uuid.UUID, p *Policy, notice *uuid.UUID, secret EvidenceSecret, now time.Time) (*EvidenceLink, error) {
	if p.State().Underlying() == PolicyStatusDeactivated {
		return nil, fault.New(fault.CodePolicyDeactivated, "%s", policyRefusals[fault.CodePolicyDeactivated])
	}
	digest := secret.Digest()
	return &EvidenceLink{
		ID: id, PolicyID: p.ID, CaseID: p.CaseID, TermNumber: p.TermNumber, NoticeID: notice, Digest: digest[:],
		ExpiresAt: now.Add(EvidenceLinkLifetime), CreatedAt: now, UpdatedAt: now,
	}, nil
}

// Usable reports whether evidence can be handed in by the link, which is of the policy with this term and state.
func (l *EvidenceLink) Usable(term int, state PolicyState, now time.Time) bool {
	return l.RevokedAt == nil && now.Before(l.ExpiresAt) && l.TermNumber == term &&
		state.Underlying() != PolicyStatusDeactivated
}

// Revoke ends the link. One that is revoked already stays as it is.
func (l *EvidenceLink) Revoke(now time.Time) {
	if l.RevokedAt == nil {
		l.RevokedAt = &now
	}
}

// NoEvidenceLink is the one refusal of every link that is not usable: it does not say whether there ever was one.
func NoEvidenceLink() *fault.Error {
	return fault.New(fault.CodeNotFound, "This link is not valid any more.")
}

// EvidenceSecret is what makes a link usable. It prints nothing of itself.
type EvidenceSecret struct{ bytes [32]byte }

// EvidenceSecretOf makes a secret of 32 random bytes.
func EvidenceSecretOf(random [32]byte) EvidenceSecret { return EvidenceSecret{random} }

// ParseEvidenceSecret reads what Reveal returns, and reports whether it is a secret at all.
func ParseEvidenceSecret(text string) (s EvidenceSecret, ok bool) {
	if len(text) != base64.RawURLEncoding.EncodedLen(len(s.bytes)) {
		return s, false
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	return EvidenceSecret{[32]byte(append(b, make([]byte, len(s.bytes))...))}, err == nil
}

// Digest returns the SHA-256 of the secret, which is stored.
func (s EvidenceSecret) Digest() [32]byte { return sha256.Sum256(s.bytes[:]) }

// Reveal returns the secret as 43 characters of an address.
func (s EvidenceSecret) Reveal() string { return base64.RawURLEncoding.EncodeToString(s.bytes[:]) }

// String returns nothing of the secret.
func (s EvidenceSecret) String() string { return "…" }

// GoString returns String, for %#v.
func (s EvidenceSecret) GoString() string { return s.String() }

// EvidencePath is the path of the page that links open, before the secret.
const EvidencePath = "/evidence/"

// URL returns the address of the page on a server.
func (s EvidenceSecret) URL(baseURL string) string { return baseURL + EvidencePath + s.Reveal() }

// NoticeEvidenceSecret derives the secret of the link in a notice's letters from the signing key, so that each delivery
// of one attempt has the same words.
func NoticeEvidenceSecret(signingKey []byte, notice uuid.UUID, attempt int) (s EvidenceSecret) {
	mac := hmac.New(sha256.New, signingKey)
	mac.Write([]byte("covertrack evidence link of a notice\x00"))
	mac.Write(notice[:])
	_ = binary.Write(mac, binary.BigEndian, int64(attempt)) // a hash takes everything
	mac.Sum(s.bytes[:0])
	return s
}
