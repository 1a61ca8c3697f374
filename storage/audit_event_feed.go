package storage

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// EventsAtOnce is how many events get their positions in one transaction.
const EventsAtOnce = 1000

// Positions are given by one transaction at a time for a portfolio, which holds the lock of its head. So a position becomes
// visible after all positions before it, whatever the order was in which the transactions of the events committed.
const (
	selectHead = `SELECT position, server, event_server((SELECT max(generation) FROM installation_marks))
		FROM event_heads WHERE portfolio_id = $1 FOR UPDATE SKIP LOCKED`
	addHead = `INSERT INTO event_heads (portfolio_id, position) VALUES ($1, 0) ON CONFLICT DO NOTHING`
)

// givePlaces moves the first events out of the outbox into the feed, and giveThesePlaces those with the numbers $4.
var (
	givePlaces = givePlacesTo(fmt.Sprintf("(SELECT seq FROM event_outbox WHERE portfolio_id = $1 "+
		"ORDER BY seq LIMIT %d)", EventsAtOnce), "IN")
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

// caseOfRemoved selects the case of a record that was removed, which is in no table.
const caseOfRemoved = "(e.changes #>> '{caseId,from}')::uuid"

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
	// With a million events of one portfolio it takes some milliseconds, for each portfolio is looked up by the index.
	const query = "SELECT id FROM portfolios WHERE id IN (SELECT portfolio_id FROM event_outbox)"
	return rows.IDs(ctx, s.db, rows.Prepared, rows.SQL(query))
}

// PlaceEvents gives the next events of a portfolio their positions in its feed, at most EventsAtOnce. It returns how many,
// 0 also while another node does it.
func (s *Store) PlaceEvents(ctx context.Context, portfolio uuid.UUID, now time.Time) (placed int, err error) {
	id := rows.IDValue(portfolio)
	w, err := s.writer(ctx)
	if err != nil {
		return 0, Translate(err)
	}
	err = pgx.BeginFunc(ctx, s.pool.Pgx(), func(tx pgx.Tx) error {
		if w.isDistributed {
			if _, err := tx.Exec(ctx, stayOf(portfolio)); err != nil {
				return err
			}
		}
		var head int64
		var before, server string
		err := tx.QueryRow(ctx, selectHead, id).Scan(&head, &before, &server)
		if errors.Is(err, pgx.ErrNoRows) {
			_, err := tx.Exec(ctx, addHead, id)
			return err
		}
		if err != nil {
			return err
		}
		if server != before {
			head = model.NextEpoch(head, now)
		}
		done, err := tx.Exec(ctx, givePlaces, id, head, server)
		placed = int(done.RowsAffected())
		return err
	})
	return placed, Translate(err)
}

// mostUnplaced is how many events may wait for their positions when a snapshot is taken; with more, it is taken again.
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
		return 0, errMoved
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
		var serverBefore, server string
		if err := tx.QueryRow(ctx, strings.TrimSuffix(selectHead, " SKIP LOCKED"), id).Scan(&end, &serverBefore, &server); err != nil {
			return err
		}
		if end != before {
			return errMoved
		}
		if server != serverBefore {
			end = model.NextEpoch(end, now)
		}
		done, err := tx.Exec(ctx, giveThesePlaces, id, end, server, waiting)
		end += done.RowsAffected()
		return err
	})
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
