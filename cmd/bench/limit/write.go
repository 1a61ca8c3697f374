package limit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

// write is the state of one creation or change: its transaction, its caller and its outcome.
type write struct {
	pgx.Tx
	*caller
	requestID string
	now       time.Time
	changed   []string // payloads for notify
	failed    error    // of the look-ups
}

// create returns a handler for what do makes of the body, in one transaction. A request must have an Idempotency-Key.
func create[T any](s *server, do func(ctx context.Context, w *write, in T) (any, error)) http.HandlerFunc {
	return s.handle(http.StatusCreated, func(r *http.Request, c *caller, out *bytes.Buffer) error {
		body, in, err := readBody[T](r)
		if err != nil {
			return err
		}
		key := r.Header.Get("Idempotency-Key")
		print := sha256.Sum256(append([]byte(r.Method+r.URL.RequestURI()), body...))
		return s.write(r.Context(), c, func(w *write) error {
			if replayed, err := w.claim(r.Context(), key, print[:], out); replayed || err != nil {
				return err
			}
			made, err := do(r.Context(), w, in)
			if err != nil {
				return err
			}
			if err := encode(out, made); err != nil {
				return err
			}
			return w.keep(r.Context(), key, print[:], out.Bytes())
		})
	})
}

// readBody returns a request's body, and what it says.
func readBody[T any](r *http.Request) (body []byte, in T, err error) {
	if body, err = io.ReadAll(io.LimitReader(r.Body, 1<<20)); err != nil {
		return nil, in, err
	}
	return body, in, json.Unmarshal(body, &in)
}

// write runs fn in a transaction of the caller's, and has its changes told after the commit.
func (s *server) write(ctx context.Context, c *caller, fn func(w *write) error) error {
	w := &write{caller: c, requestID: storage.NewID().String(), now: s.now().UTC().Truncate(time.Millisecond)}
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		w.Tx = tx
		return fn(w)
	})
	if err != nil {
		return err
	}
	for _, payload := range w.changed {
		s.changed <- payload
	}
	return nil
}

// notify tells listeners which cases have changed: outside the transactions, and together for all that are waiting.
func (s *server) notify(ctx context.Context) {
	for ctx.Err() == nil {
		var payloads []string
		select {
		case <-ctx.Done():
		case payload := <-s.changed:
			payloads = append(payloads, payload)
		}
		for len(s.changed) > 0 {
			payloads = append(payloads, <-s.changed)
		}
		_, _ = s.pool.Exec(ctx, `SELECT pg_notify('case_changes', payload) FROM unnest($1::text[]) AS payload`, payloads)
	}
}

// claim takes the key for this transaction, or writes the answer to the same request before to out and returns true.
func (w *write) claim(ctx context.Context, key string, print []byte, out *bytes.Buffer) (replayed bool, err error) {
	var free bool
	err = w.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))`, w.organization.String()+w.mode+key).
		Scan(&free)
	if err != nil || !free {
		return false, errors.Join(err, errors.New("the key is in use"))
	}
	var stored, body []byte
	err = w.QueryRow(ctx, `SELECT fingerprint, body FROM idempotency_records
		WHERE portfolio_id = $1 AND organization_id = $2 AND mode = $3 AND key = $4 AND created_at > $5`,
		w.portfolio, w.organization, w.mode, key, w.now.Add(-storage.IdempotencyTTL)).Scan(&stored, &body)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return false, nil
	case err == nil && !bytes.Equal(stored, print):
		return false, fault.New(fault.CodeIdempotencyKeyReused, "the key was used for another request")
	}
	_, _ = out.Write(body)
	return true, err
}

// keep stores the answer for the next request with the key.
func (w *write) keep(ctx context.Context, key string, print, body []byte) error {
	kept, err := w.Exec(ctx, `INSERT INTO idempotency_records
			(portfolio_id, organization_id, mode, key, fingerprint, status, header, body, created_at)
		VALUES ($1, $2, $3, $4, $5, 201, '{"Content-Type":["application/json"]}', $6, $7) ON CONFLICT DO NOTHING`,
		w.portfolio, w.organization, w.mode, key, print, body, w.now)
	if err == nil && kept.RowsAffected() == 0 {
		err = errors.New("the key was used a day ago, which the bench does not")
	}
	return err
}

// audit adds the event of a created record.
func audit[T any](ctx context.Context, w *write, noun string, id uuid.UUID, made *T) error {
	return w.record(ctx, "created", noun, id, model.Changes(*new(T), *made))
}

// record adds an event, and counts the token's write. It is the last statement about the record, as in the product.
func (w *write) record(ctx context.Context, done, noun string, id uuid.UUID, changes map[string]model.Change) error {
	var changed string
	err := w.QueryRow(ctx, `WITH e AS (
			INSERT INTO audit_events (portfolio_id, id, actor_kind, actor_id, actor_name, action, subject_type, subject_id,
				changes, request_id, at)
			VALUES ($1, $2, 'serviceAccount', $3, $4, $5, $6, $7, $8, $9, $10) RETURNING portfolio_id, subject_type, subject_id
		), counted AS (
			INSERT INTO token_writes AS t (token_id, shard, n) VALUES ($3, pg_backend_pid() % 16, 1)
			ON CONFLICT (token_id, shard) DO UPDATE SET n = t.n + 1
		)
		SELECT c.portfolio_id || '/' || c.case_id FROM (
			SELECT DISTINCT e.portfolio_id, CASE e.subject_type WHEN 'case' THEN e.subject_id
				WHEN 'policy' THEN (SELECT x.case_id FROM policies AS x
					WHERE x.portfolio_id = e.portfolio_id AND x.id = e.subject_id)
				WHEN 'document' THEN (SELECT x.case_id FROM documents AS x
					WHERE x.portfolio_id = e.portfolio_id AND x.id = e.subject_id)
			END AS case_id FROM e
		) AS c WHERE c.case_id IS NOT NULL`,
		w.portfolio, storage.NewID(), w.token, w.name, noun+"."+done, noun, id,
		[]byte(scalar.EncodeJSON(changes)), w.requestID, w.now).Scan(&changed)
	w.changed = append(w.changed, changed)
	return err
}

// existing returns which of the ids the portfolio's table has. An error is kept in failed.
func (w *write) existing(ctx context.Context, table string, ids []uuid.UUID) map[uuid.UUID]bool {
	known := map[uuid.UUID]bool{}
	if len(ids) == 0 || w.failed != nil {
		return known
	}
	rows, _ := w.Query(ctx, `SELECT id FROM `+table+` WHERE portfolio_id = $1 AND id = ANY($2)`, w.portfolio, ids)
	var id [16]byte
	_, w.failed = pgx.ForEachRow(rows, []any{&id}, func() error { known[id] = true; return nil })
	return known
}

// contacts returns which of the ids are users or brokers.
func (w *write) contacts(ctx context.Context, ids []uuid.UUID) map[uuid.UUID]bool {
	known := w.existing(ctx, "users", ids)
	maps.Copy(known, w.existing(ctx, "brokers", ids))
	return known
}
