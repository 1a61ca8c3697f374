package e2e

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/starter"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// setUps are what a portfolio is set up with over REST. An item needs nothing but a certificate holder; n tells items
// apart. The change is of an item, and wrong is a member that makes an item unacceptable, with its violation.
var setUps = map[string]struct {
	path   string
	item   func(n int, holder string) object
	change object
	wrong  object
	want   string
}{
	"Broker": {"/rest/brokers", func(n int, _ string) object {
		return object{"firstName": "Grace", "email": "grace" + strconv.Itoa(n) + "@example.com", "phoneType": "office"}
	}, object{"phone": "(212) 555-0142"}, object{"brokerage": unknownID}, "/brokerage unknown_reference"},
	"Brokerage": {"/rest/brokerages", func(n int, _ string) object {
		return object{"name": "Cedar " + strconv.Itoa(n), "city": "Albany"}
	}, object{"state": "NY"}, object{"name": " "}, "/name required"},
	"User": {"/rest/users", func(n int, _ string) object {
		return object{"email": "user" + strconv.Itoa(n) + "@example.com", "role": "analyst"}
	}, object{"active": false}, object{"email": "x"}, "/email invalid_value"},
	"Program": {"/rest/programs", func(n int, _ string) object {
		return object{"name": "Program " + strconv.Itoa(n), "productTypes": []any{object{"key": "property", "name": "Property"}}}
	}, object{"name": "Renamed"}, object{"productTypes": []any{}}, "/productTypes required"},
	"CertificateHolder": {"/rest/certificate-holders", func(n int, _ string) object {
		return object{"name": "Bank " + strconv.Itoa(n), "clauseTypes": []any{"mortgagee"}}
	}, object{"clauseTypes": []any{"mortgagee", "lossPayee"}}, object{"clauseTypes": []any{}}, "/clauseTypes required"},
	"MortgageeClause": {"/rest/mortgagee-clauses", func(n int, holder string) object {
		return object{"certificateHolder": holder, "clauseType": "mortgagee", "wording": "Bank " + strconv.Itoa(n) + " ISAOA"}
	}, object{"wording": "Bank ATIMA"}, object{"clauseType": "lossPayee"}, "/clauseType invalid_value"},
	"RiskProfile": {"/rest/risk-profiles", func(n int, holder string) object {
		return object{"name": "Profile " + strconv.Itoa(n), "assetTypes": []any{"multifamily"}, "requirements": []any{
			object{"coverageType": "building", "clauseType": "mortgagee", "certificateHolder": holder}}, "certificateHolders": []any{holder}}
	}, object{"description": "For apartments"}, object{"requirements": []any{object{"coverageType": "moat"}}},
		"/requirements/0/coverageType unknown_coverage_type"},
}

func init() {
	addMore = append(addMore, func(t testing.TB, f *fixture) {
		c := f.client()
		f.ids["certificateHolder"] = idsOfList(c.Get(t, "/rest/certificate-holders?limit=1"))[0]
		f.ids["brokerage"] = c.Post(t, "/rest/brokerages", object{"name": "Cedar Example Insurance"}, http.StatusCreated)["id"].(string)
		f.ids["broker"] = c.Post(t, "/rest/brokers", object{"lastName": "Example", "brokerage": f.ids["brokerage"]},
			http.StatusCreated)["id"].(string)
		f.ids["draft"], f.ids["draftToPublish"] = f.server.DraftRiskProfile(t, f.tenant).String(), f.server.DraftRiskProfile(t, f.tenant).String()
	})
	for noun, setUp := range setUps {
		item := func(f *fixture, n int) object { return setUpOf(noun, n, f.ids) }
		own := strings.ToLower(noun[:1]) + noun[1:]
		if noun == "RiskProfile" {
			own = "draft"
		}
		examples["Create"+noun] = example{asks: func(f *fixture) []ask { return []ask{{body: item(f, 1)}} }, refused: setUp.wrong}
		examples["Create"+noun+"s"] = example{
			asks:    func(f *fixture) []ask { return []ask{{body: object{"items": []any{item(f, 2), item(f, 3)}}}} },
			refused: object{"items": []any{setUp.wrong, object{"id": unknownID, "colour": "red"}}},
		}
		examples["Update"+noun] = example{
			asks: func(f *fixture) []ask {
				change := item(f, 4)
				if noun == "MortgageeClause" {
					delete(change, "certificateHolder") // never changes
				}
				return []ask{{own, change}}
			},
			refused: object{"id": unknownID, "colour": "red"},
		}
		if noun != "RiskProfile" {
			examples["Get"+noun] = example{asks: at(own), refused: "?verbose=1"}
		}
	}
	examples["ListStarterProfiles"] = example{asks: at(""), refused: "?limit=1"}
	examples["AddStarterProfile"] = example{
		asks:    func(*fixture) []ask { return []ask{{body: object{"key": starter.Profiles[0].Key}}} },
		refused: object{"key": "castle", "id": unknownID},
	}
	examples["PublishRiskProfile"] = example{asks: at("draftToPublish"), refused: object{"version": 2}}
	examples["CreateRiskProfileVersion"] = example{asks: at("riskProfile"), refused: object{"version": 2}}
}

// setUpOf is an item with every id that it can have.
func setUpOf(noun string, n int, ids map[string]string) object {
	item := setUps[noun].item(n, ids["certificateHolder"])
	switch noun {
	case "Broker":
		item["brokerage"] = ids["brokerage"]
	case "User":
		item["email"] = uuid.NewString() + "@example.com" // an example may be sent again
	case "RiskProfile":
		item["certificateHolderClauseTypes"] = []any{object{"id": ids["certificateHolder"], "types": []any{"mortgagee"},
			"defaultForTypes": []any{"mortgagee"}}}
	}
	return item
}

// TestSetUp creates, repeats, reads and changes one of each noun, and several at once, with a token alone.
func TestSetUp(t *testing.T) {
	t.Parallel()
	for noun, setUp := range setUps {
		t.Run(noun, func(t *testing.T) {
			t.Parallel()
			s := resttest.New(t)
			c := s.As(s.Harbor.Token)
			holder := newHolder(t, c, "Bank", "mortgagee")
			before := total(t, c, setUp.path)

			keyed := c.With("Idempotency-Key", "once")
			made := keyed.Do(t, http.MethodPost, setUp.path, setUp.item(1, holder))
			record := made.Object(t, http.StatusCreated)
			again := keyed.Do(t, http.MethodPost, setUp.path, setUp.item(1, holder))
			require.Equal(t, []any{"true", string(made.Body)}, []any{again.Header.Get("Idempotent-Replayed"), string(again.Body)})
			at := setUp.path + "/" + record["id"].(string)
			require.True(t, strings.HasSuffix(made.Header.Get("Location"), at), made.Header.Get("Location"))
			shown := c.Do(t, http.MethodGet, at, nil)
			require.Equal(t, []string{string(made.Body), made.Header.Get("ETag")}, []string{string(shown.Body), shown.Header.Get("ETag")})

			c.With("If-Match", `"other"`).Do(t, http.MethodPatch, at, setUp.change).Problem(t, http.StatusPreconditionFailed, "precondition_failed")
			changed := c.With("If-Match", shown.Header.Get("ETag")).Do(t, http.MethodPatch, at, setUp.change).Object(t, http.StatusOK)
			for member, value := range setUp.change {
				require.Equal(t, value, changed[member])
			}
			require.Equal(t, changed, c.Get(t, at))
			c.Do(t, http.MethodPatch, at, object{"id": unknownID}).Violations(t, "/id immutable")

			several := createBatch(t, c, setUp.path, setUp.item(2, holder), setUp.item(3, holder)).Created(t)
			for _, one := range several {
				require.Equal(t, one, c.Get(t, setUp.path+"/"+one["id"].(string)))
			}
			wrong := setUp.item(5, holder)
			for member, value := range setUp.wrong {
				wrong[member] = value
			}
			createBatch(t, c, setUp.path, setUp.item(4, holder), wrong).Violations(t, "/items/1"+setUp.want)
			for n, code := range map[int]string{0: "required", 101: "too_long"} {
				items := append([]any{}, repeat(n, func() object { return setUp.item(n, holder) })...)
				createBatch(t, c, setUp.path, items...).Violations(t, "/items "+code)
			}
			require.Equal(t, before+3, total(t, c, setUp.path))
		})
	}
	t.Run("emails", func(t *testing.T) {
		t.Parallel()
		s := resttest.New(t)
		c := s.As(s.Harbor.Token)
		c.Post(t, "/rest/users", object{"email": "a@example.com"}, http.StatusCreated)
		createBatch(t, c, "/rest/users", object{"email": "A@example.com"}, object{"email": "b@example.com"}, object{"email": "B@Example.com"}).
			Violations(t, "/items/0/email duplicate", "/items/2/email duplicate")
	})
}

// TestSetUpProfile drafts, changes, publishes and uses a risk profile, and then its next version, with a token alone.
func TestSetUpProfile(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	const profiles = "/rest/risk-profiles"
	draft := c.Post(t, profiles, object{"name": "Apartments"}, http.StatusCreated)
	at := profiles + "/" + draft["id"].(string)
	c.Do(t, http.MethodPost, "/rest/cases", object{"riskProfile": draft["id"]}).Object(t, http.StatusUnprocessableEntity)
	c.Patch(t, at, object{"requirements": []any{object{"coverageType": "building"}}})
	c.With("If-Match", `"other"`).Do(t, http.MethodPost, at+"/publish", nil).Problem(t, http.StatusPreconditionFailed, "precondition_failed")
	published := c.Post(t, at+"/publish", nil, http.StatusOK)
	require.Equal(t, []any{true, true}, []any{published["isPublished"], published["isLatestVersion"]})
	c.Post(t, "/rest/cases", object{"riskProfile": draft["id"]}, http.StatusCreated)

	c.Do(t, http.MethodPost, at+"/publish", nil).Problem(t, http.StatusConflict, "invalid_transition")
	c.Do(t, http.MethodPatch, at, object{"name": "Other"}).Problem(t, http.StatusUnprocessableEntity, "immutable")
	next := c.Do(t, http.MethodPost, at+"/versions", nil)
	require.EqualValues(t, 2, next.Object(t, http.StatusCreated)["version"])
	require.Equal(t, next.Object(t, http.StatusCreated), c.Get(t, strings.TrimPrefix(next.Header.Get("Location"), s.URL)))
	c.Do(t, http.MethodPost, at+"/versions", nil).Problem(t, http.StatusConflict, "invalid_transition")
}

// TestStarterProfiles drafts each risk profile to begin with, through both doors.
func TestStarterProfiles(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	const path, add = "/rest/starter-profiles",
		`mutation($input: AddStarterProfileInput!) { addStarterProfile(input: $input) { id name isPublished } }`
	var listed []any
	require.NoError(t, json.Unmarshal(c.Do(t, http.MethodGet, path, nil).Body, &listed))
	require.Equal(t, c.Query(t, `{ starterProfiles { key name description members { requirement name source edition } } }`,
		nil)["starterProfiles"], listed)
	require.Len(t, listed, len(starter.Profiles))
	for _, one := range listed {
		p := one.(object)
		for _, m := range p["members"].([]any) {
			require.NotEmpty(t, m.(object)["source"])
			require.NotEmpty(t, m.(object)["edition"])
		}
		made := c.Do(t, http.MethodPost, path, object{"key": p["key"]})
		draft := made.Object(t, http.StatusCreated)
		at := "/rest/risk-profiles/" + draft["id"].(string)
		require.True(t, strings.HasSuffix(made.Header.Get("Location"), at))
		require.Equal(t, draft, c.Get(t, at))
		require.Equal(t, []any{p["name"], p["description"], false}, []any{draft["name"], draft["description"], draft["isPublished"]})
		s.As(s.Prairie.Token).Do(t, http.MethodGet, at, nil).Problem(t, http.StatusNotFound, "not_found")
		other := c.Query(t, add, object{"input": object{"key": p["key"]}})["addStarterProfile"].(object)
		require.Equal(t, []any{p["name"], false}, []any{other["name"], other["isPublished"]})
		c.Post(t, at+"/publish", nil, http.StatusOK)
	}
	c.Do(t, http.MethodPost, path, object{"key": "castle", "colour": "red"}).Violations(t, "/colour unknown_member", "/key invalid_value")
	c.Do(t, http.MethodPost, path, object{}).Violations(t, "/key required")
	s.As(s.Basic.Token).Do(t, http.MethodGet, path, nil).Problem(t, http.StatusForbidden, "risk_profiles_not_enabled")
	s.As(s.Basic.Token).Refused(t, add, object{"input": object{"key": "castle"}}, "risk_profiles_not_enabled")
}
