package graph

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"unicode/utf8"

	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model"
)

// params are the members of a GraphQL request.
type params struct {
	query, documentID string // one of them
	operationName     string
	variables         *strict.Object // nil for none

	raw []byte // the whole body
}

// requestMembers are what a GraphQL request may have (GraphQL over HTTP, section 5.1 and Persisted Documents). Others are
// refused: they were meant to do something, and would not.
var requestMembers = []string{"query", "documentId", "operationName", "variables", "extensions"}

// readParams reads a request by POST or GET. It answers the refusals of HTTP; all that is wrong with the members comes at once.
func readParams(w http.ResponseWriter, r *http.Request) (params, error) {
	switch r.Method {
	case http.MethodPost:
		raw, err := strict.ReadBody(w, r, true)
		if err != nil {
			return params{}, err
		}
		body, err := strict.Decode(raw)
		if err != nil {
			return params{}, err
		}
		o, ok := body.(*strict.Object)
		if !ok {
			return params{}, model.NewError(model.CodeMalformedJSON, "A GraphQL request is one JSON object; there are no batches.")
		}
		p, err := paramsOf(o)
		p.raw = raw
		return p, err
	case http.MethodGet:
		o, err := queryObject(r.URL.RawQuery)
		if err != nil {
			return params{}, err
		}
		return paramsOf(o)
	default:
		w.Header().Set("Allow", "GET, POST")
		return params{}, model.NewError(model.CodeMethodNotAllowed, "GraphQL is spoken by POST, and by GET where it only reads.")
	}
}

// queryObject makes of a query string the object that a POST would carry: variables and extensions are JSON in it.
func queryObject(rawQuery string) (*strict.Object, error) {
	values, err := url.ParseQuery(rawQuery)
	var vs model.Violations
	if err != nil {
		vs.Add("", model.CodeInvalidValue, "The query string is not validly encoded.")
	}
	o := &strict.Object{}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		text := values[name][0]
		var value any = text
		switch {
		case len(values[name]) > 1:
			vs.Add(model.Pointer("", name), model.CodeDuplicate, "%s is given once.", strict.Quote(name))
		case !utf8.ValidString(text):
			vs.Add(model.Pointer("", name), model.CodeInvalidValue, "%s is valid UTF-8.", strict.Quote(name))
		case name == "variables" || name == "extensions":
			if value, err = strict.Decode([]byte(text)); err != nil {
				vs.Add(model.Pointer("", name), model.CodeInvalidValue, "%s is a JSON object.", strict.Quote(name))
			}
		}
		o.Members = append(o.Members, strict.Member{Name: name, Value: value})
	}
	return o, vs.Err()
}

func paramsOf(o *strict.Object) (p params, err error) {
	var vs model.Violations
	for _, m := range o.Members {
		at := model.Pointer("", m.Name)
		switch m.Name {
		case "query":
			p.query = text(m, at, &vs)
		case "documentId":
			p.documentID = text(m, at, &vs)
		case "operationName":
			p.operationName = text(m, at, &vs)
		case "variables":
			p.variables = objectOf(m, at, &vs)
		case "extensions":
			objectOf(m, at, &vs)
		default:
			vs.Add(at, model.CodeUnknownMember, "A GraphQL request has no member %s%s.", strict.Quote(m.Name), strict.DidYouMean(m.Name, requestMembers))
		}
	}
	switch {
	case len(vs) > 0:
	case p.query == "" && p.documentID == "":
		vs.Add("/query", model.CodeRequired, "Send a GraphQL document as `query`.")
	case p.query != "" && p.documentID != "":
		vs.Add("/documentId", model.CodeInvalidValue, "Send a `query` or the `documentId` of one, not both.")
	}
	return p, vs.Err()
}

func text(m strict.Member, at string, vs *model.Violations) string {
	s, ok := m.Value.(string)
	if !ok && m.Value != nil {
		vs.Add(at, model.CodeInvalidValue, "%s is a string.", strict.Quote(m.Name))
	}
	return s
}

func objectOf(m strict.Member, at string, vs *model.Violations) *strict.Object {
	o, ok := m.Value.(*strict.Object)
	if !ok && m.Value != nil {
		vs.Add(at, model.CodeInvalidValue, "%s is an object.", strict.Quote(m.Name))
	}
	return o
}
