package strict

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

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

// decoders are kept since a new one costs more than a small body.
var decoders = sync.Pool{New: func() any { return new(jsontext.Decoder) }}

// Decode decodes one JSON value and repairs nothing. JSON that two parsers could read differently (duplicate members,
// invalid UTF-8, lone surrogates, trailing data) is `malformed_json`. Values are nil, bool, json.Number, string,
// []any and *Object.
func Decode(body []byte) (any, error) {
	d := decoders.Get().(*jsontext.Decoder)
	defer decoders.Put(d)
	d.Reset(bytes.NewBuffer(body))
	value, err := decode(d, 0)
	if err == nil {
		if _, err = d.ReadToken(); errors.Is(err, io.EOF) {
			return value, nil
		}
	}
	return nil, whyMalformed(body, err)
}

// errDepth means that containers are nested too deeply.
var errDepth = errors.New("depth")

func decode(d *jsontext.Decoder, depth int) (any, error) {
	token, err := d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch kind := token.Kind(); {
	case kind == jsontext.KindNull:
		return nil, nil
	case kind == jsontext.KindTrue || kind == jsontext.KindFalse:
		return token.Bool(), nil
	case kind == jsontext.KindString:
		return token.String(), nil
	case kind == jsontext.KindNumber:
		return json.Number(token.String()), nil
	case depth == maxDepth:
		return nil, errDepth
	case kind == jsontext.KindBeginObject:
		return decodeObject(d, depth+1)
	default:
		return decodeArray(d, depth+1)
	}
}

func decodeObject(d *jsontext.Decoder, depth int) (any, error) {
	o := &Object{}
	for d.PeekKind() != jsontext.KindEndObject {
		name, err := d.ReadToken()
		if err != nil {
			return nil, err
		}
		m := Member{Name: name.String()}
		if m.Value, err = decode(d, depth); err != nil {
			return nil, err
		}
		o.Members = append(o.Members, m)
	}
	_, err := d.ReadToken()
	return o, err
}

func decodeArray(d *jsontext.Decoder, depth int) (any, error) {
	items := []any{}
	for d.PeekKind() != jsontext.KindEndArray {
		item, err := decode(d, depth)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	_, err := d.ReadToken()
	return items, err
}

// whyMalformed returns the refusal of a body that Decode stopped at. A mistake of the whole body comes before one that
// stands earlier in it.
func whyMalformed(body []byte, err error) error {
	var syntax *jsontext.SyntacticError
	switch {
	case len(body) == 0:
		return Malformed("the body is empty")
	case !utf8.Valid(body):
		return Malformed("it is not valid UTF-8")
	case !json.Valid(body) && isForm(body):
		return Malformed("it looks like a form; send an object such as %s", exampleBody)
	case !json.Valid(body):
		return syntaxError(json.Unmarshal(body, new(json.RawMessage)))
	case !jsontext.Value(body).IsValid(jsontext.AllowDuplicateNames(true)):
		return Malformed("a \\u escape is half of a surrogate pair")
	case errors.As(err, &syntax):
		return Malformed("the member %s is there twice", Quote(syntax.JSONPointer.LastToken()))
	default:
		return Malformed("it is nested deeper than %d containers", maxDepth)
	}
}

// isForm reports whether a body that is no JSON looks like name=value.
func isForm(body []byte) bool {
	name, _, found := bytes.Cut(body, []byte("="))
	return found && !bytes.ContainsAny(name, "{}[]\" \t\r\n")
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
