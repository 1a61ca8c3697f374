package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/mail"
	"net/textproto"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"
)

// TestFollowUp goes the whole way of a policy that ends: letter, link, files and new dates, task, acceptance, next term,
// verdict, and no further letter. The program is killed at each arrow.
func TestFollowUp(t *testing.T) {
	t.Parallel()
	f := newFollowUp(t)
	loan, policy := f.policyThatEndsToday(t)
	require.Equal(t, "deficient", f.verdict(t, loan))

	f.killAtLetter()
	f.serve(t)
	first := f.nextLetter(t)
	<-f.done // killed before it could record that the mail server has the letter
	f.serve(t)
	again := f.nextLetter(t)
	require.Equal(t, first.id, again.id, "mail programs show it once")
	require.Equal(t, first.link(t), again.link(t), "both letters work")
	f.awaitNotice(t, policy, "lapsed", "sent")

	page := f.open(t, first.link(t))
	f.restart(t)
	f.killDuring(t, func() { page.sendHalf(t) })
	require.Empty(t, f.list(t, "/rest/evidence"), "what did not arrive whole is nothing")

	start, end := time.Now().UTC(), time.Now().UTC().AddDate(1, 0, 0)
	values := map[string]string{"startDate": start.Format(time.DateOnly), "endDate": end.Format(time.DateOnly), "note": "Renewed."}
	page.send(t, values)
	f.restart(t)

	proposed := f.one(t, "/rest/evidence?state=proposed")
	require.Equal(t, policy, proposed["policyId"])
	require.Len(t, proposed["files"], 2)
	task := f.get(t, "/rest/tasks/"+proposed["taskId"].(string))
	require.Equal(t, "reviewDocument", task["type"])
	require.Equal(t, proposed["id"], task["evidence"])
	renewal := f.get(t, "/rest/policies/"+policy)["renewal"].(map[string]any)
	require.Equal(t, true, renewal["paused"])
	require.Equal(t, "deficient", f.verdict(t, loan), "what is proposed changes nothing")
	require.Empty(t, f.list(t, "/rest/documents?caseId="+loan))

	page, proposed = f.handInAgain(t, proposed, values)

	f.post(t, "/rest/evidence/"+proposed["id"].(string)+"/accept", "{}")
	f.restart(t)

	p := f.get(t, "/rest/policies/"+policy)
	require.EqualValues(t, 2, p["termNumber"])
	require.Equal(t, "active", p["status"])
	require.Equal(t, "compliant", f.verdict(t, loan))
	require.Equal(t, "completed", f.get(t, "/rest/tasks/"+proposed["taskId"].(string))["state"])
	require.Len(t, f.list(t, "/rest/documents?caseId="+loan), 2)
	for _, n := range f.list(t, "/rest/renewal-notices?policyId="+policy) {
		if n["termNumber"] == 1.0 {
			require.NotEqual(t, "planned", n["state"], "step %s of the old term", n["step"])
		}
	}
	page.isClosed(t)
	f.stop(t)
	due := time.Now().AddDate(0, 0, 50).Format(time.DateOnly)
	require.Contains(t, line(t, nil, "renewals", "run", "--now", due, "--smtp-url", f.smtp, "--data-dir", f.dir), "nothing is due")
	require.Empty(t, f.letters, "nothing more is sent")
}

// handInAgain refuses evidence. Its sender gets the reason by mail, and answers by the link in that letter.
func (f *followUp) handInAgain(t *testing.T, refused map[string]any, values map[string]string) (*evidencePage, map[string]any) {
	t.Helper()
	const reason = "Page 2 of the policy is missing."
	f.post(t, "/rest/evidence/"+refused["id"].(string)+"/reject", `{"reason": "`+reason+`"}`)
	answer := f.nextLetter(t)
	require.Contains(t, answer.text, reason)
	require.Eventually(t, func() bool {
		reply := f.get(t, "/rest/evidence/"+refused["id"].(string))["reply"].(map[string]any)
		return reply["state"] == "sent"
	}, 10*time.Second, 50*time.Millisecond)
	page := f.open(t, answer.link(t))
	page.send(t, values)
	return page, f.one(t, "/rest/evidence?state=proposed")
}

// followUp is a lender's live portfolio on a server that is killed again and again, and its mail server.
type followUp struct {
	*server
	dir, token, addr, smtp string
	letters                chan sentLetter
	atLetter               chan func()
}

func newFollowUp(t *testing.T) *followUp {
	t.Helper()
	f := &followUp{dir: readyDataDir(t), addr: freeAddr(t), letters: make(chan sentLetter, 10), atLetter: make(chan func(), 1)}
	f.smtp = "smtp://" + listenMail(t, letterBox{f}) + "?from=insurance@lender.example.com"
	org := line(t, nil, "org", "create", "--name", "Acme", "--lender", "Acme Bank", "--plan", "full", "--data-dir", f.dir)
	f.token = line(t, nil, "token", "create", "--org", org, "--mode", "live", "--data-dir", f.dir)
	f.serveIdle(t)
	return f
}

// killAtLetter kills the program when the mail server has the next letter, before it says so.
func (f *followUp) killAtLetter() { f.atLetter <- func() { _ = f.Process.Kill() } }

func (f *followUp) serve(t *testing.T, args ...string) {
	t.Helper()
	if f.server != nil {
		f.stop(t)
	}
	f.server = serveOn(t, f.dir, nil, append([]string{"--smtp-url", f.smtp, "--addr", f.addr, "--base-url", "http://" + f.addr}, args...)...)
}

// serveIdle serves without background jobs.
func (f *followUp) serveIdle(t *testing.T) { f.serve(t, "--workers", "0") }

func (f *followUp) stop(t *testing.T) {
	t.Helper()
	_ = f.Process.Kill()
	f.ended(t)
}

// restart kills the program and starts it again.
func (f *followUp) restart(t *testing.T) { f.serve(t) }

// killDuring kills the program while something is under way.
func (f *followUp) killDuring(t *testing.T, do func()) {
	t.Helper()
	do()
	f.serve(t)
}

// call sends a request and reads the answer, which is a success.
func (f *followUp) call(t *testing.T, method, path, body string) (answer map[string]any) {
	t.Helper()
	status, text, err := f.send(method, path, f.token, body)
	require.NoError(t, err)
	require.Less(t, status, 300, text)
	require.NoError(t, json.Unmarshal([]byte(text), &answer))
	return answer
}

func (f *followUp) get(t *testing.T, path string) map[string]any {
	return f.call(t, http.MethodGet, path, "")
}

func (f *followUp) post(t *testing.T, path, body string) map[string]any {
	return f.call(t, http.MethodPost, path, body)
}

// made posts and returns the id.
func (f *followUp) made(t *testing.T, path, body string) string {
	return f.post(t, path, body)["id"].(string)
}

// graphql runs a mutation and returns the id of what it made.
func (f *followUp) graphql(t *testing.T, mutation string) string {
	t.Helper()
	body, err := json.Marshal(map[string]string{"query": mutation})
	require.NoError(t, err)
	answer := f.post(t, "/graphql", string(body))
	require.NotNil(t, answer["data"], answer)
	return answer["data"].(map[string]any)["made"].(map[string]any)["id"].(string)
}

func (f *followUp) list(t *testing.T, path string) (all []map[string]any) {
	t.Helper()
	for _, item := range f.get(t, path)["data"].([]any) {
		all = append(all, item.(map[string]any))
	}
	return all
}

func (f *followUp) one(t *testing.T, path string) map[string]any {
	t.Helper()
	all := f.list(t, path)
	require.Len(t, all, 1)
	return all[0]
}

func (f *followUp) verdict(t *testing.T, loan string) string {
	return f.get(t, "/rest/cases/"+loan+"/compliance")["verdict"].(string)
}

// policyThatEndsToday makes a case whose one policy ends at the beginning of this day, with a broker to ask.
func (f *followUp) policyThatEndsToday(t *testing.T) (loan, policy string) {
	t.Helper()
	profile := f.graphql(t, `mutation { made: createRiskProfile(input: {name: "Offices", requirements: [{coverageType: "building",
		perils: ["fire"], minimumLimit: {amount: "500000.00", currency: "USD"}}]}) { id } }`)
	f.graphql(t, fmt.Sprintf("mutation { made: publishRiskProfile(id: %q) { id } }", profile))
	broker := f.graphql(t,
		`mutation { made: createBroker(input: {firstName: "Robin", lastName: "Example", email: "robin@broker.example.com"}) { id } }`)
	insured := f.made(t, "/rest/insureds", `{"corporateName": "Alder Holdings LLC"}`)
	loan = f.made(t, "/rest/cases", fmt.Sprintf(`{"riskProfile": %q, "status": "OPEN", "loanNumber": "L-1", "insuranceContacts": [%q],
		"insureds": [%q]}`, profile, broker, insured))
	f.made(t, "/rest/assets", fmt.Sprintf(`{"caseId": %q, "assetType": "commercialRealEstate", "fields": [{"fieldType": "address",
		"value": {"street1": "12 Example Street", "city": "Harbor", "state": "MA", "postalCode": "02110"}}]}`, loan))
	end := time.Now().UTC()
	return loan, f.made(t, "/rest/policies", fmt.Sprintf(`{"caseId": %q, "coverageLayer": "primary", "coverageTypes": ["building"],
		"perils": ["fire"], "policyNumber": "EX-123", "startDate": %q, "endDate": %q,
		"limits": [{"coverageType": "building", "kind": "perOccurrence", "amount": {"amount": "750000.00", "currency": "USD"}}]}`,
		loan, end.AddDate(-1, 0, 0).Format(time.DateOnly), end.Format(time.DateOnly)))
}

func (f *followUp) awaitNotice(t *testing.T, policy, step, state string) {
	t.Helper()
	require.Eventually(t, func() bool {
		return f.one(t, "/rest/renewal-notices?policyId="+policy+"&step="+step)["state"] == state
	}, time.Minute, 100*time.Millisecond)
}

func (f *followUp) nextLetter(t *testing.T) sentLetter {
	t.Helper()
	select {
	case l := <-f.letters:
		return l
	case <-time.After(2 * time.Minute):
		require.Fail(t, "no letter came", f.stderr.String())
		return sentLetter{}
	}
}

// sentLetter is a letter that the mail server has.
type sentLetter struct{ id, text string }

var evidenceLink = regexp.MustCompile(`http://\S+/evidence/[A-Za-z0-9_-]{43}`)

func (l sentLetter) link(t *testing.T) string {
	t.Helper()
	require.Regexp(t, evidenceLink, l.text)
	return evidenceLink.FindString(l.text)
}

// letterBox is a mail server that keeps what it takes.
type letterBox struct{ f *followUp }

func (b letterBox) NewSession(*smtp.Conn) (smtp.Session, error) { return &letterSession{b}, nil }

type letterSession struct{ letterBox }

func (*letterSession) Reset()                               {}
func (*letterSession) Logout() error                        { return nil }
func (*letterSession) Mail(string, *smtp.MailOptions) error { return nil }
func (*letterSession) Rcpt(string, *smtp.RcptOptions) error { return nil }

func (s *letterSession) Data(r io.Reader) error {
	message, err := mail.ReadMessage(r)
	if err != nil {
		return err
	}
	text, err := textOf(message)
	if err != nil {
		return err
	}
	s.f.letters <- sentLetter{message.Header.Get("Message-ID"), text}
	select {
	case do := <-s.f.atLetter:
		do()
	default:
	}
	return nil
}

// textOf returns the plain text of a letter.
func textOf(message *mail.Message) (string, error) {
	_, about, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil {
		return "", err
	}
	part, err := multipart.NewReader(message.Body, about["boundary"]).NextPart() // decodes quoted-printable
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(part)
	return string(text), err
}

// evidencePage is the page of a link in a browser without JavaScript.
type evidencePage struct {
	*http.Client
	address, once string
}

func (f *followUp) open(t *testing.T, link string) *evidencePage {
	t.Helper()
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	p := &evidencePage{Client: &http.Client{Jar: jar}}
	p.address = p.read(t, link, http.StatusOK).Request.URL.String()
	require.NotContains(t, p.address, link[len(link)-43:], "no later address has the secret")
	return p
}

var onceField = regexp.MustCompile(`name="once" value="([^"]+)"`)

// read gets a page, and the key of the form that it has.
func (p *evidencePage) read(t *testing.T, address string, status int) *http.Response {
	t.Helper()
	answer, err := p.Get(address)
	require.NoError(t, err)
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.Equal(t, status, answer.StatusCode, string(body))
	if found := onceField.FindSubmatch(body); found != nil {
		p.once = string(found[1])
	}
	return answer
}

// form is the filled form with two files.
func (p *evidencePage) form(t *testing.T, values map[string]string) (contentType string, body []byte) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	require.NoError(t, w.WriteField("once", p.once))
	for name, value := range values {
		require.NoError(t, w.WriteField(name, value))
	}
	for name, content := range map[string]string{"policy.pdf": "%PDF-1.7\nEX-123\n%%EOF\n", "photo.png": onePixel} {
		header := textproto.MIMEHeader{"Content-Disposition": {fmt.Sprintf(`form-data; name="files"; filename=%q`, name)}}
		part, err := w.CreatePart(header)
		require.NoError(t, err)
		_, err = io.WriteString(part, content)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return w.FormDataContentType(), b.Bytes()
}

func (p *evidencePage) send(t *testing.T, values map[string]string) {
	t.Helper()
	p.read(t, p.address, http.StatusOK)
	contentType, body := p.form(t, values)
	answer, err := p.Post(p.address, contentType, bytes.NewReader(body))
	require.NoError(t, err)
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, answer.StatusCode, string(text))
	require.Contains(t, string(text), "policy.pdf")
}

// sendHalf sends the first half of a form and leaves the connection open.
func (p *evidencePage) sendHalf(t *testing.T) {
	t.Helper()
	p.read(t, p.address, http.StatusOK)
	contentType, body := p.form(t, nil)
	r, w := io.Pipe()
	t.Cleanup(func() { _ = w.Close() })
	go func() {
		if answer, err := p.Post(p.address, contentType, r); err == nil {
			_ = answer.Body.Close()
		}
	}()
	_, err := w.Write(body[:len(body)/2])
	require.NoError(t, err)
}

// isClosed looks at the page once more: its term is over.
func (p *evidencePage) isClosed(t *testing.T) { p.read(t, p.address, http.StatusNotFound) }

// onePixel is the smallest PNG.
var onePixel = strings.Join(
	[]string{"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89",
		"\x00\x00\x00\nIDATx\x9cc\x00\x01\x00\x00\x05\x00\x01\r\n-\xb4\x00\x00\x00\x00IEND\xaeB`\x82"}, "")
