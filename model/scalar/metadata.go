package scalar

import (
	"bytes"
	"database/sql/driver"
	"encoding/json"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"github.com/covertrack/covertrack/model/fault"
)

// The bounds of metadata (contract section 2, Bodies).
const (
	MetadataKeys    = 50
	MetadataKeySize = 40
	MetadataSize    = 16 << 10
)

// Metadata is a JSON object that the client defines, kept as its bytes. The zero value is the empty object.
type Metadata []byte

// MarshalGQL writes the object.
func (m Metadata) MarshalGQL(w io.Writer) { _, _ = w.Write(m.bytes()) }

// AppendMetadata appends what MarshalGQL writes.
func AppendMetadata(b []byte, m Metadata) []byte { return append(b, m.bytes()...) }

// UnmarshalGQL reads a decoded object, or takes a Metadata.
func (m *Metadata) UnmarshalGQL(v any) error {
	if sent, ok := v.(Metadata); ok {
		*m = sent
		return nil
	}
	if _, ok := v.(map[string]any); !ok {
		return Expect(`an object such as {"key": "value"}`, v, KindObject)
	}
	b, err := JSONOf(v)
	*m = b
	return err
}

// MarshalJSON returns the object.
func (m Metadata) MarshalJSON() ([]byte, error) { return m.bytes(), nil }

// UnmarshalJSON keeps the bytes.
func (m *Metadata) UnmarshalJSON(b []byte) error {
	if *m = bytes.Clone(b); string(b) == "null" {
		*m = nil
	}
	return nil
}

// Value returns the object for the database.
func (m Metadata) Value() (driver.Value, error) { return string(m.bytes()), nil }

// Scan reads the object from the database.
func (m *Metadata) Scan(src any) error { return scanJSON((*[]byte)(m), src) }

// Merge returns the object after an update (RFC 7396): objects merge member by member at every depth, `null` removes a member, and
// all else takes the place of what was there, lists too. A creation merges into nothing, so no member is ever kept as null,
// and an object that is merged into itself stays as it is.
func (m Metadata) Merge(patch Metadata) Metadata {
	target, _ := DecodeJSON(m.bytes())
	changes, _ := DecodeJSON(patch.bytes())
	merged, err := encodeDecoded(plain(mergeDecoded(target, changes)))
	if err != nil {
		panic("what was JSON is JSON: " + err.Error())
	}
	return merged
}

// plain writes the numbers in a value without exponents, as jsonb does: so the size is that of what is kept.
func plain(v any) any {
	switch v := v.(type) {
	case json.Number:
		if strings.ContainsAny(v.String(), "eE") {
			return json.Number(decimal.RequireFromString(v.String()).String())
		}
	case []any:
		for i, item := range v {
			v[i] = plain(item)
		}
	case map[string]any:
		for key, value := range v {
			v[key] = plain(value)
		}
	}
	return v
}

// mergeDecoded changes target where it is an object.
func mergeDecoded(target, patch any) any {
	changes, isObject := patch.(map[string]any)
	if !isObject {
		return patch
	}
	merged, isObject := target.(map[string]any)
	if !isObject {
		merged = map[string]any{}
	}
	for key, change := range changes {
		if change == nil {
			delete(merged, key)
			continue
		}
		merged[key] = mergeDecoded(merged[key], change)
	}
	return merged
}

// Check reports what is wrong with the object at the given pointer.
func (m Metadata) Check(pointer string) fault.Violations {
	var vs fault.Violations
	members := m.members()
	if len(members) > MetadataKeys {
		vs.Say(pointer, fault.CodeTooLong, "must have at most %d members", MetadataKeys)
	}
	for key := range members {
		if utf8.RuneCountInString(key) > MetadataKeySize {
			vs.Say(fault.Pointer(pointer, key), fault.CodeTooLong,
				"is too long for a key of metadata, which has at most %d characters", MetadataKeySize)
		}
	}
	if len(m) > MetadataSize {
		vs.Say(pointer, fault.CodeTooLong, "must have at most %d bytes", MetadataSize)
	}
	return vs
}

func (m Metadata) bytes() []byte {
	if len(m) == 0 {
		return []byte("{}")
	}
	return m
}

func (m Metadata) members() map[string]json.RawMessage {
	members := map[string]json.RawMessage{}
	_ = json.Unmarshal(m.bytes(), &members)
	return members
}
