package resttest

import (
	"bytes"
	"fmt"
	"io"
	"mime"
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
	"github.com/go-chi/chi/v5/middleware"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat"
)

// contract checks the responses of the REST door against the OpenAPI document. The schemas of OpenAPI 3.1 are JSON
// Schemas, compiled from the document itself, each once. kin-openapi knows the rest of the document.
type contract struct {
	router   routers.Router
	about    string // the document's description, which names the headers that many responses have
	mu       sync.Mutex
	compiler *jsonschema.Compiler
}

// theContract is shared by all tests of a process: only the addresses in the document differ between servers.
var theContract struct {
	once sync.Once
	*contract
	err error
}

func contractOf(t testing.TB, rest *restcompat.Server) *contract {
	t.Helper()
	theContract.once.Do(func() {
		document, err := rest.OpenAPI()
		if err == nil {
			theContract.contract, err = newContract(document)
		}
		theContract.err = err
	})
	require.NoError(t, theContract.err)
	return theContract.contract
}

// address is the document's for the compiler of its schemas.
const address = "file:///openapi.json"

func newContract(raw []byte) (*contract, error) {
	document, err := openapi3.NewLoader().LoadFromData(raw)
	if err != nil {
		return nil, err
	}
	document.Servers = nil
	// Examples are what the demo's server responds, so a new member is missing in them until they are made again.
	router, err := legacy.NewRouter(document, openapi3.IsOpenAPI31OrLater(), openapi3.DisableExamplesValidation())
	if err != nil {
		return nil, err
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	return &contract{router: router, about: document.Info.Description, compiler: compiler}, compiler.AddResource(address, parsed)
}

// exchange is a request with a copy of its body, and its response.
type exchange struct {
	middleware.WrapResponseWriter
	request    *http.Request
	sent, body bytes.Buffer
}

// judge returns a handler that checks every response of the next one, and every body that it accepts, against the
// document.
func (c *contract) judge(t testing.TB, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &exchange{WrapResponseWriter: middleware.NewWrapResponseWriter(w, r.ProtoMajor), request: r}
		x.Tee(&x.body)
		if r.Body != nil {
			r.Body = struct {
				io.Reader
				io.Closer
			}{io.TeeReader(r.Body, &x.sent), r.Body}
		}
		next.ServeHTTP(x, r)
		if err := c.check(x); err != nil {
			t.Errorf("%s %s is not what the OpenAPI document says: %v\n%d %v\n%s", r.Method, r.URL, err, x.Status(), x.Header(), x.body.Bytes())
		}
	})
}

func (c *contract) check(x *exchange) error {
	method, status := x.request.Method, x.Status()
	if method == http.MethodHead {
		method = http.MethodGet
	}
	route, _, err := c.router.FindRoute(&http.Request{Method: method, URL: &url.URL{Path: x.request.URL.EscapedPath()}})
	if err != nil {
		return c.checkNowhere(x)
	}
	at := "/paths/" + strings.ReplaceAll(strings.ReplaceAll(route.Path, "~", "~0"), "/", "~1") + "/" + strings.ToLower(method)
	response := route.Operation.Responses.Status(status)
	if response == nil && status >= http.StatusBadRequest {
		response = route.Operation.Responses.Default()
	}
	if response == nil {
		return fmt.Errorf("the status %d of %s", status, route.Operation.OperationID)
	}
	if err := c.checkHeaders(x.Header(), response.Value); err != nil {
		return err
	}
	if status < http.StatusBadRequest && x.sent.Len() > 0 && route.Operation.RequestBody != nil {
		if err := c.validate(at+"/requestBody/content/application~1json/schema", x.sent.Bytes()); err != nil {
			return fmt.Errorf("the body that was accepted: %w\n%s", err, x.sent.Bytes())
		}
	}
	if status == http.StatusNoContent && x.body.Len() == 0 || status == http.StatusNotModified || x.request.Method == http.MethodHead {
		return nil
	}
	mediaType, _, _ := mime.ParseMediaType(x.Header().Get("Content-Type"))
	if mediaType == "text/csv" && strings.Contains(*response.Value.Description, "text/csv") {
		return nil
	}
	if response.Value.Content[mediaType] == nil {
		return fmt.Errorf("the Content-Type %q", mediaType)
	}
	if status >= http.StatusBadRequest {
		if err := checkCodes(x.body.Bytes(), status, route.Operation); err != nil {
			return err
		}
		return c.validate("/components/schemas/Problem", x.body.Bytes())
	}
	return c.validate(at+"/responses/"+strconv.Itoa(status)+"/content/application~1json/schema", x.body.Bytes())
}

// checkNowhere checks a response on a path without an endpoint.
func (c *contract) checkNowhere(x *exchange) error {
	if !slices.Contains([]int{401, 403, 404, 405, 429, 503}, x.Status()) {
		return fmt.Errorf("%d where there is no endpoint", x.Status())
	}
	if x.request.Method == http.MethodHead {
		return nil
	}
	return c.validate("/components/schemas/Problem", x.body.Bytes())
}

// checkHeaders returns an error for a header that is not documented.
func (c *contract) checkHeaders(header http.Header, response *openapi3.Response) error {
	for name := range header {
		known := slices.Contains([]string{"Cache-Control", "Content-Length", "Content-Type", "Date", "Vary"}, name)
		known = known || response.Headers[name] != nil || strings.Contains(strings.ToLower(c.about), "`"+strings.ToLower(name)+"`")
		if !known {
			return fmt.Errorf("the header %s", name)
		}
	}
	return nil
}

// checkCodes returns an error for a code that the endpoint does not declare for this status.
func checkCodes(body []byte, status int, operation *openapi3.Operation) error {
	byStatus, _ := operation.Extensions["x-error-codes"].(map[string]any)
	declared, _ := byStatus[strconv.Itoa(status)].([]any)
	problem, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	codes := []any{problem.(Object)["code"]}
	violations, _ := problem.(Object)["errors"].([]any)
	for _, violation := range violations {
		codes = append(codes, violation.(Object)["code"])
	}
	if i := slices.IndexFunc(codes, func(code any) bool { return !slices.Contains(declared, code) }); i >= 0 {
		return fmt.Errorf("the code %v", codes[i])
	}
	return nil
}

// validate checks JSON against the schema at a pointer into the document, formats included.
func (c *contract) validate(pointer string, body []byte) error {
	c.mu.Lock()
	schema, err := c.compiler.Compile(address + "#" + strings.NewReplacer("{", "%7B", "}", "%7D").Replace(pointer))
	c.mu.Unlock()
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}
