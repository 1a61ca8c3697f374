package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"
)

// mailbox is a mail server that tells of each message by its first addressee.
type mailbox struct{ got chan string }

func (m mailbox) NewSession(*smtp.Conn) (smtp.Session, error) { return &mailSession{m: m}, nil }

type mailSession struct {
	m  mailbox
	to string
}

func (*mailSession) Reset()                               {}
func (*mailSession) Logout() error                        { return nil }
func (*mailSession) Mail(string, *smtp.MailOptions) error { return nil }

func (s *mailSession) Rcpt(to string, _ *smtp.RcptOptions) error { s.to = to; return nil }

func (s *mailSession) Data(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	s.m.got <- s.to
	return err
}

func newMailbox(t *testing.T) (m mailbox, address string) {
	t.Helper()
	m = mailbox{make(chan string, 10)}
	return m, listenMail(t, m)
}

// listenMail runs a mail server until the end of the test and returns its address.
func listenMail(t *testing.T, backend smtp.Backend) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := smtp.NewServer(backend)
	server.Domain, server.ErrorLog = "mail.example.com", log.New(io.Discard, "", 0) // programs are killed
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return listener.Addr().String()
}

// TestServeJobs has the program itself send a notice: a policy is recorded that lapses in ten days.
func TestServeJobs(t *testing.T) {
	t.Parallel()
	mail, address := newMailbox(t)
	dir := readyDataDir(t)
	org := line(t, nil, "org", "create", "--name", "Acme", "--lender", "Acme Bank", "--plan", "full", "--data-dir", dir)
	token := line(t, nil, "token", "create", "--org", org, "--mode", "live", "--data-dir", dir)

	idle := serveOn(t, dir, nil, "--workers", "0", "--smtp-url", "smtp://"+address)
	loan := idle.dueNotice(t, token)
	end := time.Now().AddDate(0, 0, 10).Format(time.DateOnly)
	select {
	case to := <-mail.got:
		require.Fail(t, "without workers nothing is sent", to)
	case <-time.After(3 * time.Second):
	}
	require.NoError(t, idle.Process.Kill())
	idle.ended(t)

	busy := serveOn(t, dir, nil, "--smtp-url", "smtp://"+address)
	require.Equal(t, "broker@example.com", mail.next(t), "what was left undone is done at the start")
	busy.create(t, token, "/rest/policies", fmt.Sprintf(`{"caseId":%q,"productType":"property","endDate":%q}`, loan, end))
	require.Equal(t, "broker@example.com", mail.next(t), "and what is due is done at once")
	require.NotContains(t, busy.stderr.String(), "broker@example.com")
}

// next is who gets the next letter: before the minute's sweep would find what a job was to do at once.
func (m mailbox) next(t *testing.T) string {
	t.Helper()
	return m.within(t, 40*time.Second)
}

func (m mailbox) within(t *testing.T, patience time.Duration) string {
	t.Helper()
	select {
	case to := <-m.got:
		return to
	case <-time.After(patience):
		require.Fail(t, "no mail came")
		return ""
	}
}

// graphQL runs a mutation and answers the id of `it`.
func (s *server) graphQL(t *testing.T, token, query string) string {
	t.Helper()
	body, err := json.Marshal(map[string]string{"query": query})
	require.NoError(t, err)
	status, answer, err := s.send(http.MethodPost, "/graphql", token, string(body))
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, status, answer)
	var data struct {
		Data struct{ It struct{ ID string } }
	}
	require.NoError(t, json.Unmarshal([]byte(answer), &data))
	require.NotEmpty(t, data.Data.It.ID, answer)
	return data.Data.It.ID
}

// create posts a record and answers its id.
func (s *server) create(t *testing.T, token, path, body string) string {
	t.Helper()
	status, answer, err := s.send(http.MethodPost, path, token, body)
	require.NoError(t, err)
	require.Equal(t, http.StatusCreated, status, answer)
	var record struct{ ID string }
	require.NoError(t, json.Unmarshal([]byte(answer), &record))
	return record.ID
}
