package nodes

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/storage/postgres/embedded"
)

// Missing says what nodes lack on this machine, in words; "" if they can be opened: they are running ones, or the Postgres
// that the tests use has the extension.
func Missing(ctx context.Context) (what string, err error) {
	if len(running()) > 0 {
		return "", nil
	}
	server, err := embedded.StartEphemeral(ctx)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, server.Stop(ctx)) }()
	conn, err := pgx.Connect(ctx, server.DSN("postgres"))
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	const query = `SELECT CASE WHEN EXISTS (SELECT FROM pg_available_extensions WHERE name = 'citus') THEN ''
		ELSE format('The Postgres %s of this machine has no extension Citus', split_part(version(), ' ', 2)) END`
	err = conn.QueryRow(ctx, query).Scan(&what)
	return what, err
}
