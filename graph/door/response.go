package door

import (
	"cmp"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
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
	if o.Data != nil && string(o.Data) == "null" && len(o.Errors) > 0 && model.CodeOf(o.Errors[0]) == model.CodeUnavailable {
		o.Data = nil
	}
	reply := engine.Reply{Status: http.StatusOK, Header: http.Header{"Content-Type": {string(f) + "; charset=utf-8"}}, Body: bodyOf(o)}
	if o.Data != nil || len(o.Errors) == 0 {
		return reply
	}
	code := model.CodeOf(o.Errors[0])
	status := statusOf(code)
	if f == formGraphQL || status >= http.StatusInternalServerError {
		reply.Status = status
	}
	switch code {
	case model.CodeUnauthorized:
		reply.Header.Set("WWW-Authenticate", "Bearer")
	case model.CodeUnavailable, model.CodeRateLimited:
		reply.Header.Set("Retry-After", "1")
	case model.CodeTooManyStreams:
		reply.Header.Set("Retry-After", engine.StreamRetryAfter)
	}
	return reply
}

// bodyOf writes the errors before the data, where people see them, and the data's bytes unchanged.
func bodyOf(o engine.Outcome) []byte {
	body := append(make([]byte, 0, len(`{"data":}`)+len(o.Data)), '{')
	if len(o.Errors) > 0 {
		for _, err := range o.Errors {
			engine.CountError("graphql", model.CodeOf(err))
		}
		body = append(append(body, `"errors":`...), model.EncodeJSON(o.Errors)...)
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
var statuses = map[model.Code]int{
	model.CodeUnauthorized:           http.StatusUnauthorized,
	model.CodeForbidden:              http.StatusForbidden,
	model.CodeAPIAccessNotEnabled:    http.StatusForbidden,
	model.CodeRiskProfilesNotEnabled: http.StatusForbidden,
	model.CodeNotFound:               http.StatusNotFound,
	model.CodeMethodNotAllowed:       http.StatusMethodNotAllowed,
	model.CodeIdempotencyKeyInFlight: http.StatusConflict,
	model.CodePayloadTooLarge:        http.StatusRequestEntityTooLarge,
	model.CodeUnsupportedMediaType:   http.StatusUnsupportedMediaType,
	model.CodeIdempotencyKeyReused:   http.StatusUnprocessableEntity,
	model.CodeTooManyStreams:         http.StatusTooManyRequests,
	model.CodeRateLimited:            http.StatusTooManyRequests,
	model.CodeInternal:               http.StatusInternalServerError,
	model.CodeUnavailable:            http.StatusServiceUnavailable,
}

func statusOf(code model.Code) int { return cmp.Or(statuses[code], http.StatusBadRequest) }
