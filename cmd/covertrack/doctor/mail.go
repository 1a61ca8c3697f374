package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model/mailer"
	"github.com/covertrack/covertrack/storage"
)

// checkMail asks the mail server whether it lets us in, and sends the letter of --send-to.
func (d *doctor) checkMail(ctx context.Context) {
	to := d.String("send-to")
	switch {
	case d.mail.Off && to != "":
		d.note("mail", bad, "--mail=off: no letter is sent", "leave out --mail=off, or --send-to")
		return
	case d.mail.Off:
		d.ok("mail", "--mail=off: notices of live portfolios are recorded as suppressed, and nothing is sent")
		return
	case d.mail.Server == nil && to != "":
		d.note("mail", bad, "no mail server is named", "name one with --smtp-url")
		return
	case d.mail.Server == nil:
		d.note("mail", odd, "no mail server is named: notices of live portfolios wait", renewal.NameMailServer)
		return
	}
	ctx, cancel := context.WithTimeout(ctx, doctorTimeout)
	defer cancel()
	found := d.mail.Server.Try(ctx, to, time.Now())
	if found.Reason != "" {
		d.note("mail", bad, found.Cause, mailRemedies[found.Reason])
		return
	}
	text := d.mail.Server.Host() + " takes connections"
	if found.TLS != "" {
		text += ", by " + found.TLS
	}
	if found.LogsIn {
		text += ", and lets us log in"
	}
	if to != "" {
		text += "; it took a letter to " + to
	}
	if found.TLS == "" && !command.IsLocal(d.mail.Server.Host()) {
		d.note("mail", odd, text+"; nothing is encrypted", "leave out tls=none of --smtp-url if the server has TLS")
		return
	}
	d.ok("mail", "%s", text)
}

// mailRemedies say what to do about a mail server that fails.
var mailRemedies = map[mailer.Reason]string{
	mailer.Connect:   "see whether the mail server runs, whether host and port of --smtp-url are right, and whether a firewall is between",
	mailer.TLS:       "use smtps:// for port 465 and smtp:// for port 587, and a certificate that this machine trusts",
	mailer.Login:     "correct the user and the password in --smtp-url; characters like @ and / are written as %40 and %2F",
	mailer.Sender:    "name a sender with ?from= in --smtp-url that the mail server takes from this account",
	mailer.Recipient: "see whether the address is right, and whether the mail server relays for this account",
	mailer.Data:      "see the log of the mail server",
}

// checkNotices says whether notices wait, and what the servers have noted about mail.
func (d *doctor) checkNotices(ctx context.Context, store *storage.Store) {
	ctx, cancel := context.WithTimeout(ctx, doctorTimeout)
	defer cancel()
	now := time.Now()
	due, err := store.DueNotices(ctx, now)
	if err != nil {
		return // checkDatabase says why
	}
	status, err := store.MailStatus(ctx)
	if err != nil {
		return
	}
	waiting := fmt.Sprintf("%d notices of live portfolios are due", due.Count)
	if due.Oldest != nil {
		waiting += ", the oldest since " + due.Oldest.UTC().Format(time.RFC3339)
	}
	since := " since " + status.Since.UTC().Format(time.RFC3339)
	switch {
	case status.Status == mailer.Failing:
		d.note("notices", bad, waiting+"; mail does not work for the server"+since+": "+*status.Cause, mailRemedies[*status.Reason])
	case status.Status == mailer.Missing && due.Count > 0:
		d.note("notices", bad, waiting+"; the server has had no mail server"+since, renewal.NameMailServer)
	case due.Oldest != nil && now.Sub(*due.Oldest) > time.Hour+24*time.Hour:
		d.note("notices", odd, waiting, "see `blockedBy` of these notices, and whether a server works the jobs (--workers)")
	default:
		d.ok("notices", "%s", waiting)
	}
}

// checkLenders looks for lenders whose letters name nobody to answer to.
func (d *doctor) checkLenders(ctx context.Context, store *storage.Store) {
	ctx, cancel := context.WithTimeout(ctx, doctorTimeout)
	defer cancel()
	names, err := store.LendersWithoutReply(ctx)
	if err != nil || len(names) == 0 {
		return // checkDatabase says what is wrong with it
	}
	const shown = 3
	text := strings.Join(names[:min(len(names), shown)], ", ")
	if more := len(names) - shown; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	d.note("lenders", odd, "letters name nobody to answer to: "+text, "give each lender a replyTo or a contactEmail (updateLender)")
}
