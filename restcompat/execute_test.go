package restcompat

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model/fault"
)

const (
	someID       = "0197c6c4-0000-7000-8000-000000000001"
	someResource = `{"id":"` + someID + `","metadata":{"a": "}"}}`
)

func TestBodyIsTheRootField(t *testing.T) {
	t.Parallel()
	for _, root := range []string{someResource, `[]`, `[{"a":1},{"a":2}]`, `{"data":[],"meta":{"limit":50,"offset":0,"total":0}}`} {
		e := newFake()
		e.outcome = data(root)
		r := exchangeWith(t, e, "GET", "/rest/cases/x", "")
		require.Equal(t, root, text(t, r))
		require.Equal(t, "application/json", r.Header.Get("Content-Type"))
	}
}

func TestNullRoot(t *testing.T) {
	t.Parallel()
	for path, detail := range map[string]string{
		"/rest/cases/x":         "There is no such case.",
		"/rest/risk-profiles/x": "There is no such risk profile.",
		"/rest/assets/x/fields": "There is no such asset.",
	} {
		e := newFake()
		e.outcome = data("null")
		p := problemOf(t, exchangeWith(t, e, "GET", path, ""))
		require.Equal(t, fault.CodeNotFound, p.Code)
		require.Equal(t, detail, p.Detail)
	}
}

func TestLocation(t *testing.T) {
	t.Parallel()
	for path, test := range map[string]struct{ body, want string }{
		"/rest/cases":          {`{}`, "/rest/cases/" + someID},
		"/rest/insured-groups": {`{"name":"a"}`, "/rest/insured-groups/" + someID},
		"/rest/documents":      {`{"docs":[{"caseId":"a","fileName":"b","directUploadKey":"c"}]}`, ""},
	} {
		e := newFake()
		e.outcome = data(someResource)
		r := exchangeWith(t, e, "POST", path, test.body)
		require.Equal(t, http.StatusCreated, r.StatusCode)
		require.Equal(t, test.want, r.Header.Get("Location"))
	}
}

func TestNextLink(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ base, query, cursor, want string }{
		"the end": {"", "?limit=2", "", ""},
		"no page": {"", "?limit=0", "abc", ""},
		"a page":  {"", "", "abc", `</rest/cases?after=abc>; rel="next"`},
		"other parameters": {"", "?status=OPEN&metadata[a]=b&limit=2", "a+b",
			`</rest/cases?after=a%2Bb&limit=2&metadata%5Ba%5D=b&status=OPEN>; rel="next"`},
		"an offset": {"", "?offset=10", "abc", `</rest/cases?after=abc>; rel="next"`},
		"a cursor":  {"", "?after=aaa", "abc", `</rest/cases?after=abc>; rel="next"`},
		"a base":    {"https://api.example.com", "", "abc", `<https://api.example.com/rest/cases?after=abc>; rel="next"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newFake()
			e.outcome.NextCursor = test.cursor
			s := serverOn(t, e, Options{BaseURL: test.base})
			require.Equal(t, test.want, send(s, "GET", "/rest/cases"+test.query, "").Header.Get("Link"))
		})
	}
}

func TestETag(t *testing.T) {
	t.Parallel()
	etag := func(method, path, body string) string {
		e := newFake()
		e.outcome = data(someResource)
		return exchangeWith(t, e, method, path, body).Header.Get("ETag")
	}
	want := etag("GET", "/rest/cases/x", "")
	require.Regexp(t, `^"[0-9a-f]{32}"$`, want)
	require.Equal(t, want, etag("HEAD", "/rest/cases/x", ""))
	require.Equal(t, want, etag("PATCH", "/rest/cases/x", `{}`))
	require.Equal(t, want, etag("POST", "/rest/cases/x/on-hold", ``))
	require.Equal(t, want, etag("POST", "/rest/cases", `{}`))
	require.Equal(t, want, etag("GET", "/rest/cases", ""))
	require.Empty(t, etag("PATCH", "/rest/cases", `{"cases":[{"id":"x"}]}`))
	require.Empty(t, etag("POST", "/rest/documents/sign-urls", `{"docs":[{"fileName":"x"}]}`))
}

func TestIfNoneMatch(t *testing.T) {
	t.Parallel()
	etag := etagOf([]byte(someResource))
	for header, fresh := range map[string]bool{
		etag: true, "W/" + etag: true, `"x", ` + etag: true, "*": true, `"x"`: false, "": false, etag[1 : len(etag)-1]: false,
	} {
		t.Run(header, func(t *testing.T) {
			t.Parallel()
			e := newFake()
			e.outcome = data(someResource)
			r := exchangeWith(t, e, "GET", "/rest/cases/x", "", "If-None-Match", header)
			if !fresh {
				require.Equal(t, http.StatusOK, r.StatusCode)
				return
			}
			require.Equal(t, http.StatusNotModified, r.StatusCode)
			require.Equal(t, etag, r.Header.Get("ETag"))
			require.Empty(t, r.Header.Get("Content-Type"))
			require.Empty(t, text(t, r))
		})
	}
}

func TestIfNoneMatchIsForReadsThatSucceed(t *testing.T) {
	t.Parallel()
	e := newFake()
	e.outcome = data("null")
	require.Equal(t, http.StatusNotFound, exchangeWith(t, e, "GET", "/rest/cases/x", "", "If-None-Match", "*").StatusCode)
	require.Equal(t, http.StatusOK, exchangeWith(t, newFake(), "PATCH", "/rest/cases/x", "{}", "If-None-Match", "*").StatusCode)
}

func TestIfMatch(t *testing.T) {
	t.Parallel()
	etag := etagOf([]byte(someResource))
	for name, test := range map[string]struct {
		method, path, body, header string
		current                    engine.Outcome
		want, reads                int
	}{
		"the same":     {"PATCH", "/rest/cases/x", "{}", etag, data(someResource), 200, 1},
		"one of them":  {"PATCH", "/rest/cases/x", "{}", `"x",` + etag, data(someResource), 200, 1},
		"any":          {"PATCH", "/rest/cases/x", "{}", "*", data(someResource), 200, 1},
		"another":      {"PATCH", "/rest/cases/x", "{}", `"x"`, data(someResource), 412, 1},
		"a weak one":   {"PATCH", "/rest/cases/x", "{}", "W/" + etag, data(someResource), 412, 1},
		"an empty one": {"PATCH", "/rest/cases/x", "{}", "", data(someResource), 412, 1},
		"an action":    {"POST", "/rest/policies/x/on-hold", "", `"x"`, data(someResource), 412, 1},
		"a new term": {"POST", "/rest/policies/x/new-term", `{"startDate":"2026-01-01","endDate":"2027-01-01"}`, `"x"`,
			data(someResource), 412, 1},
		"a read that fails":    {"PATCH", "/rest/cases/x", "{}", etag, failure(fault.New(fault.CodeUnavailable, "No.")), 503, 1},
		"a batch, without one": {"PATCH", "/rest/cases", `{"cases":[{"id":"x"}]}`, `"x"`, data(someResource), 200, 0},
		"a creation":           {"POST", "/rest/cases", `{}`, `"x"`, data(someResource), 201, 0},
		"a read":               {"GET", "/rest/cases/x", "", `"x"`, data(someResource), 200, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newFake()
			e.current = test.current
			r := exchangeWith(t, e, test.method, test.path, test.body, "If-Match", test.header)
			require.Equal(t, test.want, r.StatusCode)
			require.Equal(t, test.reads, e.reads)
		})
	}
}

func TestReplayedReplyIsWrittenAsItIs(t *testing.T) {
	t.Parallel()
	e := newFake()
	e.header = http.Header{"Idempotent-Replayed": {"true"}}
	r := exchangeWith(t, e, "POST", "/rest/cases", "{}", "Idempotency-Key", "k")
	require.Equal(t, "true", r.Header.Get("Idempotent-Replayed"))
}
