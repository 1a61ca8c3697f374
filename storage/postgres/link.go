package postgres

import (
	"context"
	"crypto/tls"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Link is how the connections of a pool reach the server.
type Link struct {
	Host        string // or the folder of a socket
	IsEncrypted bool
	IsPooled    bool // PgBouncer, or something like it, is between
	IsShared    bool // it gives each transaction any of its connections (transaction mode)
}

// Link finds out how the server is reached: a pooler does not tell clients the process ids of the server, and one in
// transaction mode lets two clients speak to the same process, or one to several.
func (p *Pool) Link(ctx context.Context) (l Link, err error) {
	var seen []uint32
	ask := func(conn *pgxpool.Conn) {
		var pid uint32
		if err == nil {
			err = conn.QueryRow(ctx, "SELECT pg_backend_pid()", pgx.QueryExecModeSimpleProtocol).Scan(&pid)
		}
		seen = append(seen, pid)
	}
	one, err := p.pgx.Acquire(ctx)
	if err != nil {
		return l, err
	}
	defer one.Release()
	ask(one)
	told := one.Conn().PgConn()
	_, l.IsEncrypted = told.Conn().(*tls.Conn)
	l.Host, l.IsPooled = one.Conn().Config().Host, seen[0] != told.PID()
	if !l.IsPooled || p.pgx.Config().MaxConns < 2 || err != nil {
		return l, err
	}
	other, err := p.pgx.Acquire(ctx)
	if err != nil {
		return l, err
	}
	defer other.Release()
	ask(other)
	ask(one)
	ask(other)
	l.IsShared = seen[0] == seen[1] || seen[0] != seen[2] || seen[1] != seen[3]
	return l, err
}
