package postgres

import (
	"context"
	"errors"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// heartbeat is how long a listener hears nothing before it asks whether the server is still there.
const heartbeat = 10 * time.Second

// Listener is a connection of its own that hears the notifications of one channel.
type Listener struct {
	conn *pgx.Conn
	wire *wire // nil if the pool has no time-outs
	beat time.Duration
}

// Listen connects with the pool's settings and listens on the channel. The dsn is that of the same database without a
// pooler between, or empty for the pool's own. The caller must close the listener.
func (p *Pool) Listen(ctx context.Context, dsn, channel string) (*Listener, error) {
	conn, err := p.hijack(ctx, dsn)
	if err != nil {
		return nil, err
	}
	l := &Listener{conn: conn, wire: wireOf(conn.PgConn()), beat: heartbeat}
	if _, err := conn.Exec(ctx, "LISTEN "+pgx.Identifier{channel}.Sanitize()); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// hijack returns a connection that goes back to no pool.
func (p *Pool) hijack(ctx context.Context, dsn string) (*pgx.Conn, error) {
	if dsn == "" {
		pooled, err := p.pgx.Acquire(ctx)
		if err != nil {
			return nil, err
		}
		return pooled.Hijack(), nil
	}
	config, err := poolConfig(dsn, p.opt)
	if err != nil {
		return nil, err
	}
	if _, err := limitWaits(config, p.opt); err != nil {
		return nil, err
	}
	conn, err := pgx.ConnectConfig(ctx, config.ConnConfig)
	if err != nil {
		return nil, err
	}
	return conn, config.AfterConnect(ctx, conn)
}

// Next returns the payload of the next notification, or an error when the context ends or the connection breaks,
// which it notices within seconds even if the server only falls silent.
func (l *Listener) Next(ctx context.Context) (payload string, err error) {
	for {
		notification, err := l.wait(ctx)
		if err == nil {
			return notification.Payload, nil
		}
		if late, ok := errors.AsType[net.Error](err); !ok || !late.Timeout() || ctx.Err() != nil {
			return "", err
		}
		if err := l.conn.Ping(ctx); err != nil {
			return "", err
		}
	}
}

func (l *Listener) wait(ctx context.Context) (*pgconn.Notification, error) {
	if l.wire != nil {
		defer l.wire.rest(l.beat)()
	}
	return l.conn.WaitForNotification(ctx)
}

// Close ends the connection.
func (l *Listener) Close() { _ = l.conn.Close(context.Background()) }
