package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

const profileFields = `{ id lineageId name description version type protectionScore assetTypeIds certificateHolderIds
	certificateHolderClauseTypes { id types defaultForTypes }
	requirements { coverageType assetTypes perils minimumLimit { amount currency } maximumDeductible { amount currency } clauseType weight
		limitBasis limitPercent maximumDeductiblePercent minimumRating formTypes certificateHolder }
	otherCoverages isPublished isLatestVersion publishedAt sourceId createdAt updatedAt }`

const (
	createProfile = `mutation($input: CreateRiskProfileInput!) { it: createRiskProfile(input: $input) ` + profileFields + ` }`
	updateProfile = `mutation($id: ID!, $input: UpdateRiskProfileInput!) { it: updateRiskProfile(id: $id, input: $input) ` +
		profileFields + ` }`
	publishProfile = `mutation($id: ID!) { it: publishRiskProfile(id: $id) ` + profileFields + ` }`
	versionProfile = `mutation($id: ID!) { it: createRiskProfileVersion(id: $id) ` + profileFields + ` }`
	cloneProfile   = `mutation($id: ID!, $input: CopyRiskProfileInput!) { it: cloneRiskProfile(id: $id, input: $input) ` +
		profileFields + ` }`
	subscribeProfile = `mutation($id: ID!, $input: CopyRiskProfileInput!) { it: subscribeRiskProfile(id: $id, input: $input) ` +
		profileFields + ` }`
)

// draft makes a draft and returns it.
func draft(t *testing.T, c *resttest.Client, input object) object {
	t.Helper()
	if input["name"] == nil {
		input["name"] = "A profile"
	}
	return mutate(t, c, createProfile, object{"input": input})
}

// profileNow is how a version is now.
func profileNow(t *testing.T, c *resttest.Client, id any) object {
	t.Helper()
	return c.Query(t, `query($id: ID!) { riskProfile(id: $id) `+profileFields+` }`, object{"id": id})["riskProfile"].(object)
}

func coverageTypeID(key string) string {
	t, _ := catalog.CoverageTypes.ByRef(key)
	return t.ID.String()
}

func perilID(key string) string {
	p, _ := catalog.Perils.ByRef(key)
	return p.ID.String()
}

func TestRiskProfileCreate(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	bank, servicer := newHolder(t, c, "Bank", "mortgagee", "lossPayee"), newHolder(t, c, "Servicer", "lossPayee")

	t.Run("defaults", func(t *testing.T) {
		t.Parallel()
		p := draft(t, c, object{"name": "Bare"})
		require.Equal(t, object{
			"id": p["id"], "name": "Bare", "description": "", "version": 1.0, "type": "STANDALONE", "protectionScore": 0.0,
			"assetTypes": []any{}, "certificateHolders": []any{}, "certificateHolderClauseTypes": []any{}, "requirements": []any{},
			"isPublished": false, "isLatestVersion": false, "publishedAt": nil, "createdAt": p["createdAt"], "updatedAt": p["createdAt"],
			"otherCoverages": "ACCEPT", "carriedOver": "ACCEPT",
		}, c.Get(t, "/rest/risk-profiles/"+p["id"].(string)))
		require.Nil(t, p["sourceId"])
		require.NotEqual(t, p["lineageId"], draft(t, c, object{})["lineageId"])
	})
	t.Run("everything", func(t *testing.T) {
		t.Parallel()
		p := draft(t, c, object{
			"name": "Commercial", "description": "Loans on\noffices", "assetTypes": []any{"commercialRealEstate", assetTypeID("equipment")},
			"certificateHolders": []any{servicer, bank},
			"certificateHolderClauseTypes": []any{object{"id": bank, "types": []any{"mortgagee", "lossPayee"},
				"defaultForTypes": []any{"mortgagee"}}},
			"requirements": []any{
				object{"coverageType": "building", "assetTypes": []any{"commercialRealEstate"}, "perils": []any{"fire", perilID("windHail")},
					"minimumLimit": object{"amount": "1000000", "currency": "USD"}, "maximumDeductible": object{"amount": "5000.00", "currency": "USD"},
					"clauseType": "mortgagee", "weight": 0.5, "limitBasis": "LESSER", "limitPercent": "80", "maximumDeductiblePercent": "2.5",
					"minimumRating": "A-", "formTypes": []any{"Special", "Broad"}, "certificateHolder": bank},
				object{"coverageType": coverageTypeID("flood")},
			},
		})
		require.Equal(t, []any{assetTypeID("commercialRealEstate"), assetTypeID("equipment")}, p["assetTypeIds"])
		require.Equal(t, []any{servicer, bank}, p["certificateHolderIds"])
		require.Equal(t, []any{
			object{"id": servicer, "types": []any{"lossPayee"}, "defaultForTypes": []any{}},
			object{"id": bank, "types": []any{"mortgagee", "lossPayee"}, "defaultForTypes": []any{"mortgagee"}},
		}, p["certificateHolderClauseTypes"])
		require.Equal(t, []any{
			object{"coverageType": coverageTypeID("building"), "assetTypes": []any{assetTypeID("commercialRealEstate")},
				"perils": []any{perilID("fire"), perilID("windHail")}, "minimumLimit": object{"amount": "1000000.00", "currency": "USD"},
				"maximumDeductible": object{"amount": "5000.00", "currency": "USD"}, "clauseType": "mortgagee", "weight": 0.5,
				"limitBasis": "LESSER", "limitPercent": "80.00", "maximumDeductiblePercent": "2.50", "minimumRating": "A-",
				"formTypes": []any{"Special", "Broad"}, "certificateHolder": bank},
			object{"coverageType": coverageTypeID("flood"), "assetTypes": []any{}, "perils": []any{}, "minimumLimit": nil,
				"maximumDeductible": nil, "clauseType": nil, "weight": 1.0, "limitBasis": nil, "limitPercent": nil,
				"maximumDeductiblePercent": nil, "minimumRating": nil, "formTypes": []any{}, "certificateHolder": nil},
		}, p["requirements"])
		// fire 8 and wind 4 at half, flood 8 and storm surge 4 whole, of the catalog's sum
		all := 0.0
		for _, peril := range catalog.Perils.All() {
			all += peril.Weight
		}
		require.InDelta(t, 18/all*100, p["protectionScore"], 0.005)
		related := c.Query(t, `query($id: ID!) { riskProfile(id: $id) { assetTypes { key } certificateHolders { name } } }`,
			object{"id": p["id"]})
		require.Equal(t, object{
			"assetTypes":         []any{object{"key": "commercialRealEstate"}, object{"key": "equipment"}},
			"certificateHolders": []any{object{"name": "Servicer"}, object{"name": "Bank"}},
		}, related["riskProfile"])
	})
	foreign := newHolder(t, s.As(s.Prairie.Token), "Elsewhere", "mortgagee")
	clauseTypes := func(items ...any) object {
		return object{"certificateHolders": []any{bank, servicer}, "certificateHolderClauseTypes": items}
	}
	requirements := func(items ...any) object { return object{"requirements": items} }
	for name, tt := range map[string]struct {
		input object
		code  string
		want  []string
	}{
		"texts": {object{"name": " ", "description": strings.Repeat("x", 4001)}, "validation_failed",
			[]string{"/name required", "/description too_long"}},
		"unknown_asset_type": {object{"assetTypes": []any{"castle", "vehicle", unknownID}}, "unknown_asset_type",
			[]string{"/assetTypes/0 unknown_asset_type", "/assetTypes/2 unknown_asset_type"}},
		"asset_type_twice": {object{"assetTypes": []any{"vehicle", assetTypeID("vehicle")}}, "duplicate", []string{"/assetTypes/1 duplicate"}},
		"holders": {object{"certificateHolders": []any{foreign, bank, unknownID, "x", bank}}, "validation_failed",
			[]string{"/certificateHolders/0 unknown_reference", "/certificateHolders/2 unknown_reference", "/certificateHolders/3 unknown_reference",
				"/certificateHolders/4 duplicate"}},
		"clause_types_of_no_holder": {clauseTypes(object{"id": foreign, "types": []any{}}), "unknown_reference",
			[]string{"/certificateHolderClauseTypes/0/id unknown_reference"}},
		"clause_types_twice": {clauseTypes(object{"id": bank, "types": []any{}}, object{"id": bank, "types": []any{}}), "duplicate",
			[]string{"/certificateHolderClauseTypes/1/id duplicate"}},
		"type_not_the_holders": {clauseTypes(object{"id": servicer, "types": []any{"lossPayee", "mortgagee"}}), "invalid_value",
			[]string{"/certificateHolderClauseTypes/0/types/1 invalid_value"}},
		"default_not_of_types": {clauseTypes(object{"id": bank, "types": []any{"lossPayee"}, "defaultForTypes": []any{"mortgagee"}}),
			"invalid_value", []string{"/certificateHolderClauseTypes/0/defaultForTypes/0 invalid_value"}},
		"default_of_two_holders": {clauseTypes(
			object{"id": bank, "types": []any{"lossPayee"}, "defaultForTypes": []any{"lossPayee"}},
			object{"id": servicer, "types": []any{"lossPayee"}, "defaultForTypes": []any{"lossPayee"}},
		), "duplicate", []string{"/certificateHolderClauseTypes/1/defaultForTypes/0 duplicate"}},
		"unknown_coverage_type": {requirements(object{"coverageType": "moat", "perils": []any{"fire"}}), "unknown_coverage_type",
			[]string{"/requirements/0/coverageType unknown_coverage_type"}},
		"unknown_coverage_type_hides_no_peril": {requirements(object{"coverageType": "moat", "perils": []any{"dragons", "fire", "fire"}}),
			"validation_failed", []string{"/requirements/0/coverageType unknown_coverage_type", "/requirements/0/perils/0 unknown_peril",
				"/requirements/0/perils/2 duplicate"}},
		"unknown_peril": {requirements(object{"coverageType": "building", "perils": []any{"dragons", "fire"}}),
			"unknown_peril", []string{"/requirements/0/perils/0 unknown_peril"}},
		"peril_not_applicable": {requirements(object{"coverageType": "flood", "perils": []any{"flood", "fire"}}),
			"peril_not_applicable", []string{"/requirements/0/perils/1 peril_not_applicable"}},
		"requirement_of_unknown_asset_type": {requirements(object{"coverageType": "flood", "assetTypes": []any{"castle"}}), "unknown_asset_type",
			[]string{"/requirements/0/assetTypes/0 unknown_asset_type"}},
		"requirement_of_another_asset_type": {object{"assetTypes": []any{"vehicle"}, "requirements": []any{
			object{"coverageType": "autoPhysicalDamage"}, object{"coverageType": "flood", "assetTypes": []any{"vehicle", "inventory"}},
		}}, "invalid_value", []string{"/requirements/1/assetTypes/1 invalid_value"}},
		"one_requirement_hides_no_other": {object{"assetTypes": []any{"vehicle"}, "requirements": []any{
			object{"coverageType": "flood", "weight": -1},
			object{"coverageType": "building", "assetTypes": []any{"castle", "vehicle", "multifamily"}},
		}}, "validation_failed", []string{"/requirements/0/weight invalid_value", "/requirements/1/assetTypes/0 unknown_asset_type",
			"/requirements/1/assetTypes/2 invalid_value"}},
		"unknown_asset_type_of_the_profile": {object{"assetTypes": []any{"castle", "vehicle"}, "requirements": []any{
			object{"coverageType": "building", "assetTypes": []any{"multifamily"}},
		}}, "unknown_asset_type", []string{"/assetTypes/0 unknown_asset_type"}},
		"held_against_nothing": {object{"assetTypes": []any{"keyPerson"}, "requirements": []any{
			object{"coverageType": "building"}, object{"coverageType": "flood", "assetTypes": []any{"keyPerson"}},
			object{"coverageType": "crime"}, object{"coverageType": "keyPersonLife"},
		}}, "invalid_value", []string{"/assetTypes invalid_value", "/requirements/1/assetTypes invalid_value"}},
		"demanded_twice": {requirements(object{"coverageType": "flood"}, object{"coverageType": "flood", "assetTypes": []any{"vehicle"}}),
			"duplicate", []string{"/requirements/1 duplicate"}},
		"holder_of_another_lender": {requirements(object{"coverageType": "flood", "certificateHolder": foreign}),
			"unknown_reference", []string{"/requirements/0/certificateHolder unknown_reference"}},
		"terms_that_contradict": {
			object{"certificateHolders": []any{servicer}, "requirements": []any{
				object{"coverageType": "generalLiability", "limitBasis": "FLOOD", "limitPercent": "0", "maximumDeductiblePercent": "100.01",
					"minimumRating": "NR", "formTypes": []any{"Basic", "Unknown"}, "clauseType": "mortgagee", "certificateHolder": servicer},
				object{"coverageType": "keyPersonLife", "limitBasis": "FLOOD", "certificateHolder": bank},
				object{"coverageType": "flood", "limitPercent": "80"},
			}},
			"validation_failed", []string{
				"/requirements/0/limitPercent invalid_value", "/requirements/0/limitBasis invalid_value",
				"/requirements/0/maximumDeductiblePercent invalid_value", "/requirements/0/minimumRating invalid_value",
				"/requirements/0/formTypes/1 invalid_value", "/requirements/1/limitBasis invalid_value",
				"/requirements/2/limitPercent invalid_value", "/requirements/0/certificateHolder invalid_value",
				"/requirements/1/certificateHolder unknown_reference",
			},
		},
		"numbers": {requirements(object{"coverageType": "flood", "weight": 0, "minimumLimit": object{"amount": "-1", "currency": "USD"},
			"maximumDeductible": object{"amount": "1.005", "currency": "GOLD"}}),
			"invalid_value", []string{"/requirements/0/minimumLimit/amount invalid_value",
				"/requirements/0/maximumDeductible/currency invalid_value", "/requirements/0/weight invalid_value"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tt.input["name"] == nil {
				tt.input["name"] = "Refused"
			}
			c.Refused(t, createProfile, object{"input": tt.input}, tt.code, tt.want...)
		})
	}
}

func TestRiskProfileUpdate(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	bank, servicer := newHolder(t, c, "Bank", "mortgagee", "lossPayee"), newHolder(t, c, "Servicer", "lossPayee")
	make := func(t *testing.T) (object, func(input object) object) {
		p := draft(t, c, object{
			"description": "x", "assetTypes": []any{"vehicle", "equipment"}, "certificateHolders": []any{bank},
			"certificateHolderClauseTypes": []any{object{"id": bank, "types": []any{"mortgagee"}}},
			"requirements":                 []any{object{"coverageType": "flood", "assetTypes": []any{"vehicle"}}},
		})
		return p, func(input object) object { return object{"id": p["id"], "input": input} }
	}

	t.Run("absent_and_null", func(t *testing.T) {
		t.Parallel()
		p, change := make(t)
		require.Equal(t, p, mutate(t, c, updateProfile, change(object{})))
		require.Equal(t, p,
			mutate(t, c, updateProfile,
				change(object{"name": "A profile",
					"requirements": []any{object{"coverageType": "flood", "assetTypes": []any{"vehicle"}, "weight": 1}}})))
		changed := mutate(t, c, updateProfile, change(object{"description": nil, "requirements": nil, "assetTypes": []any{}}))
		require.Equal(t, "", changed["description"])
		require.Equal(t, []any{}, changed["requirements"])
		require.Equal(t, []any{}, changed["assetTypeIds"])
		require.EqualValues(t, 0, changed["protectionScore"])
		require.Equal(t, p["certificateHolderClauseTypes"], changed["certificateHolderClauseTypes"])
		require.Greater(t, changed["updatedAt"], p["updatedAt"])
		require.Equal(t, changed, profileNow(t, c, p["id"]))
		c.Refused(t, updateProfile, change(object{"name": nil}), "required", "/name required")
	})
	t.Run("clause_types", func(t *testing.T) {
		t.Parallel()
		_, change := make(t)
		ofBank := object{"id": bank, "types": []any{"mortgagee"}, "defaultForTypes": []any{}}
		ofServicer := object{"id": servicer, "types": []any{"lossPayee"}, "defaultForTypes": []any{}}
		require.Equal(t, []any{ofServicer, ofBank},
			mutate(t, c, updateProfile, change(object{"certificateHolders": []any{servicer, bank}}))["certificateHolderClauseTypes"],
			"a holder that stays keeps its own, a new one has all of its types")
		require.Equal(t, []any{ofServicer, object{"id": bank, "types": []any{"mortgagee", "lossPayee"}, "defaultForTypes": []any{}}},
			mutate(t, c, updateProfile, change(object{"certificateHolderClauseTypes": nil}))["certificateHolderClauseTypes"], "null is the default")
		require.Equal(t, []any{ofServicer},
			mutate(t, c, updateProfile, change(object{"certificateHolders": []any{servicer}}))["certificateHolderClauseTypes"])
		c.Refused(t, updateProfile, change(object{"certificateHolderClauseTypes": []any{object{"id": bank, "types": []any{"mortgagee"}}}}),
			"unknown_reference", "/certificateHolderClauseTypes/0/id unknown_reference")
		require.Equal(t, []any{}, mutate(t, c, updateProfile, change(object{"certificateHolders": nil}))["certificateHolderClauseTypes"])
	})
	t.Run("asset_type_of_a_requirement", func(t *testing.T) {
		t.Parallel()
		_, change := make(t)
		c.Refused(t, updateProfile, change(object{"assetTypes": []any{"equipment"}}), "invalid_value", "/assetTypes invalid_value")
		mutate(t, c, updateProfile,
			change(object{"assetTypes": []any{"equipment"},
				"requirements": []any{object{"coverageType": "flood", "assetTypes": []any{"equipment"}}}}))
	})
	t.Run("held_against_nothing", func(t *testing.T) {
		t.Parallel()
		p, _ := make(t)
		c.Do(t, http.MethodPatch, "/rest/risk-profiles/"+p["id"].(string), object{"assetTypes": []any{}, "requirements": []any{
			object{"coverageType": "building", "assetTypes": []any{"keyPerson"}},
		}}).Violations(t, "/requirements/0/assetTypes invalid_value")
		require.Equal(t, p, profileNow(t, c, p["id"]))
	})
	t.Run("immutable_once_published", func(t *testing.T) {
		t.Parallel()
		p, change := make(t)
		published := mutate(t, c, publishProfile, object{"id": p["id"]})
		changes := object{"name": "x", "description": "x", "requirements": []any{}}
		path := "/rest/risk-profiles/" + p["id"].(string)
		c.Refused(t, updateProfile, change(changes), "immutable", "/name immutable", "/requirements immutable")
		c.Do(t, http.MethodPatch, path, changes).Violations(t, "/name immutable", "/requirements immutable")
		require.Equal(t, published, mutate(t, c, updateProfile, change(object{})))
		shown, body := c.Get(t, path), object{}
		for _, ep := range s.REST.Endpoints() {
			if ep.Method == http.MethodPatch && ep.Path == "/rest/risk-profiles/{id}" {
				body = sentBack(ep.Input, shown)
			}
		}
		require.Contains(t, body, "requirements")
		require.Equal(t, shown, c.Patch(t, path, body), "what was shown changes nothing")
		require.Equal(t, published, profileNow(t, c, p["id"]))
	})
	t.Run("nowhere", func(t *testing.T) {
		t.Parallel()
		p, _ := make(t)
		requireNowhere(t, s, p["id"], updateProfile, object{"name": "x"})
		requireNowhere(t, s, p["id"], cloneProfile, object{})
		requireNowhere(t, s, p["id"], subscribeProfile, object{})
		requireNowhere(t, s, p["id"], publishProfile, nil)
		requireNowhere(t, s, p["id"], versionProfile, nil)
		require.Equal(t, p, profileNow(t, c, p["id"]))
	})
}

func TestRiskProfileEntitlement(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	p := draft(t, s.As(s.Harbor.Token), object{})
	for _, path := range []string{"/rest/risk-profiles", "/rest/risk-profiles/" + p["id"].(string), "/rest/risk-profiles?limit=x"} {
		s.As(s.Basic.Token).Do(t, http.MethodGet, path, nil).Problem(t, http.StatusForbidden, "risk_profiles_not_enabled")
		s.As(s.None.Token).Do(t, http.MethodGet, path, nil).Problem(t, http.StatusForbidden, "api_access_not_enabled")
	}
	basic := s.As(s.Basic.Token)
	basic.Refused(t, `{ riskProfiles { nodes { id } } }`, nil, "risk_profiles_not_enabled")
	basic.Refused(t, createProfile, object{"input": object{"name": "x"}}, "risk_profiles_not_enabled")
	for _, mutation := range []string{updateProfile, cloneProfile, subscribeProfile} {
		basic.Refused(t, mutation, object{"id": p["id"], "input": object{}}, "risk_profiles_not_enabled")
	}
	for _, mutation := range []string{publishProfile, versionProfile} {
		basic.Refused(t, mutation, object{"id": p["id"]}, "risk_profiles_not_enabled")
	}
	require.Equal(t, p, profileNow(t, s.As(s.Harbor.Token), p["id"]))
}

func TestRiskProfileList(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	pause := func() { time.Sleep(2 * time.Millisecond) } // distinct createdAt
	first := draft(t, c, object{"name": "First"})
	mutate(t, c, publishProfile, object{"id": first["id"]})
	pause()
	second := mutate(t, c, versionProfile, object{"id": first["id"]})
	mutate(t, c, publishProfile, object{"id": second["id"]})
	pause()
	clone := mutate(t, c, cloneProfile, object{"id": first["id"], "input": object{}})
	pause()
	subscription := mutate(t, c, subscribeProfile, object{"id": first["id"], "input": object{}})
	ids := []string{first["id"].(string), second["id"].(string), clone["id"].(string), subscription["id"].(string)}
	s.RiskProfile(t, s.Prairie)
	s.RiskProfile(t, s.HarborTest)

	requireLists(t, c, "/rest/risk-profiles", ids, map[string][]int{
		"":                                              {0, 1, 2, 3},
		"type=CLONE":                                    {2},
		"type=CLONE,STANDALONE":                         {0, 1, 2},
		"type=SUBSCRIPTION&isPublished=false":           {},
		"isPublished=true":                              {0, 1, 3},
		"isPublished=false":                             {2},
		"isLatestVersion=true":                          {1, 3},
		"isLatestVersion=false":                         {0, 2},
		"isLatestVersion=false&isPublished=true":        {0},
		"id=" + ids[1] + "," + ids[3] + ",nonsense":     {1, 3},
		"createdAt[gt]=" + second["createdAt"].(string): {2, 3},
		"updatedAt[gte]=" + clone["createdAt"].(string): {2, 3},
		"metadata[a]=b":                                 {},
		"sort=-createdAt":                               {3, 2, 1, 0},
		"limit=1&offset=1":                              {1},
	})
	requireOrders(t, c, "/rest/risk-profiles")
	requireRefusedLists(t, c, "/rest/risk-profiles", map[string]string{
		"type=clone":          "type invalid_value",
		"isPublished=1":       "isPublished invalid_value",
		"lineageId=" + ids[0]: "lineageId unknown_parameter",
	})
	for _, id := range []string{unknownID, "nonsense", s.RiskProfile(t, s.Prairie).String(), s.RiskProfile(t, s.HarborTest).String()} {
		c.Do(t, http.MethodGet, "/rest/risk-profiles/"+id, nil).Problem(t, http.StatusNotFound, "not_found")
	}
}

// TestRiskProfileOfMuch has what a profile asks for bounded: a verdict holds each requirement against each asset.
func TestRiskProfileOfMuch(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	var many, values []any
	for i := range 201 {
		many = append(many, object{
			"coverageType": "building", "key": fmt.Sprint("k", i),
			"appliesWhen": object{"loanAmount": object{"gte": object{"amount": fmt.Sprint(i+1, ".00"), "currency": "USD"}}},
		})
		values = append(values, fmt.Sprint(1000+i))
	}
	c.Refused(t, createProfile, object{"input": object{"name": "Much", "requirements": many}}, "too_long", "/requirements too_long")
	draft(t, c, object{"requirements": many[1:]})
	c.Refused(t, createProfile, object{"input": object{"name": "Much", "requirements": []any{object{
		"coverageType": "building", "appliesWhen": object{"fields": []any{object{"fieldType": "description", "in": values}}},
	}}}}, "too_long", "/requirements/0/appliesWhen/fields/0/in too_long")
}
