package e2e

import (
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/mail"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/storage/storagetest"
)

func init() {
	addMore = append(addMore, func(t testing.TB, f *fixture) {
		err := f.server.Store.Pool().Pgx().QueryRow(t.Context(), `UPDATE renewal_notices
			SET state = 'skipped', skip_reason = 'late', settled_at = created_at
			WHERE policy_id = $1 AND step = 'forcePlacementReview' RETURNING id::text`, f.ids["frameworkPolicy"]).Scan(new(string))
		require.NoError(t, err)
		f.ids["skippedNotice"] = idsOfList(f.client().Get(t, "/rest/renewal-notices?state=skipped&limit=1"))[0]
	})
	examples["SendNotice"] = example{asks: at("skippedNotice"), refused: object{"to": "a@example.com"}}
}

// postOffice is a real SMTP server that refuses all addresses until told.
type postOffice struct {
	smtp.Session
	mu      sync.Mutex
	open    bool
	letters []*mail.Message
}

func (*postOffice) Reset()                               {}
func (*postOffice) Logout() error                        { return nil }
func (*postOffice) Mail(string, *smtp.MailOptions) error { return nil }

func (p *postOffice) Rcpt(string, *smtp.RcptOptions) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.open {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.NoEnhancedCode, Message: "no such user"}
	}
	return nil
}

func (p *postOffice) Data(r io.Reader) error {
	letter, err := mail.ReadMessage(r)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.letters = append(p.letters, letter)
	return err
}

// newPostOffice starts the server and returns it with its address.
func newPostOffice(t *testing.T) (p *postOffice, address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	p = &postOffice{}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return p, nil }))
	server.Domain = "mail.example.com"
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return p, "smtp://" + listener.Addr().String() + "?from=insurance@lender.example.com"
}

// firstNotice is the step `request` of the policy's first term.
func (r *renewals) firstNotice(t *testing.T, policy string) object {
	t.Helper()
	return r.client.Get(t, "/rest/renewal-notices?step=request&policyId="+policy)["data"].([]any)[0].(object)
}

func (r *renewals) refuseSend(t *testing.T, notice any, code string) {
	t.Helper()
	r.client.Do(t, http.MethodPost, "/rest/renewal-notices/"+notice.(string)+"/send", nil).Problem(t, http.StatusConflict, code)
}

// TestSendNotice sends a notice again that the mail server refused: REST asks, the same thread comes by SMTP, and both
// doors show what was before.
func TestSendNotice(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, live)
	office, address := newPostOffice(t)
	opened, err := renewal.OpenMail(address)
	require.NoError(t, err)
	r.follower = renewal.NewFollower(renewal.Config{
		Store: r.Store, Mail: opened, Now: r.clock.now, Logger: slog.New(slog.NewTextHandler(t.Output(), nil)),
	})
	policy := r.newPolicy(t, nil)
	deliver := func() {
		r.sweep(t)
		require.NoError(t, r.follower.Deliver(t.Context()))
	}
	r.day(t, -60)
	r.refuseSend(t, r.firstNotice(t, policy)["id"], "invalid_transition")
	deliver()
	n := r.firstNotice(t, policy)
	require.Equal(t, []any{"failed", 1.0}, []any{n["state"], n["attemptNumber"]})
	require.Len(t, n["attempts"], 1)

	r.clock.set(termEnd.AddDate(0, 0, -59))
	sent := r.client.Post(t, "/rest/renewal-notices/"+n["id"].(string)+"/send", nil, http.StatusOK)
	require.Equal(t, []any{"planned", 2.0, nil, nil, []any{}, nil}, []any{
		sent["state"], sent["attemptNumber"], sent["settledAt"], sent["skipReason"], sent["recipients"], sent["subject"],
	})
	require.Equal(t, n["attempts"], sent["attempts"], "what was before is kept")
	require.Equal(t, sent, r.firstNotice(t, policy))
	r.refuseSend(t, n["id"], "invalid_transition")
	office.open = true
	deliver()
	n = r.firstNotice(t, policy)
	require.Equal(t, "sent", n["state"])
	require.Len(t, n["attempts"], 2)
	second := n["attempts"].([]any)[1].(object)
	to := "broker-" + r.contact + "@example.com"
	require.Equal(t, []any{2.0, "sent", nil, "serviceAccount", "2031-05-02T00:00:00.000Z", []any{to}, n["body"]}, []any{
		second["number"], second["state"], second["reason"], second["requestedBy"].(object)["kind"], second["requestedAt"],
		second["recipients"], second["body"],
	})
	require.Equal(t, "2031-05-02T00:00:00.000Z", second["handedOverAt"])
	require.NotContains(t, second, "html")
	r.refuseSend(t, n["id"], "invalid_transition")

	require.Len(t, office.letters, 1)
	header, first := office.letters[0].Header, n["attempts"].([]any)[0].(object)
	require.Equal(t, "<"+second["messageId"].(string)+">", header.Get("Message-ID"))
	require.True(t, strings.HasSuffix(second["messageId"].(string), ".1.request.2@lender.example.com"))
	require.Equal(t, "<"+first["messageId"].(string)+">", header.Get("References"))
	require.Equal(t, "<"+first["messageId"].(string)+">", header.Get("In-Reply-To"))
	require.Equal(t, []any{"failed", "RCPT: 550 no such user", nil, nil, nil}, []any{
		first["state"], first["reason"], first["requestedBy"], first["requestedAt"], first["handedOverAt"],
	})
	require.Equal(t, "refused", first["deliveries"].([]any)[0].(object)["state"])
	data := r.client.Query(t, `query($id: ID!) { renewalNotice(id: $id) { attempts { number html requestedBy { name } } } }`,
		object{"id": n["id"]})
	both := data["renewalNotice"].(object)["attempts"].([]any)
	require.Len(t, both, 2)
	require.Contains(t, both[0].(object)["html"], "<")

	events := r.client.Get(t, "/rest/audit-events?action=renewalNotice.resent")["data"].([]any)
	require.Len(t, events, 1)
	require.Equal(t, n["id"], events[0].(object)["subjectId"])
	require.Equal(t, second["requestedBy"].(object)["name"], events[0].(object)["actorName"])
}

// TestSendNoticeRefused is what cannot be sent again.
func TestSendNoticeRefused(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, func(w *storagetest.World) *storagetest.Tenant { return w.HarborTest })
	r.day(t, -60)
	policy := r.newPolicy(t, nil)
	r.sweep(t)
	n := r.firstNotice(t, policy)
	require.Equal(t, "suppressed", n["state"])
	r.act(t, policy, "on-hold", nil)
	r.refuseSend(t, n["id"], "policy_on_hold")
	r.act(t, policy, "release-hold", nil)
	r.act(t, policy, "deactivate", nil)
	r.refuseSend(t, n["id"], "policy_deactivated")
	reminder := r.client.Get(t, "/rest/renewal-notices?step=reminder&policyId="+policy)["data"].([]any)[0].(object)
	r.act(t, policy, "reactivate", nil)
	require.Equal(t, "cancelled", reminder["state"])

	send := `mutation($id: ID!) { sendNotice(id: $id) { state attemptNumber attempts { number state reason } } }`
	planned := r.client.Query(t, send, object{"id": n["id"]})["sendNotice"]
	before := object{"number": 1.0, "state": "suppressed", "reason": "testPortfolio"}
	require.Equal(t, object{"state": "planned", "attemptNumber": 2.0, "attempts": []any{before}}, planned)
	r.sweep(t)
	again := r.firstNotice(t, policy)
	require.Equal(t, []any{"suppressed", "testPortfolio", 2.0}, []any{again["state"], again["skipReason"], again["attemptNumber"]},
		"a test portfolio delivers nothing")
	require.Len(t, again["attempts"], 2)

	r.client.Patch(t, "/rest/policies/"+policy, object{"endDate": nil})
	r.refuseSend(t, n["id"], "invalid_transition")
	r.client.Patch(t, "/rest/policies/"+policy, object{"endDate": "2031-06-30"})
	r.act(t, policy, "new-term", object{"startDate": "2031-06-30", "endDate": "2032-06-30"})
	r.refuseSend(t, n["id"], "invalid_transition")
	r.client.Do(t, http.MethodPost, "/rest/renewal-notices/"+unknownID+"/send", nil).Problem(t, http.StatusNotFound, "not_found")
}

// TestSendNoticeEnds is a notice that is planned again and is needed no more.
func TestSendNoticeEnds(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, func(w *storagetest.World) *storagetest.Tenant { return w.HarborTest })
	for action, end := range map[string]object{
		"deactivate": nil, "new-term": {"startDate": "2031-06-30", "endDate": "2032-06-30"},
	} {
		r.day(t, -60)
		policy := r.newPolicy(t, nil)
		r.sweep(t)
		r.client.Post(t, "/rest/renewal-notices/"+r.firstNotice(t, policy)["id"].(string)+"/send", nil, http.StatusOK)
		if end == nil {
			r.act(t, policy, action, nil)
		} else {
			r.act(t, policy, action, end)
		}
		n := r.client.Get(t, "/rest/renewal-notices?step=request&state=cancelled&policyId="+policy)["data"].([]any)[0].(object)
		require.Equal(t, 2.0, n["attemptNumber"], action)
		require.Len(t, n["attempts"], 1, "nothing was attempted")
	}
}

// TestSendNoticeTwins is that of two calls at once one plans the notice.
func TestSendNoticeTwins(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, func(w *storagetest.World) *storagetest.Tenant { return w.HarborTest })
	r.day(t, -60)
	policy := r.newPolicy(t, nil)
	r.sweep(t)
	id := r.firstNotice(t, policy)["id"].(string)
	var calls sync.WaitGroup
	answers := make([]int, 5)
	for i := range answers {
		calls.Go(func() {
			answers[i] = r.client.Do(t, http.MethodPost, "/rest/renewal-notices/"+id+"/send", nil).Status
		})
	}
	calls.Wait()
	counts := map[int]int{}
	for _, status := range answers {
		counts[status]++
	}
	require.Equal(t, map[int]int{http.StatusOK: 1, http.StatusConflict: 4}, counts)
	require.Equal(t, 2.0, r.firstNotice(t, policy)["attemptNumber"])
}
