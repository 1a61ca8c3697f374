package model

import (
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/google/uuid"
)

// LatestEvent is the cursor of a reader who wants nothing of what is in the feed already.
const LatestEvent = "latest"

// EventCursor is a place in the feed of a portfolio: behind the event at the position.
type EventCursor struct {
	Portfolio uuid.UUID
	Position  int64
}

// String returns the cursor as clients get it.
func (c EventCursor) String() string {
	return base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint64(c.Portfolio[:], uint64(c.Position)))
}

// ParseEventCursor reads a cursor of a portfolio. `invalid_value` at /after for one of another portfolio too.
func ParseEventCursor(text string, portfolio uuid.UUID) (EventCursor, Violations) {
	var vs Violations
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(raw) != len(portfolio)+8 {
		vs.Say("after", CodeInvalidValue, "is a cursor as `meta.cursor` has it, or `%s`", LatestEvent)
		return EventCursor{}, vs
	}
	c := EventCursor{uuid.UUID(raw[:len(portfolio)]), int64(binary.BigEndian.Uint64(raw[len(portfolio):]))}
	if c.Portfolio != portfolio || c.Position < 0 {
		vs.Say("after", CodeInvalidValue, "is a cursor of another portfolio; begin again without it")
	}
	return c, vs
}

// MaxEventWait is how many seconds a request may wait for an event.
const MaxEventWait = 25

// EventQuery is a checked request for a page of the feed.
type EventQuery struct {
	Limit    int
	After    *EventCursor // nil for the oldest event that is kept
	IsLatest bool         // an empty page at the feed's end
	Names    []string     // nil for all
	Subjects []uuid.UUID  // nil for all
	Wait     time.Duration
}

// NewEventQuery checks the arguments of a page of a portfolio's feed. The pointers are the names of the parameters.
func NewEventQuery(portfolio uuid.UUID, after *string, limit *int, filter *EventFilter, wait *int) (EventQuery, error) {
	var vs Violations
	q := EventQuery{Limit: pageLimit(limit, nil, &vs), Wait: time.Duration(orZero(wait)) * time.Second}
	if wait != nil && (*wait < 0 || *wait > MaxEventWait) {
		vs.Say("wait", CodeInvalidValue, "is a whole number of seconds from 0 to %d", MaxEventWait)
	}
	if q.IsLatest = orZero(after) == LatestEvent; after != nil && !q.IsLatest {
		c, wrong := ParseEventCursor(*after, portfolio)
		vs.Append(wrong)
		q.After = &c
	}
	if filter != nil {
		var wrong Violations
		q.Names, wrong = EventNames(filter.Type.Value(), filter.Name.Value())
		vs.Append(wrong)
		q.Subjects = filter.Subject.Value()
	}
	return q, vs.Err()
}

// NewEventTail checks the arguments of a subscription to a portfolio's feed, which begins at its end by default.
func NewEventTail(portfolio uuid.UUID, after *string, filter *EventFilter) (EventQuery, error) {
	if after == nil {
		latest := LatestEvent
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
	return NewError(CodeCursorExpired,
		"Events behind this cursor are kept no more. Take `after=%s`, then read anew what you keep of the records, then go on from there.",
		LatestEvent)
}
