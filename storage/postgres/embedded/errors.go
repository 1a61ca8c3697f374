package embedded

import (
	"errors"
	"io"

	"github.com/jackc/pgx/v5/pgconn"
)

// Errors to be recognized with errors.Is. The error that wraps one says what to do next.
var (
	// ErrNoPostgres means that no binaries of a usable version were found.
	ErrNoPostgres = errors.New("no usable Postgres found")
	// ErrDataDir means that the data folder cannot be used: it is foreign, newer, out of reach or another user's.
	// Nothing in it was changed.
	ErrDataDir = errors.New("unusable data folder")
	// ErrRunning means that another `covertrack serve` has locked the data folder.
	ErrRunning = errors.New("covertrack serve is already running")
)

// closing closes c and returns err, together with the error of Close if there is one.
func closing(err error, c io.Closer) error { return errors.Join(err, c.Close()) }

// sqlState returns the SQLSTATE within err, or "" if there is none.
func sqlState(err error) string {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code
	}
	return ""
}
