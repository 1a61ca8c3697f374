package model

import "time"

// NoticeLetter is a letter on its way. Its words are kept from the moment that somebody has it until its mailing is
// settled, so that all get the same letter.
type NoticeLetter struct {
	HTML       string            `json:"html,omitempty"`
	MessageID  string            `json:"messageId,omitempty"` // without angle brackets; "" before the mail server was asked
	Deliveries []*NoticeDelivery `json:"deliveries"`
	// AttemptedAt is when the mail server was last asked.
	AttemptedAt *time.Time `json:"attemptedAt,omitempty"`
}

// NoticeDelivery is how a letter fared at one address: taken, put off or refused.
type NoticeDelivery struct {
	Address   string              `json:"address"`
	IsCopy    bool                `json:"isCopy,omitempty"`
	State     NoticeDeliveryState `json:"state"`
	Attempts  int                 `json:"attempts"`
	Reply     *string             `json:"reply,omitempty"`     // the mail server's last one, if it did not accept
	SettledAt *time.Time          `json:"settledAt,omitempty"` // nil while it waits
	Alone     bool                `json:"alone,omitempty"`     // the server ended the conversation at this address
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
