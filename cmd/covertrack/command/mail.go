package command

import (
	"context"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/storage"
)

// SMTPFlag names the mail server.
func SMTPFlag() cli.Flag {
	return Setting("smtp-url", "", "mail server of renewal notices, like "+
		"smtp://user:password@mail.example.com:587?from=insurance@example.com "+
		"(default: none, notices of live portfolios wait)")
}

// MailFlag turns mail off.
func MailFlag() cli.Flag {
	return Setting("mail", "on", "on or off; off sends nothing, and records notices of live portfolios as suppressed for good, "+
		"even if there is an --smtp-url")
}

// MailSettings are what the flags say about mail.
type MailSettings struct {
	Server *renewal.Mail // nil if none is named
	Off    bool
	Idle   bool // the node leaves the jobs, and so mail, to others
}

// OpenMail reads --mail and --smtp-url.
func OpenMail(cmd *cli.Command) (m MailSettings, err error) {
	switch mail := cmd.String("mail"); mail {
	case "on":
	case "off":
		m.Off = true
	default:
		return m, Usagef(cmd, "--mail is %q; it takes on or off", mail)
	}
	address := cmd.String("smtp-url")
	if address == "" {
		return m, nil
	}
	if m.Server, err = renewal.OpenMail(address); err != nil {
		return m, Usagef(cmd, "--smtp-url: %w", err)
	}
	return m, nil
}

// CheckLinks refuses to send letters whose links lead to this machine, which nobody else reaches. A mail server on this
// machine is one for trying out.
func (m MailSettings) CheckLinks(cmd *cli.Command) error {
	if !m.Sends() || IsLocal(m.Server.Host()) {
		return nil
	}
	if u, err := url.Parse(cmd.String("base-url")); err == nil && u.Hostname() != "" && !IsLocal(u.Hostname()) {
		return nil
	}
	return Usagef(cmd, "--smtp-url names %s, and --base-url no address that the readers of letters can reach: links in letters would lead to "+
		"this machine; give --base-url, like https://covertrack.example.com", m.Server.Host())
}

// Sends reports whether there is a mail server that letters are handed to.
func (m MailSettings) Sends() bool { return m.Server != nil && !m.Off }

// IsLocal reports whether a host is this machine.
func IsLocal(host string) bool {
	return host == "localhost" || strings.HasPrefix(host, "/") || net.ParseIP(host).IsLoopback()
}

// IsMissing reports whether notices of live portfolios wait, because no mail server is named.
func (m MailSettings) IsMissing() bool { return m.Server == nil && !m.Off && !m.Idle }

// Config returns the configuration of a follower.
func (m MailSettings) Config(
	store *storage.Store, links *renewal.Links, now func() time.Time, log *slog.Logger,
) renewal.Config {
	return renewal.Config{Store: store, Mail: m.Server, MailOff: m.Off, Links: links, Now: now, Logger: log}
}

// WarnMissing warns if notices of live portfolios are due that nobody can send, since no mail server is named.
func (m MailSettings) WarnMissing(ctx context.Context, store *storage.Store, now time.Time, log *slog.Logger) error {
	if !m.IsMissing() {
		return nil
	}
	due, err := store.DueNotices(ctx, now)
	if err != nil || due.Count == 0 {
		return err
	}
	log.Warn(renewal.WaitingWithoutMail, "due", due.Count, "oldest", due.Oldest.UTC().Format(time.RFC3339),
		"to_do", renewal.NameMailServer)
	return nil
}
