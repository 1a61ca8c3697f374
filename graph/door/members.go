package door

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"unicode/utf8"

	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model/fault"
)

// members are the members of a GraphQL request.
type members struct {
	query, documentID string // one of them
	operationName     string
	variables         *strict.Object // nil for none

	raw []byte // the whole body
}

// memberNames are what a GraphQL request may have (GraphQL over HTTP, section 5.1 and Persisted Documents). Others are
// refused, because they would have no effect.
var memberNames = []string{"query", "documentId", "operationName", "variables", "extensions"}

// readMembers reads a request by POST or GET. Everything that is wrong with the members is reported at once.
func readMembers(w http.ResponseWriter, r *http.Request) (members, error) {
	switch r.Method {
	case http.MethodPost:
		raw, err := strict.ReadBody(w, r, true)
		if err != nil {
			return members{}, err
		}
		body, err := strict.Decode(raw)
		if err != nil {
			return members{}, err
		}
		o, ok := body.(*strict.Object)
		if !ok {
			return members{}, fault.New(fault.CodeMalformedJSON, "A GraphQL request is one JSON object; there are no batches.")
		}
		m, err := membersOf(o)
		m.raw = raw
		return m, err
	case http.MethodGet:
		o, err := queryObject(r.URL.RawQuery)
		if err != nil {
			return members{}, err
		}
		return membersOf(o)
	default:
		w.Header().Set("Allow", "GET, POST")
		return members{}, fault.New(fault.CodeMethodNotAllowed, "GraphQL is spoken by POST, and by GET where it only reads.")
	}
}

// queryObject converts a query string, in which variables and extensions are JSON, to the object that a POST would
// have.
func queryObject(rawQuery string) (*strict.Object, error) {
	values, err := url.ParseQuery(rawQuery)
	var vs fault.Violations
	if err != nil {
		vs.Add("", fault.CodeInvalidValue, "The query string is not validly encoded.")
	}
	o := &strict.Object{}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		sent := values[name][0]
		var value any = sent
		switch {
		case len(values[name]) > 1:
			vs.Add(fault.Pointer("", name), fault.CodeDuplicate, "%s must be given once.", strict.Quote(name))
		case !utf8.ValidString(sent):
			vs.Add(fault.Pointer("", name), fault.CodeInvalidValue, "%s must be valid UTF-8.", strict.Quote(name))
		case name == "variables" || name == "extensions":
			if value, err = strict.Decode([]byte(sent)); err != nil {
				vs.Add(fault.Pointer("", name), fault.CodeInvalidValue, "%s must be a JSON object.", strict.Quote(name))
			}
		}
		o.Members = append(o.Members, strict.Member{Name: name, Value: value})
	}
	return o, vs.Err()
}

func membersOf(o *strict.Object) (m members, err error) {
	var vs fault.Violations
	for _, given := range o.Members {
		switch given.Name {
		case "query":
			m.query = memberOf[string](given, &vs, "a string")
		case "documentId":
			m.documentID = memberOf[string](given, &vs, "a string")
		case "operationName":
			m.operationName = memberOf[string](given, &vs, "a string")
		case "variables":
			m.variables = memberOf[*strict.Object](given, &vs, "an object")
		case "extensions":
			memberOf[*strict.Object](given, &vs, "an object")
		default:
			vs.Add(fault.Pointer("", given.Name), fault.CodeUnknownMember, "A GraphQL request has no member %s%s.",
				strict.Quote(given.Name), strict.DidYouMean(given.Name, memberNames))
		}
	}
	switch {
	case len(vs) > 0:
	case m.query == "" && m.documentID == "":
		vs.Add("/query", fault.CodeRequired, "Send a GraphQL document as `query`.")
	case m.query != "" && m.documentID != "":
		vs.Add("/documentId", fault.CodeInvalidValue, "Send a `query` or the `documentId` of one, not both.")
	}
	return m, vs.Err()
}

// memberOf returns the member's value; a value of another type, except null, is a violation.
func memberOf[T any](m strict.Member, vs *fault.Violations, kind string) T {
	value, ok := m.Value.(T)
	if !ok && m.Value != nil {
		vs.Add(fault.Pointer("", m.Name), fault.CodeInvalidValue, "%s must be "+kind+".", strict.Quote(m.Name))
	}
	return value
}
