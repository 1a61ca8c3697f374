package e2e

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

func init() {
	addMore = append(addMore, func(t testing.TB, f *fixture) {
		task := object{"caseId": f.ids["case"], "policyId": f.ids["policy"], "type": "reviewDocument", "assignee": f.ids["user"]}
		f.ids["task"] = f.client().Post(t, "/rest/tasks", task, http.StatusCreated)["id"].(string)
	})
	examples["ListTasks"] = example{asks: at(""), refused: "?state=late&assigneeId=x"}
	examples["GetTask"] = example{asks: at("task"), refused: "?verbose=1"}
	examples["CreateTask"] = example{
		asks: func(f *fixture) []ask {
			return []ask{{body: object{
				"caseId": f.ids["case"], "policyId": f.ids["policy"], "type": "collectEvidence", "assignee": f.ids["user"],
				"dueAt": "2026-07-01T09:00:00Z", "reason": "The evidence is of last year", "metadata": object{"queue": "north"},
			}}}
		},
		refused: object{"caseId": unknownID, "type": "caseApproval", "assignee": unknownID},
	}
	examples["UpdateTask"] = example{
		asks: func(f *fixture) []ask {
			return []ask{{"task", object{"assignee": f.ids["user"], "reason": "Called twice"}}}
		},
		refused: object{"caseId": unknownID, "state": "open"},
	}
	examples["MoveTask"] = example{
		asks:    func(*fixture) []ask { return []ask{{"task", object{"state": "inProgress", "reason": "Ada has it"}}} },
		refused: object{"state": "late"},
	}
}

// TestTaskREST does at /rest what TestTask does at /graphql: the rules are the same, the manners are REST's.
func TestTaskREST(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	caseID, user := s.Case(t, s.Harbor).String(), s.User(t, s.Harbor, "analyst").String()
	policy := c.Post(t, "/rest/policies", legacy(caseID, object{"endDate": "2091-01-01"}), http.StatusCreated)["id"].(string)
	create := func(t *testing.T, more object) (path string, task object) {
		answer := c.Do(t, http.MethodPost, "/rest/tasks", with(object{"caseId": caseID, "type": "reviewDocument"}, more))
		task = answer.Object(t, http.StatusCreated)
		path = "/rest/tasks/" + task["id"].(string)
		require.Equal(t, s.URL+path, answer.Header.Get("Location"))
		require.Equal(t, answer.Header.Get("ETag"), c.Do(t, http.MethodGet, path, nil).Header.Get("ETag"))
		return path, task
	}

	t.Run("create", func(t *testing.T) {
		t.Parallel()
		path, task := create(t, object{"policyId": policy, "assignee": user, "dueAt": "2026-07-01T09:00:00Z", "reason": "Why",
			"metadata": object{"queue": "north"}})
		require.Equal(t, []any{caseID, policy, user, "reviewDocument", "open", nil, "2026-07-01T09:00:00.000Z", "Why", object{"queue": "north"}},
			[]any{task["caseId"], task["policyId"], task["assignee"], task["type"], task["state"], task["stateBeforeHold"], task["dueAt"],
				task["reason"], task["metadata"]})
		require.Equal(t, task, c.Get(t, path))
		_, least := create(t, nil)
		require.Equal(t, []any{nil, nil, nil, object{}}, []any{least["policyId"], least["assignee"], least["reason"], least["metadata"]})
	})
	t.Run("refused", func(t *testing.T) {
		t.Parallel()
		post := func(body object) *resttest.Response { return c.Do(t, http.MethodPost, "/rest/tasks", body) }
		post(object{"policyId": policy}).Violations(t, "/caseId required", "/type required")
		post(object{"caseId": caseID, "type": "nap", "state": "open", "colour": "red"}).
			Violations(t, "/colour unknown_member", "/state immutable", "/type invalid_value")
		post(object{"caseId": s.Case(t, s.Prairie), "type": "caseApproval", "assignee": unknownID}).
			Violations(t, "/caseId unknown_reference", "/assignee unknown_reference")
		for _, id := range []string{unknownID, "nonsense"} {
			c.Do(t, http.MethodGet, "/rest/tasks/"+id, nil).Problem(t, http.StatusNotFound, "not_found")
			c.Do(t, http.MethodPatch, "/rest/tasks/"+id, object{}).Problem(t, http.StatusNotFound, "not_found")
			c.Do(t, http.MethodPost, "/rest/tasks/"+id+"/move", object{"state": "open"}).Problem(t, http.StatusNotFound, "not_found")
		}
	})
	t.Run("patch", func(t *testing.T) {
		t.Parallel()
		path, task := create(t, object{"reason": "old", "metadata": object{"a": 1, "b": 2}})
		require.Equal(t, task, c.Patch(t, path, object{"reason": "old", "metadata": object{"a": 1}}), "nothing changes, updatedAt neither")
		read := c.Do(t, http.MethodGet, path, nil)
		changed := c.With("If-Match", read.Header.Get("ETag")).Patch(t, path,
			object{"reason": nil, "assignee": user, "metadata": object{"a": nil}})
		require.Equal(t, []any{nil, user, object{"b": 2.0}}, []any{changed["reason"], changed["assignee"], changed["metadata"]})
		c.With("If-Match", read.Header.Get("ETag")).Do(t, http.MethodPatch, path, object{"reason": "x"}).
			Problem(t, http.StatusPreconditionFailed, "precondition_failed")
		c.Do(t, http.MethodPatch, path, object{"caseId": caseID, "assignee": unknownID}).
			Violations(t, "/caseId immutable", "/assignee unknown_reference")
		c.Do(t, http.MethodPatch, path, object{"assignee": unknownID}).Violations(t, "/assignee unknown_reference")
	})
	t.Run("move", func(t *testing.T) {
		t.Parallel()
		path, task := create(t, nil)
		tag := c.Do(t, http.MethodGet, path, nil).Header.Get("ETag")
		keyed := c.With("Idempotency-Key", "move-"+task["id"].(string))
		first := keyed.Do(t, http.MethodPost, path+"/move", object{"state": "completed", "reason": "done"})
		moved := first.Object(t, http.StatusOK)
		require.Equal(t, []any{"completed", "done"}, []any{moved["state"], moved["reason"]})
		require.Empty(t, first.Header.Get("Location"))
		require.Equal(t, first.Body, keyed.Do(t, http.MethodPost, path+"/move", object{"state": "completed", "reason": "done"}).Body)
		c.Do(t, http.MethodPost, path+"/move", object{"state": "open"}).Problem(t, http.StatusConflict, "invalid_transition")
		c.With("If-Match", tag).Do(t, http.MethodPost, path+"/move", object{"state": "open"}).
			Problem(t, http.StatusPreconditionFailed, "precondition_failed")
		c.Do(t, http.MethodPost, path+"/move", object{}).Violations(t, "/state required")
		c.Do(t, http.MethodPost, path+"/move", object{"state": "paused", "assignee": user}).Violations(t, "/assignee immutable")
	})
	t.Run("door", func(t *testing.T) {
		t.Parallel()
		path, _ := create(t, nil)
		for _, token := range []string{s.Support, s.Operator} {
			s.As(token).Do(t, http.MethodGet, path, nil).Problem(t, http.StatusUnauthorized, "unauthorized")
		}
		s.As(s.None.Token).Do(t, http.MethodGet, path, nil).Problem(t, http.StatusForbidden, "api_access_not_enabled")
		s.As(s.Prairie.Token).Do(t, http.MethodPatch, path, object{}).Problem(t, http.StatusNotFound, "not_found")
	})
}

// TestTaskRESTList has GraphQL's filters as parameters.
func TestTaskRESTList(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	one, two, user := s.Case(t, s.Harbor).String(), s.Case(t, s.Harbor).String(), s.User(t, s.Harbor, "analyst").String()
	policy := c.Post(t, "/rest/policies", legacy(one, object{"endDate": "2091-01-01"}), http.StatusCreated)["id"].(string)
	var ids []string
	for _, task := range []object{
		{"caseId": one, "type": "reviewDocument", "policyId": policy, "metadata": object{"queue": "north"}},
		{"caseId": one, "type": "caseApproval", "assignee": user, "dueAt": "2026-05-01T10:00:00Z"},
		{"caseId": two, "type": "caseApproval", "dueAt": "2026-06-01T10:00:00Z"},
	} {
		ids = append(ids, c.Post(t, "/rest/tasks", task, http.StatusCreated)["id"].(string))
	}
	c.Post(t, "/rest/tasks/"+ids[2]+"/move", object{"state": "paused"}, http.StatusOK)
	for query, want := range map[string][]string{
		"":                                   ids,
		"sort=-createdAt":                    {ids[2], ids[1], ids[0]},
		"caseId=" + one:                      {ids[0], ids[1]},
		"policyId=" + policy:                 {ids[0]},
		"type=caseApproval":                  {ids[1], ids[2]},
		"state=paused,inProgress":            {ids[2]},
		"assignee=" + user:                   {ids[1]},
		"dueAt[lt]=2026-06-01T10:00:00Z":     {ids[1]},
		"dueAt[gte]=2026-05-01T10:00:00Z":    {ids[1], ids[2]},
		"metadata[queue]=north":              {ids[0]},
		"id=" + ids[0] + "," + ids[2]:        {ids[0], ids[2]},
		"updatedAt[lt]=2020-01-01T00:00:00Z": {},
		"assignee=nonsense&state=open":       {},
	} {
		require.Equal(t, want, idsOfList(c.Get(t, "/rest/tasks?"+query)), query)
	}
	page := c.Do(t, http.MethodGet, "/rest/tasks?limit=2&type=caseApproval,reviewDocument", nil)
	require.Equal(t, object{"limit": 2.0, "offset": 0.0, "total": 3.0}, page.Object(t, http.StatusOK)["meta"])
	require.Regexp(t, `^<.*/rest/tasks\?after=[^>]+>; rel="next"$`, page.Header.Get("Link"))
	require.Equal(t, http.StatusNotModified, c.With("If-None-Match", page.Header.Get("ETag")).
		Do(t, http.MethodGet, "/rest/tasks?limit=2&type=caseApproval,reviewDocument", nil).Status)
	c.Do(t, http.MethodGet, "/rest/tasks?state=late&due=x", nil).Violations(t, "state invalid_value", "due unknown_parameter")
}

func idsOfList(list object) []string {
	ids := []string{}
	for _, record := range list["data"].([]any) {
		ids = append(ids, record.(object)["id"].(string))
	}
	return ids
}
