package renewal_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/mail"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/renewal"
)

// mailServer is a real SMTP server that keeps what it takes, and answers as the test wants.
type mailServer struct {
	address string
	server  *smtp.Server

	mu      sync.Mutex
	letters []letter
	// sender answers to us as a sender, nil for yes.
	sender func(from string) error
	// rcpt answers to an address, data to a whole letter before it is kept, taken runs after it was kept; nil for yes.
	rcpt  func(to string) error
	data  func(l letter) error
	taken func(l letter)
}

// letter is a message as it arrived.
type letter struct {
	from    string
	to      []string
	message *mail.Message
	body    string
	at      time.Time
	// followed: another letter came in the same conversation, so the follower has committed this one.
	followed bool
}

func (l letter) id() string { return l.message.Header.Get("Message-ID") }

func newMailServer(t testing.TB) *mailServer {
	t.Helper()
	m := &mailServer{}
	m.start(t, "127.0.0.1:0")
	t.Cleanup(m.stop)
	return m
}

func (m *mailServer) start(t testing.TB, address string) {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	require.NoError(t, err)
	m.address = listener.Addr().String()
	m.server = smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) { return &mailSession{m: m, conn: c}, nil }))
	m.server.Domain, m.server.ReadTimeout, m.server.WriteTimeout = "mail.example.com", 20*time.Second, 20*time.Second
	m.server.ErrorLog = quiet{}
	go func() { _ = m.server.Serve(listener) }()
}

func (m *mailServer) stop() { _ = m.server.Close() }

type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}

// open is the server as the follower sees it.
func (m *mailServer) open(t testing.TB) *renewal.Mail {
	t.Helper()
	opened, err := renewal.OpenMail("smtp://" + m.address + "?from=insurance@lender.example.com")
	require.NoError(t, err)
	return opened
}

func (m *mailServer) received() []letter {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]letter{}, m.letters...)
}

func (m *mailServer) answer(rcpt func(to string) error, data func(l letter) error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rcpt, m.data = rcpt, data
}

func (m *mailServer) answerSender(sender func(from string) error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sender = sender
}

// errHangUp, as an answer, ends the connection without a reply.
var errHangUp = errors.New("hang up")

type mailSession struct {
	m    *mailServer
	conn *smtp.Conn
	l    letter
	kept int // the number of letters on the server when it took this session's last one; 0 for none
}

func (s *mailSession) Reset()        { s.l = letter{} }
func (s *mailSession) Logout() error { return nil }

func (s *mailSession) Mail(from string, _ *smtp.MailOptions) error {
	s.l = letter{from: from}
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	if s.kept > 0 {
		s.m.letters[s.kept-1].followed = true
	}
	if s.m.sender != nil {
		return s.refuse(s.m.sender(from))
	}
	return nil
}

func (s *mailSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.m.mu.Lock()
	answer := s.m.rcpt
	s.m.mu.Unlock()
	if answer != nil {
		if err := answer(to); err != nil {
			return s.refuse(err)
		}
	}
	s.l.to = append(s.l.to, to)
	return nil
}

func (s *mailSession) refuse(err error) error {
	if errors.Is(err, errHangUp) {
		_ = s.conn.Close()
	}
	return err
}

func (s *mailSession) Data(r io.Reader) error {
	b, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if s.l.message, err = mail.ReadMessage(bytes.NewReader(b)); err != nil {
		return err
	}
	s.l.body = string(b)
	s.m.mu.Lock()
	answer, taken := s.m.data, s.m.taken
	s.m.mu.Unlock()
	if answer != nil {
		if err := answer(s.l); err != nil {
			return s.refuse(err)
		}
	}
	s.m.mu.Lock()
	s.l.at = time.Now()
	s.m.letters = append(s.m.letters, s.l)
	s.kept = len(s.m.letters)
	s.m.mu.Unlock()
	if taken != nil {
		taken(s.l)
	}
	return nil
}

func reply(code int, text string) error {
	return &smtp.SMTPError{Code: code, EnhancedCode: smtp.NoEnhancedCode, Message: text}
}

func (l letter) String() string { return fmt.Sprint(l.id(), l.to) }
