package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

func init() {
	addMore = append(addMore, func(t testing.TB, f *fixture) {
		frameworkCase := uuid.MustParse(f.ids["frameworkCase"])
		f.ids["frameworkDocument"] = f.server.Document(t, f.tenant, frameworkCase).String()
		requester := f.server.As(f.server.Caller(t, f.tenant.Organization, f.tenant.Mode))
		for _, noun := range []string{"waiver", "approvedWaiver"} {
			wanted := object{
				"caseId": frameworkCase, "coverageType": "flood", "asset": f.ids["frameworkAsset"], "document": f.ids["frameworkDocument"],
				"codes": []any{"limit_too_low"}, "reason": "The premium is out of proportion", "expiresOn": "2091-05-01",
				"metadata": object{"desk": "north"},
			}
			f.ids[noun] = requester.Post(t, "/rest/waivers", wanted, http.StatusCreated)["id"].(string)
		}
		f.client().Post(t, "/rest/waivers/"+f.ids["approvedWaiver"]+"/approve", nil, http.StatusOK)
	})
	examples["ListWaivers"] = example{asks: at(""), refused: "?state=expired&asset=x"}
	examples["GetWaiver"] = example{asks: at("waiver"), refused: "?verbose=1"}
	examples["CreateWaiver"] = example{
		asks: func(f *fixture) []ask {
			return []ask{{body: object{
				"caseId": f.ids["frameworkCase"], "coverageType": "flood", "asset": f.ids["frameworkAsset"],
				"codes": []any{"limit_too_low", "no_policy"}, "reason": "The building lies on a hill",
				"document": f.ids["frameworkDocument"], "expiresOn": "2027-05-01", "metadata": object{"desk": "north"},
			}}}
		},
		refused: object{"caseId": unknownID, "coverageType": "moat", "codes": []any{"expired", "no_policy", "no_policy"}, "reason": " "},
	}
	examples["ApproveWaiver"] = example{asks: at("waiver"), refused: object{"comment": "fine"}}
	examples["RejectWaiver"] = example{asks: at("waiver"), refused: object{"comment": "no"}}
	examples["RevokeWaiver"] = example{asks: at("approvedWaiver"), refused: object{"comment": "no more"}}
}

// waiverBench is a case with a risk profile, and two persons who work on it.
type waiverBench struct {
	*resttest.Server
	c, second *resttest.Client
	caseID    uuid.UUID
}

func newWaiverBench(t *testing.T) *waiverBench {
	s := resttest.New(t)
	second := s.As(s.Caller(t, s.Harbor.Organization, s.Harbor.Mode))
	return &waiverBench{Server: s, c: s.As(s.Harbor.Token), second: second, caseID: s.FrameworkCase(t, s.Harbor)}
}

// wanted is the least waiver, with more.
func (b *waiverBench) wanted(more object) object {
	return with(object{"caseId": b.caseID, "coverageType": "building", "reason": "Why not"}, more)
}

func (b *waiverBench) create(t *testing.T, more object) (path string, waiver object) {
	answer := b.c.Do(t, http.MethodPost, "/rest/waivers", b.wanted(more))
	waiver = answer.Object(t, http.StatusCreated)
	path = "/rest/waivers/" + waiver["id"].(string)
	require.Equal(t, b.URL+path, answer.Header.Get("Location"))
	require.Equal(t, answer.Header.Get("ETag"), b.c.Do(t, http.MethodGet, path, nil).Header.Get("ETag"))
	return path, waiver
}

// put is a waiver in a state, at its path.
func (b *waiverBench) put(t *testing.T, state string) (path string) {
	path, _ = b.create(t, nil)
	for _, action := range map[string][]string{"approved": {"approve"}, "rejected": {"reject"}, "revoked": {"approve", "revoke"}}[state] {
		b.second.Post(t, path+"/"+action, nil, http.StatusOK)
	}
	require.Equal(t, state, b.c.Get(t, path)["state"])
	return path
}

// tokenOf is the id of the token that did something first, as the audit trail has it.
func (b *waiverBench) tokenOf(t *testing.T, subject any, action string) any {
	t.Helper()
	events := b.c.Get(t, "/rest/audit-events?subject="+subject.(string)+"&action="+action)["data"].([]any)
	require.NotEmpty(t, events)
	return events[0].(object)["actorId"]
}

func TestWaiverCreate(t *testing.T) {
	t.Parallel()
	b := newWaiverBench(t)
	asset, document := b.Asset(t, b.Harbor, b.caseID).String(), b.Document(t, b.Harbor, b.caseID).String()
	flood, _ := catalog.CoverageTypes.ByRef("flood")

	t.Run("everything", func(t *testing.T) {
		t.Parallel()
		path, w := b.create(t, object{
			"coverageType": "flood", "asset": asset, "codes": []any{"no_policy", "limit_too_low"}, "reason": "A hill\nand a dam",
			"details": []any{"stormSurge", "habitability", "nonPayment"}, "document": document, "expiresOn": "2027-05-01T13:00:00+02:00",
			"metadata": object{"desk": "north"},
		})
		want := object{
			"id": w["id"], "caseId": b.caseID.String(), "coverageType": flood.ID.String(), "asset": asset,
			"codes": []any{"no_policy", "limit_too_low"}, "details": []any{perilID("stormSurge"), "habitability", "nonPayment"},
			"reason": "A hill\nand a dam", "document": document, "expiresOn": "2027-05-01T00:00:00.000Z", "state": "requested",
			"requestedBy": b.tokenOf(t, w["id"], "waiver.created"),
			"requestedAt": w["createdAt"], "decidedBy": nil, "decidedAt": nil,
			"createdAt": w["createdAt"], "updatedAt": w["createdAt"], "metadata": object{"desk": "north"},
		}
		require.Equal(t, want, w)
		require.Equal(t, want, b.c.Get(t, path))
	})
	t.Run("least", func(t *testing.T) {
		t.Parallel()
		_, w := b.create(t, object{"coverageType": flood.ID})
		require.Equal(t, []any{flood.ID.String(), nil, []any{}, []any{}, nil, nil, object{}},
			[]any{w["coverageType"], w["asset"], w["codes"], w["details"], w["document"], w["expiresOn"], w["metadata"]})
	})
	t.Run("null_is_absent", func(t *testing.T) {
		t.Parallel()
		_, w := b.create(t, object{"asset": nil, "codes": nil, "document": nil, "expiresOn": nil, "metadata": nil})
		require.Equal(t, []any{nil, []any{}, nil, nil, object{}}, []any{w["asset"], w["codes"], w["document"], w["expiresOn"], w["metadata"]})
	})
	t.Run("a_day_that_is_past", func(t *testing.T) {
		t.Parallel()
		_, w := b.create(t, object{"expiresOn": "2020-02-29"})
		require.Equal(t, "2020-02-29T00:00:00.000Z", w["expiresOn"])
	})
	t.Run("held_case_and_draft", func(t *testing.T) {
		t.Parallel()
		draft := b.c.Post(t, "/rest/cases", object{"riskProfile": b.RiskProfile(t, b.Harbor)}, http.StatusCreated)["id"]
		b.create(t, object{"caseId": draft})
		b.c.Post(t, "/rest/cases/"+draft.(string)+"/on-hold", nil, http.StatusOK)
		b.create(t, object{"caseId": draft})
	})
	t.Run("idempotent", func(t *testing.T) {
		t.Parallel()
		keyed := b.c.With("Idempotency-Key", "waiver-1")
		first := keyed.Do(t, http.MethodPost, "/rest/waivers", b.wanted(object{"metadata": object{"once": "yes"}}))
		again := keyed.Do(t, http.MethodPost, "/rest/waivers", b.wanted(object{"metadata": object{"once": "yes"}}))
		require.Equal(t, string(first.Body), string(again.Body))
		require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
		require.EqualValues(t, 1, b.c.Get(t, "/rest/waivers?metadata[once]=yes")["meta"].(object)["total"])
	})
}

func TestWaiverCreateRefused(t *testing.T) {
	t.Parallel()
	b := newWaiverBench(t)
	other := b.FrameworkCase(t, b.Harbor)
	foreign := b.FrameworkCase(t, b.Prairie)
	program := b.Case(t, b.Harbor)
	for name, tt := range map[string]struct {
		more object
		want []string
	}{
		"case":                     {object{"caseId": unknownID}, []string{"/caseId unknown_reference"}},
		"foreign_case":             {object{"caseId": foreign}, []string{"/caseId unknown_reference"}},
		"case_with_a_program":      {object{"caseId": program}, []string{"/caseId case_type_mismatch"}},
		"coverage_type":            {object{"coverageType": "moat"}, []string{"/coverageType unknown_coverage_type"}},
		"asset":                    {object{"asset": unknownID}, []string{"/asset unknown_reference"}},
		"asset_of_another_case":    {object{"asset": b.Asset(t, b.Harbor, other)}, []string{"/asset unknown_reference"}},
		"foreign_asset":            {object{"asset": b.Asset(t, b.Prairie, foreign)}, []string{"/asset unknown_reference"}},
		"document":                 {object{"document": "nonsense"}, []string{"/document unknown_reference"}},
		"document_of_another_case": {object{"document": b.Document(t, b.Harbor, other)}, []string{"/document unknown_reference"}},
		"foreign_document":         {object{"document": b.Document(t, b.Prairie, foreign)}, []string{"/document unknown_reference"}},
		"reason":                   {object{"reason": " \n"}, []string{"/reason required"}},
		"long_reason":              {object{"reason": strings.Repeat("x", 4001)}, []string{"/reason too_long"}},
		"no_code":                  {object{"codes": []any{"limit_too_low", "too_dear"}}, []string{"/codes/1 invalid_value"}},
		"codes_of_no_cover": {
			object{"codes": []any{"not_started", "no_policy", "expired", "cancelled", "clause_missing", "deactivated", "primary_missing"}},
			[]string{"/codes/0 invalid_value", "/codes/2 invalid_value", "/codes/3 invalid_value", "/codes/5 invalid_value",
				"/codes/6 invalid_value"},
		},
		"code_twice":    {object{"codes": []any{"limit_too_low", "no_policy", "limit_too_low"}}, []string{"/codes/2 duplicate"}},
		"applicability": {object{"codes": []any{"applicability_unknown"}}, []string{"/codes/0 invalid_value"}},
		"details": {
			object{"coverageType": "flood", "details": []any{"flood", "moat", perilID("flood"), "fire"}},
			[]string{"/details/1 invalid_value", "/details/2 duplicate", "/details/3 invalid_value"},
		},
		"day": {object{"expiresOn": "2026-02-30"}, []string{"/expiresOn invalid_value"}},
		"read_only": {
			object{"state": "approved", "requestedBy": unknownID, "decidedAt": "2026-01-01", "colour": "red"},
			[]string{"/colour unknown_member", "/decidedAt immutable", "/requestedBy immutable", "/state immutable"},
		},
		"many_at_once": {
			object{"caseId": program, "coverageType": "moat", "asset": unknownID, "document": unknownID, "codes": []any{"expired"}, "reason": ""},
			[]string{
				"/caseId case_type_mismatch", "/asset unknown_reference", "/document unknown_reference", "/coverageType unknown_coverage_type",
				"/codes/0 invalid_value", "/reason required",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			b.c.Do(t, http.MethodPost, "/rest/waivers", b.wanted(tt.more)).Violations(t, tt.want...)
		})
	}
	b.c.Do(t, http.MethodPost, "/rest/waivers", object{}).Violations(t, "/caseId required", "/coverageType required", "/reason required")
	require.Empty(t, b.c.Get(t, "/rest/waivers")["data"], "nothing is written")
}

// TestWaiverStates tries each action in each state: those of the table succeed, all others change nothing.
func TestWaiverStates(t *testing.T) {
	t.Parallel()
	b := newWaiverBench(t)
	next := map[string]string{"requested approve": "approved", "requested reject": "rejected", "approved revoke": "revoked"}
	for _, state := range []string{"requested", "approved", "rejected", "revoked"} {
		for _, action := range []string{"approve", "reject", "revoke"} {
			t.Run(state+"_"+action, func(t *testing.T) {
				t.Parallel()
				path := b.put(t, state)
				before := b.c.Get(t, path)
				answer := b.second.Do(t, http.MethodPost, path+"/"+action, nil)
				to, ok := next[state+" "+action]
				if !ok {
					answer.Problem(t, http.StatusConflict, "invalid_transition")
					require.Equal(t, before, b.c.Get(t, path))
					return
				}
				after := answer.Object(t, http.StatusOK)
				require.Equal(t, []any{to, b.tokenOf(t, before["id"], "waiver.updated"), after["updatedAt"]},
					[]any{after["state"], after["decidedBy"], after["decidedAt"]})
				require.NotEqual(t, before["requestedBy"], after["decidedBy"])
				require.Equal(t, after, b.c.Get(t, path))
				for _, member := range []string{"state", "decidedBy", "decidedAt", "updatedAt"} {
					delete(before, member)
					delete(after, member)
				}
				require.Equal(t, before, after, "all else stays")
			})
		}
	}
	for _, id := range []string{unknownID, "nonsense"} {
		for _, action := range []string{"approve", "reject", "revoke"} {
			b.c.Do(t, http.MethodPost, "/rest/waivers/"+id+"/"+action, nil).Problem(t, http.StatusNotFound, "not_found")
		}
	}
}

// TestWaiverSamePerson: the person who requested a waiver does everything with it but approve it, at both doors.
func TestWaiverSamePerson(t *testing.T) {
	t.Parallel()
	b := newWaiverBench(t)
	const approve = `mutation($id: ID!) { approveWaiver(id: $id) { state decidedBy } }`

	t.Run("tokens", func(t *testing.T) {
		t.Parallel()
		path, w := b.create(t, nil)
		b.c.Do(t, http.MethodPost, path+"/approve", nil).Problem(t, http.StatusConflict, "same_person")
		b.c.Refused(t, approve, object{"id": w["id"]}, "same_person")
		require.Equal(t, w, b.c.Get(t, path))
		b.second.Post(t, path+"/approve", nil, http.StatusOK)
		require.Equal(t, []any{"revoked", w["requestedBy"]}, values(b.c.Post(t, path+"/revoke", nil, http.StatusOK), "state", "decidedBy"))
		b.c.Do(t, http.MethodPost, path+"/approve", nil).Problem(t, http.StatusConflict, "invalid_transition")
	})
	t.Run("reject", func(t *testing.T) {
		t.Parallel()
		path, w := b.create(t, nil)
		require.Equal(t, []any{"rejected", w["requestedBy"]}, values(b.c.Post(t, path+"/reject", nil, http.StatusOK), "state", "decidedBy"))
	})
	t.Run("staff", func(t *testing.T) {
		t.Parallel()
		operator := b.As(b.Operator).With("X-Portfolio", b.Harbor.Portfolio.ID().String())
		made := operator.Query(t,
			`mutation($case: ID!) { createWaiver(input: {caseId: $case, coverageType: "flood", reason: "By phone"}) { id requestedBy } }`,
			object{"case": b.caseID})["createWaiver"].(object)
		require.Equal(t, b.tokenOf(t, made["id"], "waiver.created"), made["requestedBy"])
		operator.Refused(t, approve, object{"id": made["id"]}, "same_person")
		require.Equal(t, "approved", b.c.Query(t, approve, object{"id": made["id"]})["approveWaiver"].(object)["state"])
		_, other := b.create(t, nil)
		require.Equal(t, object{"state": "approved", "decidedBy": made["requestedBy"]},
			operator.Query(t, approve, object{"id": other["id"]})["approveWaiver"])
		support := b.As(b.Support).With("X-Portfolio", b.Harbor.Portfolio.ID().String())
		support.Refused(t, `mutation($id: ID!) { revokeWaiver(id: $id) { id } }`, object{"id": other["id"]}, "forbidden")
	})
}

// values are members of a record.
func values(record object, members ...string) (list []any) {
	for _, member := range members {
		list = append(list, record[member])
	}
	return list
}

// TestWaiverActions have the manners of all actions: If-Match, Idempotency-Key, an audit event, no body.
func TestWaiverActions(t *testing.T) {
	t.Parallel()
	b := newWaiverBench(t)
	path, w := b.create(t, nil)
	tag := b.c.Do(t, http.MethodGet, path, nil).Header.Get("ETag")
	b.second.Do(t, http.MethodPost, path+"/approve", object{"reason": "x"}).Violations(t, "/reason unknown_member")
	b.second.With("If-Match", `"stale"`).Do(t, http.MethodPost, path+"/approve", nil).Problem(t, http.StatusPreconditionFailed,
		"precondition_failed")
	b.c.With("If-Match", `"stale"`).Do(t, http.MethodPost, path+"/approve", nil).Problem(t, http.StatusPreconditionFailed,
		"precondition_failed")

	keyed := b.second.With("Idempotency-Key", "approve-1").With("If-Match", tag)
	first := keyed.Do(t, http.MethodPost, path+"/approve", nil)
	require.Equal(t, "approved", first.Object(t, http.StatusOK)["state"])
	require.Empty(t, first.Header.Get("Location"))
	again := keyed.Do(t, http.MethodPost, path+"/approve", nil)
	require.Equal(t, string(first.Body), string(again.Body))
	b.second.With("If-Match", tag).Do(t, http.MethodPost, path+"/revoke", nil).Problem(t, http.StatusPreconditionFailed, "precondition_failed")
	b.second.With("If-Match", first.Header.Get("ETag")).Post(t, path+"/revoke", nil, http.StatusOK)

	var actions []any
	for _, event := range b.c.Get(t, "/rest/audit-events?subject="+w["id"].(string))["data"].([]any) {
		actions = append(actions, event.(object)["action"])
		changes := event.(object)["changes"].(object)
		if state, ok := changes["state"].(object); ok {
			actions = append(actions, state["from"], state["to"])
		}
	}
	require.Equal(t, []any{"waiver.created", "", "requested", "waiver.updated", "requested", "approved", "waiver.updated", "approved",
		"revoked"}, actions)
	b.As(b.None.Token).Do(t, http.MethodPost, path+"/revoke", nil).Problem(t, http.StatusForbidden, "api_access_not_enabled")
	b.As(b.Prairie.Token).Do(t, http.MethodPost, path+"/revoke", nil).Problem(t, http.StatusNotFound, "not_found")
}

// TestWaiverApprovedOnce has several people decide at once: one of them does.
func TestWaiverApprovedOnce(t *testing.T) {
	t.Parallel()
	b := newWaiverBench(t)
	path, w := b.create(t, nil)
	statuses := make(chan int)
	for i := range 6 {
		go func() {
			statuses <- b.second.Do(t, http.MethodPost, path+"/"+[]string{"approve", "reject"}[i%2], nil).Status
		}()
	}
	count := map[int]int{}
	for range 6 {
		count[<-statuses]++
	}
	require.Equal(t, map[int]int{http.StatusOK: 1, http.StatusConflict: 5}, count)
	require.Len(t, b.c.Get(t, "/rest/audit-events?subject="+w["id"].(string))["data"], 2)
}
