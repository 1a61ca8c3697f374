package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// creations are the batches that create, by their operation: the path of the single creation, and an item that needs
// nothing of the others.
var creations = map[string]struct {
	path string
	item func(t *testing.T, s *resttest.Server) object
}{
	"CreateCases": {"/rest/cases", func(t *testing.T, s *resttest.Server) object {
		return object{
			"riskProfile": s.RiskProfile(t, s.Harbor), "insuranceContacts": []any{s.User(t, s.Harbor, "admin"), s.Broker(t, s.Harbor)},
			"insureds": []any{s.Insured(t, s.Harbor)}, "mortgageeClauses": []any{s.MortgageeClause(t, s.Harbor)}, "loanNumber": "LN",
		}
	}},
	"CreateAssets": {"/rest/assets", func(t *testing.T, s *resttest.Server) object {
		caseID := s.Case(t, s.Harbor)
		return object{"caseId": caseID, "assetType": "equipment", "documents": []any{s.Document(t, s.Harbor, caseID)}}
	}},
	"CreateInsureds": {"/rest/insureds", func(t *testing.T, s *resttest.Server) object {
		group := s.Insert(t, s.Harbor, "insured_groups", storagetest.Row{"name": "A group"})
		return object{"corporateName": "Company " + uuid.NewString(), "insuredGroup": group}
	}},
	"CreatePolicies": {"/rest/policies", func(t *testing.T, s *resttest.Server) object {
		caseID := s.FrameworkCase(t, s.Harbor)
		asset := s.Asset(t, s.Harbor, caseID)
		return framework(caseID, object{
			"perilsByAsset": []any{object{"asset": asset, "perils": []any{"fire"}}}, "startDate": "2090-01-01", "endDate": "2091-01-01",
			"insuranceContacts": []any{s.User(t, s.Harbor, "admin")}, "insureds": []any{s.Insured(t, s.Harbor)},
			"mortgageeClauses": []any{s.MortgageeClause(t, s.Harbor)},
		})
	}},
}

func init() {
	all := func(single string) func(f *fixture) []ask {
		return func(f *fixture) []ask {
			var items []any
			for _, a := range examples[single].asks(f) {
				items = append(items, a.body)
			}
			return []ask{{body: object{"items": items}}}
		}
	}
	refused := func(named string) object {
		return object{"items": []any{object{named: unknownID}, object{"id": unknownID, "colour": "red"}}}
	}
	examples["CreateCases"] = example{asks: all("CreateCase"), refused: refused("insureds")}
	examples["CreateAssets"] = example{asks: all("CreateAsset"), refused: refused("caseId")}
	examples["CreatePolicies"] = example{asks: all("CreatePolicy"), refused: refused("caseId")}
	examples["CreateInsureds"] = example{
		asks: func(f *fixture) []ask {
			company := object{"corporateName": "Elm Street LLC", "insuredGroup": f.ids["insuredGroup"]}
			return []ask{{body: object{"items": []any{company, object{"firstName": "Ada", "lastName": "Elm"}, company}}}}
		},
		refused: refused("insuredGroup"),
	}
}

func createBatch(t *testing.T, c *resttest.Client, path string, items ...any) *resttest.Response {
	t.Helper()
	return c.Do(t, http.MethodPost, path+"/batch", object{"items": items})
}

func total(t *testing.T, c *resttest.Client, path string) int {
	t.Helper()
	return int(c.Get(t, path+"?limit=0")["meta"].(object)["total"].(float64))
}

// TestStatementsOfCreations creates batches of 1, 10 and 100: the statements are the same, but that a table's rows go by the hundred.
func TestStatementsOfCreations(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	for operation, want := range map[string]int{"CreateCases": 16, "CreateAssets": 13, "CreateInsureds": 6, "CreatePolicies": 20} {
		more := map[string]int{"CreateCases": 1, "CreatePolicies": 5} // their tasks are in the trail too; six notices each
		t.Run(operation, func(t *testing.T) {
			creation := creations[operation]
			for _, n := range []int{1, 10, 100} {
				items := repeat(n, func() object { return creation.item(t, s) })
				got := countStatements(t, s, func(c *resttest.Client) { createBatch(t, c, creation.path, items...).Created(t) })
				require.Equal(t, want+n/100*more[operation], got, "%d items", n)
			}
		})
	}
}

// TestBatchSize has 0, 1, 100 and 101 items, at both doors.
func TestBatchSize(t *testing.T) {
	t.Parallel()
	for operation, creation := range creations {
		t.Run(operation, func(t *testing.T) {
			t.Parallel()
			s := resttest.New(t)
			c := s.As(s.Harbor.Token)
			item := creation.item(t, s)
			mutation := fmt.Sprintf(`mutation ($input: %[1]sInput!) { %[2]s(input: $input) { id } }`, operation, "c"+operation[1:])
			for n, code := range map[int]string{0: "required", 101: "too_long"} {
				items := append([]any{}, repeat(n, func() object { return item })...)
				createBatch(t, c, creation.path, items...).Violations(t, "/items "+code)
				c.Refused(t, mutation, object{"input": object{"items": items}}, code, "/items "+code)
			}
			before := total(t, c, creation.path)
			for _, n := range []int{1, 100} {
				answer := createBatch(t, c, creation.path, repeat(n, func() object { return item })...)
				require.Len(t, answer.Created(t), n)
				require.Empty(t, answer.Header.Get("Location"), "there are several")
				made := c.Query(t, mutation, object{"input": object{"items": repeat(n, func() object { return item })}})
				require.Len(t, made["c"+operation[1:]], n)
			}
			require.Equal(t, before+2+200, total(t, c, creation.path))
		})
	}
}

// TestBatchAsSingle compares each item's record with that of a single creation, and its order with the items'.
func TestBatchAsSingle(t *testing.T) {
	t.Parallel()
	for operation, creation := range creations {
		t.Run(operation, func(t *testing.T) {
			t.Parallel()
			s := resttest.New(t)
			c := s.As(s.Harbor.Token)
			items := repeat(12, func() object { return creation.item(t, s) })
			batch := createBatch(t, c, creation.path, items...).Created(t)
			ids := []string{}
			for i, item := range items {
				single := c.Post(t, creation.path, item, http.StatusCreated)
				id := batch[i]["id"].(string)
				require.Equal(t, batch[i], c.Get(t, creation.path+"/"+id), "what is answered is what is stored")
				for _, own := range []string{"id", "createdAt", "updatedAt", "currentVersion"} {
					delete(single, own)
					delete(batch[i], own)
				}
				if operation == "CreateInsureds" {
					require.Equal(t, batch[i]["pathName"].(string)+"-2", single["pathName"])
					delete(single, "pathName")
					delete(batch[i], "pathName")
				}
				require.Equal(t, single, batch[i])
				events := c.Get(t, "/rest/audit-events?subject="+id)["data"].([]any)
				require.Len(t, events, map[bool]int{true: 2, false: 1}[operation == "CreateCases"], "a case has its first verdict too")
				require.Regexp(t, `\.created$`, events[0].(object)["action"])
				ids = append(ids, id)
			}
			require.True(t, slices.IsSorted(ids), "the order of creation is that of the items")
		})
	}
}

// TestBatchAllOrNothing refuses the 57th item of a hundred, in its shape, its meaning, and by the database.
func TestBatchAllOrNothing(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	for operation, wrong := range map[string]struct {
		shape, meaning object
		want           string
	}{
		"CreateCases":    {object{"loanNumber": 7}, object{"loanNumber": "LN"}, "program_xor_risk_profile"},
		"CreateAssets":   {object{"caseId": 7}, object{"caseId": unknownID, "assetType": "equipment"}, "/caseId unknown_reference"},
		"CreateInsureds": {object{"firstName": true}, object{"type": "corporate"}, "/displayName required"},
		"CreatePolicies": {object{"caseId": true}, object{"caseId": unknownID}, "/caseId unknown_reference"},
	} {
		t.Run(operation, func(t *testing.T) {
			creation := creations[operation]
			items := repeat(100, func() object { return creation.item(t, s) })
			before := s.Contents(t)
			good := items[56]
			items[56] = wrong.shape
			createBatch(t, c, creation.path, items...).Object(t, http.StatusUnprocessableEntity)
			items[56] = wrong.meaning
			want := "/items/56" + wrong.want
			if operation == "CreateCases" {
				want = "/items/56 " + wrong.want
			}
			createBatch(t, c, creation.path, items...).Violations(t, want)
			items[56] = good
			s.Exec(t, "ALTER TABLE audit_events ADD CONSTRAINT no_more CHECK (false) NOT VALID")
			answer := createBatch(t, c, creation.path, items...)
			s.Exec(t, "ALTER TABLE audit_events DROP CONSTRAINT no_more")
			answer.Problem(t, http.StatusInternalServerError, "internal")
			require.Equal(t, before, s.Contents(t))
		})
	}
}

// TestBatchViolations names what is wrong with all items at once.
func TestBatchViolations(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	caseID, foreign := s.Case(t, s.Harbor), s.Case(t, s.Prairie)
	program := s.Program(t, s.Harbor)
	draft := c.Post(t, "/rest/cases", object{"riskProfile": s.RiskProfile(t, s.Harbor)}, http.StatusCreated)["id"]

	createBatch(t, c, "/rest/cases", object{"program": program, "pathName": "x"}, object{"program": program, "colour": "red"}).
		Violations(t, "/items/0/pathName unknown_member", "/items/1/colour unknown_member")
	createBatch(t, c, "/rest/cases", object{"program": program, "id": unknownID}, "case").
		Violations(t, "/items/0/id immutable", "/items/1 invalid_value")
	createBatch(t, c, "/rest/cases", object{}, object{"program": program},
		object{"program": unknownID, "insureds": []any{unknownID, unknownID}}).
		Violations(t, "/items/0 program_xor_risk_profile", "/items/2/program unknown_reference", "/items/2/insureds/0 unknown_reference",
			"/items/2/insureds/1 unknown_reference")
	createBatch(t, c, "/rest/assets", object{"caseId": foreign, "assetType": "equipment"},
		object{"caseId": caseID, "assetType": "castle", "documents": []any{s.Document(t, s.Harbor, s.Case(t, s.Harbor))}}).
		Violations(t, "/items/0/caseId unknown_reference", "/items/1/assetType unknown_asset_type", "/items/1/documents/0 unknown_reference")
	createBatch(t, c, "/rest/insureds", object{"lastName": "Morgan", "insuredGroup": unknownID}, object{"lastName": "Morgan"}, object{}).
		Violations(t, "/items/0/insuredGroup unknown_reference", "/items/2/displayName required")
	createBatch(t, c, "/rest/policies", legacy(caseID, object{"productType": absent}), framework(draft, nil), legacy(foreign, nil),
		framework(s.FrameworkCase(t, s.Harbor), object{"perilsByAsset": []any{object{"asset": unknownID, "perils": []any{"fire", "moat"}}}})).
		Violations(t, "/items/0/productType required", "/items/1/caseId case_in_draft", "/items/2/caseId unknown_reference",
			"/items/3/perilsByAsset/0/asset unknown_reference", "/items/3/perilsByAsset/0/perils/1 unknown_peril")
}

// TestBatchPathNames numbers insureds of one name in the order of the items, after those that there are.
func TestBatchPathNames(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	named := func(names ...string) (pathNames []string) {
		var items []any
		for _, name := range names {
			items = append(items, object{"displayName": name})
		}
		for _, insured := range createBatch(t, c, "/rest/insureds", items...).Created(t) {
			pathNames = append(pathNames, insured["pathName"].(string))
		}
		return pathNames
	}
	require.Equal(t, []string{"elm", "oak", "elm-2", "elm-3"}, named("Elm", "Oak", "Elm", "elm!"))
	require.Equal(t, []string{"ash", "oak-2"}, named("Ash", "Oak"), "one is taken")
	require.Equal(t, []string{"elm-4", "yew", "elm-5"}, named("Elm", "Yew", "Elm"))
	require.Equal(t, []string{"fir-2", "fir", "fir-3"}, named("Fir 2", "Fir", "Fir"), "a name may look like a number")
	require.Equal(t, []string{"elm-6"}, named("Elm"))
	require.Equal(t, "elm-7", c.Post(t, "/rest/insureds", object{"displayName": "Elm"}, http.StatusCreated)["pathName"])

	items := repeat(45, func() object { return object{"displayName": "Elm"} })
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { require.Equal(t, http.StatusCreated, createBatch(t, c, "/rest/insureds", items...).Status) })
	}
	all.Wait()
	pathNames := map[any]bool{}
	for _, insured := range c.Get(t, "/rest/insureds?q=Elm&limit=200")["data"].([]any) {
		pathNames[insured.(object)["pathName"]] = true
	}
	require.Len(t, pathNames, 7+4*45)
	require.True(t, pathNames["elm-187"], "no number is left out")
}

// TestBatchPolicies creates policies of several cases and of both models at once: on held cases they are held, and each
// has its follow-up.
func TestBatchPolicies(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	legacyCase, heldCase, frameworkCase := s.Case(t, s.Harbor), s.Case(t, s.Harbor), s.FrameworkCase(t, s.Harbor)
	first, second := s.Asset(t, s.Harbor, frameworkCase).String(), s.Asset(t, s.Harbor, frameworkCase).String()
	c.Post(t, "/rest/cases/"+heldCase.String()+"/on-hold", nil, http.StatusOK)
	policies := createBatch(t, c, "/rest/policies",
		framework(frameworkCase, object{"endDate": "2091-01-01"}), legacy(heldCase, object{"endDate": "2091-01-01"}),
		legacy(legacyCase, nil), framework(frameworkCase, object{"perils": []any{}})).Created(t)
	require.Equal(t, map[string]string{first: "fire", second: "fire"}, appliedByAsset(policies[0]))
	require.Equal(t, map[string]string{first: "", second: ""}, appliedByAsset(policies[3]))
	for i, want := range []struct {
		caseID         uuid.UUID
		status, before any
		notices, tasks int
		productType    any
	}{
		{frameworkCase, "active", nil, 6, 0, nil}, {heldCase, "onHold", "active", 0, 0, "property"},
		{legacyCase, "active", nil, 0, 1, "property"}, {frameworkCase, "active", nil, 0, 1, nil},
	} {
		p := policies[i]
		require.Equal(t, []any{want.caseID.String(), want.status, want.before, want.productType},
			[]any{p["caseId"], p["status"], p["statusBeforeHold"], p["productType"]})
		notices := c.Get(t, "/rest/renewal-notices?state=planned&policyId="+p["id"].(string))["data"].([]any)
		tasks := c.Get(t, "/rest/tasks?type=collectEvidence&policyId="+p["id"].(string))["data"].([]any)
		require.Len(t, tasks, want.tasks)
		if want.status == "active" {
			require.Len(t, notices, want.notices)
		}
	}
}

// TestBatchBesideHold puts the cases of a batch on hold while it is created: all of its policies end on hold,
// whichever commits first, and no order of the cases makes them wait for each other.
func TestBatchBesideHold(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	for range 8 {
		cases := []uuid.UUID{s.Case(t, s.Harbor), s.Case(t, s.Harbor), s.Case(t, s.Harbor)}
		var items []any
		for i := range 30 {
			items = append(items, legacy(cases[2-i%3], object{"endDate": "2091-01-01"}))
		}
		reversed := slices.Clone(items)
		slices.Reverse(reversed)
		var all sync.WaitGroup
		for _, items := range [][]any{items, reversed} {
			all.Go(func() { require.Equal(t, http.StatusCreated, createBatch(t, c, "/rest/policies", items...).Status) })
		}
		for _, id := range cases {
			all.Go(func() {
				require.Equal(t, http.StatusOK, c.Do(t, http.MethodPost, "/rest/cases/"+id.String()+"/on-hold", nil).Status)
			})
		}
		all.Wait()
		for _, id := range cases {
			list := c.Get(t, "/rest/policies?limit=0&status=onHold&caseId="+id.String())
			require.EqualValues(t, 20, list["meta"].(object)["total"])
		}
	}
}

// TestBatchKey repeats a batch under its Idempotency-Key.
func TestBatchKey(t *testing.T) {
	t.Parallel()
	for operation, creation := range creations {
		t.Run(operation, func(t *testing.T) {
			t.Parallel()
			s := resttest.New(t)
			c := s.As(s.Harbor.Token).With("Idempotency-Key", "batch")
			items := repeat(3, func() object { return creation.item(t, s) })
			before := total(t, c, creation.path)
			createBatch(t, c, creation.path, append(slices.Clone(items), object{"colour": "red"})...).Object(t, http.StatusUnprocessableEntity)
			first := createBatch(t, c, creation.path, items...)
			require.Len(t, first.Created(t), 3)
			again := createBatch(t, c, creation.path, items...)
			require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
			require.Equal(t, first.Body, again.Body)
			createBatch(t, c, creation.path, items[0]).Problem(t, http.StatusUnprocessableEntity, "idempotency_key_reused")
			require.Equal(t, before+3, total(t, c, creation.path))
		})
	}
}

// TestBatchBody has the limit of every body.
func TestBatchBody(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	program := s.Program(t, s.Harbor)
	items := func(size int) []any {
		return repeat(100, func() object { return object{"program": program, "metadata": object{"x": strings.Repeat("x", size)}} })
	}
	createBatch(t, c, "/rest/cases", items(11_000)...).Problem(t, http.StatusRequestEntityTooLarge, "payload_too_large")
	require.Len(t, createBatch(t, c, "/rest/cases", items(9_000)...).Created(t), 100)
}
