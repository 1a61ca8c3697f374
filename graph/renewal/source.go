package renewal

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/sandbox"
	"github.com/covertrack/covertrack/storage"
)

// source is a table whose rows have letters for the mail server.
type source interface {
	// waits reports whether a letter's turn has come. Another transaction may be sending it.
	waits(ctx context.Context, store *storage.Portfolio, now time.Time) (bool, error)
	// lock finds the letter whose turn comes next and that no other transaction is sending, and locks it; nil if none.
	// The transaction may then be idle for as long as patience says.
	lock(ctx context.Context, in scope, now time.Time, patience time.Duration) (outgoing, error)
}

// sources are all of them, in the order in which they are delivered.
var sources = []source{notices{}, findings{}, replies{}, placements{}}

// scope is a transaction on the records of one portfolio.
type scope struct {
	tx        *storage.Tx
	store     *storage.Portfolio
	portfolio *model.Portfolio
}

// outgoing is one letter of a source, in a transaction that has locked its row.
type outgoing interface {
	// mailing is the letter's state. What is changed in it is kept by save.
	mailing() *model.Mailing
	// id is the row's, for the log.
	id() uuid.UUID
	// address returns who is to get the letter now. If it is not wanted at present, nothing is done about it.
	address(ctx context.Context, now time.Time) (to, copies []string, isWanted bool, err error)
	// unaddressed changes the state of a letter that nobody has and that is for nobody.
	unaddressed(now time.Time)
	// unaddressedTask is the task to open with that, nil if none. Its case is locked then.
	unaddressedTask(now time.Time) *model.Task
	// link makes the letter's link, the same each time, after address; "" if there are no links.
	link(ctx context.Context, links *Links, now time.Time) (string, error)
	// write words the letter, after address. It writes the same each time, as far as the records are the same.
	write(ctx context.Context, link string, now time.Time) (*Message, error)
	// messageID is the Message-ID without angle brackets, the same for each attempt to send these words.
	messageID(domain string) string
	// references are the Message-IDs of the letters that this one follows, oldest first.
	references(ctx context.Context, domain string) ([]string, error)
	// about is what the letter is of, after address.
	about() *sandbox.Letter
	// undeliverable is the task to open when the letter has failed. Its case is locked then.
	undeliverable(now time.Time) *model.Task
	// save saves the row, and its audit event if the letter is settled, and opens the tasks.
	save(ctx context.Context, now time.Time, tasks ...*model.Task) error
	// count counts the letter if it is settled, after the commit.
	count(now time.Time)
}
