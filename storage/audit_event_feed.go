package storage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/rows"
)

// EventsAtOnce and PortfoliosAtOnce are how many events get their positions in one transaction, and of how many portfolios.
const (
	EventsAtOnce     = 1000
	PortfoliosAtOnce = 50
)

// Positions are given by one transaction at a time for a portfolio, which holds the lock of its head. So a position becomes
// visible after all positions before it, whatever the order was in which the transactions of the events committed.
const (
	selectHeads = `SELECT portfolio_id, position, server, event_server((SELECT max(generation) FROM installation_marks))
		FROM event_heads WHERE portfolio_id %s ORDER BY portfolio_id FOR UPDATE %s`
	addHead = `INSERT INTO event_heads (portfolio_id, position) VALUES ($1, 0) ON CONFLICT DO NOTHING`
)

// These lock the end of a portfolio's feed; the ends of some, without those that another node has; and the same of one
// portfolio, as nodes want it written.
var (
	lockHead      = fmt.Sprintf(selectHeads, "= $1", "")
	lockFreeHeads = fmt.Sprintf(selectHeads, "= ANY($1)", "SKIP LOCKED")
	lockFreeHead  = fmt.Sprintf(selectHeads, "= $1", "SKIP LOCKED")
)

// planOnce: to plan givePlaces takes longer than to run it, and a plan from when the outbox was empty would read all of it for
// each portfolio.
var planOnce = postgres.Statement{
	SQL:  "SELECT set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)",
	Mode: rows.Prepared,
}

// givePlaces moves the first events out of the outbox into the feed, at most $4, and giveThesePlaces those with the numbers $4.
var (
	givePlaces      = givePlacesTo("(SELECT seq FROM event_outbox WHERE portfolio_id = $1 ORDER BY seq LIMIT $4)", "IN")
	giveThesePlaces = givePlacesTo("($4)", "= ANY")
)

// givePlacesTo moves events out of the outbox into the feed, in the order of their numbers, behind the position $2 and on
// the server $3. The order by id is for Postgres
// alone: it keeps a plan from when the month's partition was empty, and must read by the primary key then too.
func givePlacesTo(these, by string) string {
	return fmt.Sprintf(`WITH taken AS (
		DELETE FROM event_outbox WHERE portfolio_id = $1 AND seq %s %s
		RETURNING seq, id
	), told AS (
		SELECT t.seq, e.id, %s AS type, e.subject_type, e.subject_id, e.at, %s AS case_id
		FROM taken AS t CROSS JOIN LATERAL (
			SELECT * FROM audit_events AS a WHERE a.portfolio_id = $1 AND a.id >= t.id ORDER BY a.id LIMIT 1
		) AS e WHERE e.id = t.id
	), subjects AS (
		INSERT INTO event_subjects AS s (portfolio_id, subject_id, revision)
			SELECT $1, subject_id, count(*) FROM told GROUP BY subject_id ORDER BY subject_id
		ON CONFLICT (portfolio_id, subject_id) DO UPDATE SET revision = s.revision + excluded.revision
		RETURNING subject_id, revision
	), head AS (
		UPDATE event_heads SET position = $2 + (SELECT count(*) FROM told), server = $3 WHERE portfolio_id = $1
	)
	INSERT INTO events (portfolio_id, position, id, type, subject_type, subject_id, case_id, revision, at)
	SELECT $1, $2 + row_number() OVER (ORDER BY t.seq), t.id, t.type, t.subject_type, t.subject_id, t.case_id,
		s.revision - count(*) OVER (PARTITION BY t.subject_id) + row_number() OVER (PARTITION BY t.subject_id ORDER BY t.seq), t.at
	FROM told AS t JOIN subjects AS s USING (subject_id)`, by, these, typeOfEvent(), "coalesce("+caseOfEvent()+", "+caseOfRemoved+")")
}

// caseOfRemoved selects the case of a record that is in no table: by its removal, or by its creation if it was removed before that had
// its place.
const caseOfRemoved = "coalesce(nullif(e.changes #>> '{caseId,from}', '00000000-0000-0000-0000-000000000000'), " +
	"e.changes #>> '{caseId,to}')::uuid"

// typeOfEvent selects the name of the kind of the audit event "e". Its members are identifiers and need no escapes.
func typeOfEvent() string {
	var s strings.Builder
	s.WriteString("CASE")
	for _, k := range model.EventKinds {
		if k.Name == k.Action && k.Member == "" {
			continue
		}
		fmt.Fprintf(&s, " WHEN e.action = '%s'", k.Action)
		if k.Member != "" {
			fmt.Fprintf(&s, " AND e.changes ? '%s'", k.Member)
		}
		for _, at := range [][2]string{{"from", k.From}, {"to", k.To}} {
			if at[1] != "" {
				fmt.Fprintf(&s, " AND e.changes #>> '{%s,%s}' = '%s'", k.Member, at[0], at[1])
			}
		}
		fmt.Fprintf(&s, " THEN '%s'", k.Name)
	}
	return s.String() + " ELSE e.action END"
}

// caseOfEvent selects the case that the audit event "e" of the portfolio $1 is about, NULL if none.
func caseOfEvent() string {
	var s strings.Builder
	s.WriteString("CASE e.subject_type WHEN 'case' THEN e.subject_id")
	for _, n := range Nouns() {
		if isOfCase(n) {
			fmt.Fprintf(&s, " WHEN '%s' THEN (SELECT x.case_id FROM %s AS x", n.Subject(), n.Name())
			s.WriteString(" WHERE x.portfolio_id = $1 AND x.id = e.subject_id)")
		}
	}
	return s.String() + " END"
}

// UnplacedPortfolios returns the portfolios that have events without a position in their feed.
func (s *Store) UnplacedPortfolios(ctx context.Context) ([]uuid.UUID, error) {
	// The outbox alone is read, however many portfolios there are, and once for each portfolio in it, however many events it has.
	query := `WITH RECURSIVE found (id) AS (
			(SELECT portfolio_id FROM event_outbox ORDER BY portfolio_id LIMIT 1)
			UNION ALL
			SELECT (SELECT portfolio_id FROM event_outbox WHERE portfolio_id > found.id ORDER BY portfolio_id LIMIT 1)
			FROM found WHERE found.id IS NOT NULL
		) SELECT id FROM found WHERE id IS NOT NULL`
	w, err := s.writer(ctx)
	if err != nil {
		return nil, err
	}
	if w.isDistributed { // Citus runs no recursive query over several nodes
		query = "SELECT id FROM portfolios WHERE id IN (SELECT portfolio_id FROM event_outbox)"
	}
	return rows.IDs(ctx, s.db, rows.Once, rows.SQL(query)) // planned for the outbox as it is
}

// PlaceEvents gives the next events of portfolios their positions in their feeds, at best in one transaction: pass
// PortfoliosAtOnce at most. It returns how many, and which portfolios may have more. A portfolio that another node is placing
// is left to it, and an error of one keeps no other from its positions.
func (s *Store) PlaceEvents(ctx context.Context, portfolios []uuid.UUID, now time.Time) (placed int, more []uuid.UUID, err error) {
	w, err := s.writer(ctx)
	if err != nil {
		return 0, nil, Translate(err)
	}
	if len(portfolios) == 1 || !w.isDistributed { // on Citus a transaction is about one portfolio
		placed, more, err = s.placeTogether(ctx, w, portfolios, now)
		if err == nil || len(portfolios) == 1 {
			return placed, more, Translate(err)
		}
	}
	placed, more, err = 0, nil, nil
	for _, portfolio := range portfolios {
		n, left, failed := s.placeTogether(ctx, w, []uuid.UUID{portfolio}, now)
		placed, more, err = placed+n, append(more, left...), errors.Join(err, Translate(failed))
	}
	return placed, more, err
}

func (s *Store) placeTogether(
	ctx context.Context, w *writer, portfolios []uuid.UUID, now time.Time,
) (placed int, more []uuid.UUID, err error) {
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return 0, nil, err
	}
	defer conn.Release()
	begin := []postgres.Statement{beginning, planOnce}
	if w.isDistributed { // Citus needs the values of a statement to find the server, and so plans each
		begin[1] = postgres.Statement{SQL: stayOf(portfolios[0])}
	}
	err = conn.InTx(ctx, begin, func() error {
		heads, err := s.lockHeads(ctx, conn, portfolios)
		limit := max(1, EventsAtOnce/max(1, len(heads)))
		for _, h := range heads {
			give := postgres.Statement{SQL: givePlaces, Mode: rows.Prepared, Values: []any{h.Portfolio, h.base(now), h.Server, limit}}
			give.Read = func(done pgx.Rows) error {
				done.Close()
				n := int(done.CommandTag().RowsAffected())
				if placed += n; n == limit {
					more = append(more, h.Portfolio.Bytes)
				}
				return nil
			}
			conn.Later(give)
		}
		return err
	})
	if err != nil {
		return 0, nil, err
	}
	return placed, more, nil
}

// eventHead is the end of a portfolio's feed: its position, the server that gave it, and the server of the transaction.
type eventHead struct {
	Portfolio      pgtype.UUID
	Position       int64
	Before, Server string
}

// base is the position behind which the next events come.
func (h eventHead) base(now time.Time) int64 {
	if h.Server != h.Before {
		return model.NextEpoch(h.Position, now)
	}
	return h.Position
}

// lockHeads locks the ends of feeds that no other node has locked. A portfolio without one gets it, for the next time.
func (s *Store) lockHeads(ctx context.Context, conn *postgres.Conn, portfolios []uuid.UUID) (heads []eventHead, err error) {
	ids := rows.IDValues(portfolios)
	lock := postgres.Statement{SQL: lockFreeHeads, Values: []any{ids}, Mode: rows.Prepared}
	if len(ids) == 1 {
		lock.SQL, lock.Values = lockFreeHead, []any{ids[0]}
	}
	has := make(map[pgtype.UUID]bool, len(ids))
	lock.Read = func(locked pgx.Rows) (err error) {
		heads, err = pgx.CollectRows(locked, pgx.RowToStructByPos[eventHead])
		for _, h := range heads {
			has[h.Portfolio] = true
		}
		return err
	}
	if err := conn.Run(ctx, lock); err != nil {
		return nil, err
	}
	for _, id := range ids {
		if !has[id] {
			conn.Later(postgres.Statement{SQL: addHead, Values: []any{id}, Mode: rows.Prepared})
		}
	}
	return heads, nil
}

// mostUnplaced is how many events may wait for their positions when a snapshot is taken; with more, it is taken again, behind them.
const mostUnplaced = 10 * EventsAtOnce

// errMoved means that events got positions while a snapshot was taken.
var errMoved = errors.New("the feed has gone on")

// placeSeen returns the end of a portfolio's feed for readers of a snapshot: all events that the snapshot has are before it,
// and all others come behind. It gives those positions that the snapshot has and that have none, at once and before any
// other; errMoved if others came first.
func (s *Store) placeSeen(ctx context.Context, portfolio uuid.UUID, snapshot *rows.DB, now time.Time) (end int64, err error) {
	const seen = `SELECT coalesce((SELECT position FROM event_heads WHERE portfolio_id = ?), 0),
		ARRAY(SELECT seq FROM event_outbox WHERE portfolio_id = ? ORDER BY seq LIMIT ?)`
	var waiting []int64
	if err := rows.Scan(ctx, snapshot, rows.Once, rows.SQL(seen, portfolio, portfolio, mostUnplaced+1), &end, &waiting); err != nil {
		return 0, err
	}
	switch {
	case len(waiting) == 0:
		return end, nil
	case len(waiting) > mostUnplaced:
		return 0, cmp.Or(s.placeAll(ctx, portfolio, now), errMoved)
	}
	w, err := s.writer(ctx)
	if err != nil {
		return 0, err
	}
	id, before := rows.IDValue(portfolio), end
	return end, pgx.BeginFunc(ctx, s.pool.Pgx(), func(tx pgx.Tx) error {
		if w.isDistributed {
			if _, err := tx.Exec(ctx, stayOf(portfolio)); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, addHead, id); err != nil {
			return err
		}
		locked, _ := tx.Query(ctx, lockHead, id)
		head, err := pgx.CollectExactlyOneRow(locked, pgx.RowToStructByPos[eventHead])
		if err != nil {
			return err
		}
		if head.Position != before {
			return errMoved
		}
		end = head.base(now)
		done, err := tx.Exec(ctx, giveThesePlaces, id, end, head.Server, waiting)
		end += done.RowsAffected()
		return err
	})
}

// placeAll gives the events of a portfolio their positions, as far as no other node is about to: there may be none, as in a command.
func (s *Store) placeAll(ctx context.Context, portfolio uuid.UUID, now time.Time) error {
	for {
		_, more, err := s.PlaceEvents(ctx, []uuid.UUID{portfolio}, now)
		if err != nil || len(more) == 0 {
			return err
		}
	}
}

// OldestUnplaced returns when the oldest event was made that has no position in its feed; nil if all have theirs.
func (s *Store) OldestUnplaced(ctx context.Context) (*time.Time, error) {
	ids, err := rows.IDs(ctx, s.db, rows.Prepared, rows.SQL("SELECT id FROM event_outbox ORDER BY id LIMIT 1"))
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	made := time.Unix(ids[0].Time().UnixTime())
	return &made, nil
}
