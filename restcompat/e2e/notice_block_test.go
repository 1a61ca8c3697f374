package e2e

import (
	"log/slog"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// fullBoxes is a mail server that puts off every recipient.
type fullBoxes struct{ smtp.Session }

func (fullBoxes) Reset()                               {}
func (fullBoxes) Logout() error                        { return nil }
func (fullBoxes) Mail(string, *smtp.MailOptions) error { return nil }
func (fullBoxes) Rcpt(string, *smtp.RcptOptions) error {
	return &smtp.SMTPError{Code: 452, EnhancedCode: smtp.NoEnhancedCode, Message: "full"}
}

// mailFrom has the tests' renewals followed up by a node with a mail server of the address, "" for none.
func (r *renewals) mailFrom(t *testing.T, address string) {
	t.Helper()
	config := renewal.Config{Store: r.Store, Now: r.clock.now, Logger: slog.New(slog.NewTextHandler(t.Output(), nil))}
	if address != "" {
		mail, err := renewal.OpenMail("smtp://" + address)
		require.NoError(t, err)
		config.Mail = mail
	}
	r.follower = renewal.NewFollower(config)
}

// work sweeps and delivers, which may fail.
func (r *renewals) work(t *testing.T) {
	t.Helper()
	r.sweep(t)
	_ = r.follower.Deliver(t.Context())
}

// blocked is what both doors show of the first notice of a policy: state, blockedBy, lastAttempt and nextAttemptAt.
func (r *renewals) blocked(t *testing.T, policy string) []any {
	t.Helper()
	data := r.client.Query(t, `query($p: [ID!]) { renewalNotices(filter: {policyId: $p, step: [request]}) { nodes {
		state blockedBy lastAttempt { at reply } nextAttemptAt } } }`, object{"p": []any{policy}})
	n := data["renewalNotices"].(object)["nodes"].([]any)[0].(object)
	rest := r.client.Get(t, "/rest/renewal-notices?step=request&policyId="+policy)["data"].([]any)[0].(object)
	seen := []any{n["state"], n["blockedBy"], n["lastAttempt"], n["nextAttemptAt"]}
	require.Equal(t, seen, []any{rest["state"], rest["blockedBy"], rest["lastAttempt"], rest["nextAttemptAt"]})
	return seen
}

func TestNoticeBlocked(t *testing.T) {
	t.Parallel()
	const noon, minuteLater = "2031-05-01T12:00:00.000Z", "2031-05-01T12:01:00.000Z"
	start := func(t *testing.T, address string) (r *renewals, policy string) {
		t.Helper()
		r = newRenewals(t, live)
		r.mailFrom(t, address)
		policy = r.newPolicy(t, nil)
		require.Equal(t, []any{"planned", nil, nil, nil}, r.blocked(t, policy), "it is not due")
		r.clock.set(termEnd.AddDate(0, 0, -60).Add(12 * time.Hour))
		r.work(t)
		return r, policy
	}
	t.Run("no mail server", func(t *testing.T) {
		t.Parallel()
		r, policy := start(t, "")
		require.Equal(t, []any{"planned", "noMailServer", nil, nil}, r.blocked(t, policy))
		r.act(t, policy, "on-hold", nil)
		require.Equal(t, []any{"planned", "policyOnHold", nil, nil}, r.blocked(t, policy))
	})
	t.Run("mail server away", func(t *testing.T) {
		t.Parallel()
		r, policy := start(t, "127.0.0.1:1")
		last := object{"at": noon, "reply": "the mail server cannot be reached"}
		require.Equal(t, []any{"planned", "mailServer", last, minuteLater}, r.blocked(t, policy))
		other := r.newPolicy(t, nil)
		require.Equal(t, []any{"planned", "mailServer", last, minuteLater}, r.blocked(t, other), "it was not swept yet")
	})
	t.Run("recipients", func(t *testing.T) {
		t.Parallel()
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return fullBoxes{}, nil }))
		server.Domain = "mail.example.com"
		go func() { _ = server.Serve(listener) }()
		t.Cleanup(func() { _ = server.Close() })
		r, policy := start(t, listener.Addr().String())
		require.Equal(t, []any{"planned", "recipients", object{"at": noon, "reply": "RCPT: 452 full"}, minuteLater}, r.blocked(t, policy))
		r.act(t, policy, "deactivate", nil)
		require.Equal(t, []any{"cancelled", nil, object{"at": noon, "reply": "RCPT: 452 full"}, nil}, r.blocked(t, policy))
	})
	t.Run("test portfolio", func(t *testing.T) {
		t.Parallel()
		r := newRenewals(t, func(w *storagetest.World) *storagetest.Tenant { return w.HarborTest })
		r.mailFrom(t, "127.0.0.1:1")
		policy := r.newPolicy(t, nil)
		r.clock.set(termEnd.AddDate(0, 0, -60).Add(12 * time.Hour))
		require.Equal(t, []any{"planned", nil, nil, nil}, r.blocked(t, policy), "mail is nothing to it")
		r.work(t)
		require.Equal(t, []any{"suppressed", nil, nil, nil}, r.blocked(t, policy))
	})
}

// TestTaskWithoutCase is the task of a portfolio whose notices wait for mail: it can be read, changed and moved like any
// other, by nobody else, and one without a case cannot be made by clients.
func TestTaskWithoutCase(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, live)
	r.mailFrom(t, "")
	r.newPolicy(t, nil)
	r.clock.set(termEnd.AddDate(0, 0, -60).Add(12 * time.Hour))
	r.work(t)
	for range 61 {
		r.clock.set(r.clock.now().Add(time.Minute))
		r.work(t)
	}
	tasks := tasksOf(t, r.client, nil)
	require.Len(t, tasks, 1)
	task := tasks[0]
	require.Equal(t, []any{nil, nil, nil, nil, "renewalFollowUp", "open", "mailServer"},
		[]any{task["caseId"], task["case"], task["policyId"], task["policy"], task["type"], task["state"], task["reason"]})
	path := "/rest/tasks/" + task["id"].(string)
	require.Nil(t, r.client.Get(t, path)["caseId"])
	require.Empty(t, tasksOf(t, r.client, object{"caseId": []any{r.caseID}}))
	other := r.As(r.Prairie.Token)
	other.Do(t, http.MethodGet, path, nil).Problem(t, http.StatusNotFound, "not_found")
	other.Do(t, http.MethodPost, path+"/move", object{"state": "completed"}).Problem(t, http.StatusNotFound, "not_found")
	require.Equal(t, "asked", r.client.Patch(t, path, object{"reason": "asked"})["reason"])
	require.Equal(t, "completed", r.client.Post(t, path+"/move", object{"state": "completed"}, http.StatusOK)["state"])
	r.clock.set(r.clock.now().Add(time.Minute))
	r.work(t)
	require.Len(t, tasksOf(t, r.client, nil), 1, "one that a person has closed is not opened again")
	r.client.Do(t, http.MethodPost, "/rest/tasks", object{"type": "renewalFollowUp"}).
		Problem(t, http.StatusUnprocessableEntity, "required")
}
