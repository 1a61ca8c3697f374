package e2e

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

const requirementFields = `{ key coverageType assetTypes perils minimumLimit { amount currency } maximumDeductible { amount currency }
	clauseType weight
	limitBasis limitPercent maximumDeductiblePercent minimumRating formTypes certificateHolder
	appliesWhen { floodZones states loanAmount { gte { amount currency } lt { amount currency } }
		insurableValue { gte { amount currency } lt { amount currency } } fields { fieldType in gte lt } }
	insuredNamed minimumRatings { agency rating size } occurrenceForm valuation maximumCoinsurancePercent
	deductibles { perils maximumAmount { amount currency } maximumPercent maximumHours } endorsements prohibitedExclusions
	noticeDays { cancellation nonPayment } evidence { categories temporaryCategories temporaryDays } minimumAggregate { amount currency }
	minimumMonths minimumExtendedDays limitPer }`

// plainRequirement is how a requirement is answered that asks for a coverage type alone.
func plainRequirement(coverageType string, more object) object {
	r := object{
		"key": coverageType, "coverageType": coverageTypeID(coverageType), "assetTypes": []any{}, "perils": []any{}, "minimumLimit": nil,
		"maximumDeductible": nil, "clauseType": nil, "weight": 1.0, "limitBasis": nil, "limitPercent": nil, "maximumDeductiblePercent": nil,
		"minimumRating": nil, "formTypes": []any{}, "certificateHolder": nil, "appliesWhen": nil, "insuredNamed": nil, "minimumRatings": nil,
		"occurrenceForm": nil, "valuation": nil, "maximumCoinsurancePercent": nil, "deductibles": nil, "endorsements": nil,
		"prohibitedExclusions": nil, "noticeDays": nil, "evidence": nil, "minimumAggregate": nil, "minimumMonths": nil,
		"minimumExtendedDays": nil, "limitPer": "TARGET",
	}
	maps.Copy(r, more)
	return r
}

// askedRequirements ask each member, and how they are answered.
func askedRequirements() (asked, answered []any) {
	dollars := func(amount string) object { return object{"amount": amount, "currency": "USD"} }
	field, _ := catalog.AssetTypes.Ordered[0].FieldTypeByRef("units")
	year, _ := catalog.AssetTypes.Ordered[0].FieldTypeByRef("yearBuilt")
	binder, _ := catalog.DocumentCategories.ByRef("binder")
	policy, _ := catalog.DocumentCategories.ByRef("policy")
	inflation, _ := catalog.Endorsements.ByRef("inflationGuard")
	habitability, _ := catalog.Exclusions.ByRef("habitability")
	applies := object{
		"floodZones": []any{"SFHA", "X (shaded)"}, "states": []any{"FL", "GA"},
		"loanAmount":     object{"gte": dollars("1000000.00"), "lt": nil},
		"insurableValue": object{"gte": dollars("1.00"), "lt": dollars("2.00")},
		"fields": []any{
			object{"fieldType": field.ID.String(), "in": nil, "gte": 5.0, "lt": 50.0},
			object{"fieldType": year.ID.String(), "in": []any{1998.0, 2001.0}, "gte": nil, "lt": nil},
		},
	}
	asked = []any{
		object{
			"coverageType": "building", "key": "in the zone", "insuredNamed": "ALL",
			"appliesWhen": object{
				"floodZones": []any{"SFHA", "X (shaded)"}, "states": []any{"FL", "ga"}, "loanAmount": object{"gte": dollars("1000000")},
				"insurableValue": applies["insurableValue"],
				"fields":         []any{object{"fieldType": "units", "gte": 5, "lt": 50}, object{"fieldType": year.ID, "in": []any{1998, 2001}}},
			},
			"minimumRatings": []any{object{"agency": "AM_BEST", "rating": "A-", "size": "VII"}, object{"agency": "DEMOTECH", "rating": "A''"}},
			"valuation":      []any{"replacementCost", "agreedValue"}, "maximumCoinsurancePercent": "90",
			"deductibles":  []any{object{"perils": []any{"windHail", perilID("namedStorm")}, "maximumAmount": dollars("5"), "maximumPercent": "3"}},
			"endorsements": []any{"inflationGuard"}, "noticeDays": object{"cancellation": 30, "nonPayment": 10},
			"evidence": object{"categories": []any{"policy"}, "temporaryCategories": []any{binder.ID}, "temporaryDays": 60},
		},
		object{"coverageType": "building"},
		object{"coverageType": "businessIncome", "minimumMonths": 12, "minimumExtendedDays": 90,
			"deductibles": []any{object{"perils": []any{"fire"}, "maximumHours": 72}}},
		object{"coverageType": "generalLiability", "occurrenceForm": true, "minimumAggregate": dollars("2000000"),
			"prohibitedExclusions": []any{habitability.ID}, "insuredNamed": "ANY"},
		object{"coverageType": "flood", "limitBasis": "FLOOD", "limitPer": "LOAN"},
	}
	answered = []any{
		plainRequirement("building", object{
			"key": "in the zone", "appliesWhen": applies, "insuredNamed": "ALL",
			"minimumRatings": []any{object{"agency": "AM_BEST", "rating": "A-", "size": "VII"},
				object{"agency": "DEMOTECH", "rating": "A″", "size": nil}},
			"valuation": []any{"replacementCost", "agreedValue"}, "maximumCoinsurancePercent": "90.00",
			"deductibles": []any{object{"perils": []any{perilID("windHail"), perilID("namedStorm")}, "maximumAmount": dollars("5.00"),
				"maximumPercent": "3.00", "maximumHours": nil}},
			"endorsements": []any{inflation.ID.String()}, "noticeDays": object{"cancellation": 30.0, "nonPayment": 10.0},
			"evidence": object{"categories": []any{policy.ID.String()}, "temporaryCategories": []any{binder.ID.String()}, "temporaryDays": 60.0},
		}),
		plainRequirement("building", nil),
		plainRequirement("businessIncome", object{"minimumMonths": 12.0, "minimumExtendedDays": 90.0, "deductibles": []any{
			object{"perils": []any{perilID("fire")}, "maximumAmount": nil, "maximumPercent": nil, "maximumHours": 72.0}}}),
		plainRequirement("generalLiability", object{"occurrenceForm": true, "minimumAggregate": dollars("2000000.00"),
			"prohibitedExclusions": []any{habitability.ID.String()}, "insuredNamed": "ANY"}),
		plainRequirement("flood", object{"limitBasis": "FLOOD", "limitPercent": "100.00", "limitPer": "LOAN"}),
	}
	return asked, answered
}

// TestRequirementMembers stores each member and reads it on both doors, in the version, in its copies, and after a send back.
func TestRequirementMembers(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	asked, answered := askedRequirements()
	made := c.Post(t, "/rest/risk-profiles", object{"name": "Asks much", "carriedOver": "UNKNOWN", "requirements": asked}, http.StatusCreated)
	require.Equal(t, answered, made["requirements"])
	require.Equal(t, "UNKNOWN", made["carriedOver"])
	path := "/rest/risk-profiles/" + made["id"].(string)
	require.Equal(t, made, c.Get(t, path))

	shown := c.Query(t, `query($id: ID!) { riskProfile(id: $id) { carriedOver requirements `+requirementFields+` } }`,
		object{"id": made["id"]})
	require.Equal(t, object{"carriedOver": "UNKNOWN", "requirements": answered}, shown["riskProfile"])

	back := c.Patch(t, path, object{"requirements": made["requirements"]})
	require.Equal(t, answered, back["requirements"], "what was read can be sent back")
	batch := c.Do(t, http.MethodPost, "/rest/risk-profiles/batch",
		object{"items": []any{object{"name": "One", "requirements": asked}}}).Created(t)
	require.Equal(t, answered, batch[0]["requirements"])

	require.Equal(t, answered, c.Post(t, path+"/publish", nil, http.StatusOK)["requirements"])
	next := c.Post(t, path+"/versions", nil, http.StatusCreated)
	require.Equal(t, []any{answered, "UNKNOWN"}, []any{next["requirements"], next["carriedOver"]})
	require.Equal(t, "ACCEPT", c.Patch(t, "/rest/risk-profiles/"+next["id"].(string), object{"carriedOver": "ACCEPT"})["carriedOver"])
	trial := c.Query(t, `query($id: ID!) { riskProfileTrial(id: $id) { cases } }`, object{"id": next["id"]})
	require.Equal(t, object{"cases": 0.0}, trial["riskProfileTrial"])
	s.As(s.Prairie.Token).Do(t, http.MethodGet, path, nil).Problem(t, http.StatusNotFound, "not_found")
	s.As(s.Basic.Token).Do(t, http.MethodPost, "/rest/risk-profiles", object{"name": "x", "requirements": asked}).
		Problem(t, http.StatusForbidden, "risk_profiles_not_enabled")
}

// TestRequirementEmpty tells what asks nothing from what asks something.
func TestRequirementEmpty(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	p := c.Post(t, "/rest/risk-profiles", object{"name": "Asks little", "requirements": []any{object{
		"coverageType": "generalLiability", "key": nil, "appliesWhen": object{"floodZones": []any{}, "loanAmount": object{}, "fields": []any{}},
		"minimumRating": "A-", "minimumRatings": []any{}, "occurrenceForm": false, "valuation": []any{}, "deductibles": []any{},
		"endorsements": []any{}, "prohibitedExclusions": []any{}, "noticeDays": object{}, "evidence": object{"categories": []any{}},
		"limitPer": nil,
	}}}, http.StatusCreated)
	require.Equal(t, []any{plainRequirement("generalLiability", object{"minimumRating": "A-"})}, p["requirements"])
	require.Equal(t, "ACCEPT", p["carriedOver"])
}

// TestRequirementKeys derives keys that are unique, around those that are given.
func TestRequirementKeys(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	when := object{"floodZones": []any{"SFHA"}}
	p := s.As(s.Harbor.Token).Post(t, "/rest/risk-profiles", object{"name": "Keys", "requirements": []any{
		object{"coverageType": "flood", "appliesWhen": when}, object{"coverageType": "flood", "appliesWhen": when},
		object{"coverageType": "building", "key": "flood-2"}, object{"coverageType": "flood", "assetTypes": []any{"inventory"}},
	}}, http.StatusCreated)
	keys := []any{}
	for _, r := range p["requirements"].([]any) {
		keys = append(keys, r.(object)["key"])
	}
	require.Equal(t, []any{"flood", "flood-3", "flood-2", "flood-4"}, keys)
}

// TestRequirementRefused sends what a requirement cannot ask, all at once and one by one.
func TestRequirementRefused(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	dollars := func(amount string) object { return object{"amount": amount, "currency": "USD"} }
	fields := func(items ...any) object { return object{"appliesWhen": object{"fields": items}} }
	for name, tt := range map[string]struct {
		coverageType string
		more         object
		want         []string
	}{
		"rating_beside_ratings": {"building", object{"minimumRating": "A", "minimumRatings": []any{object{"agency": "AM_BEST", "rating": "A"}}},
			[]string{"/minimumRating invalid_value"}},
		"ratings": {"building", object{"minimumRatings": []any{
			object{"agency": "AM_BEST", "rating": "AAA"}, object{"agency": "SP", "rating": "AA", "size": "X"},
			object{"agency": "FITCH", "rating": "A"},
			object{"agency": "MOODYS", "rating": "aa1"}, object{"agency": "AM_BEST", "rating": "A", "size": "XVI"}, object{"agency": "DEMOTECH"},
		}}, []string{"/minimumRatings/2/agency invalid_value", "/minimumRatings/4/size invalid_value", "/minimumRatings/5/rating required"}},
		"ratings_of_scales": {"building", object{"minimumRatings": []any{
			object{"agency": "AM_BEST", "rating": "AAA"}, object{"agency": "SP", "rating": "AA", "size": "X"},
			object{"agency": "MOODYS", "rating": "aa1"}, object{"agency": "SP", "rating": "A"}, object{"agency": "SP", "rating": "A"},
		}}, []string{"/minimumRatings/0/rating invalid_value", "/minimumRatings/1/size invalid_value", "/minimumRatings/2/rating invalid_value",
			"/minimumRatings/4 duplicate"}},
		"lists": {"generalLiability", object{"valuation": []any{"agreedValue", "agreedValue"},
			"endorsements":         []any{"moat", "followForm", "followForm"},
			"prohibitedExclusions": []any{"flood"}, "maximumCoinsurancePercent": "100.01"},
			[]string{"/valuation/1 duplicate", "/maximumCoinsurancePercent invalid_value", "/endorsements/0 unknown_reference",
				"/endorsements/2 duplicate", "/prohibitedExclusions/0 unknown_reference"}},
		"unknown_values": {"building", object{"valuation": []any{"marketValue"}, "insuredNamed": "SOME", "limitPer": "CASE"},
			[]string{"/insuredNamed invalid_value", "/limitPer invalid_value", "/valuation/0 invalid_value"}},
		"deductibles": {"building", object{"deductibles": []any{
			object{"perils": []any{"fire", "flood", "dragons"}, "maximumPercent": "1"}, object{"perils": []any{"windHail", "fire"}},
			object{"perils": []any{}, "maximumAmount": dollars("-1")}, object{"perils": []any{"theft"}, "maximumHours": 24},
			object{"perils": []any{"mold"}, "maximumPercent": "101"},
		}}, []string{"/deductibles/0/perils/2 unknown_peril", "/deductibles/0/perils/1 peril_not_applicable", "/deductibles/1/perils/1 duplicate",
			"/deductibles/1 required", "/deductibles/2/perils required", "/deductibles/2/maximumAmount/amount invalid_value",
			"/deductibles/4/maximumPercent invalid_value", "/deductibles/3/maximumHours invalid_value"}},
		"of_another_group": {"building", object{"minimumMonths": 12, "minimumExtendedDays": 30, "occurrenceForm": true},
			[]string{"/minimumMonths invalid_value", "/minimumExtendedDays invalid_value", "/occurrenceForm invalid_value"}},
		"of_life": {"keyPersonLife", object{"minimumAggregate": dollars("1")}, []string{"/minimumAggregate invalid_value"}},
		"numbers": {"businessIncome", object{"minimumMonths": 0, "minimumExtendedDays": 4000,
			"noticeDays": object{"cancellation": -1, "nonPayment": 366}},
			[]string{"/noticeDays/cancellation invalid_value", "/noticeDays/nonPayment invalid_value", "/minimumMonths invalid_value",
				"/minimumExtendedDays invalid_value"}},
		"evidence": {"building", object{"evidence": object{"categories": []any{"parchment"}, "temporaryCategories": []any{"binder"}}},
			[]string{"/evidence/categories/0 unknown_document_category", "/evidence/temporaryDays required"}},
		"evidence_for_a_while": {"building", object{"evidence": object{"temporaryDays": 0}},
			[]string{"/evidence/temporaryDays invalid_value", "/evidence/categories required", "/evidence/temporaryCategories required"}},
		"evidence_twice": {"building", object{"evidence": object{"categories": []any{"binder"}, "temporaryCategories": []any{"binder"},
			"temporaryDays": 9}},
			[]string{"/evidence/temporaryCategories/0 duplicate"}},
		"loan": {"flood", object{"limitPer": "LOAN", "limitBasis": "LESSER", "limitPercent": "80", "minimumLimit": dollars("1")},
			[]string{"/limitBasis invalid_value", "/limitPercent invalid_value", "/minimumLimit invalid_value"}},
		"loan_without_basis": {"flood", object{"limitPer": "LOAN"}, []string{"/limitBasis invalid_value"}},
		"conditions": {"building", object{"appliesWhen": object{
			"floodZones": []any{"AE", "Q", "AE"}, "states": []any{"Florida", "FL", "fl"},
			"loanAmount":     object{"gte": dollars("2"), "lt": dollars("2")},
			"insurableValue": object{"gte": dollars("1"), "lt": object{"amount": "2", "currency": "EUR"}},
		}}, []string{"/appliesWhen/floodZones/2 duplicate", "/appliesWhen/loanAmount/lt invalid_value",
			"/appliesWhen/insurableValue/lt invalid_value",
			"/appliesWhen/floodZones/1 invalid_value", "/appliesWhen/states/0 invalid_value", "/appliesWhen/states/2 duplicate"}},
		"conditions_on_fields": {"building", fields(
			object{"fieldType": "moat", "in": []any{"wide"}}, object{"fieldType": "units"}, object{"fieldType": "units", "gte": 5, "lt": 5},
			object{"fieldType": "occupancy", "gte": "office"}, object{"fieldType": "address", "in": []any{"x"}},
			object{"fieldType": "stories", "in": []any{1, 1, "two"}, "lt": 9}, object{"fieldType": "replacementCost", "gte": 7},
		), []string{"/appliesWhen/fields/0/fieldType unknown_field_type", "/appliesWhen/fields/1 required",
			"/appliesWhen/fields/2/fieldType duplicate",
			"/appliesWhen/fields/2/lt invalid_value", "/appliesWhen/fields/3 invalid_value", "/appliesWhen/fields/4/in/0 invalid_value",
			"/appliesWhen/fields/4/fieldType invalid_value", "/appliesWhen/fields/5/in/2 invalid_value", "/appliesWhen/fields/5/in invalid_value",
			"/appliesWhen/fields/5/in/1 duplicate", "/appliesWhen/fields/6/gte invalid_value"}},
		"conditions_on_what_it_is_not_for": {"flood", object{"assetTypes": []any{"vehicle"}, "appliesWhen": object{
			"floodZones": []any{"AE"}, "states": []any{"FL"}, "fields": []any{object{"fieldType": "units", "gte": 5}},
		}}, []string{"/appliesWhen/fields/0/fieldType unknown_field_type", "/appliesWhen/floodZones invalid_value",
			"/appliesWhen/states invalid_value"}},
		"key":      {"building", object{"key": " "}, []string{"/key required"}},
		"long_key": {"building", object{"key": strings.Repeat("x", 256)}, []string{"/key too_long"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			item := object{"coverageType": tt.coverageType}
			maps.Copy(item, tt.more)
			want := make([]string, len(tt.want))
			for i, violation := range tt.want {
				want[i] = "/requirements/0" + violation
			}
			c.Do(t, http.MethodPost, "/rest/risk-profiles", object{"name": "Refused", "requirements": []any{item}}).Violations(t, want...)
		})
	}
	c.Do(t, http.MethodPost, "/rest/risk-profiles", object{"name": "Refused", "carriedOver": "MAYBE", "requirements": []any{
		object{"coverageType": "building", "key": "a"}, object{"coverageType": "flood", "key": "a"},
	}}).Violations(t, "/carriedOver invalid_value")
	c.Do(t, http.MethodPost, "/rest/risk-profiles", object{"name": "Refused", "requirements": []any{
		object{"coverageType": "building", "key": "a"}, object{"coverageType": "flood", "key": "a"},
	}}).Violations(t, "/requirements/1/key duplicate")
}
