package scalar

import (
	"bytes"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// JSON is any JSON value, kept as its bytes.
type JSON []byte

// MarshalGQL writes the bytes.
func (j JSON) MarshalGQL(w io.Writer) { _, _ = w.Write(AppendJSON(nil, j)) }

// AppendJSON appends what MarshalGQL writes.
func AppendJSON(b []byte, j JSON) []byte {
	if len(j) == 0 {
		return append(b, "null"...)
	}
	return append(b, j...)
}

// UnmarshalGQL takes any decoded value, or a JSON; numbers stay exact when they came as json.Number.
func (j *JSON) UnmarshalGQL(v any) error {
	if sent, ok := v.(JSON); ok {
		*j = sent
		return nil
	}
	b, err := JSONOf(v)
	*j = b
	return err
}

// MarshalJSON returns the bytes.
func (j JSON) MarshalJSON() ([]byte, error) { return json.RawMessage(j).MarshalJSON() }

// UnmarshalJSON keeps a copy of the bytes.
func (j *JSON) UnmarshalJSON(b []byte) error { *j = bytes.Clone(b); return nil }

// Value returns the bytes for the database.
func (j JSON) Value() (driver.Value, error) {
	if len(j) == 0 {
		return nil, nil
	}
	return string(j), nil
}

// Scan reads the bytes from the database.
func (j *JSON) Scan(src any) error { return scanJSON((*[]byte)(j), src) }

func scanJSON(dst *[]byte, src any) error {
	switch src := src.(type) {
	case nil:
		*dst = nil
	case []byte:
		*dst = bytes.Clone(src)
	case string:
		*dst = []byte(src)
	default:
		return fmt.Errorf("cannot read %T as JSON", src)
	}
	return nil
}

// JSONOf returns a value as JSON, without escapes for HTML; an error for a number that does not fit a double.
func JSONOf(v any) ([]byte, error) {
	if err := checkNumbers(v); err != nil {
		return nil, err
	}
	return encodeDecoded(v)
}

// encodeDecoded returns what was decoded as JSON again.
func encodeDecoded(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, Expected("JSON")
	}
	return bytes.TrimRight(buf.Bytes(), "\n"), nil
}

// maxPlain is how many digits a number may have without an exponent, as jsonb shows it: what is shown can be sent back. Every double
// has fewer.
const maxPlain = 400

// plainSize is how many digits a number has at most without an exponent.
func plainSize(n json.Number) int {
	mantissa, power, hasPower := strings.Cut(strings.ToLower(strings.TrimPrefix(n.String(), "-")), "e")
	exponent, err := strconv.Atoi(power)
	if hasPower && (err != nil || exponent > maxPlain || exponent < -maxPlain) {
		return maxPlain + 1
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	return max(len(whole)+exponent, 1) + max(len(fraction)-exponent, 0)
}

// checkNumbers refuses numbers that do not fit a database column or a client's double.
func checkNumbers(v any) error {
	switch v := v.(type) {
	case json.Number:
		f, err := strconv.ParseFloat(v.String(), 64)
		mantissa, _, _ := strings.Cut(strings.ToLower(v.String()), "e")
		vanished := f == 0 && strings.ContainsAny(mantissa, "123456789")
		if err != nil || math.IsInf(f, 0) || vanished || plainSize(v) > maxPlain {
			return Expected("JSON whose numbers fit a double")
		}
	case []any:
		for _, e := range v {
			if err := checkNumbers(e); err != nil {
				return err
			}
		}
	case map[string]any:
		for _, e := range v {
			if err := checkNumbers(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// EncodeJSON returns a value of the program as JSON. A value that has no JSON form is a bug, and it panics.
func EncodeJSON(v any) JSON {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("%T has no JSON form: %v", v, err))
	}
	return b
}

// EncodeTimesJSON is EncodeJSON, with each time at any depth in TimeLayout, so that two times are compared as texts.
func EncodeTimesJSON(v any) JSON {
	b, err := jsonv2.Marshal(v, jsonv1.DefaultOptionsV1(), times)
	if err != nil {
		panic(fmt.Sprintf("%T has no JSON form: %v", v, err))
	}
	return b
}

var times = jsonv2.WithMarshalers(jsonv2.MarshalToFunc(func(enc *jsontext.Encoder, t time.Time) error {
	return enc.WriteToken(jsontext.String(t.UTC().Format(TimeLayout)))
}))

// ParseText reads a text as a JSON number, boolean or null, and reports whether it is one.
func ParseText(text string) (any, bool) {
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
