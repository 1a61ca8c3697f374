package main

import (
	"context"
	"log/slog"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/storage"
)

func smtpFlag() cli.Flag {
	return setting("smtp-url", "", "mail server of renewal notices, like "+
		"smtp://user:password@mail.example.com:587?from=insurance@example.com "+
		"(default: none, notices of live portfolios wait)")
}

func mailFlag() cli.Flag {
	return setting("mail", "on", "on or off; off sends nothing, and records notices of live portfolios as suppressed for good, "+
		"even if there is an --smtp-url")
}

// mailSettings are what the flags say about mail.
type mailSettings struct {
	server *renewal.Mail // nil if none is named
	off    bool
	idle   bool // the node leaves the jobs, and so mail, to others
}

// openMail reads --mail and --smtp-url.
func openMail(cmd *cli.Command) (m mailSettings, err error) {
	switch mail := cmd.String("mail"); mail {
	case "on":
	case "off":
		m.off = true
	default:
		return m, usagef(cmd, "--mail is %q; it takes on or off", mail)
	}
	address := cmd.String("smtp-url")
	if address == "" {
		return m, nil
	}
	if m.server, err = renewal.OpenMail(address); err != nil {
		return m, usagef(cmd, "--smtp-url: %w", err)
	}
	return m, nil
}

// isMissing reports whether notices of live portfolios wait, because no mail server is named.
func (m mailSettings) isMissing() bool { return m.server == nil && !m.off && !m.idle }

// config returns the configuration of a follower.
func (m mailSettings) config(
	store *storage.Store, links *renewal.Links, now func() time.Time, log *slog.Logger,
) renewal.Config {
	return renewal.Config{Store: store, Mail: m.server, MailOff: m.off, Links: links, Now: now, Logger: log}
}

// warnMissing warns if notices of live portfolios are due that nobody can send, since no mail server is named.
func (m mailSettings) warnMissing(ctx context.Context, store *storage.Store, now time.Time, log *slog.Logger) error {
	if !m.isMissing() {
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
