package webhook

import (
	"encoding/json"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// body is what a receiver gets about an event. It is thin: who may read the record fetches it.
type body struct {
	Type      string `json:"type"`
	Timestamp string `json:"timestamp"` // of the event; that of the attempt is in the header
	Data      data   `json:"data"`
}

type data struct {
	ID       uuid.UUID `json:"id"`
	Subject  subject   `json:"subject"`
	Revision int64     `json:"revision"`
	Livemode bool      `json:"livemode"`
}

// subject is a model.EventSubject whose case is null if there is none.
type subject struct {
	Type   string     `json:"type"`
	ID     uuid.UUID  `json:"id"`
	CaseID *uuid.UUID `json:"caseId"`
}

// BodyOf returns what the receiver gets about a delivery, the same bytes at each attempt.
func BodyOf(d *model.WebhookDelivery, livemode bool) ([]byte, error) {
	return json.Marshal(body{
		Type: d.Type, Timestamp: d.EventAt.UTC().Format(scalar.TimeLayout),
		Data: data{ID: d.EventID, Subject: subject(d.Subject()), Revision: d.Revision, Livemode: livemode},
	})
}
