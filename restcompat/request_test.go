package restcompat

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model/fault"
)

func TestMediaType(t *testing.T) {
	t.Parallel()
	for header, accepted := range map[string]bool{
		"application/json":                    true,
		"Application/JSON":                    true,
		"application/json; charset=utf-8":     true,
		"application/json; charset=\"UTF-8\"": true,
		"application/json; charset=latin1":    false,
		"application/merge-patch+json":        false,
		"text/json":                           false,
		"application/x-www-form-urlencoded":   false,
		"application/json, text/plain":        false,
		"nonsense":                            false,
		"":                                    false,
	} {
		t.Run(header, func(t *testing.T) {
			t.Parallel()
			r := exchangeWith(t, newFake(), "PATCH", "/rest/cases/x", "{}", "Content-Type", header)
			require.Equal(t, accepted, r.StatusCode == http.StatusOK, r.Status)
		})
	}
}

func TestBodies(t *testing.T) {
	t.Parallel()
	full := `{"loanNumber":"` + strings.Repeat("1", strict.MaxBody-len(`{"loanNumber":""}`)) + `"}`
	for name, test := range map[string]struct {
		method, path, body string
		headers            []string
		want               int
	}{
		"exactly 1 MiB":                    {"PATCH", "/rest/cases/x", full, nil, 200},
		"1 MiB and a byte":                 {"PATCH", "/rest/cases/x", full + " ", nil, 413},
		"nothing, where input is wanted":   {"PATCH", "/rest/cases/x", "", []string{"Content-Type", "application/json"}, 400},
		"nothing at all":                   {"PATCH", "/rest/cases/x", "", nil, 415},
		"nothing, where none is":           {"POST", "/rest/cases/x/on-hold", "", nil, 200},
		"nothing, of another type":         {"POST", "/rest/cases/x/on-hold", "", []string{"Content-Type", "text/plain"}, 200},
		"an empty object, where none is":   {"POST", "/rest/cases/x/on-hold", "{}", nil, 200},
		"an object, where none is":         {"POST", "/rest/cases/x/on-hold", `{"a":1}`, nil, 422},
		"an array, where none is":          {"POST", "/rest/cases/x/on-hold", `[]`, nil, 422},
		"another type, where none is":      {"POST", "/rest/cases/x/on-hold", `{}`, []string{"Content-Type", "text/plain"}, 415},
		"compressed":                       {"PATCH", "/rest/cases/x", "{}", []string{"Content-Encoding", "gzip"}, 415},
		"identity":                         {"PATCH", "/rest/cases/x", "{}", []string{"Content-Encoding", "identity"}, 200},
		"a body of GET, which is not read": {"GET", "/rest/cases/x", "nonsense", []string{"Content-Type", "text/plain"}, 200},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, test.want, exchangeWith(t, newFake(), test.method, test.path, test.body, test.headers...).StatusCode)
		})
	}
}

func TestIdempotencyKey(t *testing.T) {
	t.Parallel()
	for key, accepted := range map[string]bool{
		"a": true, "!~": true, strings.Repeat("k", 255): true,
		"": false, strings.Repeat("k", 256): false, "a b": false, "é": false, "a\tb": false,
	} {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			e := newFake()
			r := exchangeWith(t, e, "POST", "/rest/cases", "{}", "Idempotency-Key", key)
			if accepted {
				require.Equal(t, http.StatusCreated, r.StatusCode)
				require.Equal(t, key, e.call.Idempotency.Key)
				return
			}
			p := problemOf(t, r)
			require.Equal(t, []string{"invalid_value Idempotency-Key"}, found(p.Errors))
			require.Nil(t, e.call.Idempotency)
		})
	}
}

func TestIdempotencyKeyGoesWithRefusedShape(t *testing.T) {
	t.Parallel()
	e := newFake()
	exchangeWith(t, e, "POST", "/rest/cases", `{"x":1}`, "Idempotency-Key", "k")
	require.Equal(t, fault.CodeUnknownMember, fault.CodeOf(e.call.Refused))
	require.Equal(t, "k", e.call.Idempotency.Key)
}

func TestIdempotencyKeyOnGetIsIgnored(t *testing.T) {
	t.Parallel()
	e := newFake()
	require.Equal(t, http.StatusOK, exchangeWith(t, e, "GET", "/rest/cases", "", "Idempotency-Key", "").StatusCode)
	require.Nil(t, e.call.Idempotency)
}

func TestFingerprint(t *testing.T) {
	t.Parallel()
	of := func(method, target, body string) [32]byte {
		e := newFake()
		exchangeWith(t, e, method, target, body, "Idempotency-Key", "k")
		return e.call.Idempotency.Fingerprint
	}
	base := of("POST", "/rest/cases", `{}`)
	require.Equal(t, base, of("POST", "/rest/cases", `{}`))
	for _, other := range [][3]string{
		{"PATCH", "/rest/cases", `{}`},
		{"POST", "/rest/assets", `{}`},
		{"POST", "/rest/cases?", `{} `},
		{"POST", "/rest/cases?x", `{}`},
	} {
		require.NotEqual(t, base, of(other[0], other[1], other[2]), other)
	}
	require.NotEqual(t, of("POST", "/rest/cases/a/on-hold", ""), of("POST", "/rest/cases/b/on-hold", ""))
}
