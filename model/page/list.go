package page

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// The bounds of a page (contract section 2, Lists).
const (
	DefaultLimit = 50
	MaxLimit     = 200
)

// MaxBytes is the most that one answer may weigh (reliability R22). A page that would be more ends at a record before.
const MaxBytes = 32 << 20

// Options choose a page of a list.
type Options struct {
	Sort      Sort // "" for the order of creation, or of likeness where there is a text to be like
	Limit     int
	Offset    int     // the rows before the page, also when After is set
	After     *Cursor // nil for a page by offset
	WithTotal bool
	// WithCursors asks for the cursor of each row.
	WithCursors bool
	// MaxBytes is about how much the page's records may have together, as an answer shows them; 0: the constant.
	MaxBytes int
}

// List is what the arguments of a list are checked against.
type List struct {
	ID       uint64 // of the list: its name, filter and portfolio. A cursor is good for the list that made it
	Sorts    []Sort // that it has
	IsRanked bool   // it is ordered by likeness unless an order is given
}

// NewOptions checks a list's arguments: an order that the list has, a limit of 0 to MaxLimit, which may be called
// first, an offset that is not negative, and a cursor of the same list in the same order, only without an offset. The
// pointers of violations are the names of the parameters.
func NewOptions(of List, sort *Sort, limit, first, offset *int, after *string) (Options, error) {
	var vs fault.Violations
	opt := Options{Sort: scalar.OrZero(sort), Limit: LimitOf(limit, first, &vs), Offset: scalar.OrZero(offset)}
	if opt.Sort != "" && !slices.Contains(of.Sorts, opt.Sort) {
		vs.Say("sort", fault.CodeInvalidValue, "must be one of %s", joined(of.Sorts))
	}
	if opt.Offset < 0 {
		vs.Say("offset", fault.CodeInvalidValue, "must be a whole number from 0 on")
	}
	if after != nil {
		opt.After = afterCursor(of, *after, opt.Sort, &vs)
		if offset != nil {
			vs.Say("offset", fault.CodeInvalidValue, "is not for a page behind `after`, which carries the position")
		} else if opt.After != nil {
			opt.Offset = opt.After.Offset
		}
	}
	return opt, vs.Err()
}

// LimitOf returns the bound of a page from its two parameters, which mean the same. `invalid_value` for both, or for one out
// of bounds.
func LimitOf(limit, first *int, vs *fault.Violations) int {
	name, given := "limit", limit
	if first != nil {
		name, given = "first", first
		if limit != nil {
			vs.Say("first", fault.CodeInvalidValue, "is another word for `limit`; give one of them")
		}
	}
	if given == nil {
		return DefaultLimit
	}
	if *given < 0 || *given > MaxLimit {
		vs.Say(name, fault.CodeInvalidValue, "must be a whole number from 0 to %d", MaxLimit)
	}
	return *given
}

func afterCursor(of List, text string, sort Sort, vs *fault.Violations) *Cursor {
	c, err := ParseCursor(text)
	switch {
	case of.IsRanked && sort == "":
		vs.Say("after", fault.CodeInvalidValue,
			"is not for a list ordered by likeness; give `sort` to page through all that contains `q`")
	case err != nil:
		vs.Say("after", fault.CodeInvalidValue, "must be a cursor of this list, as its Link header or endCursor has it")
	case c.Sort != sort:
		vs.Say("after", fault.CodeInvalidValue, "is a cursor of another sort order; begin again without it")
	case c.List != of.ID:
		vs.Say("after", fault.CodeInvalidValue,
			"is a cursor of another list, filter or portfolio; only `limit` may change from page to page")
	default:
		return c
	}
	return nil
}

func joined(sorts []Sort) string {
	names := make([]string, len(sorts))
	for i, s := range sorts {
		names[i] = string(s)
	}
	return strings.Join(names, ", ")
}

// Cursor is a place in a list: after the row with this key.
type Cursor struct {
	List   uint64    `json:"l"` // List.ID
	Sort   Sort      `json:"s,omitempty"`
	ID     uuid.UUID `json:"i"`
	Key    *string   `json:"k,omitempty"` // the sorted value; nil in the order of creation, and for a row that has none
	Offset int       `json:"o"`           // the number of rows before the place
}

// Value is the sorted value, a time or a text; nil for none.
func (c *Cursor) Value() any {
	if c.Key == nil {
		return nil
	}
	value, _ := c.Sort.keyOf(*c.Key)
	return value
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
	if c.Offset < 0 || !c.hasKey() {
		return nil, errors.New("not a cursor")
	}
	if c.String() != text {
		return nil, errors.New("not a cursor as this service writes them")
	}
	return c, nil
}

// hasKey reports whether there can be a row with the cursor's key.
func (c *Cursor) hasKey() bool {
	switch {
	case c.Sort == "":
		return c.Key == nil
	case !c.Sort.IsValid():
		return false
	case c.Key == nil:
		return c.Sort.isOptional()
	default:
		_, ok := c.Sort.keyOf(*c.Key)
		return ok
	}
}
