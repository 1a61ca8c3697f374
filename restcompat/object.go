package restcompat

import (
	"bytes"
	"encoding/json"
)

// object is a JSON object that keeps the order of its members: the OpenAPI document lists members in the order of the
// responses.
type object struct {
	members []member
}

type member struct {
	name  string
	value any
}

// fields makes an object of names and values in turn. It omits empty strings.
func fields(namesAndValues ...any) *object {
	o := &object{}
	for i := 0; i < len(namesAndValues); i += 2 {
		if namesAndValues[i+1] != "" {
			o.set(namesAndValues[i].(string), namesAndValues[i+1])
		}
	}
	return o
}

// set adds a member, or replaces it.
func (o *object) set(name string, value any) {
	for i := range o.members {
		if o.members[i].name == name {
			o.members[i].value = value
			return
		}
	}
	o.members = append(o.members, member{name, value})
}

// get is a member's value; nil without the member.
func (o *object) get(name string) any {
	for _, m := range o.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// MarshalJSON writes the members in their order.
func (o *object) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	err := writeJSON(&out, o)
	return out.Bytes(), err
}

// writeJSON writes objects and arrays itself: encoding/json would check the output of each MarshalJSON again, once
// for each container around it.
func writeJSON(out *bytes.Buffer, v any) error {
	switch v := v.(type) {
	case *object:
		out.WriteByte('{')
		for i, m := range v.members {
			if i > 0 {
				out.WriteByte(',')
			}
			if err := writeLeaf(out, m.name); err != nil {
				return err
			}
			out.WriteByte(':')
			if err := writeJSON(out, m.value); err != nil {
				return err
			}
		}
		out.WriteByte('}')
		return nil
	case []any:
		out.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				out.WriteByte(',')
			}
			if err := writeJSON(out, item); err != nil {
				return err
			}
		}
		out.WriteByte(']')
		return nil
	default:
		return writeLeaf(out, v)
	}
}

func writeLeaf(out *bytes.Buffer, v any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return err
	}
	out.Truncate(out.Len() - len("\n"))
	return nil
}
