package renewal

import (
	"context"
	"crypto/tls"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/mailer"
)

// Trial is how a mail server was found.
type Trial struct {
	TLS    string        // the version, "" if the connection is not encrypted
	LogsIn bool          // with a user and a password
	Reason mailer.Reason // what failed, "" if nothing did
	Cause  string        // in one line, without addresses; "" if nothing failed
}

// Try connects to the mail server, logs in if it has an account, and hangs up. If sendTo is not empty, it sends that
// address a letter which says that mail works.
func (m *Mail) Try(ctx context.Context, sendTo string, at time.Time) Trial {
	found := Trial{LogsIn: m.logsIn}
	session, err := m.connect(ctx)
	if failure, ok := errors.AsType[*mailError](err); ok {
		found.Reason, found.Cause = failure.reason(), failure.said()
		return found
	}
	defer session.close()
	if state, err := session.smtp.GetTLSConnectionState(); err == nil {
		found.TLS = tls.VersionName(state.Version)
	}
	if sendTo == "" {
		return found
	}
	if failure := session.sendTrial(sendTo, at); failure != nil {
		found.Reason, found.Cause = failure.reason(), failure.said()
	}
	return found
}

const trialText = "This letter was sent by `covertrack doctor`, to see whether mail works. It does.\n"

func (s *connection) sendTrial(to string, at time.Time) *mailError {
	refusals, failure := s.ask([]*model.NoticeDelivery{{Address: to}})
	if failure != nil {
		return failure
	}
	if refusals[0] != nil {
		return refusals[0]
	}
	return s.send(Letter{
		Message:   Message{Subject: "covertrack can send mail", Text: trialText, HTML: "<p>" + trialText + "</p>"},
		MessageID: "doctor." + uuid.NewString() + "@" + s.mail.domain(),
		FromName:  "covertrack", To: []string{to}, At: at,
	})
}

// Host returns the name of the mail server.
func (m *Mail) Host() string { return m.host }
