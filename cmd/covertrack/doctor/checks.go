package doctor

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/cluster"
	"github.com/covertrack/covertrack/storage/postgres"
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

// checkLink looks at the way to the database, as a server takes it.
func (d *doctor) checkLink(ctx context.Context, db *command.Database) {
	ctx, cancel := context.WithTimeout(ctx, doctorTimeout)
	defer cancel()
	pool, err := postgres.Open(ctx, db.DSN, postgres.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return // checkDatabase says why, or onDatabase
	}
	defer pool.Close()
	link, err := pool.Link(ctx)
	if err != nil {
		return
	}
	for _, r := range command.AboutLink(d.Command, link) {
		how := odd
		if r.ToDo == "" {
			how = good
		}
		d.note("connection", how, r.Found, r.ToDo)
	}
}

// checkPlacement looks at the servers and shards of a distributed database.
func (d *doctor) checkPlacement(ctx context.Context, store *storage.Store) {
	ctx, cancel := context.WithTimeout(ctx, doctorTimeout)
	defer cancel()
	p, err := cluster.Of(store).Placement(ctx)
	switch {
	case err != nil:
		d.note("placement", bad, oneLine(err), "see the log of the coordinator")
	case p == nil: // it is one Postgres
	case len(p.Lacking) > 0:
		d.note("placement", bad, fmt.Sprintf("of the distributed database %d things are missing, the first: %s", len(p.Lacking), p.Lacking[0]),
			"see `covertrack migrate status`")
	default:
		d.ok("placement", "%d tables are distributed by portfolio, and all %d servers answer and have what they should",
			len(p.ByPortfolio), len(p.Nodes))
	}
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
			d.note("files", odd, "there is no folder "+folder+" yet",
				"start `covertrack serve`, which makes it, or name an object store with --blob-url")
			return
		}
		name, address = folder, (&url.URL{Scheme: "file", Path: folder}).String()
	}
	files, err := blob.OpenSource(address, slog.New(slog.DiscardHandler))
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

// passwordForm finds the password in an address, such as a database's that an error shows.
var passwordForm = regexp.MustCompile(`(://[^:@/\s]*:)[^@/\s]*@`)

// oneLine returns the text of an error in one line, without passwords.
func oneLine(err error) string {
	return passwordForm.ReplaceAllString(strings.Join(strings.Fields(command.Explain(err)), " "), "${1}xxxxx@")
}

// withoutQuery returns an address without its options, which may be secret.
func withoutQuery(address string) string {
	address, _, _ = strings.Cut(address, "?")
	return passwordForm.ReplaceAllString(address, "${1}xxxxx@")
}
