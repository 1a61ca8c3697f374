package e2e

import (
	"net/http"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestEvidenceQuotas: a term takes 5 submissions that nobody has decided about, and 50 files in all, by all its links.
func TestEvidenceQuotas(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	_, second := b.follow(t, b.policy)
	ten := slices.Repeat([]string{"%PDF"}, 10)
	visitors := []*visitor{b.visitor, second, b.visitor, second}
	var paths []string
	for _, v := range visitors {
		made := v.Query(t, submitEvidence, submission(v.Upload(t, ten...), nil))["submitEvidence"].(object)
		paths = append(paths, "/rest/evidence/"+made["id"].(string))
	}
	late := second.Upload(t, "%PDF")
	paths = append(paths, b.submit(t, nil))
	b.visitor.Refused(t, announceEvidence, announced(1, 1), fault.CodeQuotaExceeded)
	second.Refused(t, submitEvidence, submission(late, nil), fault.CodeQuotaExceeded)
	b.c.Post(t, paths[0]+"/reject", object{"reason": "No"}, http.StatusOK)
	b.visitor.Refused(t, announceEvidence, announced(10, 1), fault.CodeQuotaExceeded) // 41 files
	nine := b.visitor.Upload(t, ten[:9]...)
	second.Query(t, submitEvidence, submission(late, nil))
	b.c.Post(t, paths[1]+"/reject", object{"reason": "No"}, http.StatusOK)
	b.visitor.Refused(t, submitEvidence, submission(nine, nil), fault.CodeQuotaExceeded) // 42 files
	b.visitor.Query(t, submitEvidence, submission(nine[:8], nil))

	_, other := b.follow(t, b.newPolicy(t))
	other.Submit(t, nil)
}

// TestEvidenceQuotaAtOnce: submissions at the same time pass no bound.
func TestEvidenceQuotaAtOnce(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	p, err := b.visitor.Enter(t)
	require.NoError(t, err)
	keys := b.visitor.Upload(t, slices.Repeat([]string{"%PDF"}, 8)...)
	var wg sync.WaitGroup
	refused := make([]int, len(keys))
	for i, key := range keys {
		wg.Go(func() {
			_, errs := b.visitor.Run(t, p, submitEvidence, submission([]string{key}, nil))
			if refused[i] = len(errs); len(errs) > 0 {
				require.Equal(t, fault.CodeQuotaExceeded, fault.CodeOf(errs[0]), "%v", errs)
			}
		})
	}
	wg.Wait()
	sum := 0
	for _, n := range refused {
		sum += n
	}
	require.Equal(t, len(keys)-5, sum)
	require.EqualValues(t, 5, b.c.Get(t, "/rest/evidence")["meta"].(object)["total"])
	require.EqualValues(t, 5, b.c.Get(t, "/rest/tasks?type=reviewDocument")["meta"].(object)["total"])
}

// TestEvidenceSubmitAtOnce: one key makes one file, however often it is sent.
func TestEvidenceSubmitAtOnce(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	p, err := b.visitor.Enter(t)
	require.NoError(t, err)
	input := submission(b.visitor.Upload(t, "%PDF"), nil)
	var wg sync.WaitGroup
	errs := make([][]error, 6)
	for i := range errs {
		wg.Go(func() { _, errs[i] = b.visitor.Run(t, p, submitEvidence, input) })
	}
	wg.Wait()
	won := 0
	for _, err := range errs {
		if len(err) == 0 {
			won++
		} else {
			requireEvidenceRefused(t, err, fault.CodeUploadNotFound, "/files/0/directUploadKey upload_not_found")
		}
	}
	require.Equal(t, 1, won)
	require.EqualValues(t, 1, b.c.Get(t, "/rest/evidence")["meta"].(object)["total"])
}

// TestEvidenceWrites: the key, the files, the task and the pause are one transaction. One that fails leaves nothing behind,
// as a program that is killed, and the same keys can be handed in again.
func TestEvidenceWrites(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	p, err := b.visitor.Enter(t)
	require.NoError(t, err)
	send := func(text string, variables object) func() *resttest.Response {
		return func() *resttest.Response {
			_, errs := b.visitor.Run(t, p, text, variables)
			require.Len(t, errs, 1)
			return &resttest.Response{Body: []byte(string(fault.CodeOf(errs[0])))}
		}
	}
	requireRolledBack(t, b.Server, send(announceEvidence, announced(2, 5)))
	requireAudited(t, b.Server, func() { b.visitor.Query(t, announceEvidence, announced(1, 5)) })
	input := submission(b.visitor.Upload(t, "%PDF 1", "%PDF 2"), b.everything())
	requireRolledBack(t, b.Server, send(submitEvidence, input))
	require.Equal(t, notPaused, b.renewal(t))
	requireAudited(t, b.Server, func() { b.visitor.Query(t, submitEvidence, input) })
	require.EqualValues(t, 1, b.c.Get(t, "/rest/evidence")["meta"].(object)["total"])

	path := "/rest/evidence/" + b.lastProposed(t)
	requireRolledBack(t, b.Server, func() *resttest.Response { return b.c.Do(t, http.MethodPost, path+"/accept", object{}) })
	require.Empty(t, b.documents(t))
	b.accept(t, path, object{})
	require.Len(t, b.documents(t), 2)
}

// TestEvidenceBytes: files count for the quota of the portfolio once, as evidence and as documents.
func TestEvidenceBytes(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	used := func() []int64 {
		u, err := b.Store.Usage(t.Context(), b.Harbor.Portfolio.ID())
		require.NoError(t, err)
		return []int64{u.Used.Claimed, u.Used.Evidence}
	}
	require.Equal(t, []int64{0, 0}, used())
	keys := b.visitor.Upload(t, "%PDF 12345", "%PDF 1234567890")
	require.Equal(t, []int64{0, 25}, used())
	made := b.visitor.Query(t, submitEvidence, submission(keys, nil))["submitEvidence"].(object)
	require.Equal(t, []int64{25, 0}, used())
	path := "/rest/evidence/" + made["id"].(string)
	file := b.c.Get(t, path)["files"].([]any)[0].(object)["id"]
	b.accept(t, path, object{"files": []any{object{"id": file}}})
	require.Equal(t, []int64{25, 0}, used())

	limited := resttest.ServeLimited(t, storagetest.NewWorld(t), model.Quotas{Claimed: 20})
	c := limited.As(limited.Harbor.Token)
	policy := c.Post(t, "/rest/policies", object{"caseId": limited.Case(t, limited.Harbor), "productType": "property"},
		http.StatusCreated)["id"].(string)
	visitor := visit(t, limited, c.Post(t, "/rest/policies/"+policy+"/evidence-links", nil, http.StatusCreated)["url"].(string))
	keys = visitor.Upload(t, "%PDF 12345", "%PDF 1234567890")
	visitor.Refused(t, submitEvidence, submission(keys, nil), fault.CodeQuotaExceeded)
	visitor.Query(t, submitEvidence, submission(keys[:1], nil))
}

// TestSoakR26Room: files that are announced and not handed in have room of their own, 100 MiB a link and a tenth of the
// lender's for uploads. However often they fill it, the lender uploads meanwhile, and what a revoked link has is free at once.
func TestSoakR26Room(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "R26",
		"the room of evidence filled by several links: the lender uploads, and a revoked link's room is free at once")
	const mib = 1 << 20
	s := resttest.ServeLimited(t, storagetest.NewWorld(t), model.Quotas{Unclaimed: 1500 * mib})
	c := s.As(s.Harbor.Token)
	link := func() (path string, v *visitor) {
		policy := c.Post(t, "/rest/policies", object{"caseId": s.Case(t, s.Harbor), "productType": "property"}, http.StatusCreated)["id"].(string)
		made := c.Post(t, "/rest/policies/"+policy+"/evidence-links", nil, http.StatusCreated)
		return "/rest/evidence-links/" + made["id"].(string), visit(t, s, made["url"].(string))
	}
	used := func() []int64 {
		u, err := s.Store.Usage(t.Context(), s.Harbor.Portfolio.ID())
		require.NoError(t, err)
		return []int64{u.Used.Unclaimed / mib, u.Used.Evidence / mib}
	}
	half, others := link()
	others.Query(t, announceEvidence, announced(1, 50*mib))
	for round := range int64(soak.Count(2, 200)) {
		full, first := link()
		_, second := link()
		first.Query(t, announceEvidence, announced(2, 50*mib))
		first.Refused(t, announceEvidence, announced(1, 1), fault.CodeQuotaExceeded, " quota_exceeded")
		second.Refused(t, announceEvidence, announced(1, mib), fault.CodeQuotaExceeded, " quota_exceeded")
		require.Equal(t, []int64{round, 150}, used())
		c.Sign(t, "a.pdf", "application/pdf")
		require.Equal(t, []int64{round + 1, 150}, used())
		c.Post(t, full+"/revoke", nil, http.StatusOK)
		require.Equal(t, []int64{round + 1, 50}, used())
		tally.Tried(3)
	}
	c.Post(t, half+"/revoke", nil, http.StatusOK)
	require.Zero(t, used()[1])
}
