package model

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/scalar"
)

// NoticeAttempt is an attempt to send a renewal notice that is over: it was sent, suppressed or failed. It never changes.
type NoticeAttempt struct {
	bun.BaseModel `bun:"table:notice_attempts,alias:t"`

	PortfolioID     uuid.UUID          `bun:",pk,type:uuid"`
	ID              uuid.UUID          `bun:",pk,type:uuid"`
	NoticeID        uuid.UUID          `bun:"type:uuid"`
	Number          int                // from 1
	State           RenewalNoticeState // sent, suppressed or failed
	Reason          *string
	RequestedBy     *Actor `bun:"type:jsonb"` // nil if it was the schedule's
	RequestedAt     *time.Time
	Recipients      []string `bun:",array"`
	Copies          []string `bun:",array"`
	Subject         *string
	Body            *string
	HTML            *string    `shows:"html"`
	TemplateID      *uuid.UUID `bun:"type:uuid"`
	TemplateVersion *int
	MessageID       *string           // nil if no mail server was asked
	Deliveries      []*NoticeDelivery `bun:"type:jsonb"`
	HandedOverAt    *time.Time        // when the mail server accepted it for the first address
	SettledAt       time.Time
}

// Attempt returns the attempt that the notice's state is of, without an id; nil if that is not over, or if nothing was
// attempted.
func (n *RenewalNotice) Attempt() *NoticeAttempt {
	switch n.State {
	case RenewalNoticeStateSent, RenewalNoticeStateSuppressed, RenewalNoticeStateFailed:
	default:
		return nil
	}
	a := &NoticeAttempt{
		NoticeID: n.ID, Number: n.AttemptNumber, State: n.State, Reason: n.SkipReason,
		RequestedBy: n.RequestedBy, RequestedAt: n.RequestedAt,
		Recipients: n.Recipients, Copies: n.Copies, Subject: n.Subject, Body: n.Body,
		TemplateID: n.TemplateID, TemplateVersion: n.TemplateVersion,
		Deliveries: n.Deliveries(), HandedOverAt: n.SentFirst(), SettledAt: *n.SettledAt,
	}
	if n.HTML != "" {
		a.HTML = &n.HTML
	}
	if n.Letter != nil && n.Letter.MessageID != "" {
		a.MessageID = &n.Letter.MessageID
	}
	return a
}

// WasAttempted reports whether the notice has an attempt that is over.
func (n *RenewalNotice) WasAttempted() bool { return n.AttemptNumber > 1 || n.Attempt() != nil }

// MessageID returns the Message-ID (RFC 5322 section 3.6.4, without the angle brackets) of the notice's e-mail. It
// depends only on the key and the attempt, so that mail programs show a message once even if the mail server got it
// twice.
func (n *RenewalNotice) MessageID(domain string) string { return n.messageID(n.AttemptNumber, domain) }

func (n *RenewalNotice) messageID(number int, domain string) string {
	id := strings.ReplaceAll(n.Key(), "/", ".")
	if number > 1 {
		id += fmt.Sprintf(".%d", number)
	}
	return id + "@" + domain
}

// maxReferences is how many messages a letter names: the first one and the latest.
const maxReferences = 20

// References returns the Message-IDs of the attempts before the planned one, oldest first, so that mail programs show
// all in one thread. One that had none, as no mail server was asked, has the one that it would have had.
func (n *RenewalNotice) References(before []*NoticeAttempt, domain string) []string {
	known := map[int]string{}
	for _, a := range before {
		known[a.Number] = scalar.OrZero(a.MessageID)
	}
	var ids []string
	for number := 1; number < n.AttemptNumber; number++ {
		if number > 1 && n.AttemptNumber-number >= maxReferences {
			continue
		}
		ids = append(ids, cmp.Or(known[number], n.messageID(number, domain)))
	}
	return ids
}
