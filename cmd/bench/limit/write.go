package limit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

// writer is the state of one creation or change: its transaction, its caller and its outcome.
type writer struct {
	pgx.Tx
	*server
	*caller
	requestID string
	now       time.Time
	changed   string // a payload for notify
	failed    error  // of the look-ups
}

// write returns a handler for what do makes of the record that the path names, if it names one, and the body, in one
// transaction. The answer to a request with an Idempotency-Key is stored with it.
func write[T any](s *server, status int, do func(ctx context.Context, w *writer, id uuid.UUID, in T) (any, error)) http.HandlerFunc {
	return s.handle(status, func(r *http.Request, c *caller, out *bytes.Buffer) error {
		var in T
		body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
		if err := errors.Join(err, json.Unmarshal(body, &in)); err != nil {
			return err
		}
		key := r.Header.Get("Idempotency-Key")
		print := sha256.Sum256(append([]byte(r.Method+r.URL.RequestURI()), body...))
		w := &writer{server: s, caller: c, requestID: storage.NewID().String(), now: s.now().UTC().Truncate(time.Millisecond)}
		err = pgx.BeginFunc(r.Context(), s.pool, func(tx pgx.Tx) error {
			w.Tx = tx
			if key != "" {
				if replayed, err := w.claim(r.Context(), key, print[:], out); replayed || err != nil {
					return err
				}
			}
			made, err := do(r.Context(), w, scalar.ParseID(chi.URLParam(r, "id")), in)
			if err == nil {
				err = encode(out, made)
			}
			if err != nil || key == "" {
				return err
			}
			return w.keep(r.Context(), key, print[:], out.Bytes())
		})
		if err == nil && w.changed != "" {
			s.changed <- w.changed
		}
		return err
	})
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
func (w *writer) claim(ctx context.Context, key string, print []byte, out *bytes.Buffer) (replayed bool, err error) {
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
		return false, errors.New("the key was used for another request")
	}
	_, _ = out.Write(body)
	return true, err
}

// keep stores the answer for the next request with the key.
func (w *writer) keep(ctx context.Context, key string, print, body []byte) error {
	_, err := w.Exec(ctx, `INSERT INTO idempotency_records
			(portfolio_id, organization_id, mode, key, fingerprint, status, header, body, created_at)
		VALUES ($1, $2, $3, $4, $5, 201, '{"Content-Type":["application/json"]}', $6, $7) ON CONFLICT DO NOTHING`,
		w.portfolio, w.organization, w.mode, key, print, body, w.now)
	return err
}

// audit adds the event of a created record.
func audit[T any](ctx context.Context, w *writer, noun string, id uuid.UUID, made *T) error {
	return w.record(ctx, "created", noun, id, model.Changes(*new(T), *made))
}

// record adds an event, and counts the token's write. It is the last statement about the record, as in the product.
func (w *writer) record(ctx context.Context, done, noun string, id uuid.UUID, changes map[string]model.Change) error {
	return w.QueryRow(ctx, `WITH e AS (
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
		[]byte(scalar.EncodeJSON(changes)), w.requestID, w.now).Scan(&w.changed)
}

// existing returns which of the ids the portfolio's table has. An error is kept in failed.
func (w *writer) existing(ctx context.Context, table string, ids []uuid.UUID) map[uuid.UUID]bool {
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
func (w *writer) contacts(ctx context.Context, ids []uuid.UUID) map[uuid.UUID]bool {
	known := w.existing(ctx, "users", ids)
	maps.Copy(known, w.existing(ctx, "brokers", ids))
	return known
}

// saved are the statements that write a record: its portfolio, its id, the time, and its columns.
type saved struct{ insert, update string }

// saving returns the statements for a table. Some more columns are written at insertion only.
func saving(table, more, columns string) saved {
	var parameters []string
	for i := range strings.Count(columns+more, ",") + 1 {
		parameters = append(parameters, fmt.Sprint("$", i+4))
	}
	list := func(columns string) string { return strings.Join(parameters[:strings.Count(columns, ",")+1], ", ") }
	return saved{
		insert: "INSERT INTO " + table + " (portfolio_id, id, created_at, updated_at, " + columns + more +
			") VALUES ($1, $2, $3, $3, " + list(columns+more) + ")",
		update: "UPDATE " + table + " SET (updated_at, " + columns + ") = ($3, " + list(columns) + ") WHERE portfolio_id = $1 AND id = $2",
	}
}
