package rows

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/covertrack/covertrack/model"
)

// Translate turns what the database says into a domain error: `unavailable` when it cannot be reached, has no time or
// is shutting down; everything else stays as it is and is, to a caller, internal. It keeps the cause for the log.
func Translate(err error) error {
	if err == nil {
		return nil
	}
	var domain *model.Error
	if errors.As(err, &domain) {
		return err
	}
	if isUnavailable(err) {
		return model.NewError(model.CodeUnavailable,
			"The service cannot do this at the moment; try again shortly.").Because(err)
	}
	return err
}

// IsConflict reports whether the transaction lost against another and may be run again as a whole: serialization
// failures and deadlocks.
func IsConflict(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}

// IsDuplicate reports whether the unique index refused the row.
func IsDuplicate(err error, index string) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "23505" && pg.ConstraintName == index
}

// isUnavailable has the SQLSTATEs of a server that is going, gone, full or out of time, and the errors of a lost
// connection.
func isUnavailable(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch pg.Code {
		case "57014", "55P03", "25P03", "40001", "40P01": // out of time: statement, lock, idle; conflicts after all retries
			return true
		}
		return strings.HasPrefix(pg.Code, "08") || strings.HasPrefix(pg.Code, "53") || strings.HasPrefix(pg.Code, "57P")
	}
	var connect *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &connect) || errors.As(err, &network) || errors.Is(err, driver.ErrBadConn) ||
		errors.Is(err, sql.ErrConnDone) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) ||
		strings.Contains(err.Error(), "conn closed")
}
