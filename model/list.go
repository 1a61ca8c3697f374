package model

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"
)

// The bounds of a page (contract section 2, Lists).
const (
	DefaultLimit = 50
	MaxLimit     = 200
)

// ListOptions choose a page of a list.
type ListOptions struct {
	Sort      Sort // "" for the order of creation
	Limit     int
	Offset    int     // the rows before the page, also when After is set
	After     *Cursor // nil for a page by offset
	WithTotal bool
	// WithCursors asks for the cursor of each row.
	WithCursors bool
}

// NewListOptions checks a list's arguments: a limit of 0 to MaxLimit, which may be called first, an offset that is not
// negative, and a cursor of the same order, only without an offset. The pointers of violations are the names of the
// parameters.
func NewListOptions(sort *Sort, limit, first, offset *int, after *string) (ListOptions, error) {
	var vs Violations
	opt := ListOptions{Sort: orZero(sort), Limit: pageLimit(limit, first, &vs), Offset: orZero(offset)}
	if opt.Offset < 0 {
		vs.Say("offset", CodeInvalidValue, "is a whole number from 0 on")
	}
	if after != nil {
		opt.After = afterCursor(*after, opt.Sort, &vs)
		if offset != nil {
			vs.Say("offset", CodeInvalidValue, "is not for a page behind `after`, which carries the position")
		} else if opt.After != nil {
			opt.Offset = opt.After.Offset
		}
	}
	return opt, vs.Err()
}

func pageLimit(limit, first *int, vs *Violations) int {
	name, given := "limit", limit
	if first != nil {
		name, given = "first", first
		if limit != nil {
			vs.Say("first", CodeInvalidValue, "is another word for `limit`; give one of them")
		}
	}
	if given == nil {
		return DefaultLimit
	}
	if *given < 0 || *given > MaxLimit {
		vs.Say(name, CodeInvalidValue, "is a whole number from 0 to %d", MaxLimit)
	}
	return *given
}

func afterCursor(text string, sort Sort, vs *Violations) *Cursor {
	c, err := ParseCursor(text)
	switch {
	case err != nil:
		vs.Say("after", CodeInvalidValue, "is a cursor of this list, as its Link header or endCursor has it")
	case c.Sort != sort:
		vs.Say("after", CodeInvalidValue, "is a cursor of another sort order; begin again without it")
	default:
		return c
	}
	return nil
}

// Cursor is a place in a list: after the row with this key.
type Cursor struct {
	Sort   Sort      `json:"s,omitempty"`
	ID     uuid.UUID `json:"i"`
	At     time.Time `json:"t,omitzero"` // the sorted time; zero in the order of creation
	Offset int       `json:"o"`          // the number of rows before the place
}

// String returns the cursor as clients get it: opaque, URL-safe.
func (c *Cursor) String() string {
	b, err := json.Marshal(c)
	if err != nil {
		panic("a cursor is always JSON: " + err.Error())
	}
	return string(base64.RawURLEncoding.AppendEncode(make([]byte, 0, 128), b))
}

// ParseCursor reads what String wrote; it refuses everything else.
func ParseCursor(text string) (*Cursor, error) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return nil, err
	}
	c := new(Cursor)
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	if err := dec.Decode(c); err != nil {
		return nil, err
	}
	byTime := c.Sort != ""
	if y := c.At.Year(); y < 1 || y > 9999 || c.Offset < 0 || (byTime && !c.Sort.IsValid()) || byTime == c.At.IsZero() {
		return nil, errors.New("not a cursor")
	}
	if c.String() != text {
		return nil, errors.New("not a cursor as this service writes them")
	}
	return c, nil
}

// ScalarText reads a text as a JSON number, boolean or null, and reports whether it is one.
func ScalarText(text string) (any, bool) {
	var v any
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	dec.UseNumber()
	if dec.Decode(&v) != nil || dec.More() || checkNumbers(v) != nil {
		return nil, false
	}
	switch v.(type) {
	case json.Number, bool, nil:
		return v, true
	default:
		return nil, false
	}
}

// Contains reports whether a time is within all bounds that are given. A nil range has no bounds.
func (r *TimeRange) Contains(t time.Time) bool {
	if r == nil {
		return true
	}
	gt, gte, lt, lte := r.Gt.Value(), r.Gte.Value(), r.Lt.Value(), r.Lte.Value()
	return (gt == nil || t.After(*gt)) && (gte == nil || !t.Before(*gte)) &&
		(lt == nil || t.Before(*lt)) && (lte == nil || !t.After(*lte))
}
