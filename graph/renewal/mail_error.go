package renewal

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net/textproto"
	"regexp"
	"strings"
	"unicode"

	"github.com/wneessen/go-mail"

	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/mailer"
)

// The phases of a conversation, as far as they are no recipients of a letter (model.ReplyRecipient).
const (
	phaseConnect    = "connect"
	phaseConnection = "connection" // it broke between letters
	phaseSender     = "MAIL"
	phaseData       = "DATA"
)

// mailError is a failure of the mail server. Its text is for the log and contains no address; reply is for the record.
type mailError struct {
	phase string
	cause error
}

// Error returns the phase and the code of the server's reply, if there is one.
func (e *mailError) Error() string {
	if reply, ok := errors.AsType[*textproto.Error](e.cause); ok {
		return fmt.Sprintf("mail server: %s: answered %d", e.phase, reply.Code)
	}
	return fmt.Sprintf("mail server: %s: %s", e.phase, e.cause)
}

// Is reports whether the target is jobs.ErrReported: how mail works is noted in the database (outage.go).
func (e *mailError) Is(target error) bool { return target == jobs.ErrReported }

// reply returns the text that the record keeps.
func (e *mailError) reply() string {
	return shortened(strings.ToValidUTF8(strings.ReplaceAll(e.text(), "\x00", ""), "\uFFFD"), 500)
}

var addressForm = regexp.MustCompile(`[^\s<>"']+@[^\s<>"']+`)

// said returns what went wrong for operators: one line, without the addresses of people.
func (e *mailError) said() string {
	text := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(e.text(), "\uFFFD"))
	return shortened(addressForm.ReplaceAllString(strings.Join(strings.Fields(text), " "), "(address)"), 300)
}

func (e *mailError) text() string {
	cause := e.cause.Error()
	if reply, ok := errors.AsType[*textproto.Error](e.cause); ok {
		cause = fmt.Sprintf("%d %s", reply.Code, reply.Msg)
	}
	return e.phase + ": " + cause
}

func shortened(s string, most int) string {
	text := []rune(s)
	return string(text[:min(len(text), most)])
}

// permanent reports whether the server refused for good.
func (e *mailError) permanent() bool { return e.code()/100 == 5 }

// broken reports whether the conversation is over: there was no reply, or it was 421, after which the server hangs up.
func (e *mailError) broken() bool { return e.code() == 0 || e.code() == 421 }

// isOutage reports whether the failure is about no letter and keeps all of them. False for nil.
func (e *mailError) isOutage() bool {
	return e != nil && (e.phase == phaseConnect || e.phase == phaseConnection || e.phase == phaseSender)
}

// code returns the code of the server's reply, 0 if there was none.
func (e *mailError) code() int {
	if reply, ok := errors.AsType[*textproto.Error](e.cause); ok {
		return reply.Code
	}
	return 0
}

// reason returns what failed.
func (e *mailError) reason() mailer.Reason {
	switch e.phase {
	case phaseConnect:
		return reasonOfConnect(e.cause, e.code())
	case phaseSender:
		if e.code() != 0 {
			return mailer.Sender
		}
		return mailer.Connect
	case phaseData:
		return mailer.Data
	case model.ReplyRecipient:
		return mailer.Recipient
	case model.ReplyLetter:
		return mailer.Template
	default:
		return mailer.Connect
	}
}

// loginErrors are those of a server that offers no way to log in.
var loginErrors = []error{
	mail.ErrPlainAuthNotSupported, mail.ErrLoginAuthNotSupported, mail.ErrNoSupportedAuthDiscovered,
	mail.ErrCramMD5AuthNotSupported, mail.ErrSCRAMSHA1AuthNotSupported, mail.ErrSCRAMSHA256AuthNotSupported,
}

// reasonOfConnect tells TLS and login from the connection itself. The library names these two only in its texts.
func reasonOfConnect(err error, code int) mailer.Reason {
	isLogin := strings.Contains(err.Error(), "SMTP AUTH")
	for _, known := range loginErrors {
		isLogin = isLogin || errors.Is(err, known)
	}
	_, isPlain := errors.AsType[tls.RecordHeaderError](err)
	_, isDistrusted := errors.AsType[*tls.CertificateVerificationError](err)
	_, isAlert := errors.AsType[tls.AlertError](err)
	switch {
	case isLogin:
		return mailer.Login
	case isPlain, isDistrusted, isAlert, code == 454, strings.Contains(err.Error(), "STARTTLS"), strings.Contains(err.Error(), "tls: "):
		return mailer.TLS
	default:
		return mailer.Connect
	}
}
