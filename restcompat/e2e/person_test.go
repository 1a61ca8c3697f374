package e2e

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph"
	graphjobs "github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

const suspend = `mutation($id: ID!) { suspendPerson(id: $id) { state } }`

// TestPeopleAct has a waiver asked for by one person and approved by another, as the trail, the feed and the waiver say.
func TestPeopleAct(t *testing.T) {
	t.Parallel()
	b := newWaiverBench(t)
	analyst, approver := b.Person(t, b.Harbor, model.RoleAnalyst), b.Person(t, b.Harbor, model.RoleApprover)
	asks, decides := b.AsPerson(analyst, b.Harbor), b.AsPerson(approver, b.Harbor)
	const create = `mutation($case: ID!) {
		createWaiver(input: {caseId: $case, coverageType: "flood", codes: [no_policy], reason: "Hill"}) { id requestedBy } }`
	const approve = `mutation($id: ID!) { approveWaiver(id: $id) { state decidedBy } }`
	waiver := asks.Query(t, create, object{"case": b.caseID})["createWaiver"].(object)
	require.Equal(t, analyst.ID.String(), waiver["requestedBy"])
	asks.Refused(t, approve, object{"id": waiver["id"]}, "forbidden")
	own := decides.Query(t, create, object{"case": b.caseID})["createWaiver"].(object)
	decides.Refused(t, approve, object{"id": own["id"]}, "same_person")
	require.Equal(
		t,
		object{"state": "approved", "decidedBy": approver.ID.String()},
		decides.Query(t, approve, object{"id": waiver["id"]})["approveWaiver"],
	)

	trail := b.c.Query(
		t,
		`query($id: ID!) { auditEvents(filter: {subject: [$id]}) { nodes { actorKind actorId } } }`,
		object{"id": waiver["id"]},
	)
	require.Equal(t, []any{
		object{"actorKind": "person", "actorId": analyst.ID.String()}, object{"actorKind": "person", "actorId": approver.ID.String()},
	}, trail["auditEvents"].(object)["nodes"])
	b.PlaceEvents(t)
	feed := b.c.Query(
		t,
		`query($id: ID!) { events(filter: {subject: [$id]}) { nodes { actor { kind name } } } }`,
		object{"id": waiver["id"]},
	)
	require.Equal(t, object{"actor": object{"kind": "person", "name": analyst.Name}}, feed["events"].(object)["nodes"].([]any)[0])
}

// TestSuspendedPeople are refused within 5 s, their streams end, and their open tasks are nobody's, as the trail says.
func TestSuspendedPeople(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	bob, admin := s.Person(t, s.Harbor, model.RoleAnalyst), s.AsPerson(s.Person(t, s.Harbor, model.RoleAdmin), s.Harbor)
	user, c := s.User(t, s.Harbor, "analyst"), s.Case(t, s.Harbor)
	admin.Query(
		t,
		`mutation($user: ID!, $person: ID) { linkUser(id: $user, person: $person) { id } }`,
		object{"user": user, "person": bob.ID},
	)
	row := func(state string) uuid.UUID {
		return s.Insert(t, s.Harbor, "tasks", storagetest.Row{"case_id": c, "type": "collectEvidence", "state": state, "assignee_id": user})
	}
	open, done := row("open"), row("completed")
	works := s.AsPerson(bob, s.Harbor)
	works.Query(t, `{ cases { totalCount } }`, nil) // he is in the cache of the node
	caller, err := s.Engine.AuthenticateSession(t.Context(), bob.ID, s.Harbor.Portfolio.ID().String())
	require.NoError(t, err)
	stream, leave, err := s.Engine.OpenStream(t.Context(), caller)
	require.NoError(t, err)
	defer leave()

	suspended := time.Now()
	require.Equal(t, "suspended", admin.Query(t, suspend, object{"id": bob.ID})["suspendPerson"].(object)["state"])
	select {
	case <-stream.Done():
	case <-time.After(5 * time.Second):
		require.Fail(t, "the stream goes on")
	}
	require.Eventually(
		t,
		func() bool { return graphQL(t, works, `{ viewer { id } }`).Status == http.StatusUnauthorized },
		5*time.Second,
		50*time.Millisecond,
	)
	require.Less(t, time.Since(suspended), 5*time.Second)

	require.NoError(t, graph.ReleaseTasks(t.Context(), s.Store, storage.Clock(time.Now)()))
	assignee := func(id uuid.UUID) any { return s.As(s.Harbor.Token).Get(t, "/rest/tasks/"+id.String())["assignee"] }
	require.Equal(t, []any{nil, user.String()}, []any{assignee(open), assignee(done)})
	trail := s.As(s.Harbor.Token).
		Query(t, `query($id: ID!) { auditEvents(filter: {subject: [$id]}) { nodes { actorKind action changes } } }`, object{"id": open})
	require.Equal(t, []any{object{
		"actorKind": "system", "action": "task.updated", "changes": object{"assigneeId": object{"from": user.String(), "to": nil}},
	}}, trail["auditEvents"].(object)["nodes"])
	var jobs int
	require.NoError(
		t,
		s.Store.Pool().
			Pgx().
			QueryRow(t.Context(), "SELECT count(*) FROM river_job WHERE args->>'name' = $1", graphjobs.ReleaseTasksDuty).
			Scan(&jobs),
	)
	require.Equal(t, 1, jobs, "a job does it at once")

	admin.Query(t, strings.Replace(suspend, "suspend", "reactivate", 1), object{"id": bob.ID})
	require.Eventually(
		t,
		func() bool { return graphQL(t, works, `{ viewer { id } }`).Status == http.StatusOK },
		5*time.Second,
		50*time.Millisecond,
	)
	events := s.As(s.Operator).Query(t, `{ administrationEvents { nodes { actorKind action } } }`, nil)
	require.Contains(t, events["administrationEvents"].(object)["nodes"], object{"actorKind": "person", "action": "person.updated"})
}

// TestAdminOfLender administers its own lender's people, organizations and tokens; those of others are as if there were none.
func TestAdminOfLender(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	person := s.Person(t, s.Harbor, model.RoleAdmin)
	stranger, staff := s.Person(t, s.Prairie, model.RoleViewer), s.Person(t, nil, model.RoleOperator)
	foreign := s.As(s.Operator).Query(t, `{ tokens { id organizationId } }`, nil)["tokens"].([]any)
	for who, c := range map[string]*resttest.Client{
		"person": s.AsPerson(person, s.Harbor), "service account": s.As(s.Account(t, s.Harbor, model.RoleAdmin)),
	} {
		ask := func(document string, variables object) string {
			return string(c.Do(t, http.MethodPost, "/graphql", object{"query": document, "variables": variables}).Body)
		}
		seen := ask(`{ people { nodes { id lenderId } totalCount } organizations { id lenderId } tokens { id organizationId } }`, nil)
		require.Contains(t, seen, person.ID.String(), who)
		require.Contains(t, seen, s.Harbor.Organization.ID.String(), who)
		for _, id := range []uuid.UUID{stranger.ID, staff.ID, s.Prairie.Organization.ID, s.Prairie.Organization.LenderID} {
			require.NotContains(t, seen, id.String(), who)
		}
		for document, others := range map[string][]any{
			`query($id: ID!) { person(id: $id) { id } }`:                          {stranger.ID, staff.ID},
			`query($id: ID!) { people(lender: $id) { nodes { id } totalCount } }`: {s.Prairie.Organization.LenderID},
			suspend: {stranger.ID, staff.ID},
			`mutation($id: ID!) { reactivatePerson(id: $id) { id } }`:                                        {stranger.ID, staff.ID},
			`mutation($id: ID!) { createToken(input: {name: "x", mode: live, organization: $id}) { text } }`: {s.Prairie.Organization.ID},
			`mutation($id: ID!) { revokeToken(id: $id) { id } }`:                                             idsOfOthers(foreign, s.Prairie),
			`mutation($id: ID!) { expireToken(id: $id, at: "2099-01-01T00:00:00Z") { id } }`:                 idsOfOthers(foreign, s.Prairie),
		} {
			unknown := ask(document, object{"id": uuid.NewString()})
			for _, id := range others {
				require.Equal(t, unknown, ask(document, object{"id": id}), "%s: %s", who, document)
			}
		}
		const create = `mutation($of: ID!) {
			createToken(input: {name: "x", mode: live, organization: $of, accountRole: viewer}) { text token { id accountRole } } }`
		made := c.Query(t, create, object{"of": s.Harbor.Organization.ID})["createToken"].(object)
		require.Equal(t, "viewer", made["token"].(object)["accountRole"])
		reader := s.As(made["text"].(string))
		reader.Get(t, "/rest/cases")
		reader.Do(t, http.MethodPost, "/rest/cases", object{}).Problem(t, http.StatusForbidden, "forbidden")
		c.Query(t, `mutation($id: ID!) { revokeToken(id: $id) { id } }`, object{"id": made["token"].(object)["id"]})
		c.Refused(t, `mutation { createToken(input: {name: "x", role: OPERATOR}) { text } }`, nil, "forbidden")
		require.NotEmpty(
			t,
			graphQLCodes(t, graphQL(t, c, `mutation { createToken(input: {name: "x", accountRole: operator}) { text } }`)),
			"no account of staff",
		)
	}
	for _, portfolio := range []string{s.Prairie.Portfolio.ID().String(), uuid.NewString(), "x", uuid.Nil.String()} {
		answer := graphQL(t, s.AsPerson(person, nil).With("X-Portfolio", portfolio), `{ viewer { id } }`)
		require.Equal(t, http.StatusNotFound, answer.Status, portfolio)
		require.Equal(t, []fault.Code{fault.CodeNotFound}, graphQLCodes(t, answer))
	}
	s.AsPerson(person, nil).Refused(t, `{ cases { totalCount } }`, nil, "required", "X-Portfolio required")
}

// idsOfOthers are the ids of the tokens of a tenant and of staff.
func idsOfOthers(tokens []any, of *storagetest.Tenant) (ids []any) {
	for _, token := range tokens {
		if by := token.(object)["organizationId"]; by == nil || by == of.Organization.ID.String() {
			ids = append(ids, token.(object)["id"])
		}
	}
	return ids
}

// TestPeopleShareANode as their lender, and not with others' people.
func TestPeopleShareANode(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	tenant := func(p *model.Person) uuid.UUID {
		caller, err := s.Engine.AuthenticateSession(t.Context(), p.ID, "")
		require.NoError(t, err)
		return caller.Tenant()
	}
	require.Equal(t, s.Harbor.Organization.LenderID, tenant(s.Person(t, s.Harbor, model.RoleViewer)))
	require.Equal(t, s.Prairie.Organization.LenderID, tenant(s.Person(t, s.Prairie, model.RoleViewer)))
	require.Equal(t, uuid.Nil, tenant(s.Person(t, nil, model.RoleSupport)))
	_, err := s.Engine.AuthenticateSession(t.Context(), uuid.New(), "")
	require.Equal(t, fault.CodeUnauthorized, fault.CodeOf(err))
}

// TestPeopleAndTheirTasks are found by a part of the name or the address, with the user of the portfolio and the open tasks of any.
func TestPeopleAndTheirTasks(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	bob, other := s.Person(t, s.Harbor, model.RoleAnalyst), s.Person(t, s.Harbor, model.RoleAnalyst)
	_, err := s.Store.Pool().Pgx().Exec(t.Context(), "UPDATE persons SET email = 'Bob_1@example.com' WHERE id = $1", bob.ID)
	require.NoError(t, err)
	c := s.AsPerson(s.Person(t, s.Harbor, model.RoleAdmin), s.Harbor)
	for _, tenant := range []*storagetest.Tenant{s.Harbor, s.HarborTest} {
		user := s.User(t, tenant, "analyst")
		s.AsPerson(s.Person(t, s.Harbor, model.RoleAdmin), tenant).
			Query(t, `mutation($user: ID!, $person: ID) { linkUser(id: $user, person: $person) { id } }`,
				object{"user": user, "person": bob.ID})
		for _, state := range []string{"open", "paused", "completed"} {
			s.Insert(t, tenant, "tasks", storagetest.Row{
				"case_id": s.Case(t, tenant), "type": "collectEvidence", "state": state, "assignee_id": user,
			})
		}
	}
	const find = `query($q: String) { people(q: $q) { nodes { id openTasks user { personId } } totalCount } }`
	want := object{"id": bob.ID.String(), "openTasks": 4.0, "user": object{"personId": bob.ID.String()}}
	found := c.Query(t, find, object{"q": "OB_1@"})["people"]
	require.Equal(t, object{"nodes": []any{want}, "totalCount": 1.0}, found)
	require.Empty(t, c.Query(t, find, object{"q": "%"})["people"].(object)["nodes"])
	one := c.Query(t, `query($id: ID!) { person(id: $id) { id openTasks user { personId } } }`, object{"id": other.ID})
	require.Equal(t, object{"id": other.ID.String(), "openTasks": 0.0, "user": nil}, one["person"])
	nowhere := s.AsPerson(s.Person(t, s.Harbor, model.RoleAdmin), nil)
	one = nowhere.Query(t, `query($id: ID!) { person(id: $id) { openTasks user { id } } }`, object{"id": bob.ID})
	require.Equal(t, object{"openTasks": 4.0, "user": nil}, one["person"])
}

// TestTokensExpire: a token ends when its lender's administrator says, within 5 s, and not again after that.
func TestTokensExpire(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	admin := s.AsPerson(s.Person(t, s.Harbor, model.RoleAdmin), s.Harbor)
	const renew = `mutation($of: ID!, $old: ID!, $at: Time!) {
		createToken(input: {name: "Import", mode: live, organization: $of}) { text token { id } }
		expireToken(id: $old, at: $at) { expiresAt } }`
	const create = `mutation($of: ID!) { createToken(input: {name: "Import", mode: live, organization: $of}) { text token { id } } }`
	made := admin.Query(t, create, object{"of": s.Harbor.Organization.ID})["createToken"].(object)
	old := s.As(made["text"].(string))
	old.Get(t, "/rest/cases")
	input := object{"of": s.Harbor.Organization.ID, "old": made["token"].(object)["id"], "at": time.Now().Add(-time.Minute)}
	before := s.Contents(t)
	admin.Refused(t, renew, input, "invalid_value", "/at invalid_value")
	require.Equal(t, before, s.Contents(t), "both or none")
	at := time.Now().Add(time.Second).UTC().Truncate(time.Millisecond)
	input["at"] = at
	renewed := admin.Query(t, renew, input)
	expires, err := time.Parse(time.RFC3339, renewed["expireToken"].(object)["expiresAt"].(string))
	require.NoError(t, err)
	require.Equal(t, at, expires.UTC())
	require.Eventually(t, func() bool {
		return old.Do(t, http.MethodGet, "/rest/cases", nil).Status == http.StatusUnauthorized
	}, 6*time.Second, 50*time.Millisecond)
	s.As(renewed["createToken"].(object)["text"].(string)).Get(t, "/rest/cases")
	input["at"] = time.Now().Add(time.Hour)
	admin.Refused(t, renew, input, "invalid_transition")
	events := s.As(s.Operator).Query(t, `{ administrationEvents { nodes { actorKind action } } }`, nil)
	require.Contains(t, events["administrationEvents"].(object)["nodes"], object{"actorKind": "person", "action": "token.updated"})
}

// TestQuotasAreSeen by the administrator of the portfolio's lender: what it may have, and what it has.
func TestQuotasAreSeen(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	require.NoError(t, s.Store.SetQuotas(t.Context(), s.Harbor.Portfolio.ID(), model.QuotaOverrides{
		Claimed: new(int64(5 << 40)), Records: new(int64(0)), CaseAssets: new(int64(7)),
	}))
	quotas := func(tenant *storagetest.Tenant) map[string]object {
		byName := map[string]object{}
		c := s.AsPerson(s.Person(t, tenant, model.RoleAdmin), tenant)
		for _, quota := range c.Query(t, `{ quotas { name used most } }`, nil)["quotas"].([]any) {
			byName[quota.(object)["name"].(string)] = quota.(object)
		}
		return byName
	}
	before := quotas(s.Prairie)["records"]["used"].(float64)
	used := quotas(s.Harbor)["records"]["used"].(float64)
	s.Case(t, s.Harbor)
	own := quotas(s.Harbor)
	require.Equal(t, object{"name": "documentBytes", "used": 0.0, "most": float64(5 << 40)}, own["documentBytes"])
	require.Equal(t, object{"name": "caseAssets", "used": nil, "most": 7.0}, own["caseAssets"])
	require.Nil(t, own["records"]["most"], "0 is any amount")
	require.Greater(t, own["records"]["used"], used)
	require.Equal(t, before, quotas(s.Prairie)["records"]["used"], "what another portfolio has counts for nobody else")
}

// TestBuiltInLetters can be saved as a lender's own.
func TestBuiltInLetters(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	letters := c.Query(t, `{ builtInLetters { step subject body } }`, nil)["builtInLetters"].([]any)
	require.Len(t, letters, len(model.AllRenewalStep))
	for _, letter := range letters {
		c.Query(t, `mutation($input: CreateLetterTemplateInput!) { createLetterTemplate(input: $input) { id } }`, object{"input": letter})
	}
}

func TestRolesAreTold(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	told := s.As(s.Harbor.Token).Query(t, `{ roles { role permissions } }`, nil)["roles"].([]any)
	require.Len(t, told, len(model.Roles))
	require.Equal(t, object{"role": "viewer", "permissions": []any{"ANY", "READ"}}, told[0])
}
