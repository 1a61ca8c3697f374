package restcompat

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// endpointOf finds a compiled endpoint by its route: "POST /rest/cases".
func endpointOf(t testing.TB, route string) *endpoint {
	t.Helper()
	s, err := compiled()
	require.NoError(t, err)
	for _, ep := range s.endpoints {
		if ep.method+" "+ep.path == route {
			return ep
		}
	}
	require.Fail(t, "no such route", route)
	return nil
}

// day and instant are a date and a date-time as the engine gets them, parsed already.
func day(t *testing.T, text string) scalar.SentTime {
	t.Helper()
	parsed, err := scalar.ParseDate(text)
	require.NoError(t, err)
	return scalar.SentTime{Time: parsed, Text: text}
}

func instant(t *testing.T, text string) scalar.SentTime {
	t.Helper()
	parsed, err := scalar.ParseTime(text)
	require.NoError(t, err)
	return scalar.SentTime{Time: parsed, Text: text}
}

// found writes violations as "code pointer".
func found(vs fault.Violations) []string {
	out := []string{}
	for _, v := range vs {
		out = append(out, string(v.Code)+" "+v.Pointer)
	}
	return out
}

func TestBindBodyRefuses(t *testing.T) {
	t.Parallel()
	items := func(n int, item string) string { return strings.TrimSuffix(strings.Repeat(item+",", n), ",") }
	for name, test := range map[string]struct {
		route, body string
		want        []string
	}{
		"a body that is no object": {"POST /rest/cases", `[]`, []string{"invalid_value "}},
		"null as a body":           {"POST /rest/cases", `null`, []string{"invalid_value "}},
		"an unknown member":        {"POST /rest/cases", `{"colour":1}`, []string{"unknown_member /colour"}},
		"a member in another case": {"POST /rest/cases", `{"loannumber":"1"}`, []string{"unknown_member /loannumber"}},
		"a pointer with a slash":   {"POST /rest/cases", `{"a/b~c":1}`, []string{"unknown_member /a~1b~0c"}},
		"an unknown member further": {"POST /rest/cases", `{"loanAmount":{"amount":"1","currency":"USD","unit":1}}`,
			[]string{"unknown_member /loanAmount/unit"}},
		"an answered member": {"PATCH /rest/policies/{id}", `{"caseId":"x","id":"y"}`,
			[]string{"immutable /caseId", "immutable /id"}},
		"an answered member further": {"POST /rest/assets",
			`{"caseId":"x","assetType":"vehicle","fields":[{"fieldType":"vin","key":"vin","kind":1}]}`, []string{"unknown_member /fields/0/kind"}},
		"an answered member in docs": {"PATCH /rest/documents", `{"docs":[{"id":"x"},{"id":"y","url":"z"}]}`,
			[]string{"immutable /docs/1/url"}},
		"an answered member beside docs": {"PATCH /rest/documents", `{"docs":[{"id":"x"}],"url":"z"}`, []string{"unknown_member /url"}},
		"an answered member in cases": {"PATCH /rest/cases", `{"cases":[{"id":"x","createdAt":"y"}]}`,
			[]string{"immutable /cases/0/createdAt"}},
		"a missing member":           {"POST /rest/insured-groups", `{}`, []string{"required /name"}},
		"null for a required member": {"POST /rest/insured-groups", `{"name":null}`, []string{"required /name"}},
		"null in a list":             {"POST /rest/cases", `{"insureds":["a",null]}`, []string{"required /insureds/1"}},
		"a missing member further":   {"POST /rest/cases", `{"loanAmount":{"amount":"1"}}`, []string{"required /loanAmount/currency"}},
		"a number for a string":      {"POST /rest/insured-groups", `{"name":1}`, []string{"invalid_value /name"}},
		"a number for an id":         {"POST /rest/cases", `{"program":1}`, []string{"invalid_value /program"}},
		"a string for a list":        {"POST /rest/cases", `{"insureds":"a"}`, []string{"invalid_value /insureds"}},
		"a string for an object":     {"POST /rest/cases", `{"loanAmount":"1"}`, []string{"invalid_value /loanAmount"}},
		"an object for a string":     {"POST /rest/insured-groups", `{"name":{}}`, []string{"invalid_value /name"}},
		"an array for metadata":      {"POST /rest/insured-groups", `{"name":"a","metadata":[]}`, []string{"invalid_value /metadata"}},
		"an endless number":          {"POST /rest/insured-groups", `{"name":"a","metadata":{"a":1e999}}`, []string{"invalid_value /metadata"}},
		"a number for a decimal": {"POST /rest/cases", `{"loanAmount":{"amount":1,"currency":"USD"}}`,
			[]string{"invalid_value /loanAmount/amount"}},
		"a wrong date":            {"POST /rest/cases", `{"maturityDate":"2026-02-30"}`, []string{"invalid_value /maturityDate"}},
		"an unknown enum value":   {"POST /rest/cases", `{"status":"CLOSED"}`, []string{"invalid_value /status"}},
		"an enum in another case": {"POST /rest/cases", `{"status":"open"}`, []string{"invalid_value /status"}},
		"U+0000":                  {"POST /rest/insured-groups", `{"name":"a\u0000"}`, []string{"invalid_value /name"}},
		"U+0000 in metadata": {"POST /rest/insured-groups", `{"name":"a","metadata":{"b":["\u0000"],"\u0000":1}}`,
			[]string{"invalid_value /metadata/b/0", "invalid_value /metadata/\x00"}},
		"evidenced in words": {"PATCH /rest/policies/{id}",
			`{"perils":[{"id":"smoke","applied":"false"},{"id":"fire","applied":null},{"id":"theft","apply":false}]}`,
			[]string{"invalid_value /perils/0/applied", "invalid_value /perils/1/applied", "unknown_member /perils/2/apply"}},
		"evidenced at an asset in words": {"POST /rest/policies",
			`{"caseId":"x","perilsByAsset":[{"asset":"a","perils":[{"id":"b","applied":0}]}]}`,
			[]string{"invalid_value /perilsByAsset/0/perils/0/applied"}},
		"the key of another": {"PATCH /rest/policies/{id}", `{"perils":[{"id":"` + catalog.ID("peril", "smoke").String() + `","key":"mold"}]}`,
			[]string{"invalid_value /perils/0/key"}},
		"a member that is not shown": {"PATCH /rest/policies/{id}",
			`{"coverageTypes":[{"id":"a","foo":1,"applied":true}],"insuranceContacts":[{"id":"b","foo":1}]}`,
			[]string{"unknown_member /coverageTypes/0/foo", "unknown_member /coverageTypes/0/applied", "unknown_member /insuranceContacts/0/foo"}},
		"a member that is not shown of one": {"PATCH /rest/cases/{id}", `{"riskProfile":{"id":"a","name":"b","foo":1},"program":{"foo":1}}`,
			[]string{"unknown_member /riskProfile/foo", "unknown_member /program/foo", "invalid_value /program"}},
		"an empty batch":        {"POST /rest/documents/sign-urls", `{"docs":[]}`, []string{"required /docs"}},
		"no batch":              {"POST /rest/documents/sign-urls", `{}`, []string{"required /docs"}},
		"101 items":             {"POST /rest/documents/sign-urls", `{"docs":[` + items(101, `{}`) + `]}`, []string{"too_long /docs"}},
		"a member of an action": {"POST /rest/cases/{id}/on-hold", `{"status":"onHold"}`, []string{"unknown_member /status"}},
		"all at once, in order": {
			"POST /rest/documents/sign-urls", `{"docs":[{"fileType":1,"x":1},{"fileName":null}],"y":1}`,
			[]string{"invalid_value /docs/0/fileType", "unknown_member /docs/0/x", "required /docs/0/fileName", "required /docs/1/fileName",
				"unknown_member /y"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body, err := strict.Decode([]byte(test.body))
			require.NoError(t, err)
			_, _, vs := endpointOf(t, test.route).body.bind(body)
			require.Equal(t, test.want, found(vs))
		})
	}
}

func TestBindBodyAccepts(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		route, body string
		want        map[string]any
	}{
		"an empty patch": {"PATCH /rest/cases/{id}", `{}`, map[string]any{}},
		"null, which clears": {"PATCH /rest/cases/{id}", `{"loanNumber":null,"metadata":null}`,
			map[string]any{"loanNumber": nil, "metadata": nil}},
		"exact numbers": {
			"PATCH /rest/assets/{id}", `{"fields":[{"fieldType":"value","value":{"a":12345678901234567890.5}}]}`,
			map[string]any{"fields": []any{map[string]any{"fieldType": "value", "value": scalar.JSON(`{"a":12345678901234567890.5}`)}}},
		},
		"a null asset field": {
			"PATCH /rest/assets/{id}", `{"fields":[{"fieldType":"vin","value":null}]}`,
			map[string]any{"fields": []any{map[string]any{"fieldType": "vin", "value": nil}}},
		},
		"dates in both forms": {
			"PATCH /rest/policies/{id}", `{"startDate":"2026-01-01","endDate":"2026-12-31T00:00:00.000Z"}`,
			map[string]any{"startDate": day(t, "2026-01-01"), "endDate": day(t, "2026-12-31T00:00:00.000Z")},
		},
		"what was shown": {
			"PATCH /rest/policies/{id}", `{"perils":[{"id":"a","key":"b","name":"c","applied":true},{"id":"d","applied":false},` +
				`{"id":"e","coverageTypes":[]}],"coverageTypes":[{"id":"f","key":"g","name":"h","coverageGroup":"property"}],` +
				`"insuranceContacts":[{"id":"i","email":"j","firstName":"k","brokerage":null,"__typename":"Broker"}]}`,
			map[string]any{"perils": []any{"a", catalog.NotApplied, "e"}, "coverageTypes": []any{"f"}, "insuranceContacts": []any{"i"}},
		},
		"an empty list": {"PATCH /rest/policies/{id}", `{"insuranceContacts":[]}`, map[string]any{"insuranceContacts": []any{}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body, err := strict.Decode([]byte(test.body))
			require.NoError(t, err)
			input, _, vs := endpointOf(t, test.route).body.bind(body)
			require.Empty(t, vs)
			require.Equal(t, test.want, input)
		})
	}
}

func TestBindBodyMessages(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"statuss":"OPEN"}`:        "There is no member `statuss` here; did you mean `status`?",
		`{"qqqqqqqqqq":1}`:          "There is no member `qqqqqqqqqq` here.",
		`{"status":"open"}`:         "`status` must be one of DRAFT, OPEN; did you mean `OPEN`?",
		`{"maturityDate":"later"}`:  "`maturityDate` must be a date such as 2026-01-31.",
		`{"maturityDate":20260131}`: "`maturityDate` must be a date such as 2026-01-31, not a number.",
		`{"insureds":[1]}`:          "`insureds[0]` must be an id, not a number.",
		`{"insureds":"x"}`:          "`insureds` must be an array, not a string.",
		`{"loanAmount":1250000}`:    "`loanAmount` must be an object such as {\"amount\": \"1250000.00\", \"currency\": \"USD\"}, not a number.",
		`{"loanAmount":{"amount":1250000.00,"currency":"USD"}}`: "`amount` must be a decimal string such as \"1250000.00\", not a number.",
		`{"id":"x"}`: "`id` cannot be written here.",
	} {
		t.Run(body, func(t *testing.T) {
			t.Parallel()
			value, err := strict.Decode([]byte(body))
			require.NoError(t, err)
			_, _, vs := endpointOf(t, "POST /rest/cases").body.bind(value)
			require.Len(t, vs, 1)
			require.Equal(t, want, vs[0].Message)
		})
	}
}

func TestBindBodyBoundsItsAnswer(t *testing.T) {
	t.Parallel()
	var body strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&body, `,"m%d":1`, i)
	}
	value, err := strict.Decode([]byte("{" + body.String()[1:] + "}"))
	require.NoError(t, err)
	_, _, vs := endpointOf(t, "POST /rest/cases").body.bind(value)
	require.Len(t, vs, 1000)
}

// FuzzBindBody looks for a body that panics, or that passes although the schema's own scalars refuse it.
func FuzzBindBody(f *testing.F) {
	for _, seed := range []string{
		`{"caseId":"x","coverageLayer":"primary","coverageTypes":["building"],"perils":[]}`,
		`{"caseId":"x","limits":[{"kind":"total","amount":{"amount":"1.00","currency":"USD"}}]}`,
		`{"caseId":"x","perilsByAsset":[{"asset":"a","perils":["fire"]}],"metadata":{"a":{"b":[1]}}}`,
		`{"caseId":1,"status":"active","startDate":"x","endDate":null}`, `[]`, `{"":{"":[]}}`, `{"metadata":{"\u0000":"\u0000"}}`,
	} {
		f.Add([]byte(seed))
	}
	ep := endpointOf(f, "POST /rest/policies")
	f.Fuzz(func(t *testing.T, raw []byte) {
		body, err := strict.Decode(raw)
		if err != nil {
			return
		}
		input, _, vs := ep.body.bind(body)
		if len(vs) > 0 {
			return
		}
		require.IsType(t, "", input["caseId"])
		encoded, err := json.Marshal(input)
		require.NoError(t, err)
		require.NotContains(t, string(encoded), `\u0000`)
	})
}
