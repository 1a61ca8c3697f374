package e2e

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/placement"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// ownNotice is a lender's wording of the notice of its agreements.
const ownNotice = "[[lack]]The {insuranceType} insurance of {property} {lack}.[[/lack]]\n\n" +
	"[[plan]]**Show us by {mayPlaceOn}** that it is in force, or we may buy insurance at your expense.[[/plan]]"

func init() {
	wanted := object{"programme": "contract", "step": "first", "text": ownNotice}
	addMore = append(addMore, func(t testing.TB, f *fixture) {
		for _, noun := range []string{"supersededWording", "noticeWording"} {
			f.ids[noun] = f.client().Post(t, "/rest/notice-wordings", wanted, http.StatusCreated)["id"].(string)
		}
		retired := object{"programme": "regX", "step": "first", "text": placement.ByKey("regX").Step("first").Built()}
		f.ids["wordingToRetire"] = f.client().Post(t, "/rest/notice-wordings", retired, http.StatusCreated)["id"].(string)
	})
	examples["ListNoticeWordings"] = example{asks: at(""), refused: "?step=first&isCurrent=maybe"}
	examples["GetNoticeWording"] = example{asks: at("noticeWording"), refused: "?verbose=1"}
	examples["CreateNoticeWording"] = example{
		asks:    func(*fixture) []ask { return []ask{{body: wanted}} },
		refused: object{"programme": "contract", "step": "first", "text": "{secret}"},
	}
	examples["PreviewNoticeWording"] = example{
		asks: func(f *fixture) []ask {
			return []ask{{body: with(maps.Clone(wanted), object{"placementId": f.ids["letterPlacement"]})}}
		},
		refused: object{"programme": "contract", "step": "last", "text": " ", "placementId": unknownID},
	}
	examples["RetireNoticeWording"] = example{asks: at("wordingToRetire"), refused: object{"comment": "no"}}
	examples["ListNoticeProgrammes"] = example{asks: at(""), refused: "?verbose=1"}
}

// word makes a wording of a notice and returns its path.
func word(t *testing.T, c *resttest.Client, programme, text string) (path string, made object) {
	t.Helper()
	made = c.Post(t, "/rest/notice-wordings", object{"programme": programme, "step": "first", "text": text}, http.StatusCreated)
	return "/rest/notice-wordings/" + made["id"].(string), made
}

// TestNoticeWording is the life of lenders' wordings of notices: each takes the place of the one before, and none changes.
func TestNoticeWording(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	first, one := word(t, c, "contract", ownNotice)
	require.Equal(t, object{
		"id": one["id"], "programme": "contract", "step": "first", "version": 1.0, "text": ownNotice, "isCurrent": true,
		"createdAt": one["createdAt"], "updatedAt": one["createdAt"],
	}, one)
	second, two := word(t, c, "contract", ownNotice+"\nCall us.")
	other, _ := word(t, c, "regX", placement.ByKey("regX").Step("first").Built())
	require.EqualValues(t, 2, two["version"])
	require.Equal(t, false, c.Get(t, first)["isCurrent"])
	c.Do(t, http.MethodPost, first+"/retire", nil).Problem(t, http.StatusConflict, "invalid_transition")
	require.Equal(t, false, c.Post(t, second+"/retire", nil, http.StatusOK)["isCurrent"])
	_, three := word(t, c, "contract", ownNotice)
	require.EqualValues(t, 3, three["version"])
	c.Do(t, http.MethodPatch, first, object{"text": "x"}).Problem(t, http.StatusMethodNotAllowed, "method_not_allowed")

	stranger := s.As(s.Prairie.Token)
	stranger.Do(t, http.MethodGet, first, nil).Problem(t, http.StatusNotFound, "not_found")
	stranger.Do(t, http.MethodPost, other+"/retire", nil).Problem(t, http.StatusNotFound, "not_found")
	_, theirs := word(t, stranger, "contract", ownNotice)
	require.EqualValues(t, 1, theirs["version"], "each portfolio numbers its own")
	s.As(s.None.Token).Do(t, http.MethodPost, "/rest/notice-wordings", object{}).Problem(t, http.StatusForbidden, "api_access_not_enabled")
	var actions []any
	for _, event := range c.Get(t, "/rest/audit-events?subject="+two["id"].(string))["data"].([]any) {
		actions = append(actions, event.(object)["action"])
	}
	require.Equal(t, []any{"noticeWording.created", "noticeWording.updated"}, actions)
}

func TestNoticeWordingList(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	var ids []string
	for _, programme := range []string{"contract", "contract", "flood"} {
		_, made := word(t, c, programme, placement.ByKey(programme).Step("first").Built())
		ids = append(ids, made["id"].(string))
	}
	requireLists(t, c, "/rest/notice-wordings", ids, map[string][]int{
		"": {0, 1, 2}, "programme=contract": {0, 1}, "programme=contract,flood": {0, 1, 2}, "step=reminder": {}, "isCurrent=true": {1, 2},
		"isCurrent=false": {0}, "programme=contract&isCurrent=true": {1}, "id=" + ids[2]: {2}, "createdAt[lt]=2020-01-01": {},
	})
	requireOrders(t, c, "/rest/notice-wordings")
}

// TestNoticeWordingRefused names everything at once by which a wording falls short.
func TestNoticeWordingRefused(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	refuse := func(body object) *resttest.Response { return c.Do(t, http.MethodPost, "/rest/notice-wordings", body) }
	model := placement.ByKey("regX").Step("first").Built()
	short := strings.NewReplacer("You should immediately", "You may", "**Please provide", "Please provide", "{property}**", "{property}",
		"[[asked]]{informationAsked}[[/asked]]", "").Replace(model)
	refused := refuse(object{"programme": "regX", "step": "first", "text": short + "\nBuy from our agency! {secret}"})
	refused.Violations(t, "/text invalid_value", "/text required", "/text required", "/text invalid_value", "/text invalid_value")
	for _, said := range []string{"12 CFR 1024.37(c)(2)(iv)", "12 CFR 1024.37(c)(2)(vii)", "12 CFR 1024.37(c)(2)(viii)", "12 CFR 1024.37(c)(4)",
		"{secret}"} {
		require.Contains(t, string(refused.Body), said)
	}
	refuse(object{"programme": "flood", "step": "reminder", "text": ownNotice}).Violations(t, "/step invalid_value")
	refuse(object{"programme": "contract", "step": "last", "text": " "}).Violations(t, "/step invalid_value", "/text required")
	refuse(object{}).Violations(t, "/programme required", "/step required", "/text required")
	require.Empty(t, c.Get(t, "/rest/notice-wordings")["data"])
}

// TestNoticePreview marks what a text says and names what it lacks, and keeps nothing.
func TestNoticePreview(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	const path = "/rest/notice-wordings/preview"
	tried := c.Post(t, path, object{"programme": "contract", "step": "first", "text": "[[lack]]{property} **{lack}**[[/lack]]"}, http.StatusOK)
	passage := object{"text": "{property} ", "isBold": false, "statement": "lack", "citation": "the loan agreement", "say": "varied"}
	require.Equal(t, []any{passage, with(maps.Clone(passage), object{"text": "{lack}", "isBold": true})}, tried["passages"])
	var codes []any
	for _, problem := range tried["problems"].([]any) {
		codes = append(codes, problem.(object)["code"])
	}
	require.Equal(t, []any{"invalid_value", "required"}, codes, "the type is left out, and the plan")
	require.Empty(t, c.Get(t, "/rest/notice-wordings")["data"])

	asked := object{"programme": "contract", "step": "first"}
	require.Equal(t, "lack", c.Post(t, path, asked, http.StatusOK)["passages"].([]any)[0].(object)["statement"], "the law's own words")
	word(t, c, "contract", "Dear borrower.\n"+ownNotice)
	now := c.Post(t, path, asked, http.StatusOK)
	require.Equal(t, "Dear borrower.\n", now["passages"].([]any)[0].(object)["text"])
	require.Empty(t, now["problems"])
	require.Equal(t, "lack", s.As(s.Prairie.Token).Post(t, path, asked, http.StatusOK)["passages"].([]any)[0].(object)["statement"])
	c.Do(t, http.MethodPost, path, object{"programme": "contract", "step": "last"}).Violations(t, "/step invalid_value")
}

// TestNoticeProgrammes shows the rules as they are, and built-in wordings that pass them.
func TestNoticeProgrammes(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	shown := c.Do(t, http.MethodGet, "/rest/notice-programmes", nil).List(t)
	require.Len(t, shown, 3)
	regX := shown[0]
	require.Equal(t, "regX", regX["key"])
	require.Equal(t, "12 CFR 1024.37", regX["source"])
	require.Equal(t, object{"step": "first", "days": 45.0, "isWholeDays": false, "source": "12 CFR 1024.37(c)(1)(i)",
		"rule": "No charge before day 45 after the first notice"}, regX["waits"].([]any)[0])
	require.NotEmpty(t, regX["readings"])
	require.Nil(t, shown[2]["refundDays"], "the loan agreement gives them")
	for _, p := range shown {
		for _, step := range p["steps"].([]any) {
			c.Post(t, "/rest/notice-wordings", object{"programme": p["key"], "step": step.(object)["key"],
				"text": step.(object)["builtIn"]}, http.StatusCreated)
		}
	}
}
