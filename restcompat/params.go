package restcompat

import (
	"net/url"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// params are the query parameters that an operation knows, by name. An operation without $filter and its like knows
// none.
type params struct {
	known map[string]*parameter
	// names are those of known, in the schema's order.
	names []string
	// metadata is not nil when the list can be filtered by metadata[key]=value.
	metadata *parameter
}

// parameter is one query parameter: where its value belongs in the variables, and how its text is parsed.
type parameter struct {
	name string
	// path leads through the variables: ["filter", "createdAt", "gte"].
	path []string
	typ  *ast.Type
	doc  string
	// list reports whether the parameter may be repeated or have commas: its values are alternatives.
	list bool
	// isBoolean reports the same of a parameter whose two values together ask for all, as no value does.
	isBoolean bool
	// isID reports whether a text that cannot be stored is an id of nothing, and so finds nothing.
	isID bool
	// escapes reports whether `\,` is a comma of the value.
	escapes bool
	parse   func(text string) (any, error)
}

// bindParams adds the variables of a query string. The violations are all mistakes in it, in the order in which the
// parameters were sent.
func (p *params) bindParams(rawQuery string, vars map[string]any) fault.Violations {
	if rawQuery == "" {
		return nil
	}
	q := query{params: p, vars: vars}
	for pair := range strings.SplitSeq(rawQuery, "&") {
		if pair == "" || len(q.violations) == maxParamViolations {
			continue
		}
		rawName, rawValue, _ := strings.Cut(pair, "=")
		name, nameErr := url.QueryUnescape(rawName)
		value, valueErr := url.QueryUnescape(rawValue)
		switch {
		case nameErr != nil:
			q.violations.Add(strings.ToValidUTF8(rawName, "\uFFFD"), fault.CodeUnknownParameter,
				"The name of a parameter must be percent-encoded UTF-8.")
		case !isText(name):
			q.violations.Add(strings.ToValidUTF8(name, "\uFFFD"), fault.CodeUnknownParameter,
				"The name of a parameter must be UTF-8 without U+0000.")
		case valueErr != nil && p.knows(name):
			q.violations.Add(name, fault.CodeInvalidValue,
				"%s must be percent-encoded UTF-8; write a percent sign itself as `%%25`.", strict.Quote(name))
		default:
			q.take(name, value)
		}
	}
	if slices.Contains(q.given, "after") && slices.Contains(q.given, "offset") && p.knows("after") {
		q.violations.Add("after", fault.CodeInvalidValue,
			"`after` is not for a request with `offset`: the cursor carries its position.")
	}
	return q.violations
}

// query is the work on one query string.
type query struct {
	params     *params
	vars       map[string]any
	given      []string // names; few, so a slice is enough
	violations fault.Violations
}

func (q *query) take(name, value string) {
	parameter, key := q.params.find(name)
	if parameter != nil && parameter.isID && !isText(value) {
		value = strings.ReplaceAll(strings.ToValidUTF8(value, "\uFFFD"), "\x00", "\uFFFD")
	}
	repeated := slices.Contains(q.given, name)
	if !repeated {
		q.given = append(q.given, name)
	}
	switch {
	case parameter == nil:
		if !repeated {
			q.violations.Add(name, fault.CodeUnknownParameter, "There is no parameter %s here%s %s", strict.Quote(name),
				strict.OrStop(q.params.hint(name)), q.params.describe())
		}
	case !isText(value):
		q.violations.Add(name, fault.CodeInvalidValue, "%s must be UTF-8 without U+0000.", strict.Quote(name))
	case repeated && !parameter.list && !parameter.isBoolean:
		q.violations.Add(name, fault.CodeInvalidValue, "%s is given twice; it is taken once.", strict.Quote(name))
	case key != "":
		q.putMetadata(parameter, key, value)
	default:
		q.values(parameter, value)
	}
}

func (q *query) values(p *parameter, text string) {
	texts := []string{text}
	if p.list || p.isBoolean {
		texts = p.split(text)
	}
	for _, text := range texts {
		value, err := p.parse(text)
		switch {
		case text == "" && p.list:
			err = scalar.Expected("given a value; leave the parameter out to ask for all")
		case text == "":
			err = scalar.Expected("given a value, or left out")
		case err != nil:
			err = p.withPlus(text, err)
		}
		if err != nil {
			q.violations.Add(p.name, fault.CodeInvalidValue, "%s must be %s", strict.Quote(p.name), strict.OrStop(err.Error()))
			return
		}
		if q.put(p, value) > maxValues {
			q.violations.Add(p.name, fault.CodeTooLong, "%s must have at most %d values.", strict.Quote(p.name), maxValues)
			return
		}
	}
}

// putMetadata adds a value that the member of this key may have. All keys must match, so more than a record can have
// are refused.
func (q *query) putMetadata(p *parameter, key, value string) {
	keys := map[string]bool{}
	for _, name := range q.given {
		if _, key := q.params.find(name); key != "" {
			keys[key] = true
		}
	}
	switch values := q.put(p, map[string]any{"key": key, "value": value}); {
	case len(keys) > scalar.MetadataKeys:
		q.violations.Add(p.name, fault.CodeTooLong, "`metadata` must have at most %d keys.", scalar.MetadataKeys)
	case values > maxValues:
		q.violations.Add(p.name, fault.CodeTooLong, "%s must have at most %d values.", strict.Quote(p.name), maxValues)
	}
}

// put sets the value in the variables, or adds it to a list there, and returns the number of values there.
func (q *query) put(p *parameter, value any) int {
	at := q.vars
	for _, step := range p.path[:len(p.path)-1] {
		inner, ok := at[step].(map[string]any)
		if !ok {
			inner = map[string]any{}
			at[step] = inner
		}
		at = inner
	}
	last := p.path[len(p.path)-1]
	if !p.list {
		if other, given := at[last]; p.isBoolean && given && other != value {
			value = nil // both: all
		}
		at[last] = value
		return 1
	}
	values, _ := at[last].([]any)
	at[last] = append(values, value)
	return len(values) + 1
}

// find returns the parameter of a name, and the key of metadata[key]; nil if there is none.
func (p *params) find(name string) (found *parameter, key string) {
	inner, ok := strings.CutPrefix(name, "metadata[")
	key, closed := strings.CutSuffix(inner, "]")
	if ok && closed && key != "" && p.metadata != nil {
		return p.metadata, key
	}
	return p.known[name], ""
}

func (p *params) knows(name string) bool {
	parameter, _ := p.find(name)
	return parameter != nil
}

func (p *params) describe() string {
	if len(p.names) == 0 {
		return "None is known."
	}
	names := slices.Clone(p.names)
	if p.metadata != nil {
		names = append(names, p.metadata.name)
	}
	return "Known are: " + strings.Join(names, ", ") + "."
}

// split splits the value of a list parameter at its commas.
func (p *parameter) split(text string) []string {
	if !p.escapes || !strings.Contains(text, `\,`) {
		return strings.Split(text, ",")
	}
	parts := strings.Split(strings.ReplaceAll(text, `\,`, "\x00"), ",") // a value with U+0000 has been refused
	for i, part := range parts {
		parts[i] = strings.ReplaceAll(part, "\x00", ",")
	}
	return parts
}
