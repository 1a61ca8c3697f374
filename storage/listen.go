package storage

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
)

// caseChanges is the channel on which nodes name the cases that their transactions changed, by portfolio and id, soon after the
// commit.
const caseChanges = "case_changes"

// CaseKey names a case of any portfolio.
type CaseKey struct{ Portfolio, Case uuid.UUID }

// notify tells who listens that cases have changed.
func (s *Store) notify(ctx context.Context, cases []CaseKey) error {
	payloads := make([]string, len(cases))
	for i, key := range cases {
		payloads[i] = key.Portfolio.String() + "/" + key.Case.String()
	}
	_, err := s.pool.Pgx().Exec(ctx, "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload", caseChanges, payloads)
	return err
}

// ListenOn has Listen connect to this address and not to the pool's, which may be that of a PgBouncer: in transaction mode it
// passes no notifications on. It is called before the first call.
func (s *Store) ListenOn(dsn string) { s.listenOn = dsn }

// Listen calls ready once it hears every later change, and then changed for each case that a transaction changed, until the
// context ends or the connection breaks. A change is missed only when its node was killed before it could tell it. It keeps a
// connection of its own.
func (s *Store) Listen(ctx context.Context, ready func(), changed func(CaseKey)) error {
	conn, err := s.listener(ctx)
	if err != nil {
		return Translate(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, "LISTEN "+pgx.Identifier{caseChanges}.Sanitize()); err != nil {
		return Translate(err)
	}
	ready()
	for {
		notification, err := conn.WaitForNotification(ctx)
		if err != nil {
			return Translate(err)
		}
		portfolio, id, _ := strings.Cut(notification.Payload, "/")
		changed(CaseKey{Portfolio: model.ParseID(portfolio), Case: model.ParseID(id)})
	}
}

// listener is a connection that goes back to no pool.
func (s *Store) listener(ctx context.Context) (*pgx.Conn, error) {
	if s.listenOn != "" {
		return pgx.Connect(ctx, s.listenOn)
	}
	pooled, err := s.pool.Pgx().Acquire(ctx)
	if err != nil {
		return nil, err
	}
	return pooled.Hijack(), nil
}
