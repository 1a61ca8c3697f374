package strict

import (
	"bytes"
	"encoding/json"
)

// Object is a JSON object. It keeps the order of its members: mistakes are reported, and documents written, in it.
type Object struct {
	Members []Member
}

// Member is one member of an object.
type Member struct {
	Name  string
	Value any
}

// Set adds a member, or replaces it.
func (o *Object) Set(name string, value any) {
	for i := range o.Members {
		if o.Members[i].Name == name {
			o.Members[i].Value = value
			return
		}
	}
	o.Members = append(o.Members, Member{name, value})
}

// Get returns a member's value; nil without the member.
func (o *Object) Get(name string) any {
	for _, m := range o.Members {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

// MarshalJSON writes the members in their order.
func (o *Object) MarshalJSON() ([]byte, error) { return Encode(o), nil }

// Encode returns a value of the program as JSON, without HTML escapes. A value that has no JSON form is a bug, and it
// panics.
func Encode(v any) []byte {
	var out bytes.Buffer
	write(&out, v)
	return out.Bytes()
}

// write writes objects and arrays itself: encoding/json would check the output of each MarshalJSON again, once for each
// container around it.
func write(out *bytes.Buffer, v any) {
	switch v := v.(type) {
	case *Object:
		out.WriteByte('{')
		for i, m := range v.Members {
			separate(out, i)
			write(out, m.Name)
			out.WriteByte(':')
			write(out, m.Value)
		}
		out.WriteByte('}')
	case []any:
		out.WriteByte('[')
		for i, item := range v {
			separate(out, i)
			write(out, item)
		}
		out.WriteByte(']')
	default:
		encoder := json.NewEncoder(out)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(v); err != nil {
			panic(err)
		}
		out.Truncate(out.Len() - len("\n"))
	}
}

func separate(out *bytes.Buffer, i int) {
	if i > 0 {
		out.WriteByte(',')
	}
}

// Plain returns the value as gqlgen takes it: its objects are maps.
func Plain(v any) any {
	switch v := v.(type) {
	case *Object:
		m := make(map[string]any, len(v.Members))
		for _, member := range v.Members {
			m[member.Name] = Plain(member.Value)
		}
		return m
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = Plain(item)
		}
		return items
	default:
		return v
	}
}
