package dossier

import (
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// borrowerLetter is a letter of a placement to the borrower, as far as it had come.
type borrowerLetter struct {
	ID             uuid.UUID                `json:"id"`
	Step           string                   `json:"step"`
	Number         int                      `json:"number"`
	Means          model.PlacementMeans     `json:"means"`
	State          model.RenewalNoticeState `json:"state"`
	Reason         *string                  `json:"reason"`
	Borrower       *model.PlacementBorrower `json:"borrower"`
	Estimate       *scalar.Money            `json:"estimate"`
	Recipients     []string                 `json:"recipients"`
	HandedOver     *time.Time               `json:"handedOverAt"` // by e-mail
	Deliveries     []*model.NoticeDelivery  `json:"deliveries"`
	MailedOn       *time.Time               `json:"mailedOn"` // by post, as the next two
	PostClass      *string                  `json:"postClass"`
	Proof          *string                  `json:"proof"`
	WordingID      *uuid.UUID               `json:"wordingId"`
	WordingVersion *int                     `json:"wordingVersion"`
	Subject        *string                  `json:"subject"`
	Body           *string                  `json:"body"`
	CreatedAt      time.Time                `json:"createdAt"`
}

// lettersOf are the letters of a placement that had been written before the moment of the knowledge.
func (d *Dossier) lettersOf(p *model.Placement) []*borrowerLetter {
	list := []*borrowerLetter{}
	for _, l := range d.PlacementLetters {
		if l.PlacementID == p.ID {
			list = append(list, d.borrowerLetter(l))
		}
	}
	return list
}

// borrowerLetter is a letter with what had become of it. The words of one by post are those that it was written with; those of an
// e-mail are known when it has gone.
func (d *Dossier) borrowerLetter(l *model.PlacementLetter) *borrowerLetter {
	told := &borrowerLetter{
		ID: l.ID, Step: l.Step, Number: l.Number, Means: l.Means, State: model.RenewalNoticeStatePlanned, Borrower: l.Borrower,
		Estimate: l.Estimate, Recipients: []string{}, Deliveries: d.delivered(l.Deliveries()), CreatedAt: l.CreatedAt,
	}
	isSettled := l.SettledAt != nil && l.SettledAt.Before(d.until())
	if isSettled {
		told.State, told.Reason, told.Recipients, told.HandedOver = l.State, l.SkipReason, l.Recipients, l.SentFirst()
		told.MailedOn, told.PostClass, told.Proof = l.MailedOn, l.PostClass, l.Proof
	}
	if isSettled || l.Means == model.PlacementMeansPost {
		told.WordingID, told.WordingVersion, told.Subject, told.Body = l.WordingID(), l.WordingVersion(), l.Subject, l.Body
	}
	return told
}

// writeBorrowerLetters tells the letters of a placement, and word for word those that went.
func (d *Dossier) writeBorrowerLetters(p Page, of *model.Placement) {
	for _, l := range d.lettersOf(of) {
		p.Heading("Letter: " + dutyName(of, l.Step) + ", " + d.names.of(of.ID))
		p.Facts(d.borrowerFacts(l))
		if l.State == model.RenewalNoticeStateSent && l.Body != nil {
			p.Letter("Subject: " + scalar.OrZero(l.Subject) + "\n\n" + *l.Body)
		}
	}
}

func (d *Dossier) borrowerFacts(l *borrowerLetter) [][2]string {
	to := []string{}
	if name := scalar.OrZero(l.Borrower.Name); name != "" {
		to = append(to, name)
	}
	means := "by post"
	switch {
	case l.Means == model.PlacementMeansEmail:
		means, to = "by e-mail", append(to, scalar.OrZero(l.Borrower.Email))
	case l.Borrower.Address != nil:
		to = append(to, l.Borrower.Address.String())
	}
	facts := [][2]string{
		{"To", strings.Join(to, ", ")}, {"Written", instant(l.CreatedAt) + ", " + means}, {"State", sentence(string(l.State))},
	}
	if l.Estimate != nil {
		facts = append(facts, [2]string{"Cost a year", l.Estimate.Spoken()})
	}
	if l.HandedOver != nil {
		facts = append(facts, [2]string{"Handed over", instant(*l.HandedOver)})
	}
	if l.MailedOn != nil {
		how := strings.ToLower(sentence(scalar.OrZero(l.PostClass)))
		facts = append(facts, [2]string{"Mailed", scalar.SpokenDay(*l.MailedOn) + ", " + how + ", " + scalar.OrZero(l.Proof)})
	}
	facts = append(facts, deliveryFacts(l.Deliveries)...)
	if l.Reason != nil {
		facts = append(facts, [2]string{"Reason", d.names.text(*l.Reason)})
	}
	return facts
}
