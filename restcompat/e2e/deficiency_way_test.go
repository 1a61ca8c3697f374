package e2e

import (
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

// mailbox is a mail server that takes everything, and keeps the texts of what it took.
type mailbox struct {
	fullBoxes
	mu    sync.Mutex
	to    []string
	texts []string
}

// Rcpt takes every recipient.
func (m *mailbox) Rcpt(to string, _ *smtp.RcptOptions) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.to = append(m.to, to)
	return nil
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

// TestDeficiencyWholeWay: a certificate without the borrower's name comes in; it is deficient, with its day and in words; a task
// and a letter follow, whose link takes the mended evidence; then the task closes by itself, and nothing more is sent.
func TestDeficiencyWholeWay(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	box, address := newMailbox(t)
	opened, err := renewal.OpenMail("smtp://" + address + "?from=insurance@lender.example.com")
	require.NoError(t, err)
	follower := renewal.NewFollower(renewal.Config{
		Store: st.Store, Mail: opened, Now: st.clock.now, Logger: slog.New(slog.NewTextHandler(t.Output(), nil)),
		Links: &renewal.Links{BaseURL: st.URL, SigningKey: []byte("0123456789abcdef0123456789abcdef")},
	})
	work := func() {
		t.Helper()
		st.sweep(t)
		_, err := follower.Sweep(t.Context())
		require.NoError(t, err)
		require.NoError(t, follower.Deliver(t.Context()))
	}
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
