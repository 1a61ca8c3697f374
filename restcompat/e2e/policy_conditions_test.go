package e2e

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// perilIDs are the catalog's ids of keys, as responses have them.
func perilIDs(keys ...string) (ids []any) {
	for _, key := range keys {
		p, _ := catalog.Perils.ByRef(key)
		ids = append(ids, p.ID.String())
	}
	return ids
}

// TestPolicyTerms records each thing that a policy can say, and sends it back as it is shown.
func TestPolicyTerms(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	f := s.FrameworkCase(t, s.Harbor)
	first, second := s.Asset(t, s.Harbor, f).String(), s.Asset(t, s.Harbor, f).String()
	waiver, _ := catalog.Endorsements.ByRef("waiverOfSubrogation")
	types := []any{"building", "businessIncome", "extraExpense"}
	all := object{
		"coverageTypes": types, "perils": []any{"fire", "namedStorm", "windHail"}, "coverageLayer": "excess",
		"carrier": object{"name": "Example Mutual", "ratings": []any{
			object{"agency": "AM_BEST", "rating": "A- u", "size": "VII"}, object{"agency": "SP", "rating": "who knows"},
		}},
		"limits": []any{
			object{"coverageTypes": []any{"businessIncome", "building"}, "kind": "total", "amount": dollars("9"), "marginPercent": 110,
				"otherValues": dollars("0")},
			object{"coverageType": "building", "asset": first, "perils": []any{"windHail", "namedStorm"}, "kind": "perOccurrence",
				"amount": dollars("1")},
			object{"coverageType": "building", "kind": "perOccurrence", "amount": dollars("2")},
			object{"coverageType": "businessIncome", "kind": "perOccurrence", "actualLossSustained": true, "months": 12, "extendedDays": 0},
			object{"coverageType": "extraExpense", "kind": "perOccurrence", "months": 6},
		},
		"deductibles": []any{
			object{"perils": []any{"windHail"}, "percent": "5", "of": "INSURED_VALUE", "minimum": dollars("100")},
			object{"amount": dollars("25000")}, object{"perils": []any{"fire"}, "hours": 72},
		},
		"statedValues": []any{object{"asset": second, "amount": dollars("7")}}, "valuation": "agreedValue", "coinsurancePercent": "90",
		"noticeDays": object{"cancellation": 30}, "claimsMade": true, "attachment": dollars("1000000"),
		"endorsements": []any{waiver.ID, "agreedValue"}, "exclusions": []any{}, "placement": "lenderPlaced",
	}
	all["limits"].([]any)[0].(object)["marginPercent"] = "110"
	agreed, _ := catalog.Endorsements.ByRef("agreedValue")
	want := object{
		"carrier": object{"name": "Example Mutual", "naicCode": nil, "amBestRating": nil, "ratings": []any{
			object{"agency": "AM_BEST", "rating": "A- u", "size": "VII"}, object{"agency": "SP", "rating": "who knows", "size": nil},
		}},
		"limits": []any{
			limitRow(object{"coverageTypes": coverageTypeIDs("building", "businessIncome"), "kind": "total", "amount": dollars("9.00"),
				"marginPercent": "110.00", "otherValues": dollars("0.00")}),
			limitRow(object{"coverageType": coverageTypeIDs("building")[0], "asset": first, "perils": perilIDs("windHail", "namedStorm"),
				"kind": "perOccurrence", "amount": dollars("1.00")}),
			limitShown("building", "perOccurrence", "2.00"),
			limitRow(object{"coverageType": coverageTypeIDs("businessIncome")[0], "kind": "perOccurrence", "actualLossSustained": true,
				"months": 12.0, "extendedDays": 0.0}),
			limitRow(object{"coverageType": coverageTypeIDs("extraExpense")[0], "kind": "perOccurrence", "months": 6.0}),
		},
		"deductibles": []any{
			object{"perils": perilIDs("windHail"), "amount": nil, "percent": "5.00", "of": "INSURED_VALUE", "minimum": dollars("100.00"),
				"hours": nil},
			object{"perils": nil, "amount": dollars("25000.00"), "percent": nil, "of": nil, "minimum": nil, "hours": nil},
			object{"perils": perilIDs("fire"), "amount": nil, "percent": nil, "of": nil, "minimum": nil, "hours": 72.0},
		},
		"deductible": dollars("25000.00"), "statedValues": []any{object{"asset": second, "amount": dollars("7.00")}},
		"valuation": "agreedValue", "coinsurancePercent": "90.00", "noticeDays": object{"cancellation": 30.0, "nonPayment": nil},
		"claimsMade": true,
		"attachment": dollars("1000000.00"), "endorsements": []any{agreed.ID.String(), waiver.ID.String()}, "exclusions": []any{},
		"placement": "lenderPlaced", "carriedOver": []any{},
	}
	requireMembers := func(t *testing.T, shown object) {
		t.Helper()
		for member := range want {
			require.Equal(t, want[member], shown[member], member)
		}
	}
	nobodySaid := func(t *testing.T, shown object) {
		t.Helper()
		for _, member := range []string{"deductible", "deductibles", "statedValues", "valuation", "coinsurancePercent", "noticeDays",
			"claimsMade",
			"attachment", "endorsements", "exclusions"} {
			require.Nil(t, shown[member], member)
		}
		require.Equal(t, "voluntary", shown["placement"])
	}

	t.Run("created", func(t *testing.T) {
		t.Parallel()
		path := created(t, c, framework(f, with(object{}, all)))
		shown := c.Get(t, path)
		requireMembers(t, shown)
		requireMembers(t, versionsOf(t, c, path)[0])
		back := object{}
		for member := range want {
			if back[member] = shown[member]; member == "carriedOver" {
				delete(back, member)
			}
		}
		require.Equal(t, shown, c.Patch(t, path, back), "as it was shown")
		for member := range back {
			require.Equal(t, shown, c.Patch(t, path, object{member: shown[member]}), member)
		}
		require.Len(t, versionsOf(t, c, path), 1)
	})
	t.Run("in_a_batch", func(t *testing.T) {
		t.Parallel()
		made := c.Do(t, http.MethodPost, "/rest/policies/batch", object{"items": []any{framework(f, with(object{}, all)),
			framework(f, nil)}}).Created(t)
		requireMembers(t, made[0])
		nobodySaid(t, made[1])
	})
	t.Run("in_a_new_term", func(t *testing.T) {
		t.Parallel()
		path := created(t, c, framework(f, object{"startDate": "2026-01-01"}))
		term := with(object{"startDate": "2027-01-01", "endDate": "2028-01-01"}, all)
		after := c.Post(t, path+"/new-term", with(object{}, term), http.StatusOK)
		require.Equal(t, []any{"coverageFormType", "mortgageeClauses", "insureds"}, after["carriedOver"])
		after["carriedOver"] = []any{}
		requireMembers(t, after)
	})
	t.Run("null_is_not_empty", func(t *testing.T) {
		t.Parallel()
		path := created(t, c, framework(f, with(object{}, all)))
		nulls := object{"coverageLayer": "primary", "attachment": nil, "placement": nil, "carrier": object{"name": "A"}}
		for _, member := range []string{"deductibles", "statedValues", "valuation", "coinsurancePercent", "noticeDays", "claimsMade",
			"endorsements", "exclusions"} {
			nulls[member] = nil
		}
		shown := c.Patch(t, path, nulls)
		nobodySaid(t, shown)
		none := object{"deductibles": []any{}, "statedValues": []any{}, "endorsements": []any{}, "exclusions": []any{}}
		shown = c.Patch(t, path, none)
		for member := range none {
			require.Equal(t, []any{}, shown[member], member)
		}
		require.Nil(t, shown["carrier"].(object)["ratings"])
		shown = c.Patch(t, path, object{"carrier": object{"name": "A", "ratings": []any{}}})
		require.Equal(t, []any{}, shown["carrier"].(object)["ratings"])
		require.Len(t, versionsOf(t, c, path), 4, "each says something else than the one before")
		require.Equal(t, shown, c.Get(t, path))
	})
	t.Run("deductible_is_that_of_all_other_perils", func(t *testing.T) {
		t.Parallel()
		wind := object{"perils": []any{"windHail"}, "amount": dollars("5")}
		path := created(t, c, framework(f, object{"deductible": dollars("10")}))
		require.Len(t, c.Get(t, path)["deductibles"], 1)
		shown := c.Patch(t, path, object{"deductibles": []any{wind, object{"percent": "2", "of": "LIMIT"}}})
		require.Nil(t, shown["deductible"])
		require.Equal(t, shown, c.Patch(t, path, object{"deductible": nil}), "as it is shown")
		shown = c.Patch(t, path, object{"deductible": dollars("20")})
		require.Equal(t, []any{dollars("20.00"), dollars("20.00")},
			[]any{shown["deductible"], shown["deductibles"].([]any)[1].(object)["amount"]})
		shown = c.Patch(t, path, object{"deductible": nil})
		require.Len(t, shown["deductibles"], 1)
		require.Nil(t, c.Patch(t, path, object{"deductible": nil, "deductibles": nil})["deductibles"])
	})
	t.Run("both_doors", func(t *testing.T) {
		t.Parallel()
		id := created(t, c, framework(f, with(object{}, all)))[len("/rest/policies/"):]
		got := c.Query(t, `query($id: ID!) { policy(id: $id) { endorsementIds endorsements { key name } exclusions { key } deductibles { percent }
			limits { coverageTypes months } carrier { ratings { agency size } } statedValues { asset } noticeDays { nonPayment }
				placement carriedOver } }`,
			object{"id": id})["policy"].(object)
		require.Equal(t, []any{object{"key": "agreedValue", "name": "Agreed Value"}, object{"key": "waiverOfSubrogation", "name": waiver.Name}},
			got["endorsements"])
		require.Equal(t, []any{}, got["exclusions"])
		require.Equal(t, "5.00", got["deductibles"].([]any)[0].(object)["percent"])
		changed := c.Query(t, `mutation($id: ID!) { updatePolicy(id: $id, input: {exclusions: ["habitability"], noticeDays: {nonPayment: 10},
			limits: [{coverageType: "businessIncome", kind: perOccurrence, months: 3}]}) { exclusions { key } noticeDays { cancellation nonPayment }
				limits { months amount { amount } } } }`,
			object{"id": id})["updatePolicy"].(object)
		require.Equal(t, object{
			"exclusions": []any{object{"key": "habitability"}}, "noticeDays": object{"cancellation": nil, "nonPayment": 10.0},
			"limits": []any{object{"months": 3.0, "amount": nil}},
		}, changed)
	})
	t.Run("on_a_program", func(t *testing.T) {
		t.Parallel()
		body := legacy(s.Case(t, s.Harbor), object{
			"carrier": all["carrier"], "deductibles": []any{object{"percent": "1", "of": "LIMIT"}}, "valuation": "actualCashValue",
			"claimsMade":   false,
			"endorsements": []any{"followForm"}, "noticeDays": object{"nonPayment": 10}, "placement": "lenderPlaced",
		})
		require.Equal(t, "lenderPlaced", c.Post(t, "/rest/policies", body, http.StatusCreated)["placement"])
	})
}

func TestPolicyTermsRefused(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	f, l := s.FrameworkCase(t, s.Harbor), s.Case(t, s.Harbor)
	asset, other := s.Asset(t, s.Harbor, f).String(), s.Asset(t, s.Harbor, f).String()
	foreign := s.Asset(t, s.Prairie, s.FrameworkCase(t, s.Prairie)).String()
	at := object{
		"coverageTypes": []any{"building", "businessIncome", "extraExpense"}, "perils": absent,
		"perilsByAsset": []any{object{"asset": asset, "perils": []any{"fire"}}},
	}
	limits := func(rows ...any) object { return object{"limits": rows} }
	row := func(more object) object { return with(object{"kind": "total", "amount": dollars("1")}, more) }
	deductibles := func(entries ...any) object { return object{"deductibles": entries} }

	refusals := map[string]struct {
		body object
		want []string
	}{
		"ratings": {object{"carrier": object{"name": "A", "ratings": []any{
			object{"agency": "AM_BEST", "rating": "A", "size": "XVI"}, object{"agency": "FITCH", "rating": "A"}, object{"agency": "SP"},
		}}}, []string{"/carrier/ratings/0/size invalid_value", "/carrier/ratings/1/agency invalid_value", "/carrier/ratings/2/rating required"}},
		"rating_twice_and_size": {object{"carrier": object{"name": "A", "ratings": []any{
			object{"agency": "SP", "rating": "A", "size": "V"}, object{"agency": "SP", "rating": " "},
		}}}, []string{"/carrier/ratings/0/size invalid_value", "/carrier/ratings/1/rating required", "/carrier/ratings/1 duplicate"}},
		"limit_types": {limits(row(object{"coverageType": "building", "coverageTypes": []any{"building", "businessIncome"}}),
			row(object{"coverageTypes": []any{"building"}}),
			row(object{"coverageTypes": []any{"building", "building", "flood", "nonsense"}})), []string{
			"/limits/0/coverageTypes invalid_value", "/limits/1/coverageTypes invalid_value", "/limits/2/coverageTypes/1 duplicate",
			"/limits/2/coverageTypes/3 unknown_coverage_type", "/limits/2/coverageTypes/2 coverage_type_not_applicable"}},
		"limit_asset": {limits(row(object{"asset": other}), row(object{"asset": unknownID}), row(object{"asset": foreign})),
			[]string{"/limits/0/asset unknown_reference", "/limits/1/asset unknown_reference", "/limits/2/asset unknown_reference"}},
		"limit_perils": {limits(row(object{"perils": []any{"death", "nonsense", "fire", "fire"}})),
			[]string{"/limits/0/perils/1 unknown_peril", "/limits/0/perils/3 duplicate", "/limits/0/perils/0 peril_not_applicable"}},
		"limit_of_no_total": {limits(object{"kind": "aggregate", "amount": dollars("1"), "marginPercent": "110", "otherValues": dollars("1")},
			row(object{"marginPercent": "99.99"}), row(object{"marginPercent": "1000.01", "asset": asset})),
			[]string{"/limits/0/marginPercent invalid_value", "/limits/0/otherValues invalid_value", "/limits/1/marginPercent invalid_value",
				"/limits/2/marginPercent invalid_value"}},
		"limit_amount": {limits(object{"kind": "total"}, object{"kind": "total", "coverageType": "building", "amount": nil},
			object{"kind": "total", "coverageTypes": []any{"building", "businessIncome"}},
			object{"kind": "total", "coverageType": "businessIncome", "actualLossSustained": false},
			object{"kind": "total", "coverageTypes": []any{"extraExpense", "businessIncome"}, "extendedDays": 30}),
			[]string{"/limits/0/amount required", "/limits/1/amount required", "/limits/2/amount required", "/limits/3/amount required"}},
		"limit_of_no_time": {limits(row(object{"coverageType": "building", "months": 12}), row(object{"actualLossSustained": true}),
			row(object{"coverageTypes": []any{"building", "businessIncome"}, "extendedDays": 0}),
			row(object{"coverageType": "businessIncome", "months": 0, "extendedDays": -1})),
			[]string{"/limits/0/months invalid_value", "/limits/1/actualLossSustained invalid_value", "/limits/2/extendedDays invalid_value",
				"/limits/3/months invalid_value", "/limits/3/extendedDays invalid_value"}},
		"limit_twice": {limits(row(object{"coverageTypes": []any{"building", "businessIncome"}, "perils": []any{"fire", "theft"},
			"asset": asset}),
			row(object{"coverageTypes": []any{"businessIncome", "building"}, "perils": []any{"theft", "fire"}, "asset": asset}),
			row(nil), row(object{"perils": []any{"fire"}}), row(object{"asset": asset}), row(object{"perils": []any{}, "coverageTypes": []any{}})),
			[]string{"/limits/1 duplicate", "/limits/5 duplicate"}},
		"deductibles": {deductibles(object{}, object{"amount": dollars("1"), "hours": 2, "perils": []any{"fire"}},
			object{"percent": "5", "perils": []any{"theft"}},
			object{"amount": dollars("1"), "of": "LIMIT", "minimum": dollars("1"), "perils": []any{"smoke"}},
			object{"percent": "100.01", "of": "LIMIT", "perils": []any{"mold"}}),
			[]string{"/deductibles/0 required", "/deductibles/1 invalid_value", "/deductibles/2/of required", "/deductibles/3/of invalid_value",
				"/deductibles/3/minimum invalid_value", "/deductibles/4/percent invalid_value"}},
		"deductible_twice": {deductibles(object{"amount": dollars("1")}, object{"hours": 1},
			object{"perils": []any{"fire", "theft"}, "amount": dollars("1")},
			object{"perils": []any{"theft", "death"}, "amount": dollars("1")}),
			[]string{"/deductibles/1 duplicate", "/deductibles/3/perils/1 peril_not_applicable", "/deductibles/3/perils/0 duplicate"}},
		"deductible_both": {object{"deductibles": []any{}, "deductible": dollars("1")}, []string{"/deductible invalid_value"}},
		"hours_of_no_time": {with(deductibles(object{"hours": 72}), object{"coverageTypes": []any{"building"}}),
			[]string{"/deductibles/0/hours invalid_value"}},
		"stated_values": {object{"statedValues": []any{object{"asset": asset, "amount": dollars("1")},
			object{"asset": unknownID, "amount": dollars("-1")},
			object{"asset": asset, "amount": dollars("1")}, object{"asset": foreign, "amount": dollars("1")}}},
			[]string{"/statedValues/1/amount/amount invalid_value", "/statedValues/1/asset unknown_reference", "/statedValues/2/asset duplicate",
				"/statedValues/3/asset unknown_reference"}},
		"terms": {object{"valuation": "marketValue", "placement": "forced", "coinsurancePercent": "high"},
			[]string{"/coinsurancePercent invalid_value", "/placement invalid_value", "/valuation invalid_value"}},
		"numbers": {object{"coinsurancePercent": "100.5", "noticeDays": object{"cancellation": -1, "nonPayment": 4000},
			"attachment": dollars("1")},
			[]string{"/coinsurancePercent invalid_value", "/noticeDays/cancellation invalid_value", "/noticeDays/nonPayment invalid_value",
				"/attachment invalid_value"}},
		"catalogs": {object{"endorsements": []any{"nonsense", "agreedValue", "agreedValue"}, "exclusions": []any{"fire"}},
			[]string{"/endorsements/0 unknown_reference", "/endorsements/2 duplicate", "/exclusions/0 unknown_reference"}},
		"read_only": {object{"carriedOver": []any{}}, []string{"/carriedOver immutable"}},
	}
	kept := created(t, c, framework(f, with(with(object{
		"limits":      []any{row(object{"coverageTypes": []any{"building", "extraExpense"}, "asset": asset, "perils": []any{"fire"}})},
		"deductibles": []any{object{"perils": []any{"theft"}, "amount": dollars("1")}}, "coverageLayer": "umbrella", "attachment": dollars("1"),
	}, at), object{"coverageLayer": "umbrella"})))
	before := s.Contents(t)
	for name, tt := range refusals {
		t.Run(name, func(t *testing.T) {
			c.Do(t, http.MethodPost, "/rest/policies", framework(f, with(with(object{}, at), tt.body))).Violations(t, tt.want...)
		})
	}
	t.Run("legacy", func(t *testing.T) {
		c.Do(t, http.MethodPost, "/rest/policies", legacy(l, object{
			"limits":       []any{row(object{"coverageTypes": []any{"building", "flood"}, "asset": asset, "perils": []any{"fire"}})},
			"attachment":   dollars("1"),
			"deductibles":  []any{object{"perils": []any{"fire"}, "amount": dollars("1")}},
			"statedValues": []any{object{"asset": asset, "amount": dollars("1")}},
		})).Violations(t, "/limits/0/coverageTypes case_type_mismatch", "/limits/0/asset case_type_mismatch",
			"/limits/0/perils case_type_mismatch",
			"/deductibles/0/perils case_type_mismatch", "/statedValues case_type_mismatch", "/attachment invalid_value")
	})
	t.Run("kept", func(t *testing.T) {
		c.Do(t, http.MethodPatch, kept, object{
			"coverageTypes": []any{"flood"}, "perilsByAsset": []any{object{"asset": other, "perils": []any{"flood"}}}, "coverageLayer": "primary",
		}).Violations(t, "/coverageTypes coverage_type_not_applicable", "/coverageTypes coverage_type_not_applicable",
			"/coverageTypes peril_not_applicable",
			"/perilsByAsset unknown_reference", "/coverageTypes peril_not_applicable", "/coverageLayer invalid_value")
	})
	require.Equal(t, before, s.Contents(t), "a refusal writes nothing")
}

func TestPolicyCarriedOver(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	f := s.FrameworkCase(t, s.Harbor)
	s.Asset(t, s.Harbor, f)
	path := created(t, c, framework(f, object{"startDate": "2026-01-01", "deductible": dollars("5")}))
	require.Equal(t, []any{}, c.Get(t, path)["carriedOver"])
	term := object{"startDate": "2027-01-01", "endDate": "2028-01-01"}
	renewed := c.Post(t, path+"/new-term", with(object{"deductible": dollars("6"), "carrier": nil, "perils": []any{"fire"}}, term),
		http.StatusOK)
	require.Equal(t, []any{"limits", "coverageFormType", "mortgageeClauses", "insureds", "valuation", "endorsements", "exclusions",
		"noticeDays", "attachment"}, renewed["carriedOver"])

	t.Run("confirmed", func(t *testing.T) {
		after := c.Post(t, path+"/confirm", object{"members": []any{"limits", "exclusions", "carrier"}}, http.StatusOK)
		require.Equal(t, []any{"coverageFormType", "mortgageeClauses", "insureds", "valuation", "endorsements", "noticeDays", "attachment"},
			after["carriedOver"])
		versions := versionsOf(t, c, path)
		require.Equal(t, []any{"correction", 2.0, after["carriedOver"]}, values(versions[2], "reason", "termNumber", "carriedOver"))
		require.Equal(t, renewed["carriedOver"], versions[1]["carriedOver"], "a version never changes")
		require.Equal(t, after, c.Post(t, path+"/confirm", object{"members": []any{"limits"}}, http.StatusOK), "repeated")
		event := c.Get(t, "/rest/audit-events?action=policy.updated&sort=-createdAt")["data"].([]any)[0].(object)
		require.Equal(t, []any{"currentVersionId", "carriedOver", "versionNumber"},
			sortedLike(event["changes"].(object), "currentVersionId", "carriedOver", "versionNumber"))
	})
	t.Run("changed", func(t *testing.T) {
		after := c.Patch(t, path, object{"coverageFormType": "Special", "valuation": nil, "insureds": []any{s.Insured(t, s.Harbor)}})
		require.Equal(t, []any{"mortgageeClauses", "valuation", "endorsements", "noticeDays", "attachment"}, after["carriedOver"],
			"what a PATCH repeats is not changed")
	})
	t.Run("next_term", func(t *testing.T) {
		after := c.Post(t, path+"/new-term", with(object{"endorsements": nil}, object{"startDate": "2028-01-01", "endDate": "2029-01-01"}),
			http.StatusOK)
		require.Len(t, after["carriedOver"], 11, "all but what the request named")
	})
	t.Run("refused", func(t *testing.T) {
		confirm := func(c *resttest.Client, path string, members ...any) *resttest.Response {
			return c.Do(t, http.MethodPost, path+"/confirm", object{"members": append([]any{}, members...)})
		}
		confirm(c, path, "premium", "limits", "limits").Violations(t, "/members/0 invalid_value")
		confirm(c, path, "limits", "limits").Violations(t, "/members/1 duplicate")
		confirm(c, path).Violations(t, "/members required")
		c.Do(t, http.MethodPost, path+"/confirm", object{}).Violations(t, "/members required")
		confirm(c, "/rest/policies/"+unknownID, "limits").Problem(t, http.StatusNotFound, "not_found")
		confirm(s.As(s.Prairie.Token), path, "limits").Problem(t, http.StatusNotFound, "not_found")
		confirm(s.As(s.None.Token), path, "limits").Problem(t, http.StatusForbidden, "api_access_not_enabled")
		got := c.GraphQL(t, `mutation($id: ID!) { confirmPolicy(id: $id, input: {members: [limits]}) { carriedOver } }`,
			object{"id": path[len("/rest/policies/"):]})
		require.NotContains(t, got["data"].(object)["confirmPolicy"].(object)["carriedOver"], "limits")
		c.Post(t, "/rest/cases/"+f.String()+"/close", object{"reason": "paidOff"}, http.StatusOK)
		confirm(c, path, "carrier").Problem(t, http.StatusConflict, "case_closed")
	})
}

func sortedLike(members object, names ...string) (found []any) {
	for _, name := range names {
		if _, ok := members[name]; ok {
			found = append(found, name)
		}
	}
	return found
}
