package restcompat

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/fault"
)

func TestDeprecation(t *testing.T) {
	t.Parallel()
	const plainPolicy = `{"id":"` + someID + `","productType":null}`
	for name, test := range map[string]struct {
		method, path, body, answer string
		want                       bool
	}{
		"sent":                  {"PATCH", "/rest/policies/x", `{"productType":"flood"}`, plainPolicy, true},
		"sent as null":          {"PATCH", "/rest/policies/x", `{"productType":null}`, plainPolicy, true},
		"not sent":              {"PATCH", "/rest/policies/x", `{"displayName":"a"}`, plainPolicy, false},
		"sent in metadata":      {"PATCH", "/rest/policies/x", `{"metadata":{"productType":"flood"}}`, plainPolicy, false},
		"answered":              {"GET", "/rest/policies/x", "", `{"id":"x","productType":"flood"}`, true},
		"answered by an action": {"POST", "/rest/policies/x/on-hold", "", `{"id":"x","productType":"flood"}`, true},
		"answered as null":      {"GET", "/rest/policies/x", "", plainPolicy, false},
		"answered in metadata":  {"GET", "/rest/policies/x", "", `{"id":"x","metadata":{"productType": "flood"},"productType":null}`, false},
		"answered in a string":  {"GET", "/rest/policies/x", "", `{"id":"\"productType\":\"flood\"","productType":null}`, false},
		"answered in a list": {"GET", "/rest/policies", "",
			`{"data":[{"id":"x","productType":null},{"id":"y","productType":"flood"}],"meta":{}}`, true},
		"answered in no item": {"GET", "/rest/policies", "",
			`{"data":[{"id":"x","productType":null,"metadata":{"productType":1}}],"meta":{}}`, false},
		"answered in no list":    {"GET", "/rest/policies", "", `{"data":[],"meta":{}}`, false},
		"answered in a version":  {"GET", "/rest/policy-versions", "", `{"data":[{"id":"y","productType":"flood"}],"meta":{}}`, true},
		"of an asset's metadata": {"GET", "/rest/assets/x", "", `{"id":"x","productType":"flood"}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newFake()
			e.outcome = data(test.answer)
			r := exchangeWith(t, e, test.method, test.path, test.body)
			require.Equal(t, 200, r.StatusCode)
			if !test.want {
				require.Empty(t, r.Header.Get("Deprecation"))
				require.Empty(t, r.Header.Get("Link"))
				return
			}
			require.Equal(t, "@1767225600", r.Header.Get("Deprecation"))
			require.Equal(t, `</docs/reference#deprecations>; rel="deprecation"; type="text/html"`, r.Header.Get("Link"))
		})
	}
}

func TestDeprecationOfARefusedRequest(t *testing.T) {
	t.Parallel()
	e := newFake()
	e.outcome = failure(fault.New(fault.CodeCaseTypeMismatch, "The case has a risk profile."))
	r := exchangeWith(t, e, "PATCH", "/rest/policies/x", `{"productType":"flood"}`)
	require.Equal(t, http.StatusUnprocessableEntity, r.StatusCode)
	require.NotEmpty(t, r.Header.Get("Deprecation"))
}

func TestDeprecationBesideNext(t *testing.T) {
	t.Parallel()
	e := newFake()
	e.outcome = data(`{"data":[{"id":"y","productType":"flood"}],"meta":{}}`)
	e.outcome.NextCursor = "abc"
	r := exchangeWith(t, e, "GET", "/rest/policies", "")
	require.Len(t, r.Header.Values("Link"), 2)
}
