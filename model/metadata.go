package model

import (
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// The bounds of metadata (contract section 2, Bodies).
const (
	MetadataKeys    = 50
	MetadataKeySize = 40
	MetadataSize    = 16 << 10
)

// Metadata is a JSON object of the client's own, kept as its bytes. The zero value is the empty object.
type Metadata []byte

// MarshalGQL writes the object.
func (m Metadata) MarshalGQL(w io.Writer) { _, _ = w.Write(m.bytes()) }

// AppendMetadata appends what MarshalGQL writes.
func AppendMetadata(b []byte, m Metadata) []byte { return append(b, m.bytes()...) }

// UnmarshalGQL takes a decoded object, or a Metadata.
func (m *Metadata) UnmarshalGQL(v any) error {
	if sent, ok := v.(Metadata); ok {
		*m = sent
		return nil
	}
	if _, ok := v.(map[string]any); !ok {
		return errors.New("metadata is an object")
	}
	b, err := encodeJSON(v)
	*m = b
	return err
}

// MarshalJSON is the object.
func (m Metadata) MarshalJSON() ([]byte, error) { return m.bytes(), nil }

// Value hands the object to the database.
func (m Metadata) Value() (driver.Value, error) { return string(m.bytes()), nil }

// Scan takes the object from the database.
func (m *Metadata) Scan(src any) error { return scanJSON((*[]byte)(m), src) }

// Merge answers the object after an update: key by key, `null` removing one (RFC 7396, first level). Both must be objects.
func (m Metadata) Merge(patch Metadata) Metadata {
	merged := m.members()
	for key, value := range patch.members() {
		if string(value) == "null" {
			delete(merged, key)
			continue
		}
		merged[key] = value
	}
	out, err := json.Marshal(merged)
	if err != nil {
		panic(fmt.Sprintf("metadata that was JSON is no longer: %v", err))
	}
	return out
}

// Check reports what is wrong with the object at the given pointer.
func (m Metadata) Check(pointer string) Violations {
	var vs Violations
	members := m.members()
	if len(members) > MetadataKeys {
		vs.Add(pointer, CodeTooLong, "metadata has at most %d members", MetadataKeys)
	}
	for key := range members {
		if utf8.RuneCountInString(key) > MetadataKeySize {
			vs.Add(Pointer(pointer, key), CodeTooLong, "a member's name has at most %d characters", MetadataKeySize)
		}
	}
	if len(m) > MetadataSize {
		vs.Add(pointer, CodeTooLong, "metadata has at most %d bytes", MetadataSize)
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
