package restcompat

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

// problemOf reads a refusal and checks what every one of them has.
func problemOf(t *testing.T, r *http.Response) problemDetails {
	t.Helper()
	require.Equal(t, "application/problem+json", r.Header.Get("Content-Type"))
	var p problemDetails
	require.NoError(t, json.Unmarshal([]byte(text(t, r)), &p))
	require.Equal(t, r.StatusCode, p.Status)
	require.Equal(t, refusals[p.Code].status, p.Status)
	require.Equal(t, r.Header.Get("X-Request-Id"), p.RequestID)
	require.NotEmpty(t, p.Title)
	require.NotEmpty(t, p.Detail)
	return p
}

// TestOrderOfChecks sends requests with everything wrong from one check on, and expects that check to answer.
func TestOrderOfChecks(t *testing.T) {
	t.Parallel()
	noPlan, basic := []model.Entitlement{}, []model.Entitlement{model.EntitlementAPIAccess}
	for name, test := range map[string]struct {
		engine       fakeEngine
		method, path string
		body         string
		headers      []string
		want         fault.Code
	}{
		"401 first":           {fakeEngine{unauthorized: true}, "PUT", "/rest/nothing", "", nil, fault.CodeUnauthorized},
		"401 without a token": {fakeEngine{}, "GET", "/rest/cases", "", []string{"Authorization", ""}, fault.CodeUnauthorized},
		"401 for staff":       {fakeEngine{staff: true}, "GET", "/rest/cases", "", nil, fault.CodeUnauthorized},
		"403 of the API":      {fakeEngine{entitlements: noPlan}, "GET", "/rest/nothing", "", nil, fault.CodeAPIAccessNotEnabled},
		"404 of a route":      {fakeEngine{entitlements: basic}, "GET", "/rest/nothing", "", nil, fault.CodeNotFound},
		"405":                 {fakeEngine{entitlements: basic}, "PATCH", "/rest/risk-profiles", "x", nil, fault.CodeMethodNotAllowed},
		"403 of the route":    {fakeEngine{entitlements: basic}, "GET", "/rest/risk-profiles?x=1", "", nil, fault.CodeRiskProfilesNotEnabled},
		"415 before 413": {
			fakeEngine{entitlements: basic}, "POST", "/rest/cases?x=1", strings.Repeat("x", strict.MaxBody+1),
			[]string{"Content-Type", "text/plain"}, fault.CodeUnsupportedMediaType,
		},
		"413 before 400": {fakeEngine{entitlements: basic}, "POST", "/rest/cases?x=1", strings.Repeat("x", strict.MaxBody+1), nil,
			fault.CodePayloadTooLarge},
		"400 before 422": {fakeEngine{entitlements: basic}, "POST", "/rest/cases?x=1", "x", []string{"Idempotency-Key", ""},
			fault.CodeMalformedJSON},
		"422 of all that is so": {fakeEngine{entitlements: basic}, "POST", "/rest/cases?x=1", `{"y":1}`, []string{"Idempotency-Key", ""},
			fault.CodeValidationFailed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := exchangeWith(t, &test.engine, test.method, test.path, test.body, test.headers...)
			p := problemOf(t, r)
			require.Equal(t, test.want, p.Code)
			if p.Status == http.StatusUnauthorized {
				require.Equal(t, "Bearer", r.Header.Get("WWW-Authenticate"))
			}
			if p.Code == fault.CodeValidationFailed {
				require.Equal(t, []string{"unknown_member /y", "invalid_value Idempotency-Key", "unknown_parameter x"}, found(p.Errors))
			}
		})
	}
}

func TestRouting(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]struct {
		status int
		allow  string
	}{
		"GET /rest/cases":                   {200, ""},
		"HEAD /rest/cases":                  {200, ""},
		"HEAD /rest/cases/x":                {200, ""},
		"POST /rest/cases/x/on-hold":        {200, ""},
		"GET /rest/cases/a%2Fb":             {200, ""},
		"GET /rest/cases/%00":               {200, ""},
		"GET /rest/cases/":                  {404, ""},
		"GET /rest/":                        {404, ""},
		"GET /rest":                         {404, ""},
		"GET /rest/Cases":                   {404, ""},
		"GET /rest/cases/x/y":               {404, ""},
		"GET /cases":                        {404, ""},
		"PURGE /rest/nothing":               {404, ""},
		"PURGE /rest/cases":                 {405, "GET, HEAD, POST, PATCH"},
		"DELETE /rest/cases":                {405, "GET, HEAD, POST, PATCH"},
		"OPTIONS /rest/cases/x":             {405, "GET, HEAD, PATCH, DELETE"},
		"POST /rest/cases/by-external-id/x": {405, "GET, HEAD, PUT"},
		"GET /rest/documents/x/y":           {404, ""},
		"GET /rest/policies/x/new-term":     {405, "POST"},
		"POST /rest/risk-profiles/x":        {405, "GET, HEAD, PATCH"},
		"POST /rest/documents/x":            {405, "GET, HEAD, PATCH, DELETE"},
		"PATCH /rest/tasks/x/state":         {404, ""},
		"PATCH /rest/assets":                {405, "GET, HEAD, POST"},
		"PUT /rest/policies/x/release-hold": {405, "POST"},
	} {
		t.Run(target, func(t *testing.T) {
			t.Parallel()
			method, path, _ := strings.Cut(target, " ")
			r := exchangeWith(t, newFake(), method, path, "")
			require.Equal(t, want.status, r.StatusCode)
			require.Equal(t, want.allow, r.Header.Get("Allow"))
			require.NotEmpty(t, r.Header.Get("X-Request-Id"))
		})
	}
}

func TestPathID(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{"/rest/cases/x": "x", "/rest/cases/a%2Fb": "a/b", "/rest/cases/%c3%a9": "é"} {
		e := newFake()
		exchangeWith(t, e, "GET", path, "")
		require.Equal(t, want, e.call.Variables["id"])
	}
}

func TestRequestID(t *testing.T) {
	t.Parallel()
	for id, kept := range map[string]bool{
		"abc-DEF_1.2": true, strings.Repeat("a", 128): true, strings.Repeat("a", 129): false, "": false, "a b": false, "é": false,
	} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			e := newFake()
			r := exchangeWith(t, e, "GET", "/rest/cases", "", "X-Request-Id", id)
			require.Equal(t, kept, r.Header.Get("X-Request-Id") == id)
			require.Equal(t, r.Header.Get("X-Request-Id"), e.call.RequestID)
			require.Equal(t, "ListCases", r.Header.Get("X-Graphql-Operation"))
		})
	}
}

func TestPanicIsInternal(t *testing.T) {
	t.Parallel()
	e := newFake()
	e.panics = true
	var log strings.Builder
	s := serverOn(t, e, Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	p := problemOf(t, send(s, "GET", "/rest/cases", ""))
	require.Equal(t, fault.CodeInternal, p.Code)
	require.NotContains(t, p.Detail, "boom")
	require.Contains(t, log.String(), "boom")
}

func TestMiddlewareRunsBetweenAuthenticationAndRouting(t *testing.T) {
	t.Parallel()
	var seen *model.Principal
	refuse := func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			seen = engine.PrincipalOf(r.Context())
			WriteProblem(w, fault.New(fault.CodeRateLimited, "Slow down."))
		})
	}
	s := serverOn(t, newFake(), Options{Middleware: []func(http.Handler) http.Handler{refuse}})
	r := send(s, "GET", "/rest/nothing", "")
	require.Equal(t, fault.CodeRateLimited, problemOf(t, r).Code)
	require.Equal(t, "1", r.Header.Get("Retry-After"))
	require.NotNil(t, seen)
}

func TestFailures(t *testing.T) {
	t.Parallel()
	domain := fault.New(fault.CodeCaseOnHold, "The case is on hold.")
	first, second := fault.Violations{}, fault.Violations{}
	first.Add("/a", fault.CodeRequired, "a")
	second.Add("/b", fault.CodeRequired, "b")
	for name, test := range map[string]struct {
		errs []error
		want fault.Code
		all  []string
	}{
		"a domain error":           {[]error{domain}, fault.CodeCaseOnHold, nil},
		"violations of several":    {[]error{first.Err(), second.Err()}, fault.CodeRequired, []string{"required /a", "required /b"}},
		"a refusal and violations": {[]error{first.Err(), domain}, fault.CodeCaseOnHold, nil},
		"an unknown error":         {[]error{errors.New("SQLSTATE 42601")}, fault.CodeInternal, nil},
		"an unknown error last":    {[]error{domain, errors.New("SQLSTATE 42601")}, fault.CodeInternal, nil},
		"an unknown code":          {[]error{fault.New("nonsense", "SQLSTATE")}, fault.CodeInternal, nil},
		"an internal error":        {[]error{fault.New(fault.CodeInternal, "SQLSTATE")}, fault.CodeInternal, nil},
		"a time-out":               {[]error{fault.New(fault.CodeUnavailable, "Come again.")}, fault.CodeUnavailable, nil},
		"neither data nor errors":  {nil, fault.CodeInternal, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newFake()
			e.outcome = failure(nil)
			e.outcome.Errors = nil
			for _, err := range test.errs {
				e.outcome.Errors = append(e.outcome.Errors, failure(err).Errors...)
			}
			r := exchangeWith(t, e, "PATCH", "/rest/cases/x", "{}")
			p := problemOf(t, r)
			require.Equal(t, test.want, p.Code)
			require.NotContains(t, p.Detail, "SQLSTATE")
			require.Equal(t, p.Status == http.StatusServiceUnavailable, r.Header.Get("Retry-After") != "")
			if test.all != nil {
				require.Equal(t, test.all, found(p.Errors))
			}
		})
	}
}
