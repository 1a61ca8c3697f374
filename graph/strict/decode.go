package strict

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/covertrack/covertrack/model/fault"
)

// MaxBody is the greatest size of a body in bytes (contract section 2, Bodies).
const MaxBody = 1 << 20

// ReadBody reads the bytes of a request's body. Its errors are `unsupported_media_type`, `payload_too_large` and
// `malformed_json`. If no body is required, an empty one needs no media type.
func ReadBody(w http.ResponseWriter, r *http.Request, required bool) ([]byte, error) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	if (required || len(raw) > 0) && !isJSON(r.Header) {
		return nil, unsupported(r.Header)
	}
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, fault.New(fault.CodePayloadTooLarge, "The body has at most %d bytes.", MaxBody)
	}
	if err != nil {
		return nil, Malformed("it could not be read to its end").Because(err)
	}
	return raw, nil
}

// unsupported says what the media type is and what it must be.
func unsupported(h http.Header) error {
	sent := "there is no Content-Type"
	switch mediaType, _, _ := strings.Cut(h.Get("Content-Type"), ";"); {
	case h.Get("Content-Encoding") != "":
		sent = "it came encoded as " + fault.Quote(h.Get("Content-Encoding"))
	case strings.EqualFold(mediaType, "application/x-www-form-urlencoded"),
		strings.EqualFold(mediaType, "multipart/form-data"):
		sent = "a form came, " + fault.Quote(mediaType)
	case mediaType != "":
		sent = fault.Quote(h.Get("Content-Type")) + " came"
	}
	return fault.New(fault.CodeUnsupportedMediaType,
		"The body is JSON such as %s, sent as `Content-Type: application/json` in UTF-8 and not encoded; %s.",
		exampleBody, sent)
}

// exampleBody is a body as messages show it where the endpoint's own is not known.
const exampleBody = `{"name": "value"}`

func isJSON(h http.Header) bool {
	mediaType, parameters, err := mime.ParseMediaType(h.Get("Content-Type"))
	charset, given := parameters["charset"]
	encoding := h.Get("Content-Encoding")
	return err == nil && mediaType == "application/json" && (!given || strings.EqualFold(charset, "utf-8")) &&
		(encoding == "" || strings.EqualFold(encoding, "identity"))
}

// maxDepth is the greatest number of nested containers, the outermost included (contract section 2, Bodies).
const maxDepth = 32

// fewMembers is how many members of an object are searched for a name; above it, a map is cheaper.
const fewMembers = 16

// Decode decodes one JSON value and repairs nothing. JSON that two parsers could read differently (duplicate members,
// invalid UTF-8, lone surrogates, trailing data) is `malformed_json`. Values are nil, bool, json.Number, string,
// []any and *Object.
func Decode(body []byte) (any, error) {
	if len(body) == 0 {
		return nil, Malformed("the body is empty")
	}
	if !utf8.Valid(body) {
		return nil, Malformed("it is not valid UTF-8")
	}
	if !json.Valid(body) {
		if isForm(body) {
			return nil, Malformed("it looks like a form; send an object such as %s", exampleBody)
		}
		return nil, syntaxError(json.Unmarshal(body, new(json.RawMessage)))
	}
	if hasLoneSurrogate(body) {
		return nil, Malformed("a \\u escape is half of a surrogate pair")
	}
	w := walk{rest: body}
	return w.value(0)
}

// isForm reports whether a body that is no JSON looks like name=value.
func isForm(body []byte) bool {
	name, _, found := bytes.Cut(body, []byte("="))
	return found && !bytes.ContainsAny(name, "{}[]\" \t\r\n")
}

// walk splits JSON that json.Valid has accepted into values, without checking its syntax again. A json.Decoder would
// allocate an error for each scalar.
type walk struct{ rest []byte }

// next skips white space and returns the byte after it, which is not taken.
func (w *walk) next() byte {
	for w.rest[0] <= ' ' {
		w.rest = w.rest[1:]
	}
	return w.rest[0]
}

// take returns the next n bytes and moves past them.
func (w *walk) take(n int) []byte {
	taken := w.rest[:n]
	w.rest = w.rest[n:]
	return taken
}

func (w *walk) value(depth int) (any, error) {
	switch c := w.next(); {
	case c == '"':
		return w.string(), nil
	case c == 't':
		w.take(len("true"))
		return true, nil
	case c == 'f':
		w.take(len("false"))
		return false, nil
	case c == 'n':
		w.take(len("null"))
		return nil, nil
	case c != '{' && c != '[':
		return w.number(), nil
	case depth == maxDepth:
		return nil, Malformed("it is nested deeper than %d containers", maxDepth)
	case c == '{':
		return w.object(depth + 1)
	default:
		return w.array(depth + 1)
	}
}

func (w *walk) number() json.Number {
	end := bytes.IndexFunc(w.rest, func(r rune) bool { return r <= ' ' || r == ',' || r == ']' || r == '}' })
	if end < 0 {
		end = len(w.rest)
	}
	return json.Number(w.take(end))
}

// string takes a string. encoding/json decodes those with escapes.
func (w *walk) string() (text string) {
	end, escaped := 1, false
	for ; w.rest[end] != '"'; end++ {
		if w.rest[end] == '\\' {
			escaped = true
			end++
		}
	}
	quoted := w.take(end + 1)
	if !escaped {
		return string(quoted[1:end])
	}
	_ = json.Unmarshal(quoted, &text) // valid, so there is no error
	return text
}

func (w *walk) object(depth int) (any, error) {
	o, many := &Object{}, map[string]bool(nil)
	for w.take(1); w.next() != '}'; {
		name := w.string()
		if len(o.Members) == fewMembers {
			many = make(map[string]bool, 2*fewMembers)
			for _, m := range o.Members {
				many[m.Name] = true
			}
		}
		if many[name] || many == nil && slices.ContainsFunc(o.Members, func(m Member) bool { return m.Name == name }) {
			return nil, Malformed("the member %s is there twice", Quote(name))
		}
		if many != nil {
			many[name] = true
		}
		w.next()
		w.take(1) // the colon
		value, err := w.value(depth)
		if err != nil {
			return nil, err
		}
		o.Members = append(o.Members, Member{name, value})
		if w.next() == ',' {
			w.take(1)
		}
	}
	w.take(1)
	return o, nil
}

func (w *walk) array(depth int) (any, error) {
	items := []any{}
	for w.take(1); w.next() != ']'; {
		value, err := w.value(depth)
		if err != nil {
			return nil, err
		}
		items = append(items, value)
		if w.next() == ',' {
			w.take(1)
		}
	}
	w.take(1)
	return items, nil
}

// hasLoneSurrogate reports whether valid JSON has half of a surrogate pair, which encoding/json would replace by
// U+FFFD.
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

// escaped returns the code unit of the escape that b starts with (0 if it is no \u escape) and the escape's length.
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

// Malformed returns the refusal of a body that is not acceptable JSON; the reason ends the message.
func Malformed(format string, args ...any) *fault.Error {
	return fault.New(fault.CodeMalformedJSON, "The body is not acceptable JSON: "+format+".", args...)
}

func syntaxError(err error) *fault.Error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return Malformed("%s, at byte %d", syntax, syntax.Offset)
	}
	return Malformed("it ends too early")
}
