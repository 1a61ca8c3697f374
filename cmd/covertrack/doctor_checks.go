package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
)

// doctorTimeout is the longest that one check waits.
const doctorTimeout = 30 * time.Second

// Clocks that differ by more than oddClock are worth a look. From badClock on, tokens, signed addresses and the times of
// notices are wrong.
const (
	oddClock = 2 * time.Second
	badClock = 30 * time.Second
)

// checkDatabase checks that the database is migrated and takes writes.
func (d *doctor) checkDatabase(ctx context.Context, store *storage.Store) {
	ctx, cancel := context.WithTimeout(ctx, doctorTimeout)
	defer cancel()
	version, _, err := store.ServerClock(ctx)
	if err != nil {
		d.note("database", bad, oneLine(err), "see the log of the database")
		return
	}
	migrations, err := store.Migrations(ctx)
	if err != nil {
		d.note("database", bad, oneLine(err), "see the log of the database")
		return
	}
	all := len(migrations)
	pending := slices.DeleteFunc(migrations, func(m storage.Migration) bool { return m.Applied })
	if len(pending) > 0 {
		d.note("database", odd, fmt.Sprintf("Postgres %s answers; %d of %d migrations are pending", version, len(pending), all),
			"run `covertrack migrate up`, or start `covertrack serve`, which does it")
		return
	}
	if err := store.CheckWriter(ctx); err != nil {
		d.note("database", bad, oneLine(err), "give the roles the rights that are named")
		return
	}
	if err := store.CheckWrites(ctx); err != nil {
		d.note("database", bad, "it takes no writes: "+oneLine(err), "see whether it is a replica, or its disk is full")
		return
	}
	d.ok("database", "Postgres %s answers, has all %d migrations and takes writes", version, all)
}

// checkClock compares this machine's clock with the database's.
func (d *doctor) checkClock(ctx context.Context, store *storage.Store) {
	ctx, cancel := context.WithTimeout(ctx, doctorTimeout)
	defer cancel()
	begun := time.Now()
	_, at, err := store.ServerClock(ctx)
	if err != nil {
		return // checkDatabase says it
	}
	took := time.Since(begun)
	apart := begun.Add(took / 2).Sub(at).Abs()
	found := fmt.Sprintf("this machine and the database are %s apart", apart.Round(time.Millisecond))
	const toDo = "let both keep their time by NTP"
	switch {
	case apart >= badClock+took:
		d.note("clock", bad, found, toDo)
	case apart >= oddClock+took:
		d.note("clock", odd, found, toDo)
	default:
		d.ok("clock", "%s", found)
	}
}

// checkFiles writes, reads and removes a small file.
func (d *doctor) checkFiles(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, doctorTimeout)
	defer cancel()
	address := d.String("blob-url")
	if err := blob.CheckURL(address); err != nil {
		d.note("files", bad, "--blob-url: "+oneLine(err), "correct --blob-url")
		return
	}
	name := address
	if address == "" {
		folder, err := filepath.Abs(filepath.Join(d.String("data-dir"), "blobs"))
		if err != nil || !exists(folder, "") {
			d.note("files", odd, "there is no folder "+folder+" yet", "start `covertrack serve`, which makes it, or name an object store with --blob-url")
			return
		}
		name, address = folder, (&url.URL{Scheme: "file", Path: folder}).String()
	}
	files, err := blob.OpenSource(ctx, address, slog.New(slog.DiscardHandler))
	if err == nil {
		defer func() { _ = files.Close() }()
		err = files.Try(ctx)
	}
	if err != nil {
		d.note("files", bad, oneLine(err), "see whether the store is there, and whether the credentials may write, read and remove")
		return
	}
	d.ok("files", "a file was written to %s, read and removed", withoutQuery(name))
}

// checkMail asks the mail server whether it lets us in, and sends the letter of --send-to.
func (d *doctor) checkMail(ctx context.Context) {
	to := d.String("send-to")
	switch {
	case d.mail.off && to != "":
		d.note("mail", bad, "--mail=off: no letter is sent", "leave out --mail=off, or --send-to")
		return
	case d.mail.off:
		d.ok("mail", "--mail=off: notices of live portfolios are recorded as suppressed, and nothing is sent")
		return
	case d.mail.server == nil && to != "":
		d.note("mail", bad, "no mail server is named", "name one with --smtp-url")
		return
	case d.mail.server == nil:
		d.note("mail", odd, "no mail server is named: notices of live portfolios wait", renewal.NameMailServer)
		return
	}
	ctx, cancel := context.WithTimeout(ctx, doctorTimeout)
	defer cancel()
	found := d.mail.server.Try(ctx, to, time.Now())
	if found.Reason != "" {
		d.note("mail", bad, found.Cause, mailRemedies[found.Reason])
		return
	}
	text := d.mail.server.Host() + " takes connections"
	if found.TLS != "" {
		text += ", by " + found.TLS
	}
	if found.LogsIn {
		text += ", and lets us log in"
	}
	if to != "" {
		text += "; it took a letter to " + to
	}
	if found.TLS == "" && !isLoopback(d.mail.server.Host()) {
		d.note("mail", odd, text+"; nothing is encrypted", "leave out tls=none of --smtp-url if the server has TLS")
		return
	}
	d.ok("mail", "%s", text)
}

// mailRemedies say what to do about a mail server that fails.
var mailRemedies = map[model.MailReason]string{
	model.MailConnect:   "see whether the mail server runs, whether host and port of --smtp-url are right, and whether a firewall is between",
	model.MailTLS:       "use smtps:// for port 465 and smtp:// for port 587, and a certificate that this machine trusts",
	model.MailLogin:     "correct the user and the password in --smtp-url; characters like @ and / are written as %40 and %2F",
	model.MailSender:    "name a sender with ?from= in --smtp-url that the mail server takes from this account",
	model.MailRecipient: "see whether the address is right, and whether the mail server relays for this account",
	model.MailData:      "see the log of the mail server",
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
	case status.Status == model.MailFailing:
		d.note("notices", bad, waiting+"; mail does not work for the server"+since+": "+*status.Cause, mailRemedies[*status.Reason])
	case status.Status == model.MailMissing && due.Count > 0:
		d.note("notices", bad, waiting+"; the server has had no mail server"+since, renewal.NameMailServer)
	case due.Oldest != nil && now.Sub(*due.Oldest) > time.Hour+24*time.Hour:
		d.note("notices", odd, waiting, "see `blockedBy` of these notices, and whether a server works the jobs (--workers)")
	default:
		d.ok("notices", "%s", waiting)
	}
}

// checkSettings looks at the settings by themselves.
func (d *doctor) checkSettings() {
	for _, text := range unknownSettings(d.Root(), os.Environ()) {
		d.note("settings", odd, text, "correct its name, or remove it")
	}
	d.checkSigningKey()
	d.checkBaseURL()
}

func (d *doctor) checkSigningKey() {
	given, folder := d.String("signing-key"), d.String("data-dir")
	switch {
	case given == "" && !exists(folder, "signing.key"):
		d.note("signing key", odd, "there is none yet", "start `covertrack serve`, which makes one in --data-dir, or give --signing-key")
	case given == "" && d.String("database-url") != "":
		d.note("signing key", odd, "it is in "+filepath.Join(folder, "signing.key")+", on this machine alone",
			"give all nodes the same with --signing-key")
	default:
		if _, err := signingKey(given, folder); err != nil {
			d.note("signing key", bad, oneLine(err), "give --signing-key the output of `openssl rand -hex 32`")
			return
		}
		d.ok("signing key", "there is one")
	}
}

// checkBaseURL checks the address that letters and files name.
func (d *doctor) checkBaseURL() {
	given := d.String("base-url")
	u, err := url.Parse(given)
	sends := d.mail.server != nil && !d.mail.off && !isLoopback(d.mail.server.Host())
	const toDo = "give --base-url the address that clients and the readers of letters use, like https://covertrack.example.com"
	switch {
	case given == "" && sends:
		d.note("base URL", bad, "none is given, and a mail server is named: letters would name this machine", toDo)
	case given == "":
		d.note("base URL", odd, "none is given: addresses name this machine", toDo)
	case err != nil || u.Hostname() == "" || u.Scheme != "https" && u.Scheme != "http":
		d.note("base URL", bad, "it is no address", toDo)
	case isLoopback(u.Hostname()) && sends:
		d.note("base URL", bad, given+" is this machine alone, and a mail server is named", toDo)
	case isLoopback(u.Hostname()):
		d.ok("base URL", "%s, which is this machine alone", given)
	case u.Scheme == "http":
		d.note("base URL", odd, given+" is not encrypted", "serve clients by https, with a proxy before the server")
	default:
		d.ok("base URL", "%s", given)
	}
}

func isLoopback(host string) bool { return host == "localhost" || net.ParseIP(host).IsLoopback() }

// passwordForm finds the password in an address, such as a database's that an error shows.
var passwordForm = regexp.MustCompile(`(://[^:@/\s]*:)[^@/\s]*@`)

// oneLine returns the text of an error in one line, without passwords.
func oneLine(err error) string {
	return passwordForm.ReplaceAllString(strings.Join(strings.Fields(explain(err)), " "), "${1}xxxxx@")
}

// withoutQuery returns an address without its options, which may be secret.
func withoutQuery(address string) string {
	address, _, _ = strings.Cut(address, "?")
	return passwordForm.ReplaceAllString(address, "${1}xxxxx@")
}
