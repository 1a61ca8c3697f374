package limit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// write is what a creation works with: its transaction, who asks, and what happened.
type write struct {
	pgx.Tx
	*caller
	requestID string
	now       time.Time
	events    []event
	changed   []string
}

type event struct {
	action, subject string
	id              uuid.UUID
	changes         model.JSON
}

// create answers 201 with what do makes of the body, in one transaction with the idempotency key and the audit events.
func (s *server) create(w http.ResponseWriter, r *http.Request, input any, do func(ctx context.Context, w *write) (any, error)) {
	c := s.authenticate(w, r)
	if c == nil {
		return
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err == nil {
		err = json.Unmarshal(raw, input)
	}
	if fail(w, err) {
		return
	}
	var reply []byte
	var changed []string
	err = pgx.BeginFunc(r.Context(), s.pool, func(tx pgx.Tx) error {
		x := &write{Tx: tx, caller: c, requestID: storage.NewID().String(), now: s.now().UTC().Truncate(time.Millisecond)}
		print := sha256.Sum256(append([]byte(r.Method+r.URL.RequestURI()), raw...))
		key := r.Header.Get("Idempotency-Key")
		if reply, err = x.claim(r.Context(), key, print[:]); err != nil || reply != nil {
			return err
		}
		made, err := do(r.Context(), x)
		if err != nil {
			return err
		}
		var buf bytes.Buffer
		if err := encode(&buf, made); err != nil {
			return err
		}
		reply = buf.Bytes()
		err = errors.Join(x.audit(r.Context()), x.keep(r.Context(), key, print[:], reply))
		changed = x.changed
		return err
	})
	if fail(w, err) {
		return
	}
	for _, payload := range changed {
		s.changed <- payload
	}
	send(w, http.StatusCreated, reply)
}

// tell tells those who listen which cases have changed, beside the transactions and all at once that came meanwhile.
func (s *server) tell(ctx context.Context) {
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

// claim takes the key, and answers the stored reply of one that was used for this very request.
func (w *write) claim(ctx context.Context, key string, print []byte) ([]byte, error) {
	if key == "" {
		return nil, nil
	}
	var free bool
	err := w.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))`, w.organization.String()+w.mode+key).Scan(&free)
	if err != nil || !free {
		return nil, errors.Join(err, errors.New("the key is in use"))
	}
	var stored, body []byte
	err = w.QueryRow(ctx, `SELECT fingerprint, body FROM idempotency_keys
		WHERE organization_id = $1 AND mode = $2 AND key = $3 AND created_at > $4`,
		w.organization, w.mode, key, w.now.Add(-storage.IdempotencyTTL)).Scan(&stored, &body)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil, nil
	case err == nil && !bytes.Equal(stored, print):
		return nil, model.NewError(model.CodeIdempotencyKeyReused, "the key was used for another request")
	default:
		return body, err
	}
}

func (w *write) keep(ctx context.Context, key string, print, body []byte) error {
	if key == "" {
		return nil
	}
	_, err := w.Exec(ctx, `INSERT INTO idempotency_keys (organization_id, mode, key, fingerprint, status, header, body, created_at)
		VALUES ($1, $2, $3, $4, 201, '{"Content-Type":["application/json"]}', $5, $6)
		ON CONFLICT (organization_id, mode, key) DO UPDATE SET fingerprint = EXCLUDED.fingerprint, status = EXCLUDED.status,
			header = EXCLUDED.header, body = EXCLUDED.body, created_at = EXCLUDED.created_at`,
		w.organization, w.mode, key, print, body, w.now)
	return err
}

// record remembers what was created for audit.
func record[T any](w *write, noun string, id uuid.UUID, made *T) {
	w.events = append(w.events, event{noun + ".created", noun, id, model.EncodeJSON(model.Changes(*new(T), *made))})
}

// audit writes the events and remembers which cases they are about, by portfolio and id.
func (w *write) audit(ctx context.Context) error {
	for _, e := range w.events {
		var changed string
		err := w.QueryRow(ctx, `WITH e AS (
				INSERT INTO audit_events (portfolio_id, id, actor_kind, actor_id, actor_name, action, subject_type, subject_id, changes, request_id, at)
				VALUES ($1, $2, 'serviceAccount', $3, $4, $5, $6, $7, $8, $9, $10) RETURNING portfolio_id, subject_type, subject_id
			)
			SELECT c.portfolio_id || '/' || c.case_id FROM (
				SELECT DISTINCT e.portfolio_id, CASE e.subject_type WHEN 'case' THEN e.subject_id
					WHEN 'policy' THEN (SELECT x.case_id FROM policies AS x WHERE x.portfolio_id = e.portfolio_id AND x.id = e.subject_id)
					WHEN 'document' THEN (SELECT x.case_id FROM documents AS x WHERE x.portfolio_id = e.portfolio_id AND x.id = e.subject_id)
				END AS case_id FROM e
			) AS c WHERE c.case_id IS NOT NULL`,
			w.portfolio, storage.NewID(), w.token, w.name, e.action, e.subject, e.id, []byte(e.changes), w.requestID, w.now).Scan(&changed)
		if err != nil {
			return err
		}
		w.changed = append(w.changed, changed)
	}
	return nil
}

// existing says which of the ids the portfolio's table has.
func (w *write) existing(ctx context.Context, table string, ids []uuid.UUID) (map[uuid.UUID]bool, error) {
	known := map[uuid.UUID]bool{}
	if len(ids) == 0 {
		return known, nil
	}
	rows, err := w.Query(ctx, `SELECT id FROM `+table+` WHERE portfolio_id = $1 AND id = ANY($2)`, w.portfolio, ids)
	if err != nil {
		return nil, err
	}
	var id [16]byte
	_, err = pgx.ForEachRow(rows, []any{&id}, func() error { known[id] = true; return nil })
	return known, err
}

// contacts says which of the ids are users or brokers.
func (w *write) contacts(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]bool, error) {
	users, err := w.existing(ctx, "users", ids)
	if err != nil {
		return nil, err
	}
	brokers, err := w.existing(ctx, "brokers", ids)
	for id := range brokers {
		users[id] = true
	}
	return users, err
}
