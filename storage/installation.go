package storage

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/covertrack/covertrack/model/copies"
	"github.com/covertrack/covertrack/storage/rows"
)

// unsaid are the SQLSTATEs of a server that keeps the identifier of its cluster to itself, as managed ones may.
var unsaid = map[string]bool{"42501": true, "42883": true, "0A000": true}

// Server returns which database this is. The identifier of the cluster is "" if the server does not say.
func (h Handle) Server(ctx context.Context) (s copies.Server, err error) {
	database := h.db.NewSelect().Table("pg_database").ColumnExpr("oid::bigint").Where("datname = current_database()")
	if err := rows.Scan(ctx, h.db, rows.Planned, database, &s.DatabaseOID); err != nil {
		return s, err
	}
	cluster := h.db.NewSelect().TableExpr("pg_control_system()").ColumnExpr("system_identifier::text")
	err = rows.Scan(ctx, h.db, rows.Planned, cluster, &s.SystemIdentifier)
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && unsaid[refused.Code] {
		return s, nil
	}
	return s, err
}

// Installation returns what the database has recorded about itself, or nil if nothing.
func (h Handle) Installation(ctx context.Context) (*copies.Installation, error) {
	found, err := rows.Read[copies.Installation](ctx, h.db, rows.Planned, h.db.NewSelect().Model((*copies.Installation)(nil)))
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return found[0], nil
}

// Found records the installation, unless the database is one already.
func (h Handle) Found(ctx context.Context, i *copies.Installation) error {
	_, err := rows.Exec(ctx, h.db, h.db.NewInsert().Model(i).On("CONFLICT (one) DO NOTHING"))
	return err
}

// Adopt makes the database another installation, whatever it was. The old marks are forgotten.
func (h Handle) Adopt(ctx context.Context, i *copies.Installation) error {
	_, err := rows.Exec(ctx, h.db, h.db.NewInsert().Model(i).On("CONFLICT (one) DO UPDATE").
		Set("id = EXCLUDED.id, system_identifier = EXCLUDED.system_identifier, database_oid = EXCLUDED.database_oid").
		Set("marked = EXCLUDED.marked, created_at = now()"))
	if err != nil {
		return err
	}
	_, err = rows.Exec(ctx, h.db, h.db.NewDelete().Table("installation_marks").Where("true"))
	return err
}

// RaiseGeneration adds a generation with its mark and returns its number.
func (h Handle) RaiseGeneration(ctx context.Context, mark uuid.UUID) (generation int64, err error) {
	const add = "INSERT INTO installation_marks (mark) VALUES (?) RETURNING generation"
	return generation, rows.Scan(ctx, h.db, rows.Planned, h.db.NewRaw(add, mark), &generation)
}

// HasMarked records that the object store has a mark.
func (h Handle) HasMarked(ctx context.Context) error {
	_, err := rows.Exec(ctx, h.db, h.db.NewUpdate().Table("installation").Set("marked = true").Where("NOT marked"))
	return err
}

// Generation returns the number of the last generation, 0 if none, and whether the database has issued the mark.
func (h Handle) Generation(ctx context.Context, mark uuid.UUID) (last int64, known bool, err error) {
	q := h.db.NewSelect().Table("installation_marks").
		ColumnExpr("COALESCE(max(generation), 0), COALESCE(bool_or(mark = ?), false)", mark)
	return last, known, rows.Scan(ctx, h.db, rows.Planned, q, &last, &known)
}

// ServerClock returns the version of the server and what time it is there.
func (h Handle) ServerClock(ctx context.Context) (version string, at time.Time, err error) {
	const query = "SELECT current_setting('server_version'), clock_timestamp()"
	return version, at, rows.Scan(ctx, h.db, rows.Planned, h.db.NewRaw(query), &version, &at)
}
