package resttest

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

// contract checks the responses of the REST door against the OpenAPI document. The schemas of OpenAPI 3.1 are JSON
// Schemas: each is compiled once, from the document itself. kin-openapi knows the rest of the document.
type contract struct {
	router   routers.Router
	document any
	mu       sync.Mutex
	schemas  map[string]*jsonschema.Schema
}

// theContract is shared by all tests of a process: only the addresses in the document differ between servers.
var theContract struct {
	once sync.Once
	*contract
	err error
}

func contractOf(t testing.TB, document []byte) *contract {
	t.Helper()
	theContract.once.Do(func() { theContract.contract, theContract.err = newContract(document) })
	require.NoError(t, theContract.err)
	return theContract.contract
}

func newContract(raw []byte) (*contract, error) {
	document, err := openapi3.NewLoader().LoadFromData(raw)
	if err != nil {
		return nil, err
	}
	document.Servers = nil
	router, err := legacy.NewRouter(document, openapi3.IsOpenAPI31OrLater())
	if err != nil {
		return nil, err
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	return &contract{router: router, document: parsed, schemas: map[string]*jsonschema.Schema{}}, err
}

// judge returns a handler that checks every response of the next one, and every body that it accepts, against the
// document.
func (c *contract) judge(t testing.TB, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &exchange{ResponseWriter: w, request: r, status: http.StatusOK}
		sent := &bytes.Buffer{}
		if r.Body != nil {
			r.Body = struct {
				io.Reader
				io.Closer
			}{io.TeeReader(r.Body, sent), r.Body}
		}
		next.ServeHTTP(x, r)
		if err := c.check(x, sent.Bytes()); err != nil {
			t.Errorf("%s %s is not what the OpenAPI document says: %v\n%d %v\n%s", r.Method, r.URL, err, x.status, x.Header(), x.body.Bytes())
		}
	})
}

// exchange is a request and a copy of its response.
type exchange struct {
	http.ResponseWriter
	request *http.Request
	status  int
	body    bytes.Buffer
}

// WriteHeader copies the status.
func (x *exchange) WriteHeader(status int) {
	x.status = status
	x.ResponseWriter.WriteHeader(status)
}

// Write copies the body.
func (x *exchange) Write(p []byte) (int, error) {
	x.body.Write(p)
	return x.ResponseWriter.Write(p)
}

func (c *contract) check(x *exchange, sent []byte) error {
	method := x.request.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	route, _, err := c.router.FindRoute(&http.Request{Method: method, URL: &url.URL{Path: x.request.URL.EscapedPath()}})
	if err != nil {
		return c.checkNowhere(x)
	}
	at := "/paths/" + strings.ReplaceAll(strings.ReplaceAll(route.Path, "~", "~0"), "/", "~1") + "/" + strings.ToLower(method)
	response := route.Operation.Responses.Status(x.status)
	if response == nil {
		return fmt.Errorf("the status %d of %s", x.status, route.Operation.OperationID)
	}
	if err := checkHeaders(x.Header(), response.Value); err != nil {
		return err
	}
	if x.status < http.StatusBadRequest && len(sent) > 0 && route.Operation.RequestBody != nil {
		if err := c.validate(at+"/requestBody/content/application~1json/schema", sent); err != nil {
			return fmt.Errorf("the body that was accepted: %w\n%s", err, sent)
		}
	}
	if x.status == http.StatusNotModified || x.request.Method == http.MethodHead {
		return nil
	}
	mediaType := x.Header().Get("Content-Type")
	if response.Value.Content[mediaType] == nil {
		return fmt.Errorf("the Content-Type %q", mediaType)
	}
	if x.status >= http.StatusBadRequest {
		if err := checkCodes(x.body.Bytes(), response.Value); err != nil {
			return err
		}
		return c.validate("/components/schemas/Problem", x.body.Bytes())
	}
	return c.validate(at+"/responses/"+strconv.Itoa(x.status)+"/content/application~1json/schema", x.body.Bytes())
}

// checkNowhere checks a response on a path without an endpoint.
func (c *contract) checkNowhere(x *exchange) error {
	if !slices.Contains([]int{401, 403, 404, 405, 429, 503}, x.status) {
		return fmt.Errorf("%d where there is no endpoint", x.status)
	}
	if x.request.Method == http.MethodHead {
		return nil
	}
	return c.validate("/components/schemas/Problem", x.body.Bytes())
}

// checkHeaders returns an error for a header that is not documented.
func checkHeaders(header http.Header, response *openapi3.Response) error {
	for name := range header {
		known := slices.Contains([]string{"Cache-Control", "Content-Length", "Content-Type", "Date", "Vary"}, name)
		for documented := range response.Headers {
			known = known || strings.EqualFold(documented, name)
		}
		if !known {
			return fmt.Errorf("the header %s", name)
		}
	}
	return nil
}

// checkCodes returns an error for a code that the endpoint does not declare for this status.
func checkCodes(body []byte, response *openapi3.Response) error {
	declared, _ := response.Extensions["x-error-codes"].([]any)
	problem, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	codes := []any{problem.(Object)["code"]}
	errors, _ := problem.(Object)["errors"].([]any)
	for _, violation := range errors {
		codes = append(codes, violation.(Object)["code"])
	}
	for _, code := range codes {
		if !slices.Contains(declared, code) {
			return fmt.Errorf("the code %v", code)
		}
	}
	return nil
}

// validate checks JSON against the schema at a pointer into the document, formats included.
func (c *contract) validate(pointer string, body []byte) error {
	schema, err := c.schema(pointer)
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

func (c *contract) schema(pointer string) (*jsonschema.Schema, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if known := c.schemas[pointer]; known != nil {
		return known, nil
	}
	const name = "file:///openapi.json"
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	if err := compiler.AddResource(name, c.document); err != nil {
		return nil, err
	}
	schema, err := compiler.Compile(name + "#" + strings.NewReplacer("{", "%7B", "}", "%7D").Replace(pointer))
	c.schemas[pointer] = schema
	return schema, err
}
