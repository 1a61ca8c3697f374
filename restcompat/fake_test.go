package restcompat

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

// fakeEngine answers every call with one outcome, and keeps the last call. It holds the contract of engine.Engine: a
// refused shape and a failed precondition are rendered as errors.
type fakeEngine struct {
	outcome      engine.Outcome
	current      engine.Outcome
	header       http.Header
	entitlements []model.Entitlement
	staff        bool
	unauthorized bool
	panics       bool

	call  engine.Call
	reads int
}

var testSchema = sync.OnceValue(func() *ast.Schema {
	text, err := os.ReadFile("../schema.graphqls")
	if err != nil {
		panic(err)
	}
	return gqlparser.MustLoadSchema(&ast.Source{Name: "schema.graphqls", Input: string(text)})
})

func newFake() *fakeEngine {
	return &fakeEngine{entitlements: model.AllEntitlement, outcome: data(`{"id":"0197c6c4-0000-7000-8000-000000000001"}`)}
}

// data is the outcome of an operation whose root field has the bytes.
func data(root string) engine.Outcome { return engine.Outcome{Data: []byte(`{"body":` + root + `}`)} }

func failure(err error) engine.Outcome {
	return engine.Outcome{Errors: gqlerror.List{gqlerror.Wrap(err)}}
}

func (e *fakeEngine) Schema() *ast.Schema { return testSchema() }

func (e *fakeEngine) Compile(name, source string) (*engine.Operation, error) {
	doc, errs := gqlparser.LoadQuery(testSchema(), source) //nolint:staticcheck // The default rules are wanted.
	if errs != nil {
		return nil, errs
	}
	return &engine.Operation{Name: name, Source: source, Definition: doc.Operations[0]}, nil
}

func (e *fakeEngine) Do(ctx context.Context, call engine.Call) engine.Reply {
	e.call = call
	if e.panics {
		panic("boom")
	}
	if call.Refused != nil {
		return call.Render(failure(call.Refused))
	}
	if call.Precondition != nil {
		if err := call.Precondition(ctx); err != nil {
			return call.Render(failure(err))
		}
	}
	reply := call.Render(e.outcome)
	for name, values := range e.header {
		reply.Header[name] = values
	}
	return reply
}

func (e *fakeEngine) Read(_ context.Context, _ *engine.Operation, _ map[string]any) engine.Outcome {
	e.reads++
	return e.current
}

func (e *fakeEngine) Authenticate(_ context.Context, authorization, _ string) (*model.Principal, error) {
	if e.unauthorized || !strings.HasPrefix(authorization, "Bearer ") {
		return nil, fault.New(fault.CodeUnauthorized, "A token is needed.")
	}
	principal := &model.Principal{Entitlements: e.entitlements}
	if e.staff {
		role := model.StaffRoleOperator
		principal.StaffRole = &role
	}
	return principal, nil
}

// compiled is what the operations of the folder compile to; no test changes it.
var compiled = sync.OnceValues(func() (*Server, error) { return NewServer(newFake(), Options{}) })

// serverOn serves the compiled operations on a fake.
func serverOn(t testing.TB, e *fakeEngine, options Options) *Server {
	t.Helper()
	s, err := compiled()
	require.NoError(t, err)
	return serve(e, options, s.endpoints)
}

// exchangeWith sends one request through a server on the fake. Headers are name, value, name, value …
func exchangeWith(t *testing.T, e *fakeEngine, method, target, body string, headers ...string) *http.Response {
	t.Helper()
	return send(serverOn(t, e, Options{}), method, target, body, headers...)
}

func send(s *Server, method, target, body string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer test_token")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header[http.CanonicalHeaderKey(headers[i])] = []string{headers[i+1]}
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result()
}

func text(t *testing.T, r *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return string(body)
}

func (e *fakeEngine) OpenStream(ctx context.Context, _ *model.Principal) (context.Context, func(), error) {
	return ctx, func() {}, nil
}

func (e *fakeEngine) WritePart(_ context.Context, _ *model.Principal, w http.ResponseWriter, part []byte) error {
	_, err := w.Write(part)
	return err
}
