package graph

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"

	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/validator"

	"github.com/covertrack/covertrack/model"
)

// maxBody is the greatest size of a request (contract section 2, Bodies).
const maxBody = 1 << 20

// Handler serves `POST /graphql` (GraphQL over HTTP) on the engine's executor. requestID reads the request's id from its
// context.
func (e *Engine) Handler(requestID func(*http.Request) string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.serve(w, r, requestID(r))
	})
}

func (e *Engine) serve(w http.ResponseWriter, r *http.Request, requestID string) {
	principal, err := e.Authenticate(r.Context(), r.Header.Get("Authorization"), r.Header.Get("X-Portfolio"))
	if err == nil {
		err = principal.Require(model.EntitlementAPIAccess)
	}
	if err != nil {
		e.writeRefusal(w, r, statusOf(err), err)
		return
	}
	params, status, err := readParams(r)
	if err != nil {
		e.writeRefusal(w, r, status, err)
		return
	}
	op, errs := e.Prepare(params.Query, params.OperationName)
	if errs != nil {
		e.writeErrors(w, r, http.StatusBadRequest, errs)
		return
	}
	variables, err := validator.VariableValues(e.schema, op.Definition, params.Variables)
	if err != nil {
		e.writeRefusal(w, r, http.StatusBadRequest, err)
		return
	}
	call := Call{Principal: principal, RequestID: requestID, Operation: op, Variables: variables, Render: render}
	if op.IsMutation() {
		var vs model.Violations
		call.Idempotency, vs = NewIdempotency(r, params.raw)
		call.Refused = vs.Err()
	}
	writeReply(w, e.Do(r.Context(), call))
}

// params are the members of a GraphQL request.
type params struct {
	Query         string          `json:"query"`
	OperationName string          `json:"operationName"`
	Variables     map[string]any  `json:"variables"`
	Extensions    json.RawMessage `json:"extensions"`

	raw []byte // the whole body
}

func readParams(r *http.Request) (p params, status int, err error) {
	if r.Method != http.MethodPost {
		return p, http.StatusMethodNotAllowed, model.NewError(model.CodeMethodNotAllowed, "GraphQL is spoken by POST.")
	}
	mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || mediaType != "application/json" {
		return p, http.StatusUnsupportedMediaType, model.NewError(model.CodeUnsupportedMediaType, "Send application/json.")
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return p, http.StatusBadRequest, model.NewError(model.CodeMalformedJSON, "The body ended early.").Because(err)
	}
	if len(body) > maxBody {
		return p, http.StatusRequestEntityTooLarge, model.NewError(model.CodePayloadTooLarge, "A body has at most 1 MiB.")
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	if err := dec.Decode(&p); err != nil || dec.More() {
		return p, http.StatusBadRequest, model.NewError(model.CodeMalformedJSON, "The body is not the JSON object of a GraphQL request.").Because(err)
	}
	if bytes.Contains(body, []byte(`\u0000`)) {
		return p, http.StatusBadRequest, model.NewError(model.CodeInvalidValue, "The body has a NUL character, which no text may have.")
	}
	if p.Query == "" {
		return p, http.StatusBadRequest, model.NewError(model.CodeRequired, "Send a query.")
	}
	p.raw = body
	return p, 0, nil
}

// render is the body of GraphQL: every outcome that was executed is a 200.
func render(o Outcome) Reply {
	body := struct {
		Errors gqlerror.List   `json:"errors,omitempty"`
		Data   json.RawMessage `json:"data,omitempty"`
	}{o.Errors, o.Data}
	return Reply{Status: http.StatusOK, Header: http.Header{"Content-Type": {"application/json; charset=utf-8"}}, Body: model.EncodeJSON(body)}
}

func (e *Engine) writeRefusal(w http.ResponseWriter, r *http.Request, status int, err error) {
	e.writeErrors(w, r, status, gqlerror.List{gqlerror.WrapIfUnwrapped(err)})
}

func (e *Engine) writeErrors(w http.ResponseWriter, r *http.Request, status int, errs gqlerror.List) {
	presented := make(gqlerror.List, len(errs))
	for i, err := range errs {
		presented[i] = e.present(r.Context(), err)
	}
	if status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	reply := render(Outcome{Errors: presented})
	reply.Status = status
	writeReply(w, reply)
}

func writeReply(w http.ResponseWriter, reply Reply) {
	for name, values := range reply.Header {
		w.Header()[name] = values
	}
	w.WriteHeader(reply.Status)
	_, _ = w.Write(reply.Body)
}

// statusOf is the status of what is refused before GraphQL begins.
func statusOf(err error) int {
	var domain *model.Error
	if !errors.As(err, &domain) {
		return http.StatusInternalServerError
	}
	switch domain.Code {
	case model.CodeUnauthorized:
		return http.StatusUnauthorized
	case model.CodeUnavailable:
		return http.StatusServiceUnavailable
	case model.CodeNotFound:
		return http.StatusNotFound
	default:
		return http.StatusForbidden
	}
}
