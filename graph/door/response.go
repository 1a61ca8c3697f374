package door

import (
	"cmp"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// form is a media type of GraphQL responses (GraphQL over HTTP, section 6.4).
type form string

const (
	// formJSON has status 200 for every well-formed request, as older clients expect.
	formJSON form = "application/json"
	// formGraphQL has status 4xx for what was not executed.
	formGraphQL form = "application/graphql-response+json"
)

// formOf is the form that the caller prefers, formJSON by default. The default for a caller that wants events is
// formGraphQL, so that a refusal is not mistaken for an event.
func formOf(h http.Header) form {
	best, preference := formJSON, 0.0
	if wantsEvents(h) {
		best = formGraphQL
	}
	for accepted := range strings.SplitSeq(strings.Join(h.Values("Accept"), ","), ",") {
		mediaType, parameters, err := mime.ParseMediaType(accepted)
		if err != nil || (mediaType != string(formJSON) && mediaType != string(formGraphQL)) {
			continue
		}
		weight := 1.0
		if q, given := parameters["q"]; given {
			weight, _ = strconv.ParseFloat(q, 64)
		}
		if weight > preference {
			best, preference = form(mediaType), weight
		}
	}
	return best
}

// render is the response of an outcome. An outcome without data was not executed, and then the response has no `data`
// at all. A database that cannot be reached counts as not executed, so that the status makes a load balancer try
// another node.
func (f form) render(o engine.Outcome) engine.Reply {
	if o.Data != nil && string(o.Data) == "null" && len(o.Errors) > 0 && fault.CodeOf(o.Errors[0]) == fault.CodeUnavailable {
		o.Data = nil
	}
	reply := engine.Reply{Status: http.StatusOK, Header: http.Header{"Content-Type": {string(f) + "; charset=utf-8"}}, Body: bodyOf(o)}
	if o.Data != nil || len(o.Errors) == 0 {
		return reply
	}
	code := fault.CodeOf(o.Errors[0])
	status := statusOf(code)
	if f == formGraphQL || status >= http.StatusInternalServerError {
		reply.Status = status
	}
	switch code {
	case fault.CodeUnauthorized:
		reply.Header.Set("WWW-Authenticate", "Bearer")
	case fault.CodeUnavailable, fault.CodeRateLimited:
		reply.Header.Set("Retry-After", "1")
	case fault.CodeTooManyStreams:
		reply.Header.Set("Retry-After", engine.StreamRetryAfter)
	}
	return reply
}

// bodyOf writes the errors before the data, where people see them, and the data's bytes unchanged.
func bodyOf(o engine.Outcome) []byte {
	body := append(make([]byte, 0, len(`{"data":}`)+len(o.Data)), '{')
	if len(o.Errors) > 0 {
		for _, err := range o.Errors {
			engine.CountError("graphql", fault.CodeOf(err))
		}
		body = append(append(body, `"errors":`...), scalar.EncodeJSON(o.Errors)...)
		if o.Data != nil {
			body = append(body, ',')
		}
	}
	if o.Data != nil {
		body = append(append(body, `"data":`...), o.Data...)
	}
	return append(body, '}')
}

// statuses are those of requests that were not executed; 400 for other codes. When a request was executed, its errors
// are in a response with status 200.
var statuses = map[fault.Code]int{
	fault.CodeUnauthorized:           http.StatusUnauthorized,
	fault.CodeForbidden:              http.StatusForbidden,
	fault.CodeAPIAccessNotEnabled:    http.StatusForbidden,
	fault.CodeRiskProfilesNotEnabled: http.StatusForbidden,
	fault.CodeNotFound:               http.StatusNotFound,
	fault.CodeMethodNotAllowed:       http.StatusMethodNotAllowed,
	fault.CodeIdempotencyKeyInFlight: http.StatusConflict,
	fault.CodePayloadTooLarge:        http.StatusRequestEntityTooLarge,
	fault.CodeUnsupportedMediaType:   http.StatusUnsupportedMediaType,
	fault.CodeIdempotencyKeyReused:   http.StatusUnprocessableEntity,
	fault.CodeTooManyStreams:         http.StatusTooManyRequests,
	fault.CodeRateLimited:            http.StatusTooManyRequests,
	fault.CodeInternal:               http.StatusInternalServerError,
	fault.CodeUnavailable:            http.StatusServiceUnavailable,
}

func statusOf(code fault.Code) int { return cmp.Or(statuses[code], http.StatusBadRequest) }
