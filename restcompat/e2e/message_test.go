package e2e

import (
	"crypto/rand"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestMessages makes the mistakes that people make, and expects what they need to read.
func TestMessages(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	caseID := s.Case(t, s.Harbor).String()
	kase, asset := "/rest/cases/"+caseID, createdAt(t, c, "/rest/assets", object{"caseId": caseID, "assetType": "commercialRealEstate"})
	field := func(key string, value any) object {
		return object{"fields": []any{object{"fieldType": key, "value": value}}}
	}
	const decimalRule = "at most 18 digits before the point and 6 after it, without leading zeros or thousands separators."
	for name, test := range map[string]struct {
		method, path string
		body         any
		status       int
		detail       string
	}{
		"a wrong noun":            {"GET", "/rest/policy", nil, 404, "did you mean `/rest/policies`?"},
		"a noun in another case":  {"GET", "/rest/Cases", nil, 404, "did you mean `/rest/cases`?"},
		"a version in the path":   {"GET", "/rest/v1/policies", nil, 404, "did you mean `/rest/policies`?"},
		"a wrong noun with an id": {"GET", "/rest/case/" + caseID, nil, 404, "did you mean `/rest/cases/{id}`?"},
		"a wrong action":          {"POST", kase + "/onhold", object{}, 404, "did you mean `/rest/cases/{id}/on-hold`?"},
		"nothing near":            {"GET", "/rest/zzzzzzzzz", nil, 404, "`/docs` describes it."},

		"a year as text": {"PATCH", asset, field("yearBuilt", "1998"), 422,
			"`yearBuilt` must be a whole number of at most 9007199254740991, such as 1998, not a string."},
		"an address as text": {"PATCH", asset, field("address", "12 Example St"), 422,
			"`address` must be an object such as {\"street1\": \"12 Example St\", \"city\": \"Springfield\", \"state\": \"IL\", " +
				"\"postalCode\": \"62701\"}, not a string."},
		"money as a number": {"PATCH", asset, field("replacementCost", 5), 422,
			"`replacementCost` must be an object such as {\"amount\": \"1250000.00\", \"currency\": \"USD\"}, not a number."},
		"an amount alone": {"PATCH", kase, object{"loanAmount": 1250000}, 422,
			"`loanAmount` must be an object such as {\"amount\": \"1250000.00\", \"currency\": \"USD\"}, not a number."},
		"an amount's number": {"PATCH", kase, object{"loanAmount": object{"amount": 1250000.5, "currency": "USD"}}, 422,
			"`amount` must be a decimal string such as \"1250000.00\", not a number."},
		"nineteen digits":   {"PATCH", kase, object{"loanAmount": usd("1234567890123456789.00")}, 422, decimalRule},
		"less than nothing": {"PATCH", kase, object{"loanAmount": usd("-1.00")}, 422, "`amount` must not be negative."},
		"a code in lower case": {"PATCH", kase, object{"loanAmount": object{"amount": "1.00", "currency": "usd"}}, 422,
			"`currency` must be a current code of ISO 4217 in upper case, such as USD."},
		"leading zeros": {"PATCH", asset, field("replacementCost", usd("00012.50")), 422, decimalRule},
		"a code that is none": {"POST", "/rest/waivers", object{"caseId": caseID, "coverageType": "building", "codes": []any{"dear"},
			"reason": "r"}, 422,
			"must be one of no_policy, dates_unknown, insured_not_named, insured_unknown, asset_not_covered, clause_missing, rating_too_low, " +
				"rating_unknown, " +
				"form_not_accepted, claims_made, form_unknown, valuation_not_accepted, valuation_unknown, coinsurance_too_high, coinsurance_unknown, " +
				"deductible_too_high, deductible_unknown, currency_differs, endorsement_missing, endorsement_unknown, excluded, exclusion_unknown, " +
				"notice_too_short, notice_unknown, evidence_missing, evidence_temporary, not_confirmed, peril_missing,"},
		"an array for a batch": {"PATCH", "/rest/documents", []any{object{}}, 422,
			"The body must be an object such as {\"docs\": […]}, not an array."},
		"an array for cases": {"PATCH", "/rest/cases", []any{object{}}, 422,
			"The body must be an object such as {\"cases\": […]}, not an array."},
		"an array for one": {"POST", "/rest/assets", []any{object{}}, 422,
			"The body must be an object such as {\"caseId\": …, \"assetType\": …}, not an array."},
		"a form":       {"PATCH", kase, "loanNumber=1", 400, "it looks like a form; send an object such as {\"name\": \"value\"}."},
		"a blank name": {"PATCH", kase, object{"displayName": " "}, 422, "`displayName` must be a text that is not blank."},
		"a name too long": {"PATCH", kase, object{"loanNumber": strings.Repeat("x", 256)}, 422,
			"`loanNumber` must have at most 255 characters."},
		"an address in clear": {"POST", "/rest/webhook-endpoints", object{"url": "http://receiver.example.com:8443"}, 422,
			"`url` must begin with https://"},
		"no such insured": {"PATCH", kase, object{"insureds": []any{unknownID}}, 422, "`insureds[0]` is not the id of an insured."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			problem := c.Do(t, test.method, test.path, test.body).Object(t, test.status)
			require.Contains(t, problem["detail"], test.detail)
		})
	}
	t.Run("a form by its media type", func(t *testing.T) {
		t.Parallel()
		form := c.With("Content-Type", "application/x-www-form-urlencoded")
		detail := form.Do(t, http.MethodPatch, kase, "loanNumber=1").Problem(t, 415, "unsupported_media_type")["detail"]
		require.Contains(t, detail, "`Content-Type: application/json`")
		require.Contains(t, detail, "a form came, `application/x-www-form-urlencoded`")
		require.Contains(t, detail, `{"name": "value"}`)
	})
	t.Run("If-Match", func(t *testing.T) {
		t.Parallel()
		etag := c.Do(t, http.MethodGet, kase, nil).Header.Get("Etag")
		for header, want := range map[string]string{
			"abc": "malformed", etag[1:]: "malformed", "'" + etag + "'": "malformed", etag + " x": "malformed", `"abc`: "malformed",
			`"abc"`: "is not the `ETag` of the case", "W/" + etag: "is not the `ETag` of the case", `"a", W/"b"`: "is not the `ETag` of the case",
		} {
			problem := c.With("If-Match", header).Do(t, http.MethodPatch, kase, object{"loanNumber": "x"}).Problem(t, 412, "precondition_failed")
			require.Contains(t, problem["detail"], want, header)
		}
	})
}

// TestTokenMessages says what is wrong with the header as far as the header alone says it, at both doors. A token that is
// well-formed gets one answer, and none repeats what was sent.
func TestTokenMessages(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	token := s.Harbor.Token
	typo := token[:len(token)-1] + "0"
	if typo == token {
		typo = token[:len(token)-1] + "1"
	}
	for header, want := range map[string]string{
		"":                       "The header `Authorization` is missing; send `Authorization: Bearer <token>`.",
		"Bearer":                 "The header `Authorization` has no token; send `Authorization: Bearer <token>`.",
		"Bearer " + typo:         "The token has a typing error: its checksum is wrong. Copy it whole.",
		"Bearer sk_live_1234567": "The token is not one of ours: `live_`, `test_`, `sandbox_` or `staff_` and 36 letters and digits. Copy it whole.",
		"Basic dXNlcjpzZWNyZXQ=": "The header `Authorization` has the scheme `Basic`, and only `Bearer` is known; send `Authorization: " +
			"Bearer <token>`.",
		"s3cr3t": "The header `Authorization` has another scheme than `Bearer`; send `Authorization: Bearer <token>`.",
		token:    "The header `Authorization` has a token without its scheme; send `Authorization: Bearer <token>`.",
	} {
		c := s.As("")
		if header != "" {
			c = c.With("Authorization", header)
		}
		require.Equal(t, want, c.Do(t, http.MethodGet, "/rest/cases", nil).Problem(t, 401, "unauthorized")["detail"])
		refused := c.GraphQL(t, "{ __typename }", nil)["errors"].([]any)[0].(object)
		require.Equal(t, want, refused["message"])
	}
	unknown, err := credentials.NewToken(credentials.TokenKindLive, rand.Reader)
	require.NoError(t, err)
	require.Equal(t, "The token is unknown, expired, revoked or not for use from this address.",
		s.As(unknown.Reveal()).Do(t, http.MethodGet, "/rest/cases", nil).Problem(t, 401, "unauthorized")["detail"])
}
