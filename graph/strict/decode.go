package strict

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/covertrack/covertrack/model"
)

// Object is a decoded JSON object. It keeps its members' order, in which a reader reports what is wrong.
type Object struct {
	Members []Member
}

// Member is one member of an object.
type Member struct {
	Name  string
	Value any
}

// maxDepth is how many containers may enclose each other, the outermost being the first (contract section 2, Bodies).
const maxDepth = 32

// Decode reads one JSON value, strictly: what two parsers could read differently (duplicate members, invalid UTF-8, lone
// surrogates, trailing data) is `malformed_json`, and nothing is repaired. Values are nil, bool, json.Number, string, []any
// and *Object.
func Decode(body []byte) (any, error) {
	if len(body) == 0 {
		return nil, Malformed("the body is empty")
	}
	if !utf8.Valid(body) {
		return nil, Malformed("it is not valid UTF-8")
	}
	// The whole syntax is checked here; the walk below can rely on it.
	var valid json.RawMessage
	if err := json.Unmarshal(body, &valid); err != nil {
		return nil, syntaxError(err)
	}
	if hasLoneSurrogate(body) {
		return nil, Malformed("a \\u escape is half of a surrogate pair")
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	return decodeValue(d, 0)
}

func decodeValue(d *json.Decoder, depth int) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, syntaxError(err)
	}
	delim, ok := token.(json.Delim)
	switch {
	case !ok:
		return token, nil
	case depth == maxDepth:
		return nil, Malformed("it is nested deeper than %d containers", maxDepth)
	case delim == '{':
		return decodeObject(d, depth+1)
	default:
		return decodeArray(d, depth+1)
	}
}

func decodeObject(d *json.Decoder, depth int) (any, error) {
	o := &Object{}
	seen := map[string]bool{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return nil, syntaxError(err)
		}
		name, _ := token.(string)
		if seen[name] {
			return nil, Malformed("the member %s is there twice", Quote(name))
		}
		seen[name] = true
		value, err := decodeValue(d, depth)
		if err != nil {
			return nil, err
		}
		o.Members = append(o.Members, Member{name, value})
	}
	_, err := d.Token()
	return o, err
}

func decodeArray(d *json.Decoder, depth int) (any, error) {
	items := []any{}
	for d.More() {
		value, err := decodeValue(d, depth)
		if err != nil {
			return nil, err
		}
		items = append(items, value)
	}
	_, err := d.Token()
	return items, err
}

// hasLoneSurrogate looks through valid JSON for half of a surrogate pair, which encoding/json would replace by U+FFFD.
func hasLoneSurrogate(body []byte) bool {
	for {
		i := bytes.IndexByte(body, '\\')
		if i < 0 {
			return false
		}
		unit, size := escaped(body[i:])
		body = body[i+size:]
		if !utf16.IsSurrogate(unit) {
			continue
		}
		low, size := escaped(body)
		if utf16.DecodeRune(unit, low) == utf8.RuneError {
			return true
		}
		body = body[size:]
	}
}

// escaped reads the escape that b starts with: its code unit (0 when it is not a \u escape) and its length.
func escaped(b []byte) (rune, int) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, 2
	}
	unit, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	if err != nil {
		return 0, 2
	}
	return rune(unit), 6
}

// Plain is the value as the GraphQL engine takes it: objects are maps.
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

// Malformed is the refusal of a body that is not acceptable JSON; the reason completes the sentence.
func Malformed(format string, args ...any) *model.Error {
	return model.NewError(model.CodeMalformedJSON, "The body is not acceptable JSON: "+format+".", args...)
}

func syntaxError(err error) *model.Error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return Malformed("%s, at byte %d", syntax, syntax.Offset)
	}
	return Malformed("it ends too early")
}
