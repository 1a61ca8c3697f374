package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/graph/admission"
	"github.com/covertrack/covertrack/graph/door"
	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// codeBench is what the provocations of codes work with.
type codeBench struct {
	*fixture
	c *resttest.Client
}

func (b *codeBench) get(t *testing.T, path string) *resttest.Response {
	return b.c.Do(t, http.MethodGet, path, nil)
}

func (b *codeBench) post(t *testing.T, path string, body any) *resttest.Response {
	return b.c.Do(t, http.MethodPost, path, body)
}

func (b *codeBench) patch(t *testing.T, path string, body any) *resttest.Response {
	return b.c.Do(t, http.MethodPatch, path, body)
}

// at is the path of the fixture's record of a noun.
func (b *codeBench) at(list, noun string) string { return "/rest/" + list + "/" + b.ids[noun] }

// provocations are, for each code, its status and the request that is refused with it.
var provocations = map[fault.Code]struct {
	status  int
	provoke func(t *testing.T, b *codeBench) *resttest.Response
}{
	fault.CodeUnauthorized: {401, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.server.As("").Do(t, http.MethodGet, "/rest/cases", nil)
	}},
	fault.CodeForbidden: {200, func(t *testing.T, b *codeBench) *resttest.Response { // of GraphQL alone
		support := b.server.As(b.server.Support).With("X-Portfolio", b.tenant.Portfolio.ID().String())
		return support.Do(t, http.MethodPost, "/graphql", object{"query": `mutation { createBrokerage(input: {name: "x"}) { id } }`})
	}},
	fault.CodeAPIAccessNotEnabled: {403, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.server.As(b.server.None.Token).Do(t, http.MethodGet, "/rest/cases", nil)
	}},
	fault.CodeRiskProfilesNotEnabled: {403, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.server.As(b.server.Basic.Token).Do(t, http.MethodGet, "/rest/risk-profiles", nil)
	}},
	fault.CodeNotFound: {404, func(t *testing.T, b *codeBench) *resttest.Response { return b.get(t, "/rest/cases/"+unknownID) }},
	fault.CodeMethodNotAllowed: {405, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.c.Do(t, http.MethodPut, b.at("cases", "case"), nil)
	}},
	fault.CodeNotAcceptable: {406, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.c.With("Accept", "text/csv").Do(t, http.MethodGet, "/rest/perils", nil)
	}},
	fault.CodeMalformedJSON: {400, func(t *testing.T, b *codeBench) *resttest.Response { return b.post(t, "/rest/insureds", "{") }},
	fault.CodeUnsupportedMediaType: {415, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.c.With("Content-Type", "text/plain").Do(t, http.MethodPost, "/rest/insureds", "{}")
	}},
	fault.CodeHeaderTooLarge: {431, func(t *testing.T, b *codeBench) *resttest.Response {
		recorder := httptest.NewRecorder()
		request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/rest/cases", nil)
		request.Header.Set("X-Long", strings.Repeat("x", 17<<10))
		restcompat.BoundHeaders(b.server.Handler).ServeHTTP(recorder, request)
		return &resttest.Response{Status: recorder.Code, Header: recorder.Header(), Body: recorder.Body.Bytes()}
	}},
	fault.CodePayloadTooLarge: {413, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.post(t, "/rest/insureds", object{"metadata": object{"k": strings.Repeat("x", 1<<20)}})
	}},
	fault.CodeValidationFailed: {422, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.get(t, "/rest/cases?limit=201&colour=red")
	}},
	fault.CodeUnknownMember: {422, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.post(t, "/rest/cases", object{"colour": 1})
	}},
	fault.CodeUnknownParameter: {422, func(t *testing.T, b *codeBench) *resttest.Response { return b.get(t, "/rest/cases?colour=red") }},
	fault.CodeRequired: {422, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.post(t, "/rest/insured-groups", object{})
	}},
	fault.CodeInvalidValue: {422, func(t *testing.T, b *codeBench) *resttest.Response { return b.get(t, "/rest/cases?status=open") }},
	fault.CodeTooLong: {422, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.post(t, "/rest/insured-groups", object{"name": strings.Repeat("x", 256)})
	}},
	fault.CodeDuplicate: {422, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.patch(t, "/rest/cases", object{"cases": []any{object{"id": b.ids["case"]}, object{"id": b.ids["case"]}}})
	}},
	fault.CodeImmutable: {422, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.patch(t, b.at("policies", "policy"), object{"caseId": b.ids["case"]})
	}},
	fault.CodeUnknownReference: {422, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.post(t, "/rest/cases", object{"program": unknownID})
	}},
	fault.CodeUnknownDocumentCategory: {422, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.patch(t, "/rest/documents", object{"docs": []any{object{"id": b.ids["document"], "categoryId": "napkin"}}})
	}},
	fault.CodeUnknownFieldType: {422, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.patch(t, b.at("assets", "asset"), object{"fields": []any{object{"fieldType": "moat", "value": 1}}})
	}},
	fault.CodeUnknownAssetType: {422, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.post(t, "/rest/assets", object{"caseId": b.ids["case"], "assetType": "castle"})
	}},
	fault.CodeUnknownMortgageeClause: {422, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.post(t, "/rest/cases", object{"program": b.ids["program"], "mortgageeClauses": []any{unknownID}})
	}},
	fault.CodeUnknownCoverageType: {422, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.post(t, "/rest/policies", framework(b.ids["frameworkCase"], object{"coverageTypes": []any{"moat", "building"}}))
	}},
	fault.CodeUnknownPeril: {422, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.post(t, "/rest/policies", framework(b.ids["frameworkCase"], object{"perils": []any{"dragons"}}))
	}},
	fault.CodePerilNotApplicable: {422, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.post(t, "/rest/policies", framework(b.ids["frameworkCase"], object{"perils": []any{"death"}}))
	}},
	fault.CodeCoverageTypeNotApplicable: {422, func(t *testing.T, b *codeBench) *resttest.Response {
		profile := b.server.DemandingRiskProfile(t, b.tenant, "flood")
		demanding := b.c.Post(t, "/rest/cases", object{"riskProfile": profile, "status": "OPEN"}, http.StatusCreated)
		return b.post(t, "/rest/policies", framework(demanding["id"], nil))
	}},
	fault.CodeProgramXorRiskProfile: {422, func(t *testing.T, b *codeBench) *resttest.Response { return b.post(t, "/rest/cases", object{}) }},
	fault.CodeCaseTypeMismatch: {422, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.patch(t, b.at("cases", "case"), object{"riskProfile": b.ids["riskProfile"]})
	}},
	fault.CodeInsuranceContactInvalid: {422, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.patch(t, b.at("cases", "case"), object{"insuranceContacts": []any{unknownID}})
	}},
	fault.CodeUploadNotFound: {422, func(t *testing.T, b *codeBench) *resttest.Response {
		doc := object{"caseId": b.ids["case"], "fileName": "a.pdf", "directUploadKey": unknownID}
		return b.post(t, "/rest/documents", object{"docs": []any{doc}})
	}},
	fault.CodeCaseInDraft: {422, func(t *testing.T, b *codeBench) *resttest.Response {
		draft := b.c.Post(t, "/rest/cases", object{"riskProfile": b.ids["riskProfile"]}, http.StatusCreated)
		return b.post(t, "/rest/policies", framework(draft["id"], nil))
	}},
	fault.CodeCaseClosed: {409, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.post(t, b.at("cases", "closedCase")+"/on-hold", nil)
	}},
	fault.CodeCaseNotOnHold: {409, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.post(t, b.at("cases", "case")+"/release-hold", nil)
	}},
	fault.CodeCaseOnHold: {409, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.patch(t, b.at("cases", "heldCase"), object{"status": "approved"})
	}},
	fault.CodePolicyOnHold: {409, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.patch(t, b.at("policies", "heldPolicy"), object{"status": "active"})
	}},
	fault.CodePolicyNotOnHold: {409, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.post(t, b.at("policies", "policy")+"/release-hold", nil)
	}},
	fault.CodePolicyNotDeactivated: {409, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.post(t, b.at("policies", "policy")+"/reactivate", nil)
	}},
	fault.CodePolicyDeactivated: {409, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.post(t, b.at("policies", "deactivatedPolicy")+"/new-term", object{"startDate": "2027-01-01", "endDate": "2028-01-01"})
	}},
	fault.CodePolicyCancelled: {409, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.post(t, b.at("policies", "cancelledPolicy")+"/cancel", object{"effectiveDate": "2090-06-01", "reason": "other"})
	}},
	fault.CodePolicyNotCancelled: {409, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.post(t, b.at("policies", "policy")+"/reinstate", object{"effectiveDate": "2090-06-01"})
	}},
	fault.CodeInvalidTransition: {409, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.patch(t, b.at("cases", "case"), object{"status": "DRAFT"})
	}},
	fault.CodeSamePerson: {409, func(t *testing.T, b *codeBench) *resttest.Response {
		body := object{"caseId": b.ids["frameworkCase"], "coverageType": "flood", "reason": "A hill"}
		made := b.c.Post(t, "/rest/waivers", body, http.StatusCreated)
		return b.post(t, "/rest/waivers/"+made["id"].(string)+"/approve", nil)
	}},
	fault.CodeStillReferenced: {409, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.c.Do(t, http.MethodDelete, b.at("cases", "frameworkCase"), nil)
	}},
	fault.CodeIdempotencyKeyReused: {422, func(t *testing.T, b *codeBench) *resttest.Response {
		keyed := b.c.With("Idempotency-Key", "reused")
		keyed.Post(t, "/rest/insured-groups", object{"name": "One"}, http.StatusCreated)
		return keyed.Do(t, http.MethodPost, "/rest/insured-groups", object{"name": "Two"})
	}},
	fault.CodeIdempotencyKeyInFlight: {409, provokeInFlight},
	fault.CodeTooEarly: {409, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.post(t, b.at("placements", "placement")+"/place", insurance(goldenTime))
	}},
	fault.CodeProofOnFile: {409, func(t *testing.T, b *codeBench) *resttest.Response {
		path := beginPlacement(t, b.c, b.ids["frameworkCase"], "liquorLiability", goldenTime)
		b.post(t, path+"/notices", posted(goldenTime, -60))
		b.post(t, path+"/proofs", object{"receivedOn": dayFromNow(-1), "from": dayFromNow(-40), "to": dayFromNow(-20)})
		return b.post(t, path+"/place", insurance(goldenTime))
	}},
	fault.CodePlacementOverlaps: {409, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.post(t, "/rest/placements", object{
			"caseId": b.ids["frameworkCase"], "coverageType": "inlandMarine", "lapsedOn": "2026-05-01", "days": object{"cure": 30, "refund": 15},
		})
	}},
	fault.CodeSandboxAdvancing: {409, func(t *testing.T, b *codeBench) *resttest.Response {
		c, path := b.server.As(b.ids["testToken"]), b.at("sandboxes", "sandbox")+"/advance"
		c.Post(t, path, object{"by": "P1D"}, http.StatusAccepted)
		return c.Do(t, http.MethodPost, path, object{"by": "P1D"})
	}},
	fault.CodePreconditionFailed: {412, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.c.With("If-Match", `"stale"`).Do(t, http.MethodPatch, b.at("cases", "case"), object{"loanNumber": "LN-9"})
	}},
	fault.CodeUploadIncomplete: {400, provokeUploadIncomplete},
	fault.CodeSignatureExpired: {403, provokeSignatureExpired},
	fault.CodeSignatureInvalid: {403, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.server.As("").Do(t, http.MethodGet, b.fileAddress(t)+"0", nil)
	}},
	fault.CodeRangeNotSatisfiable: {416, func(t *testing.T, b *codeBench) *resttest.Response {
		return b.server.As("").With("Range", "bytes=1000000-").Do(t, http.MethodGet, b.fileAddress(t), nil)
	}},
	fault.CodeTooManyStreams:      {429, provokeTooManyStreams}, // of GraphQL alone
	fault.CodeQuotaExceeded:       {422, provokeQuotaExceeded},
	fault.CodeInsufficientStorage: {507, provokeInsufficientStorage},
	fault.CodeRateLimited:         {429, provokeRateLimit},
	fault.CodeUnavailable: {503, func(t *testing.T, b *codeBench) *resttest.Response {
		release := b.lockCase(t)
		defer release()
		answer := b.patch(t, b.at("cases", "case"), object{"loanNumber": "LN-9"})
		require.NotEmpty(t, answer.Header.Get("Retry-After"))
		return answer
	}},
	fault.CodeCursorExpired: {410, func(t *testing.T, b *codeBench) *resttest.Response {
		old := b.c.Get(t, "/rest/events?limit=0")["meta"].(object)["cursor"].(string)
		b.server.Exec(t, "UPDATE event_heads SET position = position + 1, removed_to = position + 1")
		return b.get(t, "/rest/events?after="+old)
	}},
	fault.CodeInternal: {500, func(t *testing.T, b *codeBench) *resttest.Response {
		b.server.Exec(t, "ALTER TABLE cases RENAME COLUMN loan_number TO secret")
		answer := b.get(t, "/rest/cases?loanNumber=x")
		require.NotRegexp(t, "secret|loan_number|SQL|ERROR|cases", string(answer.Body), "the cause is for the log alone")
		return answer
	}},
}

// TestCodes provokes every code of the contract through HTTP; a new one needs a provocation here.
func TestCodes(t *testing.T) {
	t.Parallel()
	codes := restcompat.Codes()
	for code := range provocations {
		require.Contains(t, codes, code, "there is no such code any more")
	}
	for _, code := range codes {
		require.Contains(t, provocations, code, "say which request the new code refuses")
		t.Run(string(code), func(t *testing.T) {
			t.Parallel()
			f := usual.fixture(t)
			answer := provocations[code].provoke(t, &codeBench{fixture: f, c: f.client()})
			require.Equal(t, provocations[code].status, answer.Status, "%s", answer.Body)
			if answer.Header.Get("Content-Type") == "application/problem+json" {
				answer.Problem(t, answer.Status, string(code))
				return
			}
			require.Equal(t, []fault.Code{code}, graphQLCodes(t, answer))
		})
	}
}

// provokeTooManyStreams opens a second stream where a token may have one.
func provokeTooManyStreams(t *testing.T, b *codeBench) *resttest.Response {
	limits := admission.NewStreams(admission.StreamLimits{PerToken: 1}, admission.New(admission.Config{}))
	config := engine.Config{Store: b.server.Store, Now: time.Now, Logger: slog.New(slog.DiscardHandler), Streams: limits}
	server := httptest.NewServer(door.New(engine.New(config, &graph.Resolver{})).Handler(door.Options{}))
	defer server.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	query := `subscription { caseChanged(id: "` + b.ids["case"] + `") { id } }`
	body, err := json.Marshal(object{"query": query})
	require.NoError(t, err)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL, bytes.NewReader(body))
	require.NoError(t, err)
	r.Header = http.Header{
		"Content-Type": {"application/json"}, "Accept": {"text/event-stream"}, "Authorization": {"Bearer " + b.tenant.Token},
	}
	first, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer func() { _ = first.Body.Close() }()
	require.Equal(t, http.StatusOK, first.StatusCode)
	answer := b.c.With("Accept", "text/event-stream").Do(t, http.MethodPost, server.URL, object{"query": query})
	require.NotEmpty(t, answer.Header.Get("Retry-After"))
	cancel()
	return answer
}

func graphQLCodes(t *testing.T, answer *resttest.Response) (codes []fault.Code) {
	t.Helper()
	var body struct {
		Errors []struct{ Extensions struct{ Code fault.Code } }
	}
	require.NoError(t, json.Unmarshal(answer.Body, &body), "%s", answer.Body)
	for _, e := range body.Errors {
		codes = append(codes, e.Extensions.Code)
	}
	return codes
}

// lockCase holds the lock of the fixture's case in a transaction of the test's own, until release.
func (b *codeBench) lockCase(t *testing.T) (release func()) {
	t.Helper()
	tx, err := b.server.Store.Pool().Pgx().Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "SELECT 1 FROM cases WHERE portfolio_id = $1 AND id = $2 FOR UPDATE", b.server.Harbor.Portfolio.ID(),
		uuid.MustParse(b.ids["case"]))
	require.NoError(t, err)
	return func() { require.NoError(t, tx.Rollback(t.Context())) }
}

// provokeInFlight sends a request that waits for a lock, and meanwhile the same one again.
func provokeInFlight(t *testing.T, b *codeBench) *resttest.Response {
	release := b.lockCase(t)
	keyed := b.c.With("Idempotency-Key", "in-flight")
	send := func() *resttest.Response {
		return keyed.Do(t, http.MethodPatch, b.at("cases", "case"), object{"loanNumber": "LN-9"})
	}
	first := make(chan *resttest.Response)
	go func() { first <- send() }()
	require.Eventually(t, func() (hasKey bool) {
		err := b.server.Store.Pool().Pgx().QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_locks JOIN pg_database AS d ON d.oid = database
			WHERE datname = current_database() AND locktype = 'advisory' AND mode = 'ExclusiveLock')`).Scan(&hasKey)
		return err == nil && hasKey
	}, 10*time.Second, 5*time.Millisecond)
	second := send()
	release()
	require.Equal(t, http.StatusOK, (<-first).Status, "the first one is undisturbed")
	require.Equal(t, "true", send().Header.Get("Idempotent-Replayed"))
	return second
}

// provokeRateLimit sends two requests to a door that accepts one a minute.
func provokeRateLimit(t *testing.T, b *codeBench) *resttest.Response {
	refuse := func(w http.ResponseWriter, _ *http.Request, err error) { restcompat.WriteProblem(w, err) }
	gate := admission.New(admission.Config{PerMinute: 1}).Middleware(refuse)
	door, err := restcompat.NewServer(b.server.Engine, restcompat.Options{Middleware: []func(http.Handler) http.Handler{gate}})
	require.NoError(t, err)
	server := httptest.NewServer(door)
	defer server.Close()
	require.Equal(t, http.StatusOK, b.get(t, server.URL+"/rest/cases").Status)
	answer := b.get(t, server.URL+"/rest/cases")
	require.NotEmpty(t, answer.Header.Get("Retry-After"))
	return answer
}
