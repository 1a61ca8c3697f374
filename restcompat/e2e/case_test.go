package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

type object = resttest.Object

const unknownID = "01890000-0000-7000-8000-000000000000"

func TestCaseCreate(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	program, profile := s.Program(t, s.Harbor), s.RiskProfile(t, s.Harbor)
	user, broker := s.User(t, s.Harbor, "admin"), s.Broker(t, s.Harbor)

	t.Run("defaults", func(t *testing.T) {
		t.Parallel()
		answer := c.Do(t, http.MethodPost, "/rest/cases", object{"program": program})
		created := answer.Object(t, http.StatusCreated)
		id := created["id"].(string)
		require.Equal(t, s.URL+"/rest/cases/"+id, answer.Header.Get("Location"))
		require.Equal(t, "DRAFT", created["status"])
		require.Equal(t, "serviceManaged", created["managementType"])
		require.Equal(t, "Case "+id[:8], created["displayName"])
		require.Equal(t, object{}, created["metadata"])
		require.Nil(t, created["riskProfile"])
		require.Equal(t, created, c.Get(t, "/rest/cases/"+id))
	})
	t.Run("everything", func(t *testing.T) {
		t.Parallel()
		created := c.Post(t, "/rest/cases", object{
			"riskProfile": profile, "status": "OPEN", "managementType": "selfManaged", "loanNumber": "LN-1",
			"loanAmount":         object{"amount": "1250000.00", "currency": "USD"},
			"outstandingBalance": object{"amount": "1100000", "currency": "USD"}, "maturityDate": "2031-05-01",
			"federallyRelated": true, "insuranceContacts": []any{user, broker}, "insuranceContactsCC": []any{broker},
			"insureds": []any{s.Insured(t, s.Harbor)}, "mortgageeClauses": []any{s.MortgageeClause(t, s.Harbor)},
			"metadata": object{"branch": "north", "rank": 7},
		}, http.StatusCreated)
		require.Equal(t, "LN-1", created["displayName"])
		require.Equal(t, "2031-05-01T00:00:00.000Z", created["maturityDate"])
		require.Equal(t, object{"amount": "1250000.00", "currency": "USD"}, created["loanAmount"])
		require.Equal(t, object{"amount": "1100000.00", "currency": "USD"}, created["outstandingBalance"])
		require.Equal(t, true, created["federallyRelated"])
		require.Equal(t, []any{user.String(), broker.String()}, created["insuranceContacts"])
		require.Equal(t, object{"branch": "north", "rank": 7.0}, created["metadata"])
		require.Equal(t, created, c.Get(t, "/rest/cases/"+created["id"].(string)))
		other := object{"amount": "5.00", "currency": "EUR"}
		changed := c.Query(t, `mutation($id: ID!, $to: MoneyInput) { it: updateCases(input: {cases: [{id: $id, outstandingBalance: $to}]}) {
			outstandingBalance { amount currency } } }`, object{"id": created["id"], "to": other})
		require.Equal(t, []any{object{"outstandingBalance": other}}, changed["it"])
		cleared := c.Patch(t, "/rest/cases/"+created["id"].(string), object{"outstandingBalance": nil, "federallyRelated": nil})
		require.Equal(t, []any{nil, nil}, values(cleared, "outstandingBalance", "federallyRelated"))
	})

	draft := s.DraftRiskProfile(t, s.Harbor)
	refusals := map[string]struct {
		body object
		want []string
	}{
		"both":               {object{"program": program, "riskProfile": profile}, []string{" program_xor_risk_profile"}},
		"neither":            {object{}, []string{" program_xor_risk_profile"}},
		"unknown program":    {object{"program": unknownID}, []string{"/program unknown_reference"}},
		"malformed id":       {object{"program": "no-id"}, []string{"/program unknown_reference"}},
		"foreign program":    {object{"program": s.Program(t, s.Prairie)}, []string{"/program unknown_reference"}},
		"other mode":         {object{"program": s.Program(t, s.HarborTest)}, []string{"/program unknown_reference"}},
		"draft risk profile": {object{"riskProfile": draft}, []string{"/riskProfile invalid_value"}},
		"status":             {object{"program": program, "status": "approved"}, []string{"/status invalid_value"}},
		"on hold":            {object{"program": program, "status": "onHold"}, []string{"/status invalid_value"}},
		"contacts": {object{"program": program, "insuranceContacts": []any{user, unknownID, s.User(t, s.Prairie, "admin"), user}},
			[]string{"/insuranceContacts/1 insurance_contact_invalid", "/insuranceContacts/2 insurance_contact_invalid",
				"/insuranceContacts/3 duplicate"}},
		"many at once": {object{"insureds": []any{unknownID}, "mortgageeClauses": []any{"x"}, "insuranceContactsCC": []any{unknownID},
			"loanAmount":         object{"amount": "1.001", "currency": "USD"},
			"outstandingBalance": object{"amount": "-1", "currency": "USD"}},
			[]string{" program_xor_risk_profile", "/insuranceContactsCC/0 insurance_contact_invalid", "/insureds/0 unknown_reference",
				"/mortgageeClauses/0 unknown_mortgagee_clause", "/loanAmount/amount invalid_value",
				"/outstandingBalance/amount invalid_value"}},
		"too long": {object{"program": program, "loanNumber": strings.Repeat("x", 256)}, []string{"/loanNumber too_long"}},
		"shape": {object{"program": 7, "nickname": "x", "id": unknownID, "status": "open", "federallyRelated": "yes"},
			[]string{"/federallyRelated invalid_value", "/id immutable", "/nickname unknown_member", "/program invalid_value",
				"/status invalid_value"}},
		"meaning beside unknown": {object{"program": unknownID, "nickname": "x", "id": unknownID, "status": "approved"},
			[]string{"/id immutable", "/nickname unknown_member", "/status invalid_value", "/program unknown_reference"}},
	}
	for name, tt := range refusals {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.Do(t, http.MethodPost, "/rest/cases", tt.body).Violations(t, tt.want...)
		})
	}
}

// TestCaseRefusedWritesNothing also proves that a change and its audit event are stored together or not at all.
func TestCaseRefusedWritesNothing(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	first := c.Post(t, "/rest/cases", object{"program": s.Program(t, s.Harbor)}, http.StatusCreated)
	c.Do(t, http.MethodPost, "/rest/cases", object{"program": unknownID}).Problem(t, http.StatusUnprocessableEntity, "unknown_reference")
	c.Do(t, http.MethodPatch, "/rest/cases", object{"cases": []any{
		object{"id": first["id"], "loanNumber": "changed"}, object{"id": unknownID},
	}}).Problem(t, http.StatusNotFound, "not_found")

	require.Equal(t, []any{first}, c.Get(t, "/rest/cases")["data"])
	events := c.Query(t, `{ auditEvents { nodes { action actorName subjectId changes } pageInfo { total } } }`, nil)["auditEvents"].(object)
	require.EqualValues(t, 1, events["pageInfo"].(object)["total"])
	event := events["nodes"].([]any)[0].(object)
	require.Equal(t, "case.created", event["action"])
	require.Equal(t, first["id"], event["subjectId"])
	require.Equal(t, "Harbor", event["actorName"])
}

func TestCasePatch(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	program := s.Program(t, s.Harbor)
	create := func(t *testing.T, body object) string {
		body["program"] = program
		return "/rest/cases/" + c.Post(t, "/rest/cases", body, http.StatusCreated)["id"].(string)
	}

	t.Run("absent_null_and_merge", func(t *testing.T) {
		t.Parallel()
		path := create(t, object{"loanNumber": "LN-2", "metadata": object{"a": 1, "b": object{"c": 2}}})
		patched := c.Patch(t, path, object{"loanNumber": nil, "metadata": object{"a": nil, "d": []any{true}}})
		require.Nil(t, patched["loanNumber"])
		require.Equal(t, "Case "+patched["id"].(string)[:8], patched["displayName"])
		require.Equal(t, object{"b": object{"c": 2.0}, "d": []any{true}}, patched["metadata"])
		require.Equal(t, patched, c.Get(t, path))
	})
	t.Run("metadata_of_any_number", func(t *testing.T) {
		t.Parallel()
		path := create(t, object{})
		for _, n := range []string{"1e100", "-5e-324", "1.7976931348623157e308", "0.1e-5", "0"} {
			c.Do(t, http.MethodPatch, path, `{"metadata":{"n":`+n+`}}`).Object(t, http.StatusOK)
			shown := c.Do(t, http.MethodGet, path, nil)
			metadata := gjson.GetBytes(shown.Body, "metadata").Raw
			again := c.Do(t, http.MethodPatch, path, `{"metadata":`+metadata+`}`)
			require.Equal(t, string(shown.Body), string(again.Body), n)
			require.Len(t, c.Get(t, "/rest/cases?id="+path[len("/rest/cases/"):]+"&metadata[n]="+n)["data"], 1, n)
		}
		for _, n := range []string{"1e400", "0e-99999", "0e99999999"} {
			c.Do(t, http.MethodPatch, path, `{"metadata":{"n":`+n+`}}`).Violations(t, "/metadata invalid_value")
			require.Empty(t, c.Get(t, "/rest/cases?metadata[n]="+n)["data"])
		}
	})
	t.Run("metadata_at_every_depth", func(t *testing.T) {
		t.Parallel()
		path := create(t, object{"metadata": object{"a": object{"b": 1, "c": 2, "none": nil}, "list": []any{1, nil}}})
		created := c.Get(t, path)
		require.Equal(t, object{"a": object{"b": 1.0, "c": 2.0}, "list": []any{1.0, nil}}, created["metadata"])
		require.Equal(t, created, c.Patch(t, path, object{"metadata": created["metadata"]}))
		require.Equal(t, object{"c": 2.0}, c.Patch(t, path, object{"metadata": object{"a": object{"b": nil}}})["metadata"].(object)["a"])
		const change = `mutation($id: ID!) { it: updateCase(id: $id, input: {metadata: {a: {d: {e: null, f: 3}}}}) { metadata } }`
		changed := c.Query(t, change, object{"id": created["id"]})["it"].(object)["metadata"]
		require.Equal(t, object{"c": 2.0, "d": object{"f": 3.0}}, changed.(object)["a"])
		const half = scalar.MetadataSize / 2
		c.Patch(t, path, object{"metadata": object{"a": object{"half": strings.Repeat("x", half)}}})
		c.Do(t, http.MethodPatch, path, object{"metadata": object{"a": object{"other": strings.Repeat("x", half)}}}).
			Violations(t, "/metadata too_long")
	})
	t.Run("nothing_changed", func(t *testing.T) {
		t.Parallel()
		path := create(t, object{"loanNumber": "LN-3", "metadata": object{"bb": 1, "a": 2}})
		before := c.Get(t, path)
		require.Equal(t, before, c.Patch(t, path, object{"loanNumber": "LN-3", "metadata": object{"a": 2}, "status": "DRAFT"}))
		require.Equal(t, before, c.Patch(t, path, object{}))
	})
	t.Run("models_do_not_mix", func(t *testing.T) {
		t.Parallel()
		path := create(t, object{})
		c.Do(t, http.MethodPatch, path, object{"riskProfile": s.RiskProfile(t, s.Harbor)}).Violations(t, "/riskProfile case_type_mismatch")
		c.Do(t, http.MethodPatch, path, object{"program": nil}).Violations(t, "/program required")
		other := s.Program(t, s.Harbor)
		require.Equal(t, other.String(), c.Patch(t, path, object{"program": other})["program"])
	})
	t.Run("unknown_case", func(t *testing.T) {
		t.Parallel()
		for _, id := range []string{unknownID, "nonsense", s.Case(t, s.Prairie).String(), s.Case(t, s.HarborTest).String()} {
			c.Do(t, http.MethodPatch, "/rest/cases/"+id, object{"loanNumber": "x"}).Problem(t, http.StatusNotFound, "not_found")
			c.Do(t, http.MethodGet, "/rest/cases/"+id, nil).Problem(t, http.StatusNotFound, "not_found")
		}
	})
	t.Run("contacts", func(t *testing.T) {
		t.Parallel()
		path := create(t, object{})
		c.Do(t, http.MethodPatch, path, object{"insuranceContacts": []any{s.Broker(t, s.Prairie)}}).
			Violations(t, "/insuranceContacts/0 insurance_contact_invalid")
	})
}

func TestCaseStatus(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	statuses := []string{"DRAFT", "OPEN", "ONBOARDING", "approved"}
	legal := map[string]bool{
		"DRAFT OPEN": true, "DRAFT ONBOARDING": true, "OPEN ONBOARDING": true, "ONBOARDING OPEN": true,
		"OPEN approved": true, "ONBOARDING approved": true, "approved OPEN": true,
	}
	insert := func(t *testing.T, status string) string {
		return "/rest/cases/" + s.Insert(t, s.Harbor, "cases", map[string]any{
			"display_name": "A case", "status": status, "management_type": "serviceManaged", "program_id": s.Program(t, s.Harbor),
		}).String()
	}
	for _, from := range statuses {
		for _, to := range statuses {
			t.Run(from+"_to_"+to, func(t *testing.T) {
				t.Parallel()
				answer := c.Do(t, http.MethodPatch, insert(t, from), object{"status": to})
				if from == to || legal[from+" "+to] {
					require.Equal(t, to, answer.Object(t, http.StatusOK)["status"])
				} else {
					answer.Problem(t, http.StatusConflict, "invalid_transition")
				}
			})
		}
		t.Run(from+"_on_hold_and_back", func(t *testing.T) {
			t.Parallel()
			path := insert(t, from)
			c.Do(t, http.MethodPost, path+"/release-hold", nil).Problem(t, http.StatusConflict, "case_not_on_hold")
			c.Do(t, http.MethodPatch, path, object{"status": "onHold"}).Violations(t, "/status invalid_value")
			held := c.Post(t, path+"/on-hold", nil, http.StatusOK)
			require.Equal(t, "onHold", held["status"])
			require.Equal(t, from, held["statusBeforeHold"])
			require.NotNil(t, held["onHoldAt"])
			require.Equal(t, held, c.Post(t, path+"/on-hold", object{}, http.StatusOK), "repeated: the memory is kept")
			c.Do(t, http.MethodPatch, path, object{"status": "OPEN"}).Problem(t, http.StatusConflict, "case_on_hold")
			require.Equal(t, "editable", c.Patch(t, path, object{"displayName": "editable"})["displayName"])
			released := c.Post(t, path+"/release-hold", nil, http.StatusOK)
			require.Equal(t, from, released["status"])
			require.Nil(t, released["statusBeforeHold"])
			require.Nil(t, released["onHoldAt"])
		})
	}
}

func TestCaseManagementType(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	id := s.Case(t, s.Harbor)
	states := map[string]uuid.UUID{}
	for _, state := range []string{"open", "inProgress", "paused", "completed", "cancelled"} {
		states[state] = s.Insert(t, s.Harbor, "tasks", map[string]any{"case_id": id, "type": "collectEvidence", "state": state})
	}
	other := s.Insert(t, s.Harbor, "tasks", map[string]any{"case_id": s.Case(t, s.Harbor), "type": "collectEvidence", "state": "open"})
	stateOf := func(task uuid.UUID) (state string) {
		require.NoError(t, s.Store.Pool().Pgx().QueryRow(t.Context(), "SELECT state || ' ' || coalesce(reason, '') FROM tasks WHERE id = $1",
			task).Scan(&state))
		return strings.TrimSpace(state)
	}
	c.Patch(t, "/rest/cases/"+id.String(), object{"managementType": "serviceManaged"})
	require.Equal(t, "open", stateOf(states["open"]), "the same value cancels nothing")

	c.Patch(t, "/rest/cases/"+id.String(), object{"managementType": "selfManaged"})
	for _, state := range []string{"open", "inProgress", "paused"} {
		require.Equal(t, "cancelled managementTypeChanged", stateOf(states[state]))
	}
	require.Equal(t, "completed", stateOf(states["completed"]))
	require.Equal(t, "open", stateOf(other))
}

func TestCasesPatch(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	a, b := s.Case(t, s.Harbor).String(), s.Case(t, s.Harbor).String()

	changed := c.Do(t, http.MethodPatch, "/rest/cases", object{"cases": []any{
		object{"id": b, "loanNumber": "B", "metadata": object{"bb": 1, "a": 2}}, object{"id": a, "status": "approved"},
	}}).List(t)
	require.Len(t, changed, 2)
	require.Equal(t, b, changed[0]["id"], "the order is kept")
	require.Equal(t, "approved", changed[1]["status"])
	require.Equal(t, changed[0], c.Get(t, "/rest/cases/"+b))
	require.Equal(t, changed[1], c.Get(t, "/rest/cases/"+a))

	many := make([]any, 101)
	for i := range many {
		many[i] = object{"id": unknownID[:33] + fmt.Sprintf("%03d", i)}
	}
	for name, tt := range map[string]struct {
		items []any
		want  []string
	}{
		"empty":     {[]any{}, []string{"/cases required"}},
		"too_many":  {many, []string{"/cases too_long"}},
		"twice":     {[]any{object{"id": a}, object{"id": b}, object{"id": a}}, []string{"/cases/2/id duplicate"}},
		"no_id":     {[]any{object{"loanNumber": "x"}}, []string{"/cases/0/id required"}},
		"immutable": {[]any{object{"id": a, "createdAt": "x"}}, []string{"/cases/0/createdAt immutable"}},
		"unknown": {[]any{object{"id": a, "colour": 1, "status": "onHold"}},
			[]string{"/cases/0/colour unknown_member", "/cases/0/status invalid_value"}},
		"each_item": {[]any{object{"id": a, "program": unknownID}, object{"id": b, "insureds": []any{unknownID}}},
			[]string{"/cases/0/program unknown_reference", "/cases/1/insureds/0 unknown_reference"}},
	} {
		t.Run(name, func(t *testing.T) {
			c.Do(t, http.MethodPatch, "/rest/cases", object{"cases": tt.items}).Violations(t, tt.want...)
		})
	}
	c.Do(t, http.MethodPatch, "/rest/cases", object{"cases": []any{object{"id": a, "status": "OPEN"}, object{"id": s.Case(t, s.Prairie)}}}).
		Problem(t, http.StatusNotFound, "not_found")
	require.Equal(t, "approved", c.Get(t, "/rest/cases/"+a)["status"], "all or none")
}
