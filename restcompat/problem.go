package restcompat

import (
	"context"
	"errors"
	"net/http"

	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model/fault"
)

// operationHeader is the header with the name of the endpoint's operation.
const operationHeader = "X-GraphQL-Operation"

var canonicalOperation = http.CanonicalHeaderKey(operationHeader)

// problemDetails is the body of every refusal (RFC 9457).
type problemDetails struct {
	Type      string           `json:"type"`
	Title     string           `json:"title"`
	Status    int              `json:"status"`
	Detail    string           `json:"detail"`
	Code      fault.Code       `json:"code"`
	RequestID string           `json:"requestId"`
	Errors    fault.Violations `json:"errors,omitempty"`

	References []fault.Reference `json:"references,omitempty"`
}

// WriteProblem responds with a refusal, which has the form of all others. The request's id is taken from the response's
// header. Any error that is not a *fault.Error is `internal`, and the caller sees nothing of it.
func WriteProblem(w http.ResponseWriter, err error) {
	writeReply(context.Background(), w, Problem(err, w.Header().Get(engine.RequestIDHeader)))
}

// Problem is the reply of a refusal, or of a failure.
func Problem(err error, requestID string) engine.Reply {
	var refusal *fault.Error
	if !errors.As(err, &refusal) || refusals[refusal.Code].status == 0 || refusal.Code == fault.CodeInternal {
		refusal = fault.New(fault.CodeInternal, "Something failed on our side. Quote the request's id when you report it.")
	}
	engine.CountError("rest", refusal.Code)
	status := refusals[refusal.Code].status
	header := http.Header{"Content-Type": {"application/problem+json"}}
	switch status {
	case http.StatusUnauthorized:
		header.Set("WWW-Authenticate", "Bearer")
	case http.StatusServiceUnavailable, http.StatusTooManyRequests:
		header.Set("Retry-After", "1") // second
	}
	if refusal.Code == fault.CodeTooManyStreams {
		header.Set("Retry-After", engine.StreamRetryAfter)
	}
	body := strict.Encode(problemDetails{
		Type: refusal.Code.Page(), Title: refusal.Code.Title(), Status: status, Detail: refusal.Message,
		Code: refusal.Code, RequestID: requestID, Errors: refusal.Violations,
		References: refusal.References,
	})
	return engine.Reply{Status: status, Header: header, Body: body}
}

// refusalOf makes one error of all errors of a call. Violations are returned together. An error without violations is
// more important than they are, and one that is not a *fault.Error is the most important.
func refusalOf(errs gqlerror.List) error {
	if len(errs) == 0 {
		return errors.New("the engine returned neither data nor errors")
	}
	var violations fault.Violations
	var first *fault.Error
	for _, err := range errs {
		var refusal *fault.Error
		if !errors.As(err, &refusal) {
			return err
		}
		violations.Append(refusal.Violations)
		if first == nil || (len(first.Violations) > 0 && len(refusal.Violations) == 0) {
			first = refusal
		}
	}
	if len(errs) > 1 && len(first.Violations) > 0 {
		return violations.Err()
	}
	return first
}
