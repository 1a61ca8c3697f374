package model

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/covertrack/covertrack/model/scalar"
)

// NoticeLetter is a letter on its way. Its words are kept from the moment that somebody has it until its mailing is
// settled, so that all get the same letter.
type NoticeLetter struct {
	HTML       string            `json:"html,omitempty"`
	MessageID  string            `json:"messageId,omitempty"` // without angle brackets; "" before the mail server was asked
	Deliveries []*NoticeDelivery `json:"deliveries"`
	// AttemptedAt is when the mail server was last asked.
	AttemptedAt *time.Time `json:"attemptedAt,omitempty"`
}

// NoticeDelivery is what became of a letter at one address.
type NoticeDelivery struct {
	Address   string              `json:"address"`
	IsCopy    bool                `json:"isCopy,omitempty"`
	State     NoticeDeliveryState `json:"state"`
	Attempts  int                 `json:"attempts"`
	Reply     *string             `json:"reply,omitempty"`     // the mail server's last one, if it did not accept
	SettledAt *time.Time          `json:"settledAt,omitempty"` // nil while it waits
	Alone     bool                `json:"alone,omitempty"`     // the server ended the conversation at this address
}

// Deliveries returns what became of the letter at each address; none before the mail server was asked.
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

// Settle ends a delivery. reply is what the mail server said, "" if it accepted the letter.
func (d *NoticeDelivery) Settle(state NoticeDeliveryState, reply string, now time.Time) {
	d.State, d.SettledAt, d.Reply = state, &now, nil
	if reply != "" {
		d.Reply = &reply
	}
}

// Delay notes why a delivery waits for the next attempt.
func (d *NoticeDelivery) Delay(reply string) { d.Reply = &reply }

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
