package scalar

import (
	"encoding/hex"
	"encoding/json"
	"io"
	"regexp"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
)

// TimeLayout is how every instant is written: ISO 8601 in UTC with milliseconds (contract section 2, Times).
const TimeLayout = "2006-01-02T15:04:05.000Z"

// ParseID reads a record's id. Anything but a UUID of 36 characters gives uuid.Nil, the id of no record.
func ParseID(s string) uuid.UUID {
	if len(s) == 36 {
		if id, err := uuid.Parse(s); err == nil {
			return id
		}
	}
	return uuid.Nil
}

// MarshalID writes an id in its canonical form.
func MarshalID(id uuid.UUID) graphql.Marshaler {
	return graphql.WriterFunc(func(w io.Writer) {
		_, _ = w.Write(AppendID(make([]byte, 0, 38), id))
	})
}

// AppendID appends what MarshalID writes.
func AppendID(b []byte, id uuid.UUID) []byte {
	text := [...]byte{0: '"', 9: '-', 14: '-', 19: '-', 24: '-', 37: '"'}
	hex.Encode(text[1:9], id[:4])
	hex.Encode(text[10:14], id[4:6])
	hex.Encode(text[15:19], id[6:8])
	hex.Encode(text[20:24], id[8:10])
	hex.Encode(text[25:37], id[10:])
	return append(b, text[:]...)
}

// UnmarshalID reads an id by the rule of ParseID. Only a string or an integer can be an id at all.
func UnmarshalID(v any) (uuid.UUID, error) {
	switch v := v.(type) {
	case string:
		return ParseID(v), nil
	case json.Number, int, int32, int64:
		return uuid.Nil, nil
	default:
		return uuid.Nil, Expect("an id", v, KindString)
	}
}

// MarshalTime writes an instant in TimeLayout.
func MarshalTime(t time.Time) graphql.Marshaler {
	return graphql.WriterFunc(func(w io.Writer) {
		_, _ = w.Write(AppendTime(make([]byte, 0, len(TimeLayout)+2), t))
	})
}

// AppendTime appends what MarshalTime writes. To format by a layout is slow, so usual years are written without it.
func AppendTime(b []byte, t time.Time) []byte {
	t = t.UTC()
	year, month, day := t.Date()
	b = append(b, '"')
	if year < 0 || year > 9999 {
		return append(t.AppendFormat(b, TimeLayout), '"')
	}
	hour, minute, second := t.Clock()
	text := []byte(`0000-00-00T00:00:00.000Z"`)
	setDigits(text[0:4], year)
	setDigits(text[5:7], int(month))
	setDigits(text[8:10], day)
	setDigits(text[11:13], hour)
	setDigits(text[14:16], minute)
	setDigits(text[17:19], second)
	setDigits(text[20:23], t.Nanosecond()/1e6)
	return append(b, text...)
}

// setDigits writes a number over the zeros.
func setDigits(zeros []byte, n int) {
	for at := len(zeros) - 1; n > 0; at-- {
		zeros[at] += byte(n % 10)
		n /= 10
	}
}

// UnmarshalTime reads what ParseTime accepts. It keeps milliseconds, as the storage does.
func UnmarshalTime(v any) (time.Time, error) {
	if sent, ok := v.(SentTime); ok {
		return sent.Time, nil
	}
	s, ok := v.(string)
	if !ok {
		return time.Time{}, Expect(exampleTime, v, KindString)
	}
	return ParseTime(s)
}

// Expected is what a value must be, as the end of "`x` must be …".
type Expected string

// Error returns the text.
func (e Expected) Error() string { return string(e) }

// Expect returns what a value must be and, where the value is of another kind of JSON, what it is.
func Expect(what string, sent any, wanted Kind) error {
	if kind := KindOf(sent); kind != wanted {
		what += ", not " + string(kind)
	}
	return Expected(what)
}

// Kind is a kind of JSON value, in the words of messages.
type Kind string

// The kinds of JSON values.
const (
	KindNull    Kind = "null"
	KindString  Kind = "a string"
	KindNumber  Kind = "a number"
	KindBoolean Kind = "a boolean"
	KindArray   Kind = "an array"
	KindObject  Kind = "an object"
)

// KindOf returns the kind of a decoded JSON value. What is none of the others is an object.
func KindOf(v any) Kind {
	switch v.(type) {
	case nil:
		return KindNull
	case string:
		return KindString
	case json.Number, int, int32, int64, float64:
		return KindNumber
	case bool:
		return KindBoolean
	case []any:
		return KindArray
	default:
		return KindObject
	}
}

// The examples that messages have of times, dates and decimals.
const (
	exampleTime    = "a date-time such as 2026-01-31T09:30:00.000Z"
	ExampleDate    = "a date such as 2026-01-31"
	exampleDecimal = `a decimal string such as "1250000.00"`
	decimalRule    = exampleDecimal + ": at most 18 digits before the point and 6 after it, without leading zeros or thousands separators"
)

// timeLayouts are the forms in which a time is accepted; a date means its midnight in UTC.
var timeLayouts = []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00", time.DateOnly}

// ParseTime reads an ISO 8601 date-time with a zone, seconds or not, or a date, in the years 1 to 9999.
func ParseTime(s string) (time.Time, error) {
	for _, layout := range timeLayouts {
		t, err := time.Parse(layout, s)
		if t = t.UTC(); err == nil && t.Year() >= 1 && t.Year() <= 9999 {
			return t.Truncate(time.Millisecond), nil
		}
	}
	return time.Time{}, Expected(exampleTime)
}

// SentTime is an instant or a date of a variable, which is parsed before gqlgen asks for it. A literal of JSON that has the
// variable in it keeps the text that was sent.
type SentTime struct {
	Time time.Time
	Text string
}

// MarshalJSON is the text.
func (t SentTime) MarshalJSON() ([]byte, error) { return json.Marshal(t.Text) }

// SentDecimal is a decimal of a variable, which is checked before gqlgen asks for it.
type SentDecimal string

// MarshalDate writes a date as the date-time of its midnight in UTC.
func MarshalDate(t time.Time) graphql.Marshaler { return MarshalTime(t) }

// UnmarshalDate reads what ParseTime accepts. It keeps the instant: a filter compares it, and a record keeps its DayOf.
func UnmarshalDate(v any) (time.Time, error) {
	if t, err := UnmarshalTime(v); err == nil {
		return t, nil
	}
	return time.Time{}, Expect(ExampleDate, v, KindString)
}

// ParseDate reads what ParseTime accepts and returns its DayOf.
func ParseDate(s string) (time.Time, error) {
	t, err := ParseTime(s)
	if err != nil {
		return time.Time{}, Expected(ExampleDate)
	}
	return DayOf(t), nil
}

// DayOf returns the midnight in UTC at which the day of an instant begins, as dates are stored.
func DayOf(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour) }

// SpokenDay returns a day as people write it: June 1, 2027.
func SpokenDay(day time.Time) string { return day.UTC().Format("January 2, 2006") }

// SpokenPercent returns a percentage without zeros at its end: 80%, 12.5%.
func SpokenPercent(percent string) string {
	if strings.Contains(percent, ".") {
		percent = strings.TrimRight(strings.TrimRight(percent, "0"), ".")
	}
	return percent + "%"
}

var decimalForm = regexp.MustCompile(`^-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,6})?$`)

// MarshalDecimal writes a decimal as its string.
func MarshalDecimal(s string) graphql.Marshaler { return graphql.MarshalString(s) }

// UnmarshalDecimal reads a decimal string of at most 18 digits before the point and 6 after it.
func UnmarshalDecimal(v any) (string, error) {
	if sent, ok := v.(SentDecimal); ok {
		return string(sent), nil
	}
	s, ok := v.(string)
	switch {
	case !ok:
		return "", Expect(exampleDecimal, v, KindString)
	case !decimalForm.MatchString(s):
		return "", Expected(decimalRule)
	default:
		return s, nil
	}
}

// OrZero returns the value, or the zero value if none.
func OrZero[T any](value *T) T {
	if value == nil {
		return *new(T)
	}
	return *value
}

// OrEmpty returns the list, or an empty one for nil: lists in answers are never null.
func OrEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
