package model

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/model/scalar"
)

// MaxEventWait is how many seconds a request may wait for an event.
const MaxEventWait = 25

// EventQuery is a checked request for a page of the feed.
type EventQuery struct {
	Limit    int
	After    *page.EventCursor // nil for the oldest event that is kept
	IsLatest bool              // an empty page at the feed's end
	Names    []string          // nil for all
	Subjects []uuid.UUID       // nil for all
	Wait     time.Duration
}

// NewEventQuery checks the arguments of a page of a portfolio's feed. The pointers are the names of the parameters.
func NewEventQuery(portfolio uuid.UUID, after *string, limit *int, filter *EventFilter, wait *int) (EventQuery, error) {
	var vs fault.Violations
	q := EventQuery{Limit: page.LimitOf(limit, nil, &vs), Wait: time.Duration(scalar.OrZero(wait)) * time.Second}
	if wait != nil && (*wait < 0 || *wait > MaxEventWait) {
		vs.Say("wait", fault.CodeInvalidValue, "must be a whole number of seconds from 0 to %d", MaxEventWait)
	}
	if q.IsLatest = scalar.OrZero(after) == page.LatestEvent; after != nil && !q.IsLatest {
		c, wrong := page.ParseEventCursor(*after, portfolio)
		vs.Append(wrong)
		q.After = &c
	}
	if filter != nil {
		var wrong fault.Violations
		q.Names, wrong = EventNames(filter.Type.Value(), filter.Name.Value())
		vs.Append(wrong)
		q.Subjects = filter.Subject.Value()
	}
	return q, vs.Err()
}

// NewEventTail checks the arguments of a subscription to a portfolio's feed, which begins at its end by default.
func NewEventTail(portfolio uuid.UUID, after *string, filter *EventFilter) (EventQuery, error) {
	if after == nil {
		latest := page.LatestEvent
		after = &latest
	}
	return NewEventQuery(portfolio, after, nil, filter, nil)
}

// Begin returns the position behind which the page begins, unless it is the latest; 0 for the oldest event.
func (q EventQuery) Begin() int64 {
	if q.After == nil {
		return 0
	}
	return q.After.Position
}

// CheckKept refuses a cursor of a feed without what was removed up to a position; `cursor_expired`.
func (q EventQuery) CheckKept(removedTo int64) error {
	if q.After == nil || q.After.Position >= removedTo {
		return nil
	}
	return fault.New(fault.CodeCursorExpired,
		"Events behind this cursor are kept no more. Take `after=%s`, then read again what you keep of the records, then go on from there.",
		page.LatestEvent)
}

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
func (e *Event) Changes() scalar.JSON {
	if e.Audit == nil {
		return scalar.JSON("null")
	}
	return beforeAndAfter(e.Audit.Changes, isCreation(e.Audit.Action))
}

// isCreation reports whether an action makes its record. Uploads are made by being signed or announced.
func isCreation(action string) bool {
	return strings.HasSuffix(action, ".created") || strings.HasPrefix(action, "upload.")
}

// beforeAndAfter returns the changes of an audit event as the feed has them. What is no change of a member, as a reason
// is, has come to be. Of a new record nothing was before, not even an empty text.
func beforeAndAfter(changes scalar.JSON, isNew bool) scalar.JSON {
	var members map[string]json.RawMessage
	if json.Unmarshal(changes, &members) != nil || len(members) == 0 {
		return scalar.JSON("null")
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
	return scalar.EncodeJSON(shown)
}

// An epoch begins at a tick, of which a second has 1 << tickBits, and has 1 << epochBits positions. A feed that goes on beyond
// them only has its next epoch begin later.
const (
	tickBits  = 10
	epochBits = 22
)

// epochsBegin is the moment of epoch 0.
var epochsBegin = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// NextEpoch returns the position behind which places are given now on another server, or on the same one in another life
// of its data, when the last one that is known is head. After a fail-over or a restore the last places may be lost, and
// readers who have seen them would pass by events that got them again. The time makes an epoch greater than those that
// are lost too, however many began in the last seconds: each start of a node begins one.
func NextEpoch(head int64, now time.Time) int64 {
	since := now.Sub(epochsBegin)
	ticks := int64(since/time.Second)<<tickBits + int64(since%time.Second)<<tickBits/int64(time.Second)
	return max(head>>epochBits+1, ticks) << epochBits
}
