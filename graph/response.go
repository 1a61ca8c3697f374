package graph

import (
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/covertrack/covertrack/model"
)

// form is a media type in which GraphQL answers (GraphQL over HTTP, section 6.4).
type form string

const (
	// formJSON answers 200 to every well-formed request, as clients of old expect it.
	formJSON form = "application/json"
	// formGraphQL answers 4xx to what was not executed.
	formGraphQL form = "application/graphql-response+json"
)

// formOf is the form that the caller prefers; formJSON where nothing or anything is asked for. Who wants events is not to take
// a refusal for one.
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

// render is the response of an outcome. One without data was never executed: then there is no `data` at all. So it is with a
// database that is away, which the status tells to whoever can go to another node.
func (f form) render(o Outcome) Reply {
	if o.Data != nil && string(o.Data) == "null" && len(o.Errors) > 0 && codeOf(o.Errors[0]) == model.CodeUnavailable {
		o.Data = nil
	}
	reply := Reply{Status: http.StatusOK, Header: http.Header{"Content-Type": {string(f) + "; charset=utf-8"}}, Body: bodyOf(o)}
	if o.Data != nil || len(o.Errors) == 0 {
		return reply
	}
	code := codeOf(o.Errors[0])
	status := statusOf(code)
	if f == formGraphQL || status >= http.StatusInternalServerError {
		reply.Status = status
	}
	switch code {
	case model.CodeUnauthorized:
		reply.Header.Set("WWW-Authenticate", "Bearer")
	case model.CodeUnavailable, model.CodeRateLimited:
		reply.Header.Set("Retry-After", "1")
	}
	return reply
}

// bodyOf writes the errors before the data, where a person sees them, and the data's bytes as they are.
func bodyOf(o Outcome) []byte {
	var errs []byte
	if len(o.Errors) > 0 {
		errs = model.EncodeJSON(o.Errors)
	}
	body := make([]byte, 0, len(`{"errors":,"data":}`)+len(errs)+len(o.Data))
	body = append(body, '{')
	if errs != nil {
		body = append(append(body, `"errors":`...), errs...)
	}
	if errs != nil && o.Data != nil {
		body = append(body, ',')
	}
	if o.Data != nil {
		body = append(append(body, `"data":`...), o.Data...)
	}
	return append(body, '}')
}

// codeOf is the code of an error that was presented.
func codeOf(err *gqlerror.Error) model.Code {
	code, _ := err.Extensions["code"].(model.Code)
	return code
}

// statuses are those of requests that were not executed; 400 where a code is not named. Errors of execution have the status
// of the response, which is 200.
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
	model.CodeRateLimited:            http.StatusTooManyRequests,
	model.CodeInternal:               http.StatusInternalServerError,
	model.CodeUnavailable:            http.StatusServiceUnavailable,
}

func statusOf(code model.Code) int {
	if status, ok := statuses[code]; ok {
		return status
	}
	return http.StatusBadRequest
}
