package renewal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/textproto"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"

	"github.com/covertrack/covertrack/graph/letter"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/sandbox"
)

// mailTimeout is the longest that one message, or the greeting, may take.
const mailTimeout = 20 * time.Second

// Mail is the mail server that sends our messages. It is safe for concurrent use.
type Mail struct {
	client *mail.Client
	from   string
	host   string
	logsIn bool
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
	return &Mail{client: client, from: from, host: u.Hostname(), logsIn: u.User != nil}, nil
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
	MessageID  string   // without angle brackets
	References []string // the Message-IDs of the letters that it follows, oldest first
	FromName   string
	ReplyTo    *string           // nil if the letter is answered by its link
	Logo       *model.LenderLogo // the picture that the HTML names; nil if none
	To, Copies []string          // as its header shows them, also if only some of them get it in this attempt
	At         time.Time
	Now        time.Time
	About      *sandbox.Letter // what it is about, with the secret link; for the mailbox of a sandbox
}

// session is the way that letters take, one after the other: a connection to the mail server, or the mailbox of a sandbox.
type session interface {
	// domain is the right side of Message-IDs.
	domain() string
	// isNew reports whether no letter was begun.
	isNew() bool
	// ask begins a letter: it asks to accept each address. It returns the refusals, nil for an address that is accepted. With an
	// error nothing was begun; then the refusals are those of the addresses that were asked, and the last one is where the
	// conversation ended.
	ask(to []*model.NoticeDelivery) (refusals []*mailError, err *mailError)
	// send hands over a letter to the addresses that were accepted. After an error that is no refusal some may have got it.
	send(l Letter) *mailError
	// drop ends a letter that was begun and is not sent.
	drop()
	// close ends the session.
	close()
}

// connection is a session with the mail server.
type connection struct {
	mail    *Mail
	smtp    *smtp.Client
	letters int // how many were begun
}

// connect opens a session: connection, greeting, TLS, authentication.
func (m *Mail) connect(ctx context.Context) (*connection, error) {
	client, err := m.client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return nil, &mailError{phase: phaseConnect, cause: err}
	}
	return &connection{mail: m, smtp: client}, nil
}

func (s *connection) close() { _ = s.mail.client.CloseWithSMTPClient(s.smtp) }

// domain returns the right side of our Message-IDs.
func (m *Mail) domain() string { return m.from[strings.LastIndexByte(m.from, '@')+1:] }

func (s *connection) domain() string { return s.mail.domain() }

func (s *connection) isNew() bool { return s.letters == 0 }

func (s *connection) ask(to []*model.NoticeDelivery) (refusals []*mailError, err *mailError) {
	if err := s.smtp.UpdateDeadline(mailTimeout); err != nil {
		return nil, &mailError{phase: phaseConnection, cause: err}
	}
	// The server refuses us as the sender, not this letter: it is tried again.
	if err := s.smtp.Mail("<" + s.mail.from + ">"); err != nil {
		return nil, &mailError{phase: phaseSender, cause: err}
	}
	s.letters++
	for _, d := range to {
		refusal := s.askFor(d.Address)
		refusals = append(refusals, refusal)
		if refusal != nil && refusal.broken() {
			return refusals, refusal
		}
	}
	return refusals, nil
}

// askFor asks the server to accept one address. One with letters beyond ASCII needs a server that has SMTPUTF8.
func (s *connection) askFor(address string) *mailError {
	if has, _ := s.smtp.Extension("SMTPUTF8"); !has && !isASCII(address) {
		return &mailError{phase: model.ReplyRecipient, cause: &textproto.Error{Code: 553, Msg: "5.6.7 the mail server has no SMTPUTF8"}}
	}
	if err := s.smtp.Rcpt("<" + address + ">"); err != nil {
		return &mailError{phase: model.ReplyRecipient, cause: err}
	}
	return nil
}

func (s *connection) send(l Letter) *mailError {
	w, err := s.smtp.Data()
	if err == nil {
		if _, err := s.mail.compose(l).WriteTo(w); err != nil {
			return &mailError{phase: phaseData, cause: err} // w is left open: closing it would complete the letter
		}
		err = w.Close()
	}
	if err != nil {
		return &mailError{phase: phaseData, cause: err}
	}
	return nil
}

// greet reports what the server says to us as a sender. No letter is sent.
func (s *connection) greet() *mailError {
	if _, err := s.ask(nil); err != nil {
		return err
	}
	s.drop()
	return nil
}

func (s *connection) drop() { _ = s.smtp.Reset() }

func (m *Mail) compose(l Letter) *mail.Msg {
	msg := mail.NewMsg()
	// A preformatted header is written as it is, and the reader takes the name as it was given, whatever is in it.
	msg.SetGenHeaderPreformatted("From", fromHeader(l.FromName, m.from))
	msg.ToMailAddress(mailAddresses(l.To)...)
	if len(l.Copies) > 0 {
		msg.CcMailAddress(mailAddresses(l.Copies)...)
	}
	if l.ReplyTo != nil {
		// What is no address, though it was checked when it was saved, is left out.
		if address, err := netmail.ParseAddress(*l.ReplyTo); err == nil {
			msg.ReplyToMailAddress(address)
		}
	}
	msg.Subject(encodeText(l.Subject))
	msg.SetMessageIDWithValue(l.MessageID)
	if len(l.References) > 0 {
		msg.SetGenHeader(mail.HeaderReferences, "<"+strings.Join(l.References, "> <")+">")
		msg.SetGenHeader(mail.HeaderInReplyTo, "<"+l.References[len(l.References)-1]+">")
	}
	msg.SetDateWithValue(l.At)
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no automatic replies, please
	msg.SetUserAgent("covertrack")
	msg.SetBodyString(mail.TypeTextPlain, l.Text)
	msg.AddAlternativeString(mail.TypeTextHTML, l.HTML)
	if l.Logo != nil {
		// The reader is in memory: it cannot fail.
		_ = msg.EmbedReader(l.Logo.FileName(), bytes.NewReader(l.Logo.Content),
			mail.WithFileContentID("<"+letter.LogoID+">"), mail.WithFileContentType(mail.ContentType(l.Logo.FileType)))
	}
	return msg
}

func mailAddresses(addresses []string) []*netmail.Address {
	list := make([]*netmail.Address, len(addresses))
	for i, address := range addresses {
		list[i] = &netmail.Address{Address: address}
	}
	return list
}
