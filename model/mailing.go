package model

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/scalar"
)

// Mailing is a letter that the program sends to a few people, with its result. Rows that have one embed it.
type Mailing struct {
	State         RenewalNoticeState `part:"renewal,mail"`
	Recipients    []string           `bun:",array" part:"mail"`
	Copies        []string           `bun:",array" part:"mail"`
	SkipReason    *string            `part:"mail"`
	Subject       *string            `part:"mail"`
	Body          *string            `part:"mail"`
	SettledAt     *time.Time         `part:"mail"`                // nil while it is planned
	NextAttemptAt *time.Time         `part:"mail"`                // when the mail server gets a planned letter next; nil before it may have it
	PutOffs       int                `bun:"attempts" part:"mail"` // how often the mail server put it off since somebody got it
	// Nil before the mail server was asked.
	Letter *NoticeLetter `bun:"type:jsonb" shows:"deliveries,attempts,lastAttempt,blockedBy,nextAttemptAt" part:"mail"`

	TemplateID      *uuid.UUID `bun:"type:uuid" part:"mail"` // of the lender's template that words it; nil for a built-in one
	TemplateVersion *int       `part:"mail"`                 // nil before it is worded

	HTML string `bun:"-"` // the text as HTML, once it was worded or settled here
}

// NewMailing returns a letter that is planned.
func NewMailing() Mailing {
	return Mailing{State: RenewalNoticeStatePlanned, Recipients: []string{}, Copies: []string{}}
}

// Skip settles a planned letter that is passed over.
func (m *Mailing) Skip(reason string, now time.Time) {
	m.settle(RenewalNoticeStateSkipped, reason, now)
}

// HandOver gives a planned letter to the mail server.
func (m *Mailing) HandOver(now time.Time) { m.NextAttemptAt = &now }

// TakeBack takes a planned letter from the mail server, but from those who have it.
func (m *Mailing) TakeBack() {
	m.NextAttemptAt, m.PutOffs = nil, 0
	m.forget()
}

// Wording is a letter as its recipients read it, as text and as HTML, which say the same.
type Wording struct {
	Subject, Text, HTML string
	TemplateID          *uuid.UUID // of the lender's template that worded it; nil for a built-in one
	TemplateVersion     int
}

// Address stores the recipients of a letter that is not for the mail server.
func (m *Mailing) Address(to, copies []string) { m.Recipients, m.Copies = to, copies }

// Word stores the words of a letter.
func (m *Mailing) Word(w *Wording) {
	m.Subject, m.Body, m.HTML = &w.Subject, &w.Text, w.HTML
	m.TemplateID, m.TemplateVersion = w.TemplateID, &w.TemplateVersion
}

// Suppress settles a planned letter that nobody gets.
func (m *Mailing) Suppress(reason string, now time.Time) {
	m.settle(RenewalNoticeStateSuppressed, reason, now)
}

// Sent settles a planned letter that the mail server accepted, but for those who missed it.
func (m *Mailing) Sent(now time.Time) {
	m.settle(RenewalNoticeStateSent, m.Missed(), now)
}

// Fail settles a planned letter that no recipient got and that cannot be delivered.
func (m *Mailing) Fail(reason string, now time.Time) {
	m.settle(RenewalNoticeStateFailed, reason, now)
}

// maxAttempts and the waits between them are a little more than three days: enough for a mail server to work again.
const maxAttempts = 24

// LastAttempt reports whether the letter fails with one more temporary failure: after three days.
func (m *Mailing) LastAttempt() bool { return m.PutOffs+1 >= maxAttempts }

// Progress lets LastAttempt count from one again: somebody got the letter, so the mail server works.
func (m *Mailing) Progress() { m.PutOffs = 0 }

// PutOff plans another attempt after a temporary failure. Each wait is twice the one before, at most 4 h.
func (m *Mailing) PutOff(reason string, now time.Time) {
	next := now.Add(min(time.Minute<<min(m.PutOffs, 8), 4*time.Hour))
	m.PutOffs++
	m.NextAttemptAt, m.SkipReason = &next, &reason
}

// Wait repeats an attempt in a minute without counting it.
func (m *Mailing) Wait(now time.Time) {
	next := now.Add(time.Minute)
	m.NextAttemptAt = &next
}

// plan makes the letter a planned one that nobody was asked to take, but keeps who has it.
func (m *Mailing) plan() {
	m.State, m.SkipReason, m.SettledAt = RenewalNoticeStatePlanned, nil, nil
	m.TakeBack()
}

// forget removes everything about the letter but who has it.
func (m *Mailing) forget() {
	sent := slices.DeleteFunc(slices.Clone(m.Deliveries()), func(d *NoticeDelivery) bool {
		return d.State != NoticeDeliveryStateSent
	})
	if len(sent) > 0 {
		m.Letter = &NoticeLetter{MessageID: m.Letter.MessageID, Deliveries: sent}
	} else {
		m.Letter = nil
	}
}

// settle ends a planned letter, and reports whether it was planned. One that a recipient has is sent, whatever ends it.
func (m *Mailing) settle(state RenewalNoticeState, reason string, now time.Time) bool {
	if m.State != RenewalNoticeStatePlanned {
		return false
	}
	if m.Letter != nil {
		m.Abandon(now)
		m.HTML, m.Letter.HTML = cmp.Or(m.Letter.HTML, m.HTML), ""
	}
	if m.Reached() {
		state = RenewalNoticeStateSent
	}
	m.State, m.SettledAt, m.NextAttemptAt, m.SkipReason = state, &now, nil, nil
	if reason != "" {
		m.SkipReason = &reason
	}
	return true
}

// Deliveries returns how the letter fared at each address; none before the mail server was asked.
func (m *Mailing) Deliveries() []*NoticeDelivery {
	if m.Letter == nil {
		return []*NoticeDelivery{}
	}
	return m.Letter.Deliveries
}

// Expect makes the people who are to get the letter now its recipients. An address whose delivery is settled keeps its
// result. One that waits and is no recipient any more is dropped.
func (m *Mailing) Expect(to, copies []string) {
	known := m.Deliveries()
	find := func(address string) *NoticeDelivery {
		i := slices.IndexFunc(known, func(d *NoticeDelivery) bool { return strings.EqualFold(d.Address, address) })
		if i < 0 {
			return nil
		}
		return known[i]
	}
	var list []*NoticeDelivery
	add := func(addresses []string, isCopy bool) {
		for _, address := range addresses {
			d := cmp.Or(find(address), &NoticeDelivery{Address: address, State: NoticeDeliveryStatePending})
			d.IsCopy = isCopy
			list = append(list, d)
		}
	}
	add(to, false)
	add(copies, true)
	for _, d := range known {
		if d.SettledAt != nil && !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	if m.Letter == nil {
		m.Letter = &NoticeLetter{}
	}
	m.Letter.Deliveries = list
	m.Recipients, m.Copies = []string{}, []string{}
	for _, d := range list {
		if d.IsCopy {
			m.Copies = append(m.Copies, d.Address)
		} else {
			m.Recipients = append(m.Recipients, d.Address)
		}
	}
}

// Pending returns the addresses to write to in the next attempt, none if all are settled. An address at which the
// server ended the conversation is tried after all others and by itself, the one with the fewest attempts first.
func (m *Mailing) Pending() []*NoticeDelivery {
	var together []*NoticeDelivery
	var alone *NoticeDelivery
	for _, d := range m.Deliveries() {
		switch {
		case d.State != NoticeDeliveryStatePending:
		case !d.Alone:
			together = append(together, d)
		case alone == nil || d.Attempts < alone.Attempts:
			alone = d
		}
	}
	if len(together) > 0 || alone == nil {
		return together
	}
	return []*NoticeDelivery{alone}
}

// Reached reports whether a recipient, and not only a copy, has the letter.
func (m *Mailing) Reached() bool { return m.anyRecipient(NoticeDeliveryStateSent) }

// Hopeless reports whether no recipient has the letter and none can get it.
func (m *Mailing) Hopeless() bool {
	return !m.Reached() && !m.anyRecipient(NoticeDeliveryStatePending)
}

func (m *Mailing) anyRecipient(state NoticeDeliveryState) bool {
	return slices.ContainsFunc(m.Deliveries(), func(d *NoticeDelivery) bool { return !d.IsCopy && d.State == state })
}

// SentFirst returns when the first address got the letter, nil before.
func (m *Mailing) SentFirst() (first *time.Time) {
	for _, d := range m.Deliveries() {
		if d.State == NoticeDeliveryStateSent && (first == nil || d.SettledAt.Before(*first)) {
			first = d.SettledAt
		}
	}
	return first
}

// Waiting returns how many addresses wait for the letter.
func (m *Mailing) Waiting() (count int) {
	for _, d := range m.Deliveries() {
		if d.State == NoticeDeliveryStatePending {
			count++
		}
	}
	return count
}

// Abandon settles the deliveries that wait: they are not tried again.
func (m *Mailing) Abandon(now time.Time) {
	for _, d := range m.Deliveries() {
		if d.State == NoticeDeliveryStatePending {
			d.Settle(NoticeDeliveryStateAbandoned, scalar.OrZero(d.Reply), now)
		}
	}
}

// Missed says who did not get the letter: "refused: " and "given up: ", each with addresses; "" if all got it.
func (m *Mailing) Missed() string {
	var refused, abandoned []string
	for _, d := range m.Deliveries() {
		switch d.State {
		case NoticeDeliveryStateRefused:
			refused = append(refused, d.Address)
		case NoticeDeliveryStateAbandoned:
			abandoned = append(abandoned, d.Address)
		}
	}
	var parts []string
	if len(refused) > 0 {
		parts = append(parts, "refused: "+strings.Join(refused, ", "))
	}
	if len(abandoned) > 0 {
		parts = append(parts, "given up: "+strings.Join(abandoned, ", "))
	}
	return strings.Join(parts, "; ")
}

// LastReply returns what the mail server said last about an address that does not have the letter: the first one that
// still waits, else the last one; "" if none.
func (m *Mailing) LastReply() (reply string) {
	for _, d := range m.Deliveries() {
		if d.Reply == nil {
			continue
		}
		reply = *d.Reply
		if d.State == NoticeDeliveryStatePending {
			break
		}
	}
	return reply
}
