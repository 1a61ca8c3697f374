package model

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// Event is an audit event in the feed of its portfolio (specification of events, section 1).
type Event struct {
	bun.BaseModel `bun:"table:events,alias:t"`

	PortfolioID uuid.UUID `bun:",pk"`
	Position    int64     `bun:",pk"` // rises through the feed; places between two events may be empty
	ID          uuid.UUID // of the audit event
	Name        string    `bun:"column:type"` // of the EventKind
	SubjectType string
	SubjectID   uuid.UUID
	CaseID      *uuid.UUID // nil for a subject that is neither a case nor below one
	Revision    int64      // counts the subject's events from 1
	At          time.Time

	Audit *AuditEvent `bun:"-"`
}

// EventPage is a part of a feed.
type EventPage struct {
	Nodes    []*Event // oldest first
	PageInfo *EventPageInfo
}

// Subject returns what the event is about.
func (e *Event) Subject() EventSubject {
	return EventSubject{Type: e.SubjectType, ID: e.SubjectID, CaseID: e.CaseID}
}

// Type returns what happened as GraphQL says it; nil for a kind that this release does not know.
func (e *Event) Type() *EventType {
	if t := EventTypeOf(e.Name); t.IsValid() {
		return &t
	}
	return nil
}

// Actor returns who did it.
func (e *Event) Actor() EventActor {
	if e.Audit == nil {
		return EventActor{Kind: ActorKindSystem}
	}
	return EventActor{Kind: e.Audit.ActorKind, Name: e.Audit.ActorName}
}

// RequestID returns the id of the request that did it.
func (e *Event) RequestID() string {
	if e.Audit == nil {
		return ""
	}
	return e.Audit.RequestID
}

// Changes returns the members that changed, each with `before` and `after`; null where none did.
func (e *Event) Changes() JSON {
	if e.Audit == nil {
		return JSON("null")
	}
	return beforeAndAfter(e.Audit.Changes, isCreation(e.Audit.Action))
}

// isCreation reports whether an action makes its record. Uploads are made by being signed or announced.
func isCreation(action string) bool {
	return strings.HasSuffix(action, ".created") || strings.HasPrefix(action, "upload.")
}

// beforeAndAfter returns the changes of an audit event as the feed has them. What is no change of a member, as a reason
// is, has come to be. Of a new record nothing was before, not even an empty text.
func beforeAndAfter(changes JSON, isNew bool) JSON {
	var members map[string]json.RawMessage
	if json.Unmarshal(changes, &members) != nil || len(members) == 0 {
		return JSON("null")
	}
	type change struct {
		Before json.RawMessage `json:"before"`
		After  json.RawMessage `json:"after"`
	}
	shown := make(map[string]change, len(members))
	for name, value := range members {
		var c struct{ From, To json.RawMessage }
		if json.Unmarshal(value, &c) != nil || c.From == nil && c.To == nil {
			c.To = value
		}
		if isNew {
			c.From = nil
		}
		shown[name] = change{c.From, c.To}
	}
	return EncodeJSON(shown)
}

// epochBits are the bits of a position that count within an epoch.
const epochBits = 32

// epochsBegin is the second of epoch 0.
var epochsBegin = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// NextEpoch returns the position behind which places are given now on another server, or on the same one in another life
// of its data, when the last one that is known is head. After a fail-over or a restore the last places may be lost, and
// readers who have seen them would pass by events that got them again. The time makes an epoch greater than those that
// are lost too.
func NextEpoch(head int64, now time.Time) int64 {
	return max(head>>epochBits+1, int64(now.Sub(epochsBegin)/time.Second)) << epochBits
}
