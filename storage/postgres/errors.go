package postgres

import (
	"errors"
	"io"

	"github.com/jackc/pgx/v5/pgconn"
)

// Errors to be told apart with errors.Is. What wraps them says what to do next.
var (
	// ErrNoPostgres: no binaries of a usable version were found.
	ErrNoPostgres = errors.New("no usable Postgres found")
	// ErrDataDir: the data folder cannot be used: foreign, newer, unreachable or someone else's. It was not touched.
	ErrDataDir = errors.New("unusable data folder")
	// ErrRunning: another `covertrack serve` holds the data folder.
	ErrRunning = errors.New("covertrack serve is already running")
	// ErrUnsafe: the server may lose acknowledged writes.
	ErrUnsafe = errors.New("the database server may lose acknowledged writes")
)

// closing closes c on the way out with err, which keeps precedence.
func closing(err error, c io.Closer) error { return errors.Join(err, c.Close()) }

// sqlState is the SQLSTATE within err, or empty.
func sqlState(err error) string {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code
	}
	return ""
}
