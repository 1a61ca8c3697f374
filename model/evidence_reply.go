package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/scalar"
)

// EvidenceReply is the letter that tells who handed evidence in why it was not accepted.
type EvidenceReply struct {
	bun.BaseModel `bun:"table:evidence_replies,alias:t"`

	PortfolioID uuid.UUID `bun:",pk,type:uuid"`
	ID          uuid.UUID `bun:",pk,type:uuid"`
	EvidenceID  uuid.UUID `bun:"type:uuid"`
	PolicyID    uuid.UUID `bun:"type:uuid"`
	CaseID      uuid.UUID `bun:"type:uuid"`
	Mailing
	CreatedAt time.Time
	UpdatedAt time.Time `part:"mail"`
}

// WriteBack makes the letter that says why the submission, or some of it, was not accepted; nil if there is nothing to
// say: it was accepted whole, or no reason was given.
func (e *Evidence) WriteBack(id uuid.UUID, now time.Time) *EvidenceReply {
	isRefused := e.State == EvidenceStateRejected || e.State == EvidenceStatePartlyAccepted
	if !isRefused || scalar.OrZero(e.Reason) == "" {
		return nil
	}
	r := &EvidenceReply{
		ID: id, EvidenceID: e.ID, PolicyID: e.PolicyID, CaseID: e.CaseID, Mailing: NewMailing(), CreatedAt: now, UpdatedAt: now,
	}
	r.HandOver(now)
	e.ReplyID, e.Reply = &id, r
	return r
}

// Cancel ends a planned letter of a closed case.
func (r *EvidenceReply) Cancel(now time.Time) {
	if r.settle(RenewalNoticeStateCancelled, CancelCaseClosed, now) {
		r.UpdatedAt = now
	}
}

// MessageID returns the letter's Message-ID without angle brackets, the same for each attempt.
func (r *EvidenceReply) MessageID(domain string) string {
	return "evidence." + r.ID.String() + "@" + domain
}

// UndeliverableTask makes the task to tell by hand what the letter could not.
func (r *EvidenceReply) UndeliverableTask(id uuid.UUID, now time.Time) *Task {
	return r.task(id, TaskTypeRenewalFollowUp, TaskUndeliverable, now)
}

// UnaddressedTask is UndeliverableTask of a letter that is for nobody: its link was sent by hand, and the case has no contact.
func (r *EvidenceReply) UnaddressedTask(id uuid.UUID, now time.Time) *Task {
	return r.task(id, TaskTypeCollectEvidence, SkipNoRecipient, now)
}

func (r *EvidenceReply) task(id uuid.UUID, kind TaskType, reason string, now time.Time) *Task {
	origin := "evidenceReply/" + r.ID.String() + "/" + reason
	return newFollowUpTask(id, r.CaseID, &r.PolicyID, kind, reason, origin, now)
}
