package restcompat

import (
	_ "embed"
	"fmt"
	"net/http"
	"sync"

	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model/fault"
)

// exampleFile has the examples of endpoints. `make generate` writes it: a test of cmd/covertrack sends each request to
// a server with the demo data and records the answer. The ids of the demo data are the same in every installation, so
// the requests succeed on any server that has it.
//
//go:embed openapi_examples.json
var exampleFile []byte

// recordedExamples are the examples by the name of the operation. Their members: `id` of the path, `query` with the
// parameters, `body`, `note` for readers, and `answer`, the body of the response.
var recordedExamples = sync.OnceValue(func() *object {
	examples, err := strict.Decode(exampleFile)
	if err != nil {
		panic(fmt.Errorf("read openapi_examples.json: %w", err))
	}
	return examples.(*object)
})

// example returns the endpoint's example, which is empty for an endpoint that has none yet.
func (ep *endpoint) example() *object {
	if recorded, ok := recordedExamples().Get(ep.op.Name).(*object); ok {
		return recorded
	}
	return &object{}
}

// withExample adds an example to the description of a body. A nil value is none.
func withExample(content *object, value, note any) *object {
	if value == nil {
		return content
	}
	example := fields("value", value)
	if note != nil {
		example = fields("description", note, "value", value)
	}
	content.Set("examples", fields("default", example))
	return content
}

// exampleRequestID is the id of the requests that the examples of problems are about.
const exampleRequestID = "0197c6c4-7a10-7cc1-9d6e-3f2b5a1c8e40"

func refusalExample(code fault.Code) *object {
	meaning, status := refusals[code].meaning, refusals[code].status
	out := fields("type", code.Page(), "title", code.Title(), "status", status,
		"detail", meaning, "code", string(code), "requestId", exampleRequestID)
	pointer, field := "/name", "name"
	if code == fault.CodeUnknownParameter {
		pointer, field = "colour", "colour"
	}
	if status == http.StatusUnprocessableEntity {
		out.Set("errors", []any{fields("pointer", pointer, "field", field, "code", string(code), "message", meaning)})
	}
	return out
}
