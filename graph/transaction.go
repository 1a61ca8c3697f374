package graph

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// attempts is how often a mutation that lost against another transaction is run, all in all.
const attempts = 3

// errRolledBack ends a transaction whose reply is a refusal.
var errRolledBack = errors.New("rolled back")

// write runs a mutation: one transaction around idempotency, the operation, its audit events and the stored reply. Nothing is
// answered before the commit.
func (e *Engine) write(ctx context.Context, call Call) Reply {
	for attempt := 1; ; attempt++ {
		reply, err := e.writeOnce(ctx, call)
		if err == nil {
			return reply
		}
		if !storage.IsConflict(err) || attempt == attempts {
			return call.Render(e.refuse(ctx, storage.Translate(err)))
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(attempt) * time.Duration(5+rand.IntN(20)) * time.Millisecond):
		}
	}
}

// writeOnce answers a reply, or an error when the transaction itself failed. A shape that was refused needs a transaction
// only to learn whether its key was used before.
func (e *Engine) writeOnce(ctx context.Context, call Call) (reply Reply, err error) {
	if call.Refused != nil && call.Idempotency == nil {
		return call.Render(e.refuse(ctx, call.Refused)), nil
	}
	err = e.store.InTx(ctx, func(ctx context.Context, tx *storage.Tx) error {
		r := e.request(call, tx.Handle)
		if stored, err := e.claimKey(ctx, tx, call, r.now); err != nil || stored != nil {
			if stored != nil {
				reply = *stored
			}
			return err
		}
		if call.Refused != nil {
			return call.Refused
		}
		outcome := e.execute(withRequest(ctx, r), call.Operation, call.Variables, call.Buffer)
		if err := r.conflict(); err != nil {
			return err
		}
		if len(outcome.Errors) > 0 {
			if outcome.Data != nil {
				outcome.Data = []byte("null") // what is taken back is not shown
			}
			reply = call.Render(outcome)
			return errRolledBack
		}
		reply = call.Render(outcome)
		if err := tx.RecordWrite(ctx, *call.Principal.Actor.ID, r.events); err != nil {
			return err
		}
		return e.saveReply(ctx, tx, call, reply, r.now)
	})
	if errors.Is(err, errRolledBack) {
		return reply, nil
	}
	return reply, err
}

// claimKey answers the stored reply of a key that was used for the very same request; `idempotency_key_reused` when it was
// another one, `idempotency_key_in_flight` when that one still runs.
func (e *Engine) claimKey(ctx context.Context, tx *storage.Tx, call Call, now time.Time) (*Reply, error) {
	if call.Idempotency == nil {
		return nil, nil
	}
	organization, mode := keyScope(call.Principal)
	record, err := tx.ClaimIdempotencyKey(ctx, organization, mode, call.Idempotency.Key, now)
	if err != nil || record == nil {
		return nil, err
	}
	if [32]byte(record.Fingerprint) != call.Idempotency.Fingerprint {
		var vs model.Violations
		vs.Add("Idempotency-Key", model.CodeIdempotencyKeyReused, "The key was used for another request; use a new key for a new request.")
		return nil, vs.Err()
	}
	header := record.Header.Clone()
	header.Set("Idempotent-Replayed", "true")
	return &Reply{Status: record.Status, Header: header, Body: record.Body}, nil
}

func (e *Engine) saveReply(ctx context.Context, tx *storage.Tx, call Call, reply Reply, now time.Time) error {
	if call.Idempotency == nil {
		return nil
	}
	organization, mode := keyScope(call.Principal)
	return tx.SaveIdempotencyRecord(ctx, &storage.IdempotencyRecord{
		OrganizationID: organization,
		Mode:           mode,
		Key:            call.Idempotency.Key,
		Fingerprint:    call.Idempotency.Fingerprint[:],
		Status:         reply.Status,
		Header:         reply.Header,
		Body:           reply.Body,
		CreatedAt:      now,
	})
}

// keyScope is whose key it is: an organization's in one mode, or a staff member's in one portfolio.
func keyScope(p *model.Principal) (organization uuid.UUID, mode string) {
	if p.IsStaff() {
		return *p.Actor.ID, p.PortfolioID.String()
	}
	return p.OrganizationID, string(p.Mode)
}
