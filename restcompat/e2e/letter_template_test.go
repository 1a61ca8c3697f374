package e2e

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

func init() {
	wanted := object{"step": "final", "subject": "{{.Place}} ({{.Reference}})",
		"body": "Dear broker,\n{{with .EndsOn}}it ends on {{.}}.{{end}}"}
	addMore = append(addMore, func(t testing.TB, f *fixture) {
		for _, noun := range []string{"supersededTemplate", "letterTemplate"} {
			f.ids[noun] = f.client().Post(t, "/rest/letter-templates", wanted, http.StatusCreated)["id"].(string)
		}
		retired := with(maps.Clone(wanted), object{"step": "warning"}) // the creation of another does not end it
		f.ids["templateToRetire"] = f.client().Post(t, "/rest/letter-templates", retired, http.StatusCreated)["id"].(string)
	})
	examples["ListLetterTemplates"] = example{asks: at(""), refused: "?step=first&isCurrent=maybe"}
	examples["GetLetterTemplate"] = example{asks: at("letterTemplate"), refused: "?verbose=1"}
	examples["CreateLetterTemplate"] = example{
		asks:    func(*fixture) []ask { return []ask{{body: wanted}} },
		refused: object{"step": "first", "subject": "{{.Nothing}}", "body": ""},
	}
	examples["PreviewLetterTemplate"] = example{
		asks: func(f *fixture) []ask {
			return []ask{{body: with(maps.Clone(wanted), object{"policyId": f.ids["frameworkPolicy"]})}}
		},
		refused: object{"policyId": unknownID, "step": "final", "subject": "{{.Nothing}}", "body": " "},
	}
	examples["RetireLetterTemplate"] = example{asks: at("templateToRetire"), refused: object{"comment": "no"}}
	examples["GetPolicyLetter"] = example{asks: at("frameworkPolicy"), refused: "?step=first"}
}

// template makes a letter template and returns its path.
func template(t *testing.T, c *resttest.Client, step, body string) (path string, made object) {
	t.Helper()
	made = c.Post(t, "/rest/letter-templates", object{"step": step, "subject": "{{.Reference}}", "body": body}, http.StatusCreated)
	return "/rest/letter-templates/" + made["id"].(string), made
}

// TestLetterTemplate is the life of lenders' own wordings: each takes the place of the one before, and none changes.
func TestLetterTemplate(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	first, one := template(t, c, "final", "One.")
	require.Equal(t, object{
		"id": one["id"], "step": "final", "version": 1.0, "subject": "{{.Reference}}", "body": "One.", "isCurrent": true,
		"createdAt": one["createdAt"], "updatedAt": one["createdAt"],
	}, one)
	second, two := template(t, c, "final", "Two.")
	other, _ := template(t, c, "lapsed", "Other.")
	require.EqualValues(t, 2, two["version"])
	require.Equal(t, false, c.Get(t, first)["isCurrent"])
	require.Equal(t, "One.", c.Get(t, first)["body"])
	c.Do(t, http.MethodPost, first+"/retire", nil).Problem(t, http.StatusConflict, "invalid_transition")
	require.Equal(t, false, c.Post(t, second+"/retire", nil, http.StatusOK)["isCurrent"])
	c.Do(t, http.MethodPost, second+"/retire", nil).Problem(t, http.StatusConflict, "invalid_transition")
	_, three := template(t, c, "final", "Three.")
	require.EqualValues(t, 3, three["version"])
	require.Equal(t, true, three["isCurrent"])
	c.Do(t, http.MethodPatch, first, object{"body": "x"}).Problem(t, http.StatusMethodNotAllowed, "method_not_allowed")

	stranger := s.As(s.Prairie.Token)
	stranger.Do(t, http.MethodGet, first, nil).Problem(t, http.StatusNotFound, "not_found")
	stranger.Do(t, http.MethodPost, other+"/retire", nil).Problem(t, http.StatusNotFound, "not_found")
	_, theirs := template(t, stranger, "final", "Theirs.")
	require.EqualValues(t, 1, theirs["version"], "each portfolio numbers its own")
	s.As(s.None.Token).Do(t, http.MethodPost, "/rest/letter-templates", object{}).Problem(t, http.StatusForbidden, "api_access_not_enabled")
	var actions []any
	for _, event := range c.Get(t, "/rest/audit-events?subject="+two["id"].(string))["data"].([]any) {
		actions = append(actions, event.(object)["action"])
	}
	require.Equal(t, []any{"letterTemplate.created", "letterTemplate.updated"}, actions)
}

func TestLetterTemplateList(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	var ids []string
	for _, step := range []string{"final", "final", "lapsed"} {
		_, made := template(t, c, step, "Text.")
		ids = append(ids, made["id"].(string))
	}
	requireLists(t, c, "/rest/letter-templates", ids, map[string][]int{
		"": {0, 1, 2}, "step=final": {0, 1}, "step=final,lapsed": {0, 1, 2}, "step=request": {}, "isCurrent=true": {1, 2}, "isCurrent=false": {0},
		"step=final&isCurrent=true": {1}, "id=" + ids[2]: {2}, "createdAt[lt]=2020-01-01": {},
	})
	requireOrders(t, c, "/rest/letter-templates")
}

// TestLetterTemplateAtOnce has several people word one step at once: one of the wordings is current, and each has its number.
func TestLetterTemplateAtOnce(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	done := make(chan int)
	for range 8 {
		go func() {
			done <- c.Do(t, http.MethodPost, "/rest/letter-templates", object{"step": "final", "subject": "x", "body": "y"}).Status
		}()
	}
	for range 8 {
		require.Equal(t, http.StatusCreated, <-done)
	}
	current, versions := 0, map[any]bool{}
	for _, one := range c.Get(t, "/rest/letter-templates")["data"].([]any) {
		versions[one.(object)["version"]] = true
		if one.(object)["isCurrent"] == true {
			current++
		}
	}
	require.Equal(t, 1, current)
	require.Len(t, versions, 8)
}

// TestLetterTemplateRefused names everything at once that a wording cannot do.
func TestLetterTemplateRefused(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	body := object{"step": "final", "subject": "{{.Borrower}} {{.Lender.Email}}",
		"body": `{{.Policy.Number}} {{printf "%s" .Link}} {{range .Place}}x{{end}}`}
	refused := c.Do(t, http.MethodPost, "/rest/letter-templates", body)
	refused.Violations(t, "/subject unknown_member", "/subject unknown_member", "/body unknown_member", "/body invalid_value",
		"/body invalid_value")
	require.Contains(t, string(refused.Body), "members are .Lender, .Step")
	c.Do(t, http.MethodPost, "/rest/letter-templates/preview", with(maps.Clone(body), object{"policyId": unknownID})).
		Violations(t, "/policyId unknown_reference", "/subject unknown_member", "/subject unknown_member", "/body unknown_member",
			"/body invalid_value", "/body invalid_value")
	c.Do(t, http.MethodPost, "/rest/letter-templates",
		object{"step": "final", "subject": "{{.PolicyNumber}}", "body": "{{define `x`}}{{end}}"}).
		Violations(t, "/subject required", "/body invalid_value")
	long := object{"step": "final", "subject": strings.Repeat("x", 501), "body": "{{.Baz}}"}
	told := []string{"/subject too_long", "/body unknown_member"}
	c.Do(t, http.MethodPost, "/rest/letter-templates", long).Violations(t, told...)
	c.Refused(t, `mutation($in: CreateLetterTemplateInput!) { createLetterTemplate(input: $in) { id } }`, object{"in": long},
		"validation_failed", told...)
	c.Do(t, http.MethodPost, "/rest/letter-templates", object{}).Violations(t, "/step required", "/subject required", "/body required")
	require.Empty(t, c.Get(t, "/rest/letter-templates")["data"])
}

// TestPolicyLetter is the letter that would be sent, in each wording, at both doors.
func TestPolicyLetter(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	f := newFixture(t, s, s.Harbor)
	c := f.client()
	path := "/rest/policies/" + f.ids["frameworkPolicy"] + "/letter"
	letter := c.Get(t, path)
	require.Contains(t, letter["subject"], "Harbor Example Bank: evidence of renewal for")
	require.Contains(t, letter["text"], "The insurance below ends on")
	require.Contains(t, letter["html"], "The insurance below ends on")
	require.Nil(t, letter["templateId"])
	require.EqualValues(t, 2, letter["templateVersion"])
	final := c.Get(t, path+"?step=final")
	require.Equal(t, f.ids["letterTemplate"], final["templateId"], "the current one of the step")
	require.EqualValues(t, 2, final["templateVersion"])
	require.Contains(t, final["text"], "Dear broker,")
	old := c.Get(t, path+"?template="+f.ids["supersededTemplate"])
	require.Equal(t, f.ids["supersededTemplate"], old["templateId"])
	require.EqualValues(t, 1, old["templateVersion"])
	c.Do(t, http.MethodGet, path+"?step=request&template="+f.ids["letterTemplate"], nil).Violations(t, "template invalid_value")
	c.Do(t, http.MethodGet, path+"?template="+unknownID, nil).Violations(t, "template unknown_reference")
	c.Do(t, http.MethodGet, "/rest/policies/"+unknownID+"/letter", nil).Problem(t, http.StatusNotFound, "not_found")
	s.As(s.Prairie.Token).Do(t, http.MethodGet, path, nil).Problem(t, http.StatusNotFound, "not_found")
	s.As(s.None.Token).Do(t, http.MethodGet, path, nil).Problem(t, http.StatusForbidden, "api_access_not_enabled")

	tried := c.Post(t, "/rest/letter-templates/preview", object{
		"policyId": f.ids["frameworkPolicy"], "step": "final", "subject": "Try {{.Reference}}", "body": "A try.",
	}, http.StatusOK)
	require.Contains(t, tried["subject"], "Try policy")
	require.Contains(t, tried["text"], "A try.")
	require.Nil(t, tried["templateId"])
	require.Nil(t, tried["templateVersion"])
	legacy := c.Get(t, "/rest/policies/"+f.ids["policy"]+"/letter")
	require.NotContains(t, legacy["text"], "requires", "a case with a program demands nothing")

	const query = `query($id: ID!, $step: RenewalStep) { letterPreview(policyId: $id, step: ` +
		`$step) { subject text html templateId templateVersion } }`
	require.Equal(t, final, c.Query(t, query, object{"id": f.ids["frameworkPolicy"], "step": "final"})["letterPreview"])
	require.Nil(t, c.Query(t, query, object{"id": unknownID})["letterPreview"])
	require.Empty(t, c.Get(t, "/rest/renewal-notices?state=sent")["data"], "nothing is sent or recorded")
}

// TestLenderLetters is what an operator says of a lender's letters, and what is refused.
func TestLenderLetters(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c, operator := s.As(s.Harbor.Token), s.As(s.Operator)
	caseID := s.Case(t, s.Harbor).String()
	lender := lenderOf(t, s, s.Harbor)
	const members = `contactName contactEmail contactPhone replyTo address logo reviewDays timeZone
		placements { startsAtLapse letters days { cure refund } }`
	const update = `mutation($id: ID!, $input: UpdateLenderInput!) { updateLender(id: $id, input: $input) { ` + members + ` } }`
	set := func(input object) object {
		return operator.Query(t, update, object{"id": lender, "input": input})["updateLender"].(object)
	}
	require.Equal(t, object{"contactName": nil, "contactEmail": nil, "contactPhone": nil, "replyTo": nil, "address": nil, "logo": nil,
		"reviewDays": 5.0, "timeZone": nil, "placements": object{"startsAtLapse": false, "letters": "none", "days": nil}}, set(object{}))
	logo := fileOf(t, c, caseID, "logo.png", picture(t, "png", 64, 32))
	want := object{
		"contactName": "Desk", "contactEmail": "desk@example.com", "contactPhone": "555-0100", "replyTo": "evidence@example.com",
		"address": "1 Harbor Street\nSpringfield", "logo": logo, "reviewDays": 0.0,
		"timeZone":   "America/Chicago",
		"placements": object{"startsAtLapse": true, "letters": "email", "days": object{"cure": 30.0, "refund": 15.0}},
	}
	require.Equal(t, want, set(want))
	for _, listed := range operator.Query(t, `{ lenders { id `+members+` } }`, nil)["lenders"].([]any) {
		if listed.(object)["id"] == lender {
			require.Equal(t, with(maps.Clone(want), object{"id": lender}), listed)
		}
	}
	policy := s.Policy(t, s.Harbor, uuid.MustParse(caseID), new(time.Now().AddDate(0, 1, 0))).ID.String()
	letter := c.Get(t, "/rest/policies/"+policy+"/letter")
	require.Contains(t, letter["text"],
		"Reply to this letter, or write to evidence@example.com.\n\n-- \nHarbor Example Bank\nDesk\n555-0100\ndesk@example.com\n1 Harbor "+
			"Street\nSpringfield")
	require.Contains(t, letter["html"], `src="data:image/png;base64,`)

	require.Equal(t, with(maps.Clone(want), object{"replyTo": nil, "logo": nil}), set(object{"replyTo": nil, "logo": nil}))
	require.NotContains(t, c.Get(t, "/rest/policies/"+policy+"/letter")["html"], "data:image")
	photo := fileOf(t, c, caseID, "logo.jpg", picture(t, "jpeg", 64, 32))
	require.Equal(t, photo, set(object{"logo": photo})["logo"])

	foreign := s.As(s.Prairie.Token)
	theirs := fileOf(t, foreign, s.Case(t, s.Prairie).String(), "logo.png", picture(t, "png", 8, 8))
	for name, tt := range map[string]struct {
		input      object
		violations []string
	}{
		"addresses": {object{"contactEmail": "desk", "replyTo": "a@example.com, b@example.com"},
			[]string{"/contactEmail invalid_value", "/replyTo invalid_value"}},
		"headers": {object{"replyTo": "a@example.com\r\nBcc: b@example.com", "contactName": "a\nb", "contactPhone": "1\n2"},
			[]string{"/contactName invalid_value", "/contactPhone invalid_value", "/replyTo invalid_value"}},
		"days":    {object{"reviewDays": 31}, []string{"/reviewDays invalid_value"}},
		"days<0":  {object{"reviewDays": -1}, []string{"/reviewDays invalid_value"}},
		"no days": {object{"reviewDays": nil}, []string{"/reviewDays required"}},
		"zone": {object{"timeZone": "America/Springfield", "reviewDays": 31},
			[]string{"/reviewDays invalid_value", "/timeZone invalid_value"}},
		"no begin": {object{"placements": object{"startsAtLapse": nil, "letters": nil, "days": object{"cure": 0, "refund": 366}}}, []string{
			"/placements/startsAtLapse required", "/placements/letters required", "/placements/days/cure invalid_value",
			"/placements/days/refund invalid_value"}},
		"Local":   {object{"timeZone": "Local"}, []string{"/timeZone invalid_value"}},
		"no zone": {object{"timeZone": nil}, []string{"/timeZone required"}},
		"unknown": {object{"logo": unknownID, "reviewDays": 31}, []string{"/reviewDays invalid_value", "/logo unknown_reference"}},
		"theirs":  {object{"logo": theirs}, []string{"/logo unknown_reference"}},
		"a text": {object{"logo": fileOf(t, c, caseID, "logo.png", []byte("a text")), "contactEmail": "x"},
			[]string{"/contactEmail invalid_value", "/logo invalid_value"}},
		"unknown member": {object{"logo": fileOf(t, c, caseID, "logo.png", []byte("a text")), "contactEmail": "x", "colour": 1},
			[]string{"/variables/input/colour unknown_member", "/contactEmail invalid_value", "/logo invalid_value"}},
		"too wide": {object{"logo": fileOf(t, c, caseID, "logo.png", picture(t, "png", 2001, 1))}, []string{"/logo invalid_value"}},
		"too large": {object{"logo": fileOf(t, c, caseID, "logo.png", append(picture(t, "png", 8, 8), make([]byte, 200<<10)...))},
			[]string{"/logo invalid_value"}},
	} {
		answer := operator.GraphQL(t, update, object{"id": lender, "input": tt.input})
		require.Equal(t, tt.violations, violationsOf(t, answer), name)
	}
	require.Equal(t, photo, set(object{})["logo"], "a refused change changes nothing")
	require.Equal(t, object{"startsAtLapse": true, "letters": "post", "days": nil},
		set(object{"placements": object{"letters": "post", "days": nil}})["placements"], "what is absent stays")
	require.Equal(t, object{"startsAtLapse": false, "letters": "none", "days": nil}, set(object{"placements": nil})["placements"])
	answer := operator.GraphQL(t, update, object{"id": lenderOf(t, s, s.Prairie), "input": object{"placements": object{"startsAtLapse": true}}})
	require.Equal(t, []string{"/placements/startsAtLapse invalid_value"}, violationsOf(t, answer), "without a time zone")
}

// violationsOf are those of a refused operation.
func violationsOf(t *testing.T, answer object) (list []string) {
	t.Helper()
	require.NotEmpty(t, answer["errors"])
	extensions := answer["errors"].([]any)[0].(object)["extensions"].(object)
	for _, v := range extensions["errors"].([]any) {
		list = append(list, v.(object)["pointer"].(string)+" "+v.(object)["code"].(string))
	}
	return list
}

// fileOf makes a document of a file and returns its id.
func fileOf(t *testing.T, c *resttest.Client, caseID, name string, content []byte) any {
	t.Helper()
	doc := object{"caseId": caseID, "fileName": name, "directUploadKey": c.Upload(t, name, content)}
	return c.Do(t, http.MethodPost, "/rest/documents", object{"docs": []any{doc}}).Created(t)[0]["id"]
}

func picture(t *testing.T, format string, width, height int) []byte {
	t.Helper()
	var b bytes.Buffer
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	if format == "jpeg" {
		require.NoError(t, jpeg.Encode(&b, m, nil))
	} else {
		require.NoError(t, png.Encode(&b, m))
	}
	return b.Bytes()
}
