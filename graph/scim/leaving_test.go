package scim_test

import (
	"bufio"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestLeaving suspends people the moment that their directory says so, with all that follows, and lets them come back.
func TestLeaving(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	l := s.Login(t, "harbor", s.Harbor)
	d := directoryOf(t, s, l)
	admin := s.AsPerson(s.Person(t, s.Harbor, model.RoleAdmin), s.Harbor)
	path := d.user("harbor-analyst", "somebody else's name", true)
	b := s.Browser(t)
	back := b.Begin(l.Address(model.RoleAnalyst), "")
	require.LessOrEqual(t, s.CountStatements(func() { b.Visit(back) }), 4, "a first sign-in")
	c := b.Page().With("X-Portfolio", s.Harbor.Portfolio.ID().String())
	who := c.Query(t, `{ viewer { id } }`, nil)["viewer"].(object)["id"]
	user := s.User(t, s.Harbor, "analyst")
	admin.Query(t, `mutation($user: ID!, $person: ID) { linkUser(id: $user, person: $person) { id } }`, object{"user": user, "person": who})
	of := s.Case(t, s.Harbor)
	task := s.Insert(t, s.Harbor, "tasks", storagetest.Row{"case_id": of, "type": "collectEvidence", "state": "open", "assignee_id": user})
	stream := c.Stream(t, of.String())
	state := func() []any {
		p := admin.Query(t, `query($id: ID!) { person(id: $id) { state suspendedByDirectory } }`, object{"id": who})["person"].(object)
		return []any{p["state"], p["suspendedByDirectory"]}
	}

	d.patch(path, `"op":"Replace","path":"displayName","value":"A. Nalyst"`, 200)
	require.Equal(t, []any{"active", false}, state())
	d.patch(path, `"op":"Replace","path":"active","value":"False"`, 200)
	begun := time.Now()
	for lines := bufio.NewScanner(stream.Body); lines.Scan(); {
	}
	require.Eventually(t, func() bool { return !b.IsSignedIn() }, 5*time.Second, 50*time.Millisecond)
	require.Less(t, time.Since(begun), 5*time.Second)
	require.Equal(t, []any{"suspended", true}, state())
	require.NoError(t, graph.ReleaseTasks(t.Context(), s.Store, storage.Clock(time.Now)()))
	require.Nil(t, s.As(s.Harbor.Token).Get(t, "/rest/tasks/"+task.String())["assignee"])
	events := s.As(s.Operator).Query(t,
		`{ administrationEvents(filter: {action: ["person.updated"]}) { nodes { actorKind actorName actorId subjectId changes } } }`, nil)
	require.Contains(t, events["administrationEvents"].(object)["nodes"], object{
		"actorKind": "system", "actorName": "directory of 127.0.0.1", "actorId": l.ID, "subjectId": who, "changes": object{
			"state": object{"from": "active", "to": "suspended"}, "suspendedByDirectory": object{"from": false, "to": true},
		},
	})
	refused := func(role model.Role, says string) {
		t.Helper()
		b := s.Browser(t)
		b.Visit(b.Begin(l.Address(role), ""))
		require.Contains(t, b.Refusal(), says)
		require.False(t, b.IsSignedIn())
	}
	refused(model.RoleAnalyst, "Your company's directory says that somebody else's name may not sign in here.")

	d.send("PUT", path, object{"userName": "ann@harbor.example.com", "externalId": "harbor-analyst", "active": true}, 200)
	require.Equal(t, []any{"active", false}, state())
	require.False(t, b.IsSignedIn(), "the session has ended for good")
	l.SignIn(t, model.RoleAnalyst)

	t.Run("who is suspended by hand stays so", func(t *testing.T) {
		byHand := func(mutation string) {
			admin.Query(t, `mutation($id: ID!) { `+mutation+`(id: $id) { id } }`, object{"id": who})
		}
		byHand("suspendPerson")
		for _, active := range []string{"false", "true", "true"} {
			d.patch(path, `"op":"replace","value":{"active":`+active+`}`, 200)
			require.Equal(t, []any{"suspended", false}, state())
		}
		refused(model.RoleAnalyst, "is suspended here")
		byHand("reactivatePerson")
		d.patch(path, `"op":"replace","value":{"active":false}`, 200)
		byHand("suspendPerson")
		d.patch(path, `"op":"replace","value":{"active":true}`, 200)
		require.Equal(t, []any{"suspended", false}, state(), "by both")
		byHand("reactivatePerson")
	})
	t.Run("removed, and there again", func(t *testing.T) {
		d.send("DELETE", path, nil, 204)
		require.Equal(t, []any{"suspended", true}, state())
		refused(model.RoleAnalyst, "may not sign in here")
		path = d.user("harbor-analyst", "ann@harbor.example.com", true)
		require.Equal(t, []any{"active", false}, state())
		l.SignIn(t, model.RoleAnalyst)
	})
	t.Run("before they ever came", func(t *testing.T) {
		viewer := d.user("harbor-viewer", "viewer", false)
		refused(model.RoleViewer, "says that viewer may not sign in here")
		d.user("another id", l.Address(model.RoleApprover), false)
		refused(model.RoleApprover, "may not sign in here")
		people := admin.Query(t, `{ people { nodes { name } } }`, nil)["people"].(object)["nodes"]
		require.NotContains(t, people, object{"name": "A viewer"})
		require.NotContains(t, people, object{"name": "A approver"})
		d.send("DELETE", viewer, nil, 204)
		refused(model.RoleViewer, "says that viewer may not sign in here")
		d.user("harbor-viewer", "viewer", true)
		l.SignIn(t, model.RoleViewer)
	})
	t.Run("known by the user name at the first sign-in", func(t *testing.T) {
		other := d.user("object id of Entra", strings.ToUpper(l.Address(model.RoleAdmin)), true)
		page := l.SignIn(t, model.RoleAdmin)
		d.patch(other, `"op":"Replace","path":"userName","value":"renamed@harbor.example.com"`, 200)
		d.patch(other, `"op":"Replace","path":"active","value":"False"`, 200)
		require.Eventually(t, func() bool {
			a := page.Do(t, http.MethodPost, "/graphql", object{"query": "{ viewer { id } }"})
			return a.Status == http.StatusUnauthorized && strings.Contains(string(a.Body), "your account is suspended")
		}, 5*time.Second, 50*time.Millisecond)
	})
	t.Run("a PUT that does not say the id keeps it", func(t *testing.T) {
		okta := s.Login(t, "okta", s.Harbor)
		d := directoryOf(t, s, okta)
		path := d.user("okta-analyst", "alias", true)
		require.Equal(t, "okta-analyst", d.send("PUT", path, object{"userName": "alias", "active": false}, 200)["externalId"])
		b := s.Browser(t)
		b.Visit(b.Begin(okta.Address(model.RoleAnalyst), ""))
		require.Contains(t, b.Refusal(), "says that alias may not sign in here.")
	})
	t.Run("who came before, and is known by the address alone, is signed out", func(t *testing.T) {
		entra := s.Login(t, "before", s.Harbor)
		entra.Claims = func(claims map[string]any) { claims["oid"] = "the object id of " + claims["sub"].(string) }
		leaver, other := entra.SignIn(t, model.RoleAnalyst), entra.SignIn(t, model.RoleViewer)
		d := directoryOf(t, s, entra)
		path := d.user("the object id of before-analyst", strings.ToUpper(entra.Address(model.RoleAnalyst)), true)
		leaver.Query(t, `{ viewer { id } }`, nil)
		d.patch(path, `"op":"Replace","path":"active","value":"False"`, 200)
		require.Eventually(t, func() bool {
			return leaver.Do(t, http.MethodPost, "/graphql", object{"query": "{ viewer { id } }"}).Status == http.StatusUnauthorized
		}, 5*time.Second, 50*time.Millisecond)
		other.Query(t, `{ viewer { id } }`, nil)
		b := s.Browser(t)
		b.Visit(b.Begin(entra.Address(model.RoleAnalyst), ""))
		require.Contains(t, b.Refusal(), "may not sign in here")
	})
	t.Run("who is there again by another id comes back", func(t *testing.T) {
		entra := s.Login(t, "entra", s.Harbor)
		entra.Claims = func(claims map[string]any) { claims["oid"] = "an object id" }
		d := directoryOf(t, s, entra)
		d.send("DELETE", d.user("nickname", entra.Address(model.RoleViewer), true), nil, 204)
		b := s.Browser(t)
		b.Visit(b.Begin(entra.Address(model.RoleViewer), ""))
		require.Contains(t, b.Refusal(), "may not sign in here")

		path := d.user("nickname", entra.Address(model.RoleViewer), true)
		entra.SignIn(t, model.RoleViewer)
		d.send("DELETE", path, nil, 204)
		d.user("an object id", "renamed@harbor.example.com", true)
		require.NotEmpty(t, entra.SignIn(t, model.RoleViewer).Query(t, `{ viewer { id } }`, nil)["viewer"].(object)["id"])
	})
	t.Run("who is known by an id that comes later", func(t *testing.T) {
		later := s.Login(t, "later", s.Harbor)
		page := later.SignIn(t, model.RoleAnalyst)
		d := directoryOf(t, s, later)
		path := d.user("employee 7", "x", true)
		d.patch(path, `"op":"replace","path":"externalId","value":"later-analyst"`, 200)
		page.Query(t, `{ viewer { id } }`, nil)
		d.patch(path, `"op":"replace","value":{"active":false}`, 200)
		require.Eventually(t, func() bool {
			return page.Do(t, http.MethodPost, "/graphql", object{"query": "{ viewer { id } }"}).Status == http.StatusUnauthorized
		}, 5*time.Second, 50*time.Millisecond)
	})
	t.Run("who came before the directory told of them", func(t *testing.T) {
		after := s.Login(t, "after", s.Harbor)
		page := after.SignIn(t, model.RoleAnalyst)
		path := directoryOf(t, s, after).user("after-analyst", "x", false)
		require.NotEmpty(t, path)
		require.Eventually(t, func() bool {
			a := page.Do(t, http.MethodPost, "/graphql", object{"query": "{ viewer { id } }"})
			return a.Status == http.StatusUnauthorized && strings.Contains(string(a.Body), "your account is suspended")
		}, 5*time.Second, 50*time.Millisecond)
	})
}

// TestRolesOfGroups takes a role away with the last group that gave it.
func TestRolesOfGroups(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	l := s.Login(t, "harbor", s.Harbor)
	d := directoryOf(t, s, l)
	ann := d.user("harbor-analyst", "ann", true)
	l.Claims = func(claims map[string]any) { claims["roles"] = []string{"viewer", "analyst", "approver"} }
	l.SignIn(t, model.RoleAnalyst)
	viewers, approvers, others := d.group("viewer", ann), d.group("approver", ann), d.group("Others", ann)
	more := "/Groups/" + d.send("POST", "/Groups", object{"displayName": "Deciding", "externalId": "approver",
		"members": []object{{"value": strings.TrimPrefix(ann, "/Users/")}}}, 201)["id"].(string)
	roles := func() []any {
		people := s.As(s.Operator).Query(t, `{ people { nodes { issuer roles } } }`, nil)["people"].(object)["nodes"].([]any)
		return people[0].(object)["roles"].([]any)
	}
	leave := `"op":"Remove","path":"members[value eq \"` + strings.TrimPrefix(ann, "/Users/") + `\"]"`
	d.patch(others, leave, 204)
	d.patch(approvers, leave, 204)
	require.Equal(t, []any{"viewer", "analyst", "approver"}, roles(), "another group gives it too")
	d.send("DELETE", more, nil, 204)
	require.Equal(t, []any{"viewer", "analyst"}, roles())
	d.patch(viewers, `"op":"replace","value":{"displayName":"Readers"}`, 204)
	require.Equal(t, []any{"analyst"}, roles())
	l.SignIn(t, model.RoleAnalyst)
	require.Equal(t, []any{"viewer", "analyst", "approver"}, roles(), "as the claim says")
}
