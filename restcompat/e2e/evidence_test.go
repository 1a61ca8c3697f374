package e2e

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// evidenceBench is a policy of the Coverage Framework whose term ends soon, and a link to its page.
type evidenceBench struct {
	*resttest.Server
	c            *resttest.Client
	clock        *time.Time
	caseID       string
	policy, link string
	url          string
	visitor      *resttest.Visitor
	start, end   time.Time
}

func newEvidenceBench(t *testing.T) *evidenceBench {
	t.Helper()
	clock := time.Now().UTC().Truncate(time.Millisecond)
	b := &evidenceBench{clock: &clock}
	b.Server = resttest.Serve(t, storagetest.NewWorld(t), func() time.Time { return *b.clock })
	b.c = b.As(b.Harbor.Token)
	b.caseID = b.FrameworkCase(t, b.Harbor).String()
	today := clock.Truncate(24 * time.Hour)
	b.start, b.end = today.AddDate(-1, 0, 20), today.AddDate(0, 0, 20)
	b.policy = b.c.Post(t, "/rest/policies", object{
		"caseId": b.caseID, "coverageLayer": "primary", "coverageTypes": []any{"building", "businessIncome"}, "perils": []any{"fire"},
		"startDate": day(b.start), "endDate": day(b.end), "policyNumber": "EX-123",
		"limits": []any{limitOf("building", "perOccurrence", "1000000.00"), limitOf("businessIncome", "aggregate", "200000.00")},
	}, http.StatusCreated)["id"].(string)
	b.follow(t)
	return b
}

func day(at time.Time) string { return at.Format(time.DateOnly) }

func limitOf(coverageType, kind, amount string) object {
	return object{"coverageType": coverageType, "kind": kind, "amount": object{"amount": amount, "currency": "USD"}}
}

// follow makes a link and follows it.
func (b *evidenceBench) follow(t *testing.T) {
	t.Helper()
	made := b.c.Post(t, "/rest/policies/"+b.policy+"/evidence-links", nil, http.StatusCreated)
	b.link, b.url = made["id"].(string), made["url"].(string)
	b.visitor = b.Visitor(t, b.url)
}

func (b *evidenceBench) renewal(t *testing.T) object {
	t.Helper()
	const query = `query($id: ID!) { policy(id: $id) { renewal { nextNoticeAt paused blockedBy pausedUntil } } }`
	return b.c.Query(t, query, object{"id": b.policy})["policy"].(object)["renewal"].(object)
}

const pageQuery = `{ evidenceRequest {
  lender { name contactName contactEmail contactPhone replyTo address } step borrowers properties moreProperties caseName loanNumber
  policyName policyNumber carrier endsOn cancelled limits { coverage kind amount } deductible demands
  clauses { type holder address wording } findings respondBy expiresAt current { startDate endDate policyNumber limits { coverageType kind amount { amount currency } } }
  coverageTypes { id name limits { kind amount { amount currency } } }
  submissions { id state files { fileName size state } submittedAt decidedAt reason }
} }`

func TestEvidenceSubmit(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	page := b.visitor.Query(t, pageQuery, nil)["evidenceRequest"].(object)
	require.Equal(t, []any{"EX-123", day(b.end), []any{}}, []any{page["policyNumber"], page["endsOn"], page["submissions"]})
	require.Len(t, page["coverageTypes"], 2)
	require.Equal(t, "evidenceInReview", b.submitted(t)["blockedBy"])
}

func (b *evidenceBench) submitted(t *testing.T) object {
	b.visitor.Submit(t, object{"category": "evidenceOfProperty", "startDate": day(b.end), "endDate": day(b.end.AddDate(1, 0, 0)), "note": "As asked"})
	return b.renewal(t)
}
