package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// idempotencyKey is the header with the key of a call, at the doors too: they make one for a call that a client can repeat.
const idempotencyKey = "Idempotency-Key"

// maxRead bounds an answer of REST, which has at most 32 MiB.
const maxRead = 64 << 20

// arguments are those of a call, by name.
type arguments map[string]json.RawMessage

// handle calls the tool. A refusal of REST is the tool's error, so that the model reads it and does better.
func (t *tool) handle(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	given := arguments{}
	if raw := r.Params.Arguments; len(raw) > 0 {
		if err := json.Unmarshal(raw, &given); err != nil {
			return failed("The arguments are not an object."), nil
		}
	}
	maps.DeleteFunc(given, func(_ string, value json.RawMessage) bool { return string(value) == "null" })
	if missing := t.missing(given); len(missing) > 0 {
		return failed("Required: " + strings.Join(missing, ", ") + "."), nil
	}
	// What shows a secret once takes no key.
	if t.arguments[keyArgument].Name != "" && given[keyArgument] == nil && r.Extra != nil {
		if key := r.Extra.Header.Get(idempotencyKey); key != "" {
			given[keyArgument], _ = json.Marshal(key) // a string can be encoded
		}
	}
	at := number(given[continueArgument], 0)
	delete(given, continueArgument)
	if t.isList() && at == 0 {
		return t.list(ctx, given)
	}
	a, err := t.ask(ctx, given)
	if err != nil {
		return nil, err
	}
	return t.show(a, at), nil
}

// missing are the required arguments that are not given. What stands in a path cannot be empty or dots: it would be another path.
func (t *tool) missing(given arguments) (names []string) {
	for _, name := range t.required {
		value, ok := given[name]
		if !ok || t.arguments[name].In == "path" && strings.Trim(textOf(value), ".") == "" {
			names = append(names, "`"+name+"`")
		}
	}
	return names
}

// list asks for a page that fits into an answer: for fewer records, until they do.
func (t *tool) list(ctx context.Context, given arguments) (*sdk.CallToolResult, error) {
	limit := number(given[limitArgument], maxRecords)
	for limit = min(limit, maxRecords); ; {
		if limit >= 0 { // else it is for REST to refuse
			given[limitArgument] = json.RawMessage(strconv.Itoa(limit))
		}
		a, err := t.ask(ctx, given)
		if err != nil {
			return nil, err
		}
		records := a.records()
		shown := t.whole(a)
		size := sizeOf(shown)
		if size <= maxBytes || len(records) < 2 {
			return t.fitting(shown, size, a), nil
		}
		limit = max(1, min(len(records)-1, len(records)*maxBytes/size))
	}
}

// answer is what REST answered.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// ask sends the request of a call.
func (t *tool) ask(ctx context.Context, given arguments) (*answer, error) {
	r, err := t.request(ctx, given)
	if err != nil {
		return nil, err
	}
	response, err := t.call(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxRead))
	return &answer{response.StatusCode, response.Header, body}, err
}

// request is the request of a call. An argument that the endpoint does not know is a parameter of its query, which it refuses
// with its own words.
func (t *tool) request(ctx context.Context, given arguments) (*http.Request, error) {
	path, query, header := t.path, url.Values{}, http.Header{"Accept": {"application/json"}}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		value := given[name]
		switch p := t.arguments[name]; {
		case name == bodyArgument:
			header.Set("Content-Type", "application/json")
		case p.In == "path":
			path = strings.ReplaceAll(path, "{"+p.Name+"}", url.PathEscape(textOf(value)))
		case p.In == "header":
			header.Set(p.Name, textOf(value))
		case p.In == "query":
			addTo(query, p.Name, value)
		default:
			addTo(query, name, value)
		}
	}
	target, err := url.Parse(path)
	if err != nil {
		return nil, fmt.Errorf("%s has no path for these arguments: %w", t.name, err)
	}
	target.RawQuery = query.Encode()
	r, err := http.NewRequestWithContext(ctx, t.method, target.String(), bytes.NewReader(given[bodyArgument]))
	if err == nil {
		r.Header = header
	}
	return r, err
}

// addTo adds an argument to the query: each item of a list, each member of an object as `name[key]`.
func addTo(query url.Values, name string, value json.RawMessage) {
	var items []json.RawMessage
	var members map[string]json.RawMessage
	switch {
	case json.Unmarshal(value, &items) == nil:
		for _, item := range items {
			text := textOf(item)
			if !strings.Contains(name, "[") { // in metadata[key] a comma is a part of the value
				text = strings.ReplaceAll(text, ",", `\,`)
			}
			query.Add(name, text)
		}
	case json.Unmarshal(value, &members) == nil:
		for key, item := range members {
			addTo(query, name+"["+key+"]", item)
		}
	default:
		query.Add(name, textOf(value))
	}
}

// textOf is the text of a JSON string, and any other JSON as it is.
func textOf(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// number is a number of an argument, also of one in quotes; byDefault without it, -1 for anything else.
func number(value json.RawMessage, byDefault int) int {
	if len(value) == 0 {
		return byDefault
	}
	n, err := strconv.Atoi(textOf(value))
	if err != nil || n < 0 {
		return -1
	}
	return n
}
