package e2e

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

const (
	createTask = `mutation ($input: CreateTaskInput!) { createTask(input: $input) { ...T } } ` + taskFields
	updateTask = `mutation ($id: ID!, $input: UpdateTaskInput!) { updateTask(id: $id, input: $input) { ...T } } ` + taskFields
	moveTask   = `mutation ($id: ID!, $input: MoveTaskInput!) { moveTask(id: $id, input: $input) { ...T } } ` + taskFields
	listTasks  = `query ($filter: TaskFilter, $sort: Sort, $limit: Int, $offset: Int) {
		tasks(filter: $filter, sort: $sort, limit: $limit, offset: $offset) { nodes { ...T } pageInfo { total hasNextPage } } } ` + taskFields
	taskFields = `fragment T on Task { id caseId policyId type state stateBeforeHold dueAt assigneeId reason createdAt updatedAt
		case { id } policy { id } assignee { id } }`
)

// taskOf is the task that a query returns.
func taskOf(t *testing.T, c *resttest.Client, query, root string, variables object) object {
	t.Helper()
	return c.Query(t, query, variables)[root].(object)
}

// tasksOf are the tasks of a filter.
func tasksOf(t *testing.T, c *resttest.Client, filter object) (tasks []object) {
	t.Helper()
	for _, node := range c.Query(t, listTasks, object{"filter": filter})["tasks"].(object)["nodes"].([]any) {
		tasks = append(tasks, node.(object))
	}
	return tasks
}

// requireRefused expects one GraphQL error of the code, with these violations, each as `pointer code`.
func requireRefused(t *testing.T, answer object, code string, violations ...string) {
	t.Helper()
	require.Len(t, answer["errors"], 1, "%v", answer)
	extensions := answer["errors"].([]any)[0].(object)["extensions"].(object)
	require.Equal(t, code, extensions["code"], "%v", answer)
	var got []string
	if list, ok := extensions["errors"].([]any); ok {
		for _, v := range list {
			got = append(got, v.(object)["pointer"].(string)+" "+v.(object)["code"].(string))
		}
	}
	require.Equal(t, violations, got, "%v", answer)
}

func TestTask(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	caseID := s.Case(t, s.Harbor).String()
	policy := c.Post(t, "/rest/policies", legacy(caseID, object{"endDate": "2027-01-01"}), http.StatusCreated)["id"].(string)
	elsewhere := c.Post(t, "/rest/policies", legacy(s.Case(t, s.Harbor), object{"endDate": "2027-01-01"}), http.StatusCreated)["id"].(string)
	user, foreign := s.User(t, s.Harbor, "analyst").String(), s.User(t, s.Prairie, "analyst").String()
	create := func(t *testing.T, more object) object {
		return taskOf(t, c, createTask, "createTask", object{"input": with(object{"caseId": caseID, "type": "reviewDocument"}, more)})
	}

	t.Run("create", func(t *testing.T) {
		t.Parallel()
		least := create(t, nil)
		require.Equal(t, []any{"open", nil, nil, nil, nil, nil},
			[]any{least["state"], least["policyId"], least["dueAt"], least["assigneeId"], least["reason"], least["stateBeforeHold"]})
		require.Equal(t, object{"id": caseID}, least["case"])
		most := create(t, object{"policyId": policy, "dueAt": "2026-05-01T10:00:00Z", "assignee": user, "reason": "Ask\nagain"})
		require.Equal(t, []any{object{"id": policy}, object{"id": user}, "2026-05-01T10:00:00.000Z", "Ask\nagain"},
			[]any{most["policy"], most["assignee"], most["dueAt"], most["reason"]})
		got := c.Query(t, `query ($id: ID!) { task(id: $id) { ...T } } `+taskFields, object{"id": most["id"]})["task"]
		require.Equal(t, most, got)
	})
	t.Run("refused", func(t *testing.T) {
		t.Parallel()
		for name, tt := range map[string]struct {
			more object
			code string
			want []string
		}{
			"case": {object{"caseId": unknownID}, "unknown_reference", []string{"/caseId unknown_reference"}},
			"case_and_assignee": {object{"caseId": s.Case(t, s.Prairie), "assignee": unknownID, "policyId": policy}, "unknown_reference",
				[]string{"/caseId unknown_reference", "/assignee unknown_reference"}},
			"policy":             {object{"policyId": unknownID}, "unknown_reference", []string{"/policyId unknown_reference"}},
			"another's_policy":   {object{"policyId": elsewhere}, "unknown_reference", []string{"/policyId unknown_reference"}},
			"foreign_assignee":   {object{"assignee": foreign}, "unknown_reference", []string{"/assignee unknown_reference"}},
			"broker_as_assignee": {object{"assignee": s.Broker(t, s.Harbor)}, "unknown_reference", []string{"/assignee unknown_reference"}},
			"reason":             {object{"reason": "a\u0001"}, "invalid_value", []string{"/reason invalid_value"}},
		} {
			t.Run(name, func(t *testing.T) {
				answer := c.GraphQL(t, createTask, object{"input": with(object{"caseId": caseID, "type": "caseApproval"}, tt.more)})
				requireRefused(t, answer, tt.code, tt.want...)
			})
		}
		require.Empty(t, tasksOf(t, c, object{"type": []any{"caseApproval"}}), "nothing is written")
	})
	t.Run("update", func(t *testing.T) {
		t.Parallel()
		task := create(t, object{"assignee": user, "reason": "old", "dueAt": "2026-05-01T10:00:00Z"})
		same := taskOf(t, c, updateTask, "updateTask", object{"id": task["id"], "input": object{"assignee": user}})
		require.Equal(t, task, same, "nothing changed, updatedAt neither")
		changed := taskOf(t, c, updateTask, "updateTask", object{"id": task["id"], "input": object{"assignee": nil, "reason": "new"}})
		require.Equal(t, []any{nil, "new", task["dueAt"]}, []any{changed["assigneeId"], changed["reason"], changed["dueAt"]})
		requireRefused(t, c.GraphQL(t, updateTask, object{"id": task["id"], "input": object{"assignee": foreign}}), "unknown_reference",
			"/assignee unknown_reference")
		for _, id := range []any{unknownID, "nonsense"} {
			requireRefused(t, c.GraphQL(t, updateTask, object{"id": id, "input": object{}}), "not_found")
			requireRefused(t, c.GraphQL(t, moveTask, object{"id": id, "input": object{"state": "open"}}), "not_found")
		}
		requireRefused(t, s.As(s.Prairie.Token).GraphQL(t, updateTask, object{"id": task["id"], "input": object{}}), "not_found")
	})
	t.Run("move", func(t *testing.T) {
		t.Parallel()
		states := []string{"open", "inProgress", "paused", "completed", "cancelled"}
		for _, from := range states {
			for _, to := range states {
				t.Run(from+"_"+to, func(t *testing.T) {
					task := create(t, object{"reason": "because"})
					task = taskOf(t, c, moveTask, "moveTask", object{"id": task["id"], "input": object{"state": from}})
					answer := c.GraphQL(t, moveTask, object{"id": task["id"], "input": object{"state": to}})
					if from == "completed" || from == "cancelled" {
						requireRefused(t, answer, "invalid_transition")
						return
					}
					moved := answer["data"].(object)["moveTask"].(object)
					require.Equal(t, []any{to, "because"}, []any{moved["state"], moved["reason"]})
					if from == to {
						require.Equal(t, task, moved)
					}
				})
			}
		}
		task := create(t, nil)
		moved := taskOf(t, c, moveTask, "moveTask", object{"id": task["id"], "input": object{"state": "completed", "reason": "done"}})
		require.Equal(t, "done", moved["reason"])
	})
}

func TestTaskList(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	one, two := s.Case(t, s.Harbor).String(), s.Case(t, s.Harbor).String()
	policy := c.Post(t, "/rest/policies", legacy(one, object{"endDate": "2027-01-01"}), http.StatusCreated)["id"].(string)
	user := s.User(t, s.Harbor, "analyst").String()
	var ids []any
	for _, input := range []object{
		{"caseId": one, "type": "reviewDocument", "policyId": policy},
		{"caseId": one, "type": "caseApproval", "assignee": user, "dueAt": "2026-05-01T10:00:00Z"},
		{"caseId": two, "type": "caseApproval", "dueAt": "2026-06-01T10:00:00Z"},
	} {
		ids = append(ids, taskOf(t, c, createTask, "createTask", object{"input": input})["id"])
	}
	taskOf(t, c, moveTask, "moveTask", object{"id": ids[2], "input": object{"state": "inProgress"}})
	taskOf(t, s.As(s.Prairie.Token), createTask, "createTask", object{"input": object{"caseId": s.Case(t, s.Prairie), "type": "caseApproval"}})

	for name, tt := range map[string]struct {
		filter object
		want   []int
	}{
		"all":      {nil, []int{0, 1, 2}},
		"id":       {object{"id": []any{ids[2], ids[0]}}, []int{0, 2}},
		"case":     {object{"caseId": []any{one}}, []int{0, 1}},
		"policy":   {object{"policyId": []any{policy, unknownID}}, []int{0}},
		"type":     {object{"type": []any{"caseApproval"}}, []int{1, 2}},
		"state":    {object{"state": []any{"inProgress", "paused"}}, []int{2}},
		"assignee": {object{"assignee": []any{user}}, []int{1}},
		"due":      {object{"dueAt": object{"gt": "2026-05-01T10:00:00Z"}}, []int{2}},
		"created":  {object{"createdAt": object{"gt": "2100-01-01T00:00:00Z"}}, []int{}},
		"metadata": {object{"metadata": []any{object{"key": "a", "value": "b"}}}, []int{}},
		"together": {object{"caseId": []any{one}, "type": []any{"caseApproval"}}, []int{1}},
		"nobody":   {object{"assignee": []any{"nonsense"}}, []int{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := []any{}
			for _, task := range tasksOf(t, c, tt.filter) {
				got = append(got, task["id"])
			}
			want := []any{}
			for _, i := range tt.want {
				want = append(want, ids[i])
			}
			require.Equal(t, want, got)
		})
	}
	page := c.Query(t, listTasks, object{"sort": "createdAtDesc", "limit": 1, "offset": 1})["tasks"].(object)
	require.Equal(t, ids[1], page["nodes"].([]any)[0].(object)["id"])
	require.Equal(t, object{"total": 3.0, "hasNextPage": true}, page["pageInfo"])

	nested := c.Query(t, `query ($id: ID!) { case(id: $id) { tasks { id } policies { id tasks { id } case { id } } } }`,
		object{"id": one})["case"].(object)
	require.Equal(t, []any{object{"id": ids[0]}, object{"id": ids[1]}}, nested["tasks"])
	require.Equal(t, []any{object{"id": policy, "tasks": []any{object{"id": ids[0]}}, "case": object{"id": one}}}, nested["policies"])
}

// TestTaskHold: a hold pauses a policy's open renewal tasks, and only those, and the release gives each its state back.
func TestTaskHold(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	for name, hold := range map[string]func(policy, caseID string) string{
		"policy": func(policy, _ string) string { return "/rest/policies/" + policy + "/on-hold" },
		"case":   func(_, caseID string) string { return "/rest/cases/" + caseID + "/on-hold" },
	} {
		for _, end := range []string{"release-hold", "deactivate"} {
			t.Run(name+"_"+end, func(t *testing.T) {
				t.Parallel()
				caseID := s.Case(t, s.Harbor).String()
				policy := c.Post(t, "/rest/policies", legacy(caseID, object{"endDate": "2027-01-01"}), http.StatusCreated)["id"].(string)
				sibling := c.Post(t, "/rest/policies", legacy(caseID, object{"endDate": "2027-01-01"}), http.StatusCreated)["id"].(string)
				c.Post(t, "/rest/policies/"+sibling+"/deactivate", nil, http.StatusOK)
				add := func(policy any, kind, state string) string {
					id := taskOf(t, c, createTask, "createTask", object{"input": object{"caseId": caseID, "policyId": policy, "type": kind}})["id"]
					return taskOf(t, c, moveTask, "moveTask", object{"id": id, "input": object{"state": state}})["id"].(string)
				}
				paused := map[string]string{}
				for _, kind := range []string{"renewalFollowUp", "forcePlacementReview"} {
					for _, state := range []string{"open", "inProgress", "paused"} {
						paused[add(policy, kind, state)] = state
					}
				}
				untouched := map[string]string{
					add(policy, "renewalFollowUp", "completed"): "completed", add(policy, "forcePlacementReview", "cancelled"): "cancelled",
					add(policy, "collectEvidence", "open"): "open", add(sibling, "renewalFollowUp", "open"): "open",
					add(nil, "renewalFollowUp", "inProgress"): "inProgress",
				}
				moved := add(policy, "renewalFollowUp", "open")

				c.Post(t, hold(policy, caseID), nil, http.StatusOK)
				for _, task := range tasksOf(t, c, object{"caseId": []any{caseID}}) {
					if state, ok := untouched[task["id"].(string)]; ok {
						require.Equal(t, []any{state, nil}, []any{task["state"], task["stateBeforeHold"]})
					} else if state, ok := paused[task["id"].(string)]; ok {
						require.Equal(t, []any{"paused", state}, []any{task["state"], task["stateBeforeHold"]})
					}
				}
				taskOf(t, c, moveTask, "moveTask", object{"id": moved, "input": object{"state": "inProgress"}})
				held := tasksOf(t, c, object{"caseId": []any{caseID}})
				c.Post(t, hold(policy, caseID), nil, http.StatusOK)
				require.Equal(t, held, tasksOf(t, c, object{"caseId": []any{caseID}}),
					"a repeated hold keeps the memory, and what a person decided meanwhile")

				c.Post(t, "/rest/policies/"+policy+"/"+end, nil, http.StatusOK)
				untouched[moved] = "inProgress"
				for _, task := range tasksOf(t, c, object{"caseId": []any{caseID}}) {
					state, ok := untouched[task["id"].(string)]
					if !ok {
						state = paused[task["id"].(string)]
					}
					require.Equal(t, []any{state, nil}, []any{task["state"], task["stateBeforeHold"]})
				}
			})
		}
	}
}

// TestTaskEvidence: without an end date there is a task to ask for one, once a term, and only of a policy that is
// followed up.
func TestTaskEvidence(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	evidence := func(t *testing.T, path string) int {
		tasks := tasksOf(t, c, object{"policyId": []any{path[len("/rest/policies/"):]}, "type": []any{"collectEvidence"}})
		for _, task := range tasks {
			require.Equal(t, []any{"open", "endDateUnknown"}, []any{task["state"], task["reason"]})
		}
		return len(tasks)
	}
	caseID := s.Case(t, s.Harbor)

	t.Run("once_a_term", func(t *testing.T) {
		t.Parallel()
		path := created(t, c, legacy(caseID, object{"startDate": "2026-01-01"}))
		require.Equal(t, 1, evidence(t, path))
		require.Equal(t, "endDateUnknown", c.Query(t, `query ($id: ID!) { policy(id: $id) { renewal { blockedBy } } }`,
			object{"id": path[len("/rest/policies/"):]})["policy"].(object)["renewal"].(object)["blockedBy"])
		c.Patch(t, path, object{"policyNumber": "P"})
		c.Patch(t, path, object{"endDate": "2027-01-01"})
		c.Patch(t, path, object{"endDate": nil})
		require.Equal(t, 1, evidence(t, path))
		c.Post(t, path+"/new-term", object{"startDate": "2027-01-01", "endDate": "2028-01-01"}, http.StatusOK)
		require.Equal(t, 1, evidence(t, path))
		c.Patch(t, path, object{"endDate": nil})
		require.Equal(t, 2, evidence(t, path))
	})
	t.Run("not_with_an_end", func(t *testing.T) {
		t.Parallel()
		path := created(t, c, legacy(caseID, object{"endDate": "2027-01-01"}))
		require.Equal(t, 0, evidence(t, path))
		c.Patch(t, path, object{"endDate": nil})
		require.Equal(t, 1, evidence(t, path))
	})
	t.Run("held_until_released", func(t *testing.T) {
		t.Parallel()
		held := s.Case(t, s.Harbor)
		c.Post(t, "/rest/cases/"+held.String()+"/on-hold", nil, http.StatusOK)
		path := created(t, c, legacy(held, nil))
		require.Equal(t, 0, evidence(t, path))
		c.Post(t, path+"/release-hold", nil, http.StatusOK)
		require.Equal(t, 1, evidence(t, path))
	})
	t.Run("deactivated_until_reactivated", func(t *testing.T) {
		t.Parallel()
		path := created(t, c, legacy(caseID, object{"endDate": "2027-01-01"}))
		c.Post(t, path+"/deactivate", nil, http.StatusOK)
		c.Patch(t, path, object{"endDate": nil})
		require.Equal(t, 0, evidence(t, path))
		c.Post(t, path+"/reactivate", nil, http.StatusOK)
		require.Equal(t, 1, evidence(t, path))
	})
}
