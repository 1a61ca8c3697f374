package model

import (
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/mailer"
)

// How the reply on record begins, by what was refused.
const (
	ReplyRecipient = "RCPT"
	ReplyLetter    = "letter"
)

// NoticeSurroundings are what the way of a due notice depends on beside the notice itself.
type NoticeSurroundings struct {
	ID            uuid.UUID    // of the policy, or of the case of a letter about findings
	Hold          *NoticeBlock // that keeps the policy's or the case's letters back; nil if none
	ReviewUntil   *time.Time
	Mode          Mode
	Mail          mailer.State
	Reason        *mailer.Reason
	AttemptedAt   *time.Time
	NextAttemptAt *time.Time
}

// IsDue reports whether the notice's time has come and it is not settled.
func (n *RenewalNotice) IsDue(now time.Time) bool {
	return n.State == RenewalNoticeStatePlanned && !n.DueAt.After(now)
}

// Explain fills in BlockedBy, LastAttempt and NextAttemptAt as a reader sees them. The notice must not be saved after it.
// around is nil unless the notice is due.
func (n *RenewalNotice) Explain(around *NoticeSurroundings, now time.Time) {
	if n.BlockedBy != nil {
		return // it was explained before
	}
	n.LastAttempt = n.ownAttempt()
	if around == nil {
		return
	}
	waits := n.NextAttemptAt != nil && n.NextAttemptAt.After(now) // for an attempt of its own
	var block NoticeBlock
	switch {
	case around.Hold != nil:
		block, n.NextAttemptAt = *around.Hold, nil
	case around.ReviewUntil != nil && around.ReviewUntil.After(now):
		block, n.NextAttemptAt = NoticeBlockEvidenceInReview, around.ReviewUntil
	case waits:
		block = n.ownBlock()
	case around.Mode != ModeLive || around.Mail == mailer.OK:
		return
	case around.Mail == mailer.Missing:
		block, n.NextAttemptAt = NoticeBlockNoMailServer, nil
	default:
		block, n.NextAttemptAt = NoticeBlockMailServer, around.NextAttemptAt
		n.LastAttempt = later(n.LastAttempt, around.attempt())
	}
	n.BlockedBy = &block
}

// ownBlock returns what put off the last attempt of the notice.
func (n *RenewalNotice) ownBlock() NoticeBlock {
	switch phase, _, _ := strings.Cut(n.LastReply(), ":"); phase {
	case ReplyRecipient:
		return NoticeBlockRecipients
	case ReplyLetter:
		return NoticeBlockLetter
	default:
		return NoticeBlockMailServer
	}
}

func (n *RenewalNotice) ownAttempt() *NoticeLastAttempt {
	if n.Letter == nil || n.Letter.AttemptedAt == nil {
		return nil
	}
	attempt := &NoticeLastAttempt{At: *n.Letter.AttemptedAt}
	if reply := n.LastReply(); reply != "" {
		attempt.Reply = &reply
	}
	return attempt
}

// attempt returns the last one that failed for all letters.
func (s *NoticeSurroundings) attempt() *NoticeLastAttempt {
	if s.AttemptedAt == nil || s.Reason == nil {
		return nil
	}
	reply := mailer.Says[*s.Reason]
	return &NoticeLastAttempt{At: *s.AttemptedAt, Reply: &reply}
}

func later(a, b *NoticeLastAttempt) *NoticeLastAttempt {
	if a == nil || b != nil && b.At.After(a.At) {
		return b
	}
	return a
}
