package renewal

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

// mailTimeout is the longest that one message, or the greeting, may take.
const mailTimeout = 20 * time.Second

// Mail is the mail server that sends our messages. It is safe for concurrent use.
type Mail struct {
	client *mail.Client
	from   string
}

// OpenMail parses the address of a mail server. It does not connect.
//
//	smtp://user:password@mail.example.com:587?from=insurance@example.com
//
// With smtps the connection starts with TLS (port 465). With smtp it switches to TLS (port 587); `tls=none` turns that
// off, and `tls=opportunistic`, the default for a server on this machine, uses TLS if the server offers it. Without
// `from`, the sender is covertrack@ followed by the server's name.
func OpenMail(address string) (*Mail, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || (u.Scheme != "smtp" && u.Scheme != "smtps") {
		return nil, errors.New("a mail server looks like smtp://user:password@mail.example.com:587?from=insurance@example.com")
	}
	options, err := mailOptions(u)
	if err != nil {
		return nil, err
	}
	from := u.Query().Get("from")
	if from == "" {
		from = "covertrack@" + u.Hostname()
		if net.ParseIP(u.Hostname()) != nil {
			from = "covertrack@localhost"
		}
	}
	if err := mail.NewMsg().From(from); err != nil {
		return nil, fmt.Errorf("mail server: from=%s is no address", from)
	}
	client, err := mail.NewClient(u.Hostname(), options...)
	if err != nil {
		return nil, fmt.Errorf("mail server: %w", err)
	}
	return &Mail{client: client, from: from}, nil
}

func mailOptions(u *url.URL) ([]mail.Option, error) {
	policy, err := tlsPolicy(u)
	if err != nil {
		return nil, err
	}
	options := []mail.Option{mail.WithTimeout(mailTimeout), mail.WithPort(587), mail.WithTLSPolicy(policy)}
	if u.Scheme == "smtps" {
		options = append(options, mail.WithSSL(), mail.WithPort(465))
	}
	if u.Port() != "" {
		port, _ := strconv.Atoi(u.Port()) // url.Parse lets through digits alone, and WithPort refuses what is too large
		options = append(options, mail.WithPort(port))
	}
	if u.User != nil {
		password, _ := u.User.Password()
		mechanism := mail.SMTPAuthAutoDiscover
		if policy == mail.NoTLS {
			mechanism = mail.SMTPAuthPlainNoEnc // autodiscovery refuses to send a password without TLS
		}
		options = append(options, mail.WithSMTPAuth(mechanism), mail.WithUsername(u.User.Username()), mail.WithPassword(password))
	}
	return options, nil
}

func tlsPolicy(u *url.URL) (mail.TLSPolicy, error) {
	switch wanted := u.Query().Get("tls"); {
	case wanted == "none":
		return mail.NoTLS, nil
	case wanted == "opportunistic":
		return mail.TLSOpportunistic, nil
	case wanted != "":
		return 0, fmt.Errorf("mail server: tls is none or opportunistic, not %s", wanted)
	case u.Hostname() == "localhost" || net.ParseIP(u.Hostname()).IsLoopback():
		return mail.TLSOpportunistic, nil
	default:
		return mail.TLSMandatory, nil
	}
}

// Letter is one message with its addresses.
type Letter struct {
	Message
	MessageID  string // without angle brackets
	FromName   string
	To, Copies []string
	At         time.Time
}

// session is one connection to the mail server.
type session struct {
	mail *Mail
	smtp *smtp.Client
}

// connect opens a session: connection, greeting, TLS, authentication.
func (m *Mail) connect(ctx context.Context) (*session, error) {
	client, err := m.client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return nil, &mailError{phase: "connect", cause: err}
	}
	return &session{m, client}, nil
}

func (s *session) close() { _ = s.mail.client.CloseWithSMTPClient(s.smtp) }

// domain returns the right side of our Message-IDs.
func (m *Mail) domain() string { return m.from[strings.LastIndexByte(m.from, '@')+1:] }

// send sends a letter. It returns the addresses that the server refused for good although it accepted others. A
// permanent error means that no recipient got the letter and none will; after any other error some may have got it.
func (s *session) send(l Letter) (refused []string, err error) {
	msg, err := s.mail.compose(l)
	if err != nil {
		return nil, &mailError{phase: "compose", cause: err, permanent: true}
	}
	if err := s.smtp.UpdateDeadline(mailTimeout); err != nil {
		return nil, &mailError{phase: "connection", cause: err}
	}
	// The server refuses us as the sender, not this letter: it is tried again.
	if err := s.smtp.Mail("<" + s.mail.from + ">"); err != nil {
		return nil, &mailError{phase: "MAIL", cause: err}
	}
	refused, err = s.recipients(l)
	if err != nil {
		_ = s.smtp.Reset()
		return refused, err
	}
	return refused, s.data(msg)
}

// recipients gives the server the addresses. One accepted address of To is enough to send the letter. If an address is
// refused only for now, the whole letter waits, so that no recipient gets it twice.
func (s *session) recipients(l Letter) (refused []string, err error) {
	accepted := 0
	var last error
	for i, address := range slices.Concat(l.To, l.Copies) {
		err := s.smtp.Rcpt("<" + address + ">")
		switch {
		case err == nil && i < len(l.To):
			accepted++
		case err == nil:
		case isReply(err, 5):
			refused, last = append(refused, address), err
		default:
			return refused, &mailError{phase: "RCPT", cause: err}
		}
	}
	if accepted == 0 {
		return refused, &mailError{phase: "RCPT", cause: last, permanent: true}
	}
	return refused, nil
}

func (s *session) data(msg *mail.Msg) error {
	w, err := s.smtp.Data()
	if err == nil {
		if _, err := msg.WriteTo(w); err != nil {
			return &mailError{phase: "DATA", cause: err} // w is left open: closing it would complete the letter
		}
		err = w.Close()
	}
	if err != nil {
		return &mailError{phase: "DATA", cause: err, permanent: isReply(err, 5)}
	}
	return nil
}

func (m *Mail) compose(l Letter) (*mail.Msg, error) {
	msg := mail.NewMsg()
	err := errors.Join(msg.FromFormat(l.FromName, m.from), msg.To(l.To...), msg.Cc(l.Copies...))
	if err != nil {
		return nil, err
	}
	msg.Subject(l.Subject)
	msg.SetMessageIDWithValue(l.MessageID)
	msg.SetDateWithValue(l.At)
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no automatic replies, please
	msg.SetUserAgent("covertrack")
	msg.SetBodyString(mail.TypeTextPlain, l.Text)
	msg.AddAlternativeString(mail.TypeTextHTML, l.HTML)
	return msg, nil
}

// mailError is a failure of the mail server. Its text is for the log and contains no address; reply is for the record.
type mailError struct {
	phase     string
	cause     error
	permanent bool
}

// Error returns the phase and the code of the server's reply, if there is one.
func (e *mailError) Error() string {
	reply, replied := errors.AsType[*textproto.Error](e.cause)
	switch {
	case replied:
		return fmt.Sprintf("mail server: %s: answered %d", e.phase, reply.Code)
	case e.phase == "compose":
		return "the notice cannot be written as mail"
	default:
		return fmt.Sprintf("mail server: %s: %s", e.phase, e.cause)
	}
}

// reply returns the text that the record keeps.
func (e *mailError) reply() string {
	cause := e.cause.Error()
	if reply, ok := errors.AsType[*textproto.Error](e.cause); ok {
		cause = fmt.Sprintf("%d %s", reply.Code, reply.Msg)
	}
	text := []rune(strings.ToValidUTF8(strings.ReplaceAll(e.phase+": "+cause, "\x00", ""), "\uFFFD"))
	return string(text[:min(len(text), 500)])
}

// isReply reports whether the server replied with a code of the class: 4 means refused for now, 5 refused for good.
func isReply(err error, class int) bool {
	reply, ok := errors.AsType[*textproto.Error](err)
	return ok && reply.Code/100 == class
}
