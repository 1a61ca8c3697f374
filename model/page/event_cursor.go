package page

import (
	"encoding/base64"
	"encoding/binary"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/fault"
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
func ParseEventCursor(text string, portfolio uuid.UUID) (EventCursor, fault.Violations) {
	var vs fault.Violations
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(raw) != len(portfolio)+8 {
		vs.Say("after", fault.CodeInvalidValue, "must be a cursor as `meta.cursor` has it, or `%s`", LatestEvent)
		return EventCursor{}, vs
	}
	c := EventCursor{uuid.UUID(raw[:len(portfolio)]), int64(binary.BigEndian.Uint64(raw[len(portfolio):]))}
	if c.Portfolio != portfolio || c.Position < 0 {
		vs.Say("after", fault.CodeInvalidValue, "is a cursor of another portfolio; begin again without it")
	}
	return c, vs
}
