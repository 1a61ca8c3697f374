package rows

import (
	"context"
	"errors"
	"io"
	"net"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage/postgres"
)

// Translate turns what the database says into a domain error: `unavailable` when it cannot be reached, has no time or
// is shutting down; everything else stays as it is and is, to a caller, internal. It keeps the cause for the log.
func Translate(err error) error {
	if _, isDomain := errors.AsType[*fault.Error](err); err == nil || isDomain || !isUnavailable(err) {
		return err
	}
	return fault.New(fault.CodeUnavailable, "The service cannot do this at the moment; try again shortly.").Because(err)
}

// IsConflict reports whether the transaction lost against another and may be run again as a whole: serialization
// failures and deadlocks, an external id that another has just given to its record, and a record that another has just removed,
// or referred to: the next run sees that.
func IsConflict(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (pg.Code == "40001" || pg.Code == "40P01" || pg.Code == "23503" ||
		pg.Code == "23505" && externalIDIndex.MatchString(pg.Message))
}

// externalIDIndex finds the name of an index of external ids in a message, as IsDuplicate does.
var externalIDIndex = regexp.MustCompile(`\b[a-z]+_external_id(_\d+)?\b`)

// IsDuplicate reports whether the unique index refused the row. A distributed database names it in its message alone,
// with the number of the shard behind the name.
func IsDuplicate(err error, index string) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || pg.Code != "23505" {
		return false
	}
	if pg.ConstraintName != "" {
		return pg.ConstraintName == index
	}
	return regexp.MustCompile(`\b` + regexp.QuoteMeta(index) + `(_\d+)?\b`).MatchString(pg.Message)
}

// isOutOfTime reports whether the statement ran longer than it may.
func isOutOfTime(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pg.Code == "57014"
}

// endedNodes is how the messages begin that Citus has for a node that ends, with the code of an internal error: the
// coordinator while it waits for a worker; a worker at the commit, of which nobody knows then whether it was done; a worker
// when a transaction begins on it, or in the middle of one.
var endedNodes = []string{
	"postmaster was shut down", "could not commit transaction for shard", "could not commit transaction on any active node",
	"failure on connection marked as essential", "server closed the connection unexpectedly", "terminating connection due to",
}

// isUnavailable has the SQLSTATEs of a server that is going, gone, full or out of time, and the errors of a lost
// connection.
func isUnavailable(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch pg.Code {
		case "57014", "55P03", "25P03", "40001", "40P01": // out of time: statement, lock, idle; conflicts after all retries
			return true
		case "25006": // read-only, as after a failover
			return true
		case "XX000":
			return slices.ContainsFunc(endedNodes, func(said string) bool { return strings.HasPrefix(pg.Message, said) })
		}
		return strings.HasPrefix(pg.Code, "08") || strings.HasPrefix(pg.Code, "53") || strings.HasPrefix(pg.Code, "57P")
	}
	_, isConnect := errors.AsType[*pgconn.ConnectError](err)
	_, isNetwork := errors.AsType[net.Error](err)
	return isConnect || isNetwork || slices.ContainsFunc(lost, func(l error) bool { return errors.Is(err, l) }) ||
		strings.Contains(err.Error(), "conn closed")
}

var lost = []error{
	io.EOF, io.ErrUnexpectedEOF, context.DeadlineExceeded, context.Canceled,
	postgres.ErrBusy,
}
