package restcompat

import (
	"bytes"
	"encoding/json"
)

// object is a JSON object that keeps its members' order: the OpenAPI document lists members in the order of the responses.
type object struct {
	members []member
}

type member struct {
	name  string
	value any
}

// fields makes an object of names and values in turn. Empty strings are left out.
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
func (o *object) MarshalJSON() ([]byte, error) { return appendJSON(nil, o) }

// appendJSON writes objects and arrays itself: encoding/json would read the output of each MarshalJSON again, once for each
// container around it.
func appendJSON(out []byte, v any) ([]byte, error) {
	var err error
	switch v := v.(type) {
	case *object:
		for i, m := range v.members {
			out = append(out, separator('{', i))
			if out, err = appendJSON(out, m.name); err != nil {
				return nil, err
			}
			if out, err = appendJSON(append(out, ':'), m.value); err != nil {
				return nil, err
			}
		}
		return closed(out, "{}", len(v.members)), nil
	case []any:
		for i, item := range v {
			if out, err = appendJSON(append(out, separator('[', i)), item); err != nil {
				return nil, err
			}
		}
		return closed(out, "[]", len(v)), nil
	default:
		return appendLeaf(out, v)
	}
}

func separator(open byte, i int) byte {
	if i == 0 {
		return open
	}
	return ','
}

// closed ends a container, which was opened by its first item if it has any.
func closed(out []byte, brackets string, items int) []byte {
	if items == 0 {
		return append(out, brackets...)
	}
	return append(out, brackets[1])
}

func appendLeaf(out []byte, v any) ([]byte, error) {
	var leaf bytes.Buffer
	encoder := json.NewEncoder(&leaf)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil, err
	}
	return append(out, bytes.TrimSuffix(leaf.Bytes(), []byte("\n"))...), nil
}
