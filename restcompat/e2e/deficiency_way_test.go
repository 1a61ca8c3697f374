package e2e

import (
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/http"
	"net/mail"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/renewal"
)

// mailbox is a mail server that takes everything unless it was told otherwise, and keeps the texts of what it took.
type mailbox struct {
	fullBoxes
	mu      sync.Mutex
	answers map[string]error // to recipients
	to      []string
	texts   []string
}

// Rcpt takes a recipient, or answers as it was told.
func (m *mailbox) Rcpt(to string, _ *smtp.RcptOptions) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.answers[to]; err != nil {
		return err
	}
	m.to = append(m.to, to)
	return nil
}

// answer tells what to say to recipients from now on.
func (m *mailbox) answer(answers map[string]error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.answers = answers
}

// Data keeps the text of a letter.
func (m *mailbox) Data(r io.Reader) error {
	text, err := textOf(r)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.texts = append(m.texts, text)
	return err
}

// textOf is the part of a message that is plain text.
func textOf(r io.Reader) (string, error) {
	message, err := mail.ReadMessage(r)
	if err != nil {
		return "", err
	}
	return plainText(message.Header.Get("Content-Type"), message.Header.Get("Content-Transfer-Encoding"), message.Body)
}

func plainText(contentType, encoding string, body io.Reader) (string, error) {
	kind, params, err := mime.ParseMediaType(contentType)
	switch {
	case err != nil:
		return "", err
	case kind == "text/plain":
		if strings.EqualFold(encoding, "quoted-printable") {
			body = quotedprintable.NewReader(body)
		}
		text, err := io.ReadAll(body)
		return string(text), err
	case !strings.HasPrefix(kind, "multipart/"):
		return "", nil
	}
	parts := multipart.NewReader(body, params["boundary"])
	for {
		part, err := parts.NextRawPart()
		if err != nil {
			return "", nil
		}
		text, err := plainText(part.Header.Get("Content-Type"), part.Header.Get("Content-Transfer-Encoding"), part)
		if err != nil || text != "" {
			return text, err
		}
	}
}

func newMailbox(t *testing.T) (m *mailbox, address string) {
	t.Helper()
	m = &mailbox{}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return m, nil }))
	server.Domain = "mail.example.com"
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return m, listener.Addr().String()
}

// courier is a node that works on letters, with a mail server of the address, "" for none.
func (st *verdictStage) courier(t *testing.T, address string) (work func()) {
	t.Helper()
	config := renewal.Config{
		Store: st.Store, Now: st.clock.now, Logger: slog.New(slog.NewTextHandler(t.Output(), nil)),
		Links: &renewal.Links{BaseURL: st.URL, SigningKey: []byte("0123456789abcdef0123456789abcdef")},
	}
	if address != "" {
		opened, err := renewal.OpenMail("smtp://" + address + "?from=insurance@lender.example.com")
		require.NoError(t, err)
		config.Mail = opened
	}
	follower := renewal.NewFollower(config)
	return func() {
		t.Helper()
		st.sweep(t)
		_, err := follower.Sweep(t.Context())
		require.NoError(t, err)
		require.NoError(t, follower.Deliver(t.Context()))
	}
}

// TestDeficiencyWholeWay: a certificate without the borrower's name comes in; it is deficient, with its day and in words; a task
// and a letter follow, whose link takes the mended evidence; then the task closes by itself, and nothing more is sent.
func TestDeficiencyWholeWay(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	box, address := newMailbox(t)
	work := st.courier(t, address)
	broker, to := st.contact(t)
	borrower := st.c.Post(t, "/rest/insureds", object{"corporateName": "Alder LP"}, http.StatusCreated)["id"]
	profile := published(t, st.c, object{"requirements": []any{
		object{"coverageType": "generalLiability", "perils": []any{"bodilyInjury"}, "insuredNamed": "ALL"},
	}})["id"]
	id := st.newCase(t, object{"riskProfile": profile, "insureds": []any{borrower}, "insuranceContacts": []any{broker}})
	policy := st.newPolicy(t, with(st.cover(id, "generalLiability", "bodilyInjury", "1000000.00"), object{"insureds": []any{}}))

	c := st.c.Get(t, "/rest/cases/"+id+"/compliance")
	require.Equal(t, "deficient", c["verdict"])
	finding := c["demands"].([]any)[0].(object)["targets"].([]any)[0].(object)["findings"].([]any)[0].(object)
	require.Equal(t, []any{"insured_not_named", policy, "2030-03-01T00:00:00.000Z", "2030-03-31T00:00:00.000Z"},
		values(finding, "code", "policyId", "since", "dueOn"))
	require.Contains(t, finding["message"], "Alder LP")
	task := st.open(t, id)
	require.Equal(t, "2030-03-31T00:00:00.000Z", task["dueAt"])

	work()
	require.Empty(t, box.texts)
	st.clock.pass(24 * time.Hour)
	for range 2 {
		work()
	}
	require.Equal(t, []string{to}, box.to)
	require.Len(t, box.texts, 1)
	require.Contains(t, box.texts[0], finding["message"])
	require.Equal(t, "deficiency sent <nil> ["+to+"]", st.letters(t, id)[0])

	link := regexp.MustCompile(regexp.QuoteMeta(st.URL) + `/evidence/\S+`).FindString(box.texts[0])
	evidence := "/rest/evidence/" + visit(t, st.Server, link).Submit(t, object{"note": "The borrower is named now"})["id"].(string)
	require.Len(t, st.c.Get(t, "/rest/tasks?type=reviewDocument&state=open&caseId="+id)["data"], 1)
	st.c.Post(t, evidence+"/accept", object{}, http.StatusOK)
	st.c.Patch(t, "/rest/policies/"+policy, object{"insureds": []any{borrower}})

	require.Equal(t, "compliant", st.c.Get(t, "/rest/cases/"+id+"/compliance")["verdict"])
	done := st.c.Get(t, "/rest/tasks/"+task["id"].(string))
	require.Equal(t, []any{"completed", "policy.updated"}, []any{done["state"], done["completedBy"].(object)["action"]})
	st.clock.pass(20 * 24 * time.Hour)
	work()
	require.Len(t, box.texts, 1, "nothing more is sent")
	require.Equal(t, "deficiencyReminder cancelled resolved []", st.letters(t, id)[1])
	st.requireRight(t)
}

// letter is one about a case's findings, by step and place among those of the step; both doors say the same of its way.
func (st *verdictStage) letter(t *testing.T, caseID, step, to string) object {
	t.Helper()
	for _, n := range st.c.Get(t, "/rest/renewal-notices?caseId="+caseID+"&step="+step)["data"].([]any) {
		n := n.(object)
		if to != "" && !strings.Contains(fmt.Sprint(n["recipients"]), to) {
			continue
		}
		data := st.c.Query(t, `query($id: ID!) { renewalNotice(id: $id) { state blockedBy lastAttempt { at reply } nextAttemptAt } }`,
			object{"id": n["id"]})
		way := []string{"state", "blockedBy", "lastAttempt", "nextAttemptAt"}
		require.Equal(t, values(data["renewalNotice"].(object), way...), values(n, way...))
		return n
	}
	require.Fail(t, "no such letter", "%s %s", step, to)
	return nil
}

// TestDeficiencyLettersWait: without a mail server, and where that puts off or refuses a recipient, letters about findings go the way
// of renewal notices: they wait visibly and are tried again, who refuses is a task, and nobody gets one twice or never.
func TestDeficiencyLettersWait(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	box, address := newMailbox(t)
	away, work := st.courier(t, ""), st.courier(t, address)
	first, toFirst := st.contact(t)
	second, toSecond := st.contact(t)
	third, toThird := st.contact(t)
	fourth, toFourth := st.contact(t)
	id := st.newCase(t, object{"insuranceContacts": []any{first}})
	asset := st.newAsset(t, id, "800000.00")
	flood := st.newPolicy(t,
		with(st.cover(id, "flood", "flood", "400000.00", asset), object{"insuranceContacts": []any{second, third, fourth}}))

	st.clock.pass(24 * time.Hour)
	away()
	require.Equal(t, []any{"planned", "noMailServer", nil, nil},
		values(st.letter(t, id, "deficiency", ""), "state", "blockedBy", "lastAttempt", "nextAttemptAt"))
	due, err := st.Store.DueNotices(t.Context(), st.clock.now())
	require.NoError(t, err)
	require.Equal(t, 4, due.Count)
	st.clock.pass(61 * time.Minute)
	away()
	waits := st.c.Get(t, "/rest/tasks?type=renewalFollowUp")["data"].([]any)
	require.Len(t, waits, 1)
	require.Equal(t, []any{"mailServer", nil}, values(waits[0].(object), "reason", "caseId"))

	full := &smtp.SMTPError{Code: 452, EnhancedCode: smtp.NoEnhancedCode, Message: "full"}
	gone := &smtp.SMTPError{Code: 550, EnhancedCode: smtp.NoEnhancedCode, Message: "no such user"}
	box.answer(map[string]error{toFirst: gone, toSecond: full, toThird: full, toFourth: full})
	work()
	require.Empty(t, box.texts)
	now := st.clock.now()
	stamp := func(after time.Duration) string { return now.Add(after).Format("2006-01-02T15:04:05.000Z") }
	require.Equal(t, []any{"planned", "recipients", stamp(time.Minute), "RCPT: 452 full"},
		append(values(st.letter(t, id, "deficiency", toSecond), "state", "blockedBy", "nextAttemptAt"),
			st.letter(t, id, "deficiency", toSecond)["lastAttempt"].(object)["reply"]))
	failed := st.letter(t, id, "deficiency", toFirst)
	require.Equal(t, []any{"failed", "RCPT: 550 no such user", nil}, values(failed, "state", "skipReason", "blockedBy"))
	tasks := st.c.Get(t, "/rest/tasks?type=collectEvidence&caseId="+id)["data"].([]any)
	require.Len(t, tasks, 1)
	require.Equal(t, []any{"open", "undeliverable", nil}, values(tasks[0].(object), "state", "reason", "policyId"))

	st.c.Post(t, "/rest/cases/"+id+"/on-hold", nil, http.StatusOK)
	st.clock.pass(time.Minute)
	box.answer(nil)
	work()
	require.Empty(t, box.texts)
	require.Equal(t, []any{"planned", "caseOnHold", nil},
		values(st.letter(t, id, "deficiency", toSecond), "state", "blockedBy", "nextAttemptAt"))
	st.c.Post(t, "/rest/cases/"+id+"/release-hold", object{"policies": true}, http.StatusOK)
	box.answer(map[string]error{toThird: full, toFourth: full})
	for range 2 {
		work()
	}
	require.Equal(t, []string{toSecond}, box.to, "it went out after the hold, and once")
	fifth, toFifth := st.contact(t)
	sixth, toSixth := st.contact(t)
	st.c.Patch(t, "/rest/policies/"+flood, object{"insuranceContacts": []any{second, fifth, sixth}})
	for range 3 {
		st.clock.pass(2 * time.Minute)
		work()
	}
	require.ElementsMatch(t, []string{toSecond, toFifth, toSixth}, box.to, "who are asked instead get it")

	st.c.Post(t, "/rest/renewal-notices/"+failed["id"].(string)+"/send", nil, http.StatusOK)
	for range 2 {
		work()
	}
	require.Equal(t, toFirst, box.to[3])
	require.Len(t, box.to, 4)
	again := st.letter(t, id, "deficiency", toFirst)
	require.Equal(t, []any{"sent", 2.0}, values(again, "state", "attemptNumber"))
	require.Len(t, again["attempts"], 2)
	require.Len(t, st.letters(t, id), 8, "four letters, one for nobody, and three steps to come")
	st.requireRight(t)
}

// TestDeficiencyLetterAfterRenewal: of a policy on which a renewal letter went to the same recipient in the last seven days, the letter
// about findings tells nothing; it tells the others, and the next one all.
func TestDeficiencyLetterAfterRenewal(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	sweep := st.follower(t)
	steps := []any{object{"step": "letter", "days": 34}, object{"step": "reminder", "days": 41}, object{"step": "last", "days": 0},
		object{"step": "forcePlacementReview", "days": 0}}
	st.As(st.Operator).Query(t, `mutation($id: ID!, $steps: [DeficiencyStepDaysInput!]) { updateLender(id: $id, `+
		`input: {deficiencySteps: $steps}) { name } }`,
		object{"id": st.Harbor.Organization.LenderID, "steps": steps})
	asked, toAsked := st.contact(t)
	other, toOther := st.contact(t)
	profile := published(t, st.c, object{"requirements": st.demands()[1:]})["id"]
	id := st.newCase(t, object{"riskProfile": profile, "insuranceContacts": []any{other}})
	of := object{"insuranceContacts": []any{asked}}
	liability := st.newPolicy(t, with(st.cover(id, "generalLiability", "bodilyInjury", "1.00"), with(of, object{"limits": []any{}})))
	flood := with(st.cover(id, "flood", "flood", "400000.00", st.newAsset(t, id, "800000.00")), of)
	st.newPolicy(t, with(flood, object{"endDate": "2031-06-01"}))
	demand := st.c.Get(t, "/rest/cases/"+id+"/compliance")["demands"].([]any)[1].(object)
	unknown := demand["targets"].([]any)[0].(object)["findings"].([]any)[0].(object)
	require.Equal(t, []any{"limit_unknown", liability}, values(unknown, "code", "policyId"))
	sweepOn := func(day int) {
		st.clock.set(time.Date(2030, 4, day, 10, 0, 0, 0, time.UTC))
		sweep()
	}
	sweepOn(3)
	asking := st.c.Get(t, "/rest/renewal-notices?state=suppressed&caseId="+id)["data"].([]any)
	require.Len(t, asking, 1)
	require.Equal(t, []any{nil, []any{toAsked}}, values(asking[0].(object), "taskId", "recipients"))

	sweepOn(4)
	letter := st.letter(t, id, "deficiency", toAsked)["body"]
	require.Contains(t, letter, "Flood limit")
	require.NotContains(t, letter, unknown["message"], "a letter asked for its renewal yesterday")
	sweepOn(11)
	letter = st.letter(t, id, "deficiencyReminder", toAsked)["body"]
	require.Contains(t, letter, "Flood limit")
	require.Contains(t, letter, unknown["message"], "a week is over")
	for _, line := range st.letters(t, id) {
		require.NotContains(t, line, toOther, "it can mend neither")
	}
	st.requireRight(t)
}
