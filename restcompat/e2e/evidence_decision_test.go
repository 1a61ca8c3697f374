package e2e

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// everything are values for all that can be proposed.
func (b *evidenceBench) everything() object {
	return with(b.nextTerm(), object{
		"category": "evidenceOfProperty", "policyNumber": "EX-124", "note": "As asked",
		"limits": []any{limitOf("building", "perOccurrence", "1200000.00"), limitOf("building", "aggregate", "2400000.00")},
	})
}

// merged are the limits after those of everything were accepted.
func merged() []any {
	return []any{
		limitShown("building", "perOccurrence", "1200000.00"), limitShown("businessIncome", "aggregate", "200000.00"),
		limitShown("building", "aggregate", "2400000.00"),
	}
}

func (b *evidenceBench) accept(t *testing.T, path string, body object) object {
	t.Helper()
	return b.c.Post(t, path+"/accept", body, http.StatusOK)
}

func TestEvidenceAccept(t *testing.T) {
	t.Parallel()
	t.Run("whole", func(t *testing.T) {
		t.Parallel()
		b := newEvidenceBench(t)
		path := b.submit(t, b.everything())
		b.clock.pass(1e9)
		token := b.c.Get(t, "/rest/audit-events?action=policy.created")["data"].([]any)[0].(object)["actorId"]
		e := b.accept(t, path, object{})
		now := b.clock.now().UTC().Format(scalar.TimeLayout)
		require.Equal(t, []any{"accepted", []any{"startDate", "endDate", "policyNumber", "limits"}, now, token, nil, now},
			values(e, "state", "accepted", "decidedAt", "decidedBy", "reason", "updatedAt"))
		require.Equal(t, e, b.c.Get(t, path))

		policy := b.readPolicy(t)
		require.Equal(t, []any{float64(2), shown(b.end), shown(b.end.AddDate(1, 0, 0)), "EX-124", "active", merged()},
			values(policy, "termNumber", "startDate", "endDate", "policyNumber", "status", "limits"))
		versions := b.c.Get(t, "/rest/policy-versions?policyId="+b.policy)["data"].([]any)
		require.Equal(t, []any{"newTerm", float64(0)}, values(versions[1].(object), "reason", "gapDays"))
		require.Equal(t, saysNothing(object{
			"startDate": shown(b.end), "endDate": shown(b.end.AddDate(1, 0, 0)), "policyNumber": "EX-124", "limits": merged(),
			"coverageFormType": "Unknown",
		}), e["current"])
		require.Equal(t, []any{"carrier", "deductibles", "coverageFormType", "mortgageeClauses", "insureds", "perils", "valuation",
			"endorsements",
			"exclusions", "noticeDays", "attachment"}, policy["carriedOver"])

		file := e["files"].([]any)[0].(object)
		docs := b.documents(t)
		require.Len(t, docs, 1)
		doc := docs[0].(object)
		require.Equal(t, []any{file["documentId"], categoryID(t, "evidenceOfProperty"), "evidence.pdf", "evidence.pdf",
			"application/pdf", object{}},
			values(doc, "id", "categoryId", "name", "fileName", "fileType", "metadata"))
		require.Equal(t, []any{object{"policy": b.policy, "termNumber": 2.0}}, doc["evidences"])
		require.Equal(t, "%PDF-1.7", string(b.c.Download(t, doc).Body))
		require.Equal(t, "accepted", file["state"])
		require.Equal(t, "completed", b.c.Get(t, "/rest/tasks/"+e["taskId"].(string))["state"])
		require.Equal(t, notPaused, b.renewal(t))
	})
	t.Run("conditions", func(t *testing.T) {
		t.Parallel()
		b := newEvidenceBench(t)
		asset := b.Asset(t, b.Harbor, uuid.MustParse(b.caseID)).String()
		b.c.Patch(t, "/rest/policies/"+b.policy, object{"perils": []any{"fire", "windHail"}})
		b.c.Post(t, "/rest/policies/"+b.policy+"/new-term", b.nextTerm(), http.StatusOK)
		_, b.visitor = b.follow(t, b.policy)
		says := object{
			"carrier":          object{"name": "Example Mutual", "ratings": []any{object{"agency": "AM_BEST", "rating": "A", "size": "IX"}}},
			"coverageFormType": "Special",
			"deductibles":      []any{object{"perils": []any{"windHail"}, "percent": "2", "of": "LIMIT"}, object{"amount": dollars("5")}},
			"statedValues":     []any{object{"asset": asset, "amount": dollars("9")}}, "valuation": "replacementCost", "coinsurancePercent": "0",
			"noticeDays": object{"cancellation": 30}, "claimsMade": false, "endorsements": []any{"agreedValue"}, "exclusions": []any{},
			"limits": []any{object{"coverageType": "businessIncome", "kind": "aggregate", "months": 12}},
		}
		b.visitor.Refused(t, submitEvidence, submission(b.visitor.Upload(t, "%PDF"), object{
			"attachment": dollars("1"), "carrier": object{"name": " "}, "statedValues": []any{object{"asset": unknownID, "amount": dollars("1")}},
			"deductibles": []any{object{}},
		}), "validation_failed", "/carrier/name required", "/deductibles/0 required", "/statedValues/0/asset unknown_reference",
			"/attachment invalid_value")
		path := "/rest/evidence/" + b.visitor.Submit(t, says)["id"].(string)
		proposed := b.c.Get(t, path)["proposed"].(object)
		e := b.accept(t, path, object{})
		require.Equal(t, []any{"limits", "carrier", "coverageFormType", "deductibles", "statedValues", "valuation", "coinsurancePercent",
			"noticeDays",
			"claimsMade", "endorsements", "exclusions"}, e["accepted"])
		policy := b.readPolicy(t)
		for member := range says {
			if member != "limits" {
				require.Equal(t, proposed[member], policy[member], member)
			}
		}
		require.Equal(t, []any{limitShown("building", "perOccurrence", "1000000.00"),
			limitRow(object{"coverageType": coverageTypeIDs("businessIncome")[0], "kind": "aggregate", "months": 12.0})}, policy["limits"])
		require.Equal(t, dollars("5.00"), policy["deductible"])
		require.Equal(t, []any{"mortgageeClauses", "insureds", "perils", "attachment"}, policy["carriedOver"])
		require.Equal(t, []any{object{"policy": b.policy, "termNumber": 2.0}}, b.documents(t)[0].(object)["evidences"])

		b.c.Post(t, "/rest/policies/"+b.policy+"/new-term", object{"startDate": day(b.end.AddDate(1, 0, 0)),
			"endDate": day(b.end.AddDate(2, 0, 0))}, http.StatusOK)
		_, b.visitor = b.follow(t, b.policy)
		b.accept(t, "/rest/evidence/"+b.visitor.Submit(t, object{"valuation": "replacementCost"})["id"].(string), object{})
		require.NotContains(t, b.readPolicy(t)["carriedOver"], "valuation", "the same value is confirmed by evidence of it")
	})
	t.Run("start_not_typed", func(t *testing.T) {
		t.Parallel()
		b := newEvidenceBench(t)
		b.accept(t, b.submit(t, object{"startDate": nil}), object{})
		require.Equal(t, []any{float64(2), shown(b.end)}, values(b.readPolicy(t), "termNumber", "startDate"), "it begins when the last one ends")
	})
	t.Run("members", func(t *testing.T) {
		t.Parallel()
		b := newEvidenceBench(t)
		e := b.accept(t, b.submit(t, b.everything()), object{"members": []any{"limits", "policyNumber"}, "reason": "The dates are missing"})
		require.Equal(t, []any{"partlyAccepted", []any{"policyNumber", "limits"}, "The dates are missing"},
			values(e, "state", "accepted", "reason"))
		require.Equal(t, []any{float64(1), shown(b.start), shown(b.end), "EX-124", merged()},
			values(b.readPolicy(t), "termNumber", "startDate", "endDate", "policyNumber", "limits"))
		versions := b.c.Get(t, "/rest/policy-versions?policyId="+b.policy)["data"].([]any)
		require.Equal(t, "correction", versions[1].(object)["reason"])
	})
	t.Run("earlier_end", func(t *testing.T) {
		t.Parallel()
		b := newEvidenceBench(t)
		b.accept(t, b.submit(t, object{"startDate": nil, "endDate": day(b.end.AddDate(0, 0, -3))}), object{})
		require.Equal(t, []any{float64(1), shown(b.start), shown(b.end.AddDate(0, 0, -3))},
			values(b.readPolicy(t), "termNumber", "startDate", "endDate"), "a correction")
	})
	t.Run("the_same", func(t *testing.T) {
		t.Parallel()
		b := newEvidenceBench(t)
		e := b.accept(t, b.submit(t, object{"startDate": day(b.start), "endDate": day(b.end), "policyNumber": "EX-123"}), object{})
		require.Equal(t, "accepted", e["state"])
		require.Len(t, b.c.Get(t, "/rest/policy-versions?policyId="+b.policy)["data"], 1, "nothing differs")
	})
	t.Run("files", func(t *testing.T) {
		t.Parallel()
		b := newEvidenceBench(t)
		keys := b.visitor.Upload(t, "%PDF 1", "%PDF 2", "%PDF 3")
		made := b.visitor.Query(t, submitEvidence, submission(keys, nil))["submitEvidence"].(object)
		path := "/rest/evidence/" + made["id"].(string)
		files := b.c.Get(t, path)["files"].([]any)
		id := func(i int) any { return files[i].(object)["id"] }
		e := b.accept(t, path, object{"files": []any{object{"id": id(2), "categoryId": "binder"}, object{"id": id(0), "categoryId": nil}}})
		require.Equal(t, "partlyAccepted", e["state"])
		var states, categories []any
		for _, f := range e["files"].([]any) {
			states, categories = append(states, f.(object)["state"]), append(categories, f.(object)["categoryId"])
		}
		require.Equal(t, []any{"accepted", "rejected", "accepted"}, states)
		require.Equal(t, []any{categoryID(t, "other"), categoryID(t, "other"), categoryID(t, "binder")}, categories)
		docs := b.documents(t)
		require.Len(t, docs, 2)
		require.Equal(t, "%PDF 1", string(b.c.Download(t, docs[0].(object)).Body))
		require.Equal(t, categoryID(t, "binder"), docs[1].(object)["categoryId"])
		rejected := e["files"].([]any)[1].(object)
		require.Equal(t, "%PDF 2", string(b.As("").Do(t, http.MethodGet, rejected["url"].(string), nil).Body), "it is kept")
	})
	t.Run("values_without_files", func(t *testing.T) {
		t.Parallel()
		b := newEvidenceBench(t)
		require.Equal(t, "partlyAccepted", b.accept(t, b.submit(t, nil), object{"files": []any{}})["state"])
		require.Empty(t, b.documents(t))
		require.EqualValues(t, 2, b.readPolicy(t)["termNumber"])
	})
	t.Run("held", func(t *testing.T) {
		t.Parallel()
		b := newEvidenceBench(t)
		path := b.submit(t, nil)
		b.c.Post(t, "/rest/policies/"+b.policy+"/on-hold", nil, http.StatusOK)
		b.accept(t, path, object{})
		require.Equal(t, []any{float64(2), "onHold", "active"}, values(b.readPolicy(t), "termNumber", "status", "statusBeforeHold"))
	})
	t.Run("graphql", func(t *testing.T) {
		t.Parallel()
		b := newEvidenceBench(t)
		id := strings.TrimPrefix(b.submit(t, nil), "/rest/evidence/")
		const accept = `mutation($id: ID!) { acceptEvidence(id: $id) { state policy { termNumber renewal { paused } } task { state } ` +
			`files { category { key } } } }`
		require.Equal(t, object{
			"state": "accepted", "policy": object{"termNumber": float64(2), "renewal": object{"paused": false}},
			"task":  object{"state": "completed"},
			"files": []any{object{"category": object{"key": "other"}}},
		}, b.c.Query(t, accept, object{"id": id})["acceptEvidence"])
	})
}

func TestEvidenceAcceptRefused(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	path := b.submit(t, object{"startDate": day(b.start.AddDate(0, 0, -1))})
	file := b.c.Get(t, path)["files"].([]any)[0].(object)["id"]
	other := b.c.Get(t, b.submit(t, nil))["files"].([]any)[0].(object)["id"]
	for name, test := range map[string]struct {
		body object
		want []string
	}{
		"not_proposed": {object{"members": []any{"limits", "endDate"}}, []string{"/members/0 invalid_value"}},
		"twice":        {object{"members": []any{"endDate", "endDate"}}, []string{"/members/1 duplicate"}},
		"no_member":    {object{"members": []any{"deductible"}}, []string{"/members/0 invalid_value"}},
		"nothing":      {object{"members": []any{}, "files": []any{}}, []string{"/files required"}},
		"unknown_file": {object{"files": []any{object{"id": unknownID}}}, []string{"/files/0/id unknown_reference"}},
		"another_file": {object{"files": []any{object{"id": other}}}, []string{"/files/0/id unknown_reference"}},
		"file_twice":   {object{"files": []any{object{"id": file}, object{"id": file}}}, []string{"/files/1/id duplicate"}},
		"category": {object{"files": []any{object{"id": file, "categoryId": "castle"}}},
			[]string{"/files/0/categoryId unknown_document_category"}},
		"reason":           {object{"reason": strings.Repeat("x", 4001)}, []string{"/reason too_long"}},
		"a_term_too_early": {object{}, []string{"/startDate invalid_value"}},
		"unknown_member": {object{"endDate": "2031-01-01", "state": "accepted"},
			[]string{"/endDate unknown_member", "/state immutable", "/startDate invalid_value"}},
		"many_at_once": {object{"members": []any{"limits"}, "files": []any{object{"id": unknownID, "categoryId": "castle"}}, "reason": " "},
			[]string{"/members/0 invalid_value", "/files/0/id unknown_reference", "/reason required"}},
	} {
		t.Run(name, func(t *testing.T) {
			b.c.Do(t, http.MethodPost, path+"/accept", test.body).Violations(t, test.want...)
		})
	}
	for _, action := range []string{"accept", "reject"} {
		for _, id := range []string{unknownID, "nonsense"} {
			b.c.Do(t, http.MethodPost, "/rest/evidence/"+id+"/"+action, object{"reason": "No"}).Problem(t, http.StatusNotFound, "not_found")
		}
	}
	require.Empty(t, b.documents(t))
	require.Equal(t, []any{"proposed", nil}, values(b.c.Get(t, path), "state", "decidedAt"))
	require.EqualValues(t, 1, b.readPolicy(t)["termNumber"])
	b.c.Post(t, "/rest/policies/"+b.policy+"/deactivate", nil, http.StatusOK)
	b.c.Do(t, http.MethodPost, "/rest/evidence/"+b.lastProposed(t)+"/accept", object{}).Problem(t, http.StatusConflict, "policy_deactivated")
}

func (b *evidenceBench) lastProposed(t *testing.T) string {
	all := b.c.Get(t, "/rest/evidence?state=proposed&policyId="+b.policy)["data"].([]any)
	return all[len(all)-1].(object)["id"].(string)
}

func TestEvidenceReject(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	before := b.readPolicy(t)
	path := b.submit(t, b.everything())
	b.c.Do(t, http.MethodPost, path+"/reject", object{}).Violations(t, "/reason required")
	b.c.Do(t, http.MethodPost, path+"/reject", object{"reason": " \n"}).Violations(t, "/reason required")
	b.c.Do(t, http.MethodPost, path+"/reject", object{"reason": strings.Repeat("x", 4001)}).Violations(t, "/reason too_long")
	e := b.c.Post(t, path+"/reject", object{"reason": "Another insured"}, http.StatusOK)
	require.Equal(t, []any{"rejected", "Another insured", []any{}}, values(e, "state", "reason", "accepted"))
	require.Equal(t, []any{"rejected", nil}, values(e["files"].([]any)[0].(object), "state", "documentId"))
	require.Equal(t, "completed", b.c.Get(t, "/rest/tasks/"+e["taskId"].(string))["state"])
	require.Empty(t, b.documents(t))
	after := b.readPolicy(t)
	require.Equal(t, with(before, object{"updatedAt": after["updatedAt"]}), after)
	require.Equal(t, notPaused, b.renewal(t))
	b.visitor.Submit(t, nil) // the link is still good
}

// TestEvidenceStates tries each decision in each state: an open one takes it, and one that was decided changes nothing.
func TestEvidenceStates(t *testing.T) {
	t.Parallel()
	decisions := map[string]struct {
		action string
		body   object
	}{
		"accepted": {"accept", object{}}, "partlyAccepted": {"accept", object{"members": []any{}}},
		"rejected": {"reject", object{"reason": "No"}},
	}
	for from, first := range decisions {
		t.Run(from, func(t *testing.T) {
			t.Parallel()
			b := newEvidenceBench(t)
			path := b.submit(t, nil)
			require.Equal(t, from, b.c.Post(t, path+"/"+first.action, first.body, http.StatusOK)["state"])
			decided, docs, policy := b.c.Get(t, path), b.documents(t), b.readPolicy(t)
			for _, next := range decisions {
				b.c.Do(t, http.MethodPost, path+"/"+next.action, next.body).Problem(t, http.StatusConflict, "invalid_transition")
			}
			require.Equal(t, []any{decided, docs, policy}, []any{b.c.Get(t, path), b.documents(t), b.readPolicy(t)})
		})
	}
}

// TestEvidenceActions have the manners of all actions: If-Match, Idempotency-Key, a task that somebody closed before.
func TestEvidenceActions(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	path := b.submit(t, nil)
	tag := b.c.Do(t, http.MethodGet, path, nil).Header.Get("ETag")
	b.c.With("If-Match", `"stale"`).Do(t, http.MethodPost, path+"/accept", object{}).Problem(t, http.StatusPreconditionFailed,
		"precondition_failed")
	b.c.With("If-Match", `"stale"`).Do(t, http.MethodPost, path+"/reject", object{"reason": "No"}).Problem(t, http.StatusPreconditionFailed,
		"precondition_failed")
	task := "/rest/tasks/" + b.c.Get(t, path)["taskId"].(string)
	b.c.Post(t, task+"/move", object{"state": "cancelled"}, http.StatusOK)
	keyed := b.c.With("Idempotency-Key", "accept-1").With("If-Match", tag)
	first := keyed.Do(t, http.MethodPost, path+"/accept", object{})
	first.Object(t, http.StatusOK)
	require.Equal(t, string(first.Body), string(keyed.Do(t, http.MethodPost, path+"/accept", object{}).Body))
	require.Equal(t, "cancelled", b.c.Get(t, task)["state"], "whoever closed it has decided about it")
	events := b.c.Get(t, "/rest/audit-events?action=evidence.updated,document.created")["data"].([]any)
	require.Len(t, events, 2)
}

// TestEvidenceOfEarlierTerms: once the next term has begun, only the files of a submission can be accepted.
func TestEvidenceOfEarlierTerms(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	first, second := b.submit(t, nil), b.submit(t, nil)
	b.accept(t, first, object{})
	for _, body := range []object{{}, {"members": []any{"endDate"}}} {
		answer := b.c.Do(t, http.MethodPost, second+"/accept", body)
		require.Contains(t, answer.Problem(t, http.StatusConflict, "invalid_transition")["detail"], "term 2")
	}
	require.Equal(t, "partlyAccepted", b.accept(t, second, object{"members": []any{}})["state"])
	require.Len(t, b.documents(t), 2)
	require.EqualValues(t, 2, b.readPolicy(t)["termNumber"])
}

// TestEvidenceAtOnce has decisions race each other and new terms: one wins, and no file becomes two documents.
func TestEvidenceAtOnce(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	for round := range 6 {
		b.policy = b.newPolicy(t)
		_, b.visitor = b.follow(t, b.policy)
		path, docs := b.submit(t, nil), len(b.documents(t))
		requests := []func() *resttest.Response{
			func() *resttest.Response { return b.c.Do(t, http.MethodPost, path+"/accept", object{}) },
			func() *resttest.Response { return b.c.Do(t, http.MethodPost, path+"/accept", object{}) },
			func() *resttest.Response { return b.c.Do(t, http.MethodPost, path+"/reject", object{"reason": "No"}) },
			func() *resttest.Response {
				return b.c.Do(t, http.MethodPost, "/rest/policies/"+b.policy+"/new-term", b.nextTerm())
			},
		}
		if round%2 == 0 {
			slices.Reverse(requests)
		}
		answers := make([]*resttest.Response, len(requests))
		var wg sync.WaitGroup
		for i, request := range requests {
			wg.Go(func() { answers[i] = request() })
		}
		wg.Wait()
		if round%2 == 0 {
			slices.Reverse(answers)
		}
		decided := 0
		for _, answer := range answers[:3] {
			if answer.Status == http.StatusOK {
				decided++
			} else {
				answer.Problem(t, http.StatusConflict, "invalid_transition")
			}
		}
		e := b.c.Get(t, path)
		if e["state"] == "proposed" {
			require.Fail(t, "the rejection at least is possible", "%v", e)
		}
		require.Equal(t, 1, decided)
		require.EqualValues(t, 2, b.readPolicy(t)["termNumber"], "one term, whoever began it")
		accepted := answers[0].Status == http.StatusOK || answers[1].Status == http.StatusOK
		require.Equal(t, accepted, e["state"] == "accepted")
		if answers[3].Status != http.StatusOK {
			require.True(t, accepted)
			answers[3].Violations(t, "/startDate invalid_value")
		}
		require.Len(t, b.documents(t), docs+map[bool]int{true: 1}[accepted])
	}
}
