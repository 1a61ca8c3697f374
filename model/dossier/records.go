package dossier

import (
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// Records are a case and what belongs to it, in order of creation.
type Records struct {
	Lender           string
	Case             *model.Case
	RiskProfiles     []*model.RiskProfile // those that the case pins, and pinned
	Holders          []*model.CertificateHolder
	Clauses          []*model.MortgageeClause
	Insureds         []*model.Insured
	Groups           []*model.InsuredGroup // of the insureds
	Programs         []*model.Program      // that the case has
	Actors           []*Actor
	Assets           []*model.Asset
	Policies         []*model.Policy
	Versions         []*model.PolicyVersion
	Cancellations    []*model.Cancellation
	Waivers          []*model.Waiver
	Placements       []*model.Placement
	PlacementLetters []*model.PlacementLetter
	Documents        []*model.Document
	Notices          []*model.RenewalNotice
	Attempts         []*model.NoticeAttempt // of the notices
	Evidence         []*model.Evidence
	Files            []*model.EvidenceFile // of the evidence
	Replies          []*model.EvidenceReply
	Tasks            []*model.Task
	Verdicts         []*model.VerdictChange
	Users            []*model.User
	Brokers          []*model.Broker
	Events           []*model.AuditEvent // about all these, and about what was removed of the case
	TrailSince       *time.Time          // of the first event that the portfolio's trail still has; nil for none
}

// Actor is a person or a token by whom something was asked or decided.
type Actor struct {
	ID   uuid.UUID
	Name string
}

// Removed is a document that was removed after the moment at which it was known.
type Removed struct {
	*model.Document

	On     time.Time // when it was removed
	SHA256 string    // of its file; "" if nobody knows
}

// History are the events about each record, the newest first.
type history map[uuid.UUID][]*model.AuditEvent

// historySince has the events from a moment on.
func historySince(events []*model.AuditEvent, since time.Time) history {
	h := history{}
	for i := len(events) - 1; i >= 0; i-- {
		if e := events[i]; e.SubjectID != nil && !e.At.Before(since) {
			h[*e.SubjectID] = append(h[*e.SubjectID], e)
		}
	}
	return h
}
