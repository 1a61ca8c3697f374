package e2e

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

func init() {
	addMore = append(addMore, func(t testing.TB, f *fixture) {
		f.ids["evidencePolicy"] = f.client().Post(t, "/rest/policies", object{
			"caseId": f.ids["frameworkCase"], "coverageLayer": "primary", "coverageTypes": []any{"building"}, "perils": []any{"fire"},
			"startDate": "2090-01-01", "endDate": "2091-01-01", "policyNumber": "P-2",
		}, http.StatusCreated)["id"].(string)
		link := f.client().Post(t, "/rest/policies/"+f.ids["evidencePolicy"]+"/evidence-links", nil, http.StatusCreated)
		f.ids["evidenceLink"] = link["id"].(string)
		made := visit(t, f.server, link["url"].(string)).Submit(t, object{
			"category": "evidenceOfProperty", "startDate": "2091-01-01", "endDate": "2092-01-01", "policyNumber": "P-3",
			"limits": []any{limitOf("building", "perOccurrence", "1000000.00")}, "note": "As asked",
		})
		made = f.client().Get(t, "/rest/evidence/"+made["id"].(string))
		f.ids["evidence"], f.ids["evidenceFile"] = made["id"].(string), made["files"].([]any)[0].(object)["id"].(string)
		f.ids["evidenceTask"] = made["taskId"].(string)
	})
	examples["ListEvidence"] = example{asks: at(""), refused: "?state=open&policy=x"}
	examples["GetEvidence"] = example{asks: at("evidence"), refused: "?verbose=1"}
	examples["AcceptEvidence"] = example{
		asks: func(f *fixture) []ask {
			return []ask{{"evidence", object{
				"members": []any{"startDate", "endDate", "policyNumber"}, "reason": "The limit is not on the form",
				"files": []any{object{"id": f.ids["evidenceFile"], "categoryId": "binder"}},
			}}}
		},
		refused: object{"members": []any{"endDate", "endDate"}, "files": []any{object{"id": unknownID, "categoryId": "none"}}},
	}
	examples["RejectEvidence"] = example{
		asks:    func(*fixture) []ask { return []ask{{"evidence", object{"reason": "The insured is another company"}}} },
		refused: object{"reason": " "},
	}
	examples["ListEvidenceLinks"] = example{asks: at(""), refused: "?noticeId=x&policyId="}
	examples["GetEvidenceLink"] = example{asks: at("evidenceLink"), refused: "?verbose=1"}
	examples["CreateEvidenceLink"] = example{asks: at("evidencePolicy"), refused: object{"expiresAt": "2030-01-01"}}
	examples["RevokeEvidenceLink"] = example{asks: at("evidenceLink"), refused: object{"reason": "lost"}}
}

// evidenceBench is a policy of the Coverage Framework whose term ends soon, and somebody with a link to its page.
type evidenceBench struct {
	*resttest.Server
	c            *resttest.Client
	clock        *testClock
	caseID       string
	policy, link string
	visitor      *visitor
	start, end   time.Time
}

func newEvidenceBench(t *testing.T) *evidenceBench {
	t.Helper()
	b := &evidenceBench{clock: newClock()}
	b.Server = resttest.Serve(t, storagetest.NewWorld(t), b.clock.now)
	b.c = b.As(b.Harbor.Token)
	b.caseID = b.FrameworkCase(t, b.Harbor).String()
	today := b.clock.now().UTC().Truncate(24 * time.Hour)
	b.start, b.end = today.AddDate(-1, 0, 20), today.AddDate(0, 0, 20)
	b.policy = b.newPolicy(t)
	b.link, b.visitor = b.follow(t, b.policy)
	return b
}

func (b *evidenceBench) newPolicy(t *testing.T) string {
	t.Helper()
	return b.c.Post(t, "/rest/policies", object{
		"caseId": b.caseID, "coverageLayer": "primary", "coverageTypes": []any{"building", "businessIncome"}, "perils": []any{"fire"},
		"startDate": day(b.start), "endDate": day(b.end), "policyNumber": "EX-123",
		"limits": []any{limitOf("building", "perOccurrence", "1000000.00"), limitOf("businessIncome", "aggregate", "200000.00")},
	}, http.StatusCreated)["id"].(string)
}

func day(at time.Time) string { return at.Format(time.DateOnly) }

// shown is a day as answers have it.
func shown(at time.Time) string { return day(at) + "T00:00:00.000Z" }

func limitOf(coverageType, kind, amount string) object {
	return object{"coverageType": coverageType, "kind": kind, "amount": object{"amount": amount, "currency": "USD"}}
}

// limitShown is limitOf as answers have it.
func limitShown(coverageType, kind, amount string) object {
	return limitRow(with(limitOf(coverageType, kind, amount), object{"coverageType": coverageTypeIDs(coverageType)[0]}))
}

// limitRow is a row of limits as answers have it.
func limitRow(members object) object {
	return with(object{
		"coverageType": nil, "coverageTypes": nil, "asset": nil, "perils": nil, "amount": nil, "marginPercent": nil, "otherValues": nil,
		"actualLossSustained": nil, "months": nil, "extendedDays": nil,
	}, members)
}

// saysNothing are values of evidence as answers have them, which say nothing of the policy's conditions but what is given.
func saysNothing(but object) object {
	return with(object{
		"carrier": nil, "coverageFormType": nil, "deductibles": nil, "statedValues": nil, "valuation": nil, "coinsurancePercent": nil,
		"noticeDays": nil, "claimsMade": nil, "attachment": nil, "endorsements": nil, "exclusions": nil,
	}, but)
}

// follow makes a link and follows it.
func (b *evidenceBench) follow(t *testing.T, policy string) (id string, visitor *visitor) {
	t.Helper()
	made := b.c.Post(t, "/rest/policies/"+policy+"/evidence-links", nil, http.StatusCreated)
	return made["id"].(string), visit(t, b.Server, made["url"].(string))
}

// renewal is `paused blockedBy pausedUntil` of the policy.
func (b *evidenceBench) renewal(t *testing.T) []any {
	t.Helper()
	const query = `query($id: ID!) { policy(id: $id) { renewal { nextNoticeAt paused blockedBy pausedUntil } } }`
	r := b.c.Query(t, query, object{"id": b.policy})["policy"].(object)["renewal"].(object)
	require.Equal(t, r["blockedBy"] == nil, r["nextNoticeAt"] != nil)
	require.Equal(t, r["paused"], b.c.Get(t, "/rest/policies/"+b.policy)["renewal"].(object)["paused"])
	return []any{r["paused"], r["blockedBy"], r["pausedUntil"]}
}

// notPaused is the renewal of a policy whose notices go out.
var notPaused = []any{false, nil, nil}

// nextTerm are the values of a policy's next term.
func (b *evidenceBench) nextTerm() object {
	return object{"startDate": day(b.end), "endDate": day(b.end.AddDate(1, 0, 0))}
}

// submit hands in a file with the values of the next term and more, and returns the path of the submission.
func (b *evidenceBench) submit(t *testing.T, more object) (path string) {
	t.Helper()
	return "/rest/evidence/" + b.visitor.Submit(t, with(b.nextTerm(), more))["id"].(string)
}

func (b *evidenceBench) readPolicy(t *testing.T) object {
	t.Helper()
	return b.c.Get(t, "/rest/policies/"+b.policy)
}

func (b *evidenceBench) documents(t *testing.T) []any {
	t.Helper()
	return b.c.Get(t, "/rest/documents?caseId="+b.caseID)["data"].([]any)
}
