package dossier

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// letter is a letter that somebody was to get, as far as it had come.
type letter struct {
	ID         uuid.UUID                `json:"id"` // of the notice, or of the reply to evidence
	Step       string                   `json:"step"`
	PolicyID   *uuid.UUID               `json:"policyId"`
	Attempt    int                      `json:"attempt"`
	State      model.RenewalNoticeState `json:"state"`
	Reason     *string                  `json:"reason"`
	Recipients []string                 `json:"recipients"`
	Copies     []string                 `json:"copies"`
	HandedOver *time.Time               `json:"handedOverAt"`
	Deliveries []*model.NoticeDelivery  `json:"deliveries"`
	MessageID  *string                  `json:"messageId"`
	Subject    *string                  `json:"subject"`
	Body       *string                  `json:"body"`
	HTML       *string                  `json:"html"`
	At         time.Time                `json:"at"`
}

// letters are those that had been settled, or that somebody had got, before the moment of the knowledge, the oldest first.
func (d *Dossier) letters() (list []*letter) {
	type attempt struct {
		notice uuid.UUID
		number int
	}
	byID, told := map[uuid.UUID]*model.RenewalNotice{}, map[attempt]bool{}
	for _, n := range d.Notices {
		byID[n.ID] = n
	}
	for _, a := range d.Attempts {
		if n := byID[a.NoticeID]; n != nil && a.SettledAt.Before(d.until()) {
			list, told[attempt{a.NoticeID, a.Number}] = append(list, d.letterOf(n, a)), true
		}
	}
	for _, n := range d.Notices { // somebody had got it, and others still waited
		if sent := d.delivered(n.Deliveries()); len(sent) > 0 && !told[attempt{n.ID, n.AttemptNumber}] {
			list = append(list, d.underWay(n, sent))
		}
	}
	for _, r := range d.Replies {
		if r.SettledAt != nil && r.SettledAt.Before(d.until()) && r.Subject != nil {
			list = append(list, d.reply(r))
		}
	}
	slices.SortStableFunc(list, func(a, b *letter) int { return a.At.Compare(b.At) })
	return list
}

// until is the moment at which what came is not known any more.
func (d *Dossier) until() time.Time { return d.On.AddDate(0, 0, 1) }

func (d *Dossier) letterOf(n *model.RenewalNotice, a *model.NoticeAttempt) *letter {
	return &letter{
		ID: n.ID, Step: string(n.Step), PolicyID: n.PolicyID, Attempt: a.Number, State: a.State, Reason: a.Reason, Recipients: a.Recipients,
		Copies: a.Copies, HandedOver: a.HandedOverAt, Deliveries: a.Deliveries, MessageID: a.MessageID, Subject: a.Subject, Body: a.Body,
		HTML: a.HTML, At: a.SettledAt,
	}
}

func (d *Dossier) underWay(n *model.RenewalNotice, sent []*model.NoticeDelivery) *letter {
	l := &letter{
		ID: n.ID, Step: string(n.Step), PolicyID: n.PolicyID, Attempt: n.AttemptNumber, State: model.RenewalNoticeStatePlanned,
		Recipients: n.Recipients, Copies: n.Copies, Deliveries: sent, Subject: n.Subject, Body: n.Body, HandedOver: sent[0].SettledAt,
		At: *sent[0].SettledAt,
	}
	if n.Letter.HTML != "" {
		l.HTML = &n.Letter.HTML
	}
	return l
}

// delivered are the deliveries that had ended.
func (d *Dossier) delivered(all []*model.NoticeDelivery) (ended []*model.NoticeDelivery) {
	for _, one := range all {
		if one.SettledAt != nil && one.SettledAt.Before(d.until()) {
			ended = append(ended, one)
		}
	}
	return ended
}

func (d *Dossier) reply(r *model.EvidenceReply) *letter {
	l := &letter{
		ID: r.ID, Step: "evidenceReply", PolicyID: &r.PolicyID, Attempt: 1, State: r.State, Reason: r.SkipReason, Recipients: r.Recipients,
		Copies: r.Copies, HandedOver: r.SentFirst(), Deliveries: r.Deliveries(), Subject: r.Subject, Body: r.Body, At: *r.SettledAt,
	}
	if r.Letter != nil && r.Letter.MessageID != "" {
		l.MessageID = &r.Letter.MessageID
	}
	return l
}

func encoded[T any](record *T) scalar.JSON { return scalar.EncodeTimesJSON(record) }

// step is a step of follow-up of which no letter is told.
type step struct {
	ID       uuid.UUID                `json:"id"`
	Step     model.RenewalStep        `json:"step"`
	PolicyID *uuid.UUID               `json:"policyId"`
	DueAt    time.Time                `json:"dueAt"`
	State    model.RenewalNoticeState `json:"state"`
	Reason   *string                  `json:"reason"`
}

// steps are the steps that had no letter: still to come, or passed over.
func (d *Dossier) steps() (list []*step) {
	told := map[uuid.UUID]bool{}
	for _, l := range d.letters() {
		told[l.ID] = true
	}
	for _, n := range d.Notices {
		if told[n.ID] {
			continue
		}
		s := &step{ID: n.ID, Step: n.Step, PolicyID: n.PolicyID, DueAt: n.DueAt, State: model.RenewalNoticeStatePlanned}
		if n.SettledAt != nil && n.SettledAt.Before(d.until()) {
			s.State, s.Reason = n.State, n.SkipReason
		}
		list = append(list, s)
	}
	return list
}
