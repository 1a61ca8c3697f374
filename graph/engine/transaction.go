package engine

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/pause"
)

// attempts is how often a mutation is run at most, when it conflicts with other transactions.
const attempts = 3

// errRolledBack ends a transaction whose reply is a refusal.
var errRolledBack = errors.New("rolled back")

// write runs a mutation. The idempotency key, the operation, its audit events and the stored reply are one transaction,
// and the reply is returned only after its commit.
func (e *Engine) write(ctx context.Context, call Call) Reply {
	var ds deferrals
	defer func() { ds.undo(ctx) }()
	for attempt := 1; ; attempt++ {
		reply, err := e.writeOnce(ctx, call, &ds)
		if err == nil {
			return reply
		}
		if errors.Is(err, errDeferred) {
			ds.run(ctx)
			attempt = 0
			continue
		}
		if !storage.IsConflict(err) || attempt == attempts {
			err = storage.Translate(err)
			if call.Refused != nil && fault.CodeOf(err) == fault.CodeUnavailable && call.Idempotency == nil {
				err = call.Refused
			}
			return call.reply(e.Refuse(ctx, err))
		}
		_ = pause.For(ctx, time.Duration(attempt)*time.Duration(5+rand.IntN(20))*time.Millisecond)
	}
}

// writeOnce returns a reply, or an error when the transaction itself failed; errDeferred when deferred work comes
// first. A call that the door refused needs a transaction to find out whether its key was used before, and, if its input can
// be read, what else is wrong with it.
func (e *Engine) writeOnce(ctx context.Context, call Call, ds *deferrals) (reply Reply, err error) {
	if call.Refused != nil && call.Idempotency == nil && !isReadable(call.Refused) {
		return call.reply(e.Refuse(ctx, call.Refused)), nil
	}
	err = e.store.InTx(ctx, call.Principal.PortfolioID, func(ctx context.Context, tx *storage.Tx) error {
		r := e.request(call, tx.Handle)
		r.deferrals, ds.committed = ds, false
		if stored, err := e.claimKey(ctx, tx, call, r.Real); err != nil || stored != nil {
			if stored != nil {
				reply = *stored
			}
			return err
		}
		if call.Refused != nil && !isReadable(call.Refused) {
			return call.Refused
		}
		if err := e.setTime(ctx, r); err != nil {
			return err
		}
		ctx = withRequest(ctx, r)
		outcome := e.execute(ctx, call.Operation, call.Variables, call.Buffer)
		switch {
		case r.failed != nil:
			return r.failed
		case len(ds.next) > 0:
			return errDeferred
		case call.Refused != nil:
			return beside(call.Refused, outcome)
		}
		if len(outcome.Errors) > 0 {
			if outcome.Data != nil {
				outcome.Data = []byte("null") // the results are rolled back
			}
			reply = call.reply(outcome)
			return errRolledBack
		}
		if err := e.quotas.check(ctx, tx, r); err != nil {
			return err
		}
		if e.beforeCommit != nil {
			if err := e.beforeCommit(ctx); err != nil {
				return err
			}
		}
		reply = call.reply(outcome)
		if err := r.record(ctx, tx); err != nil {
			return err
		}
		err := e.saveReply(ctx, tx, call, reply, r.Real)
		ds.committed = err == nil // unless the commit is not reached, see below
		return err
	})
	switch {
	case errors.Is(err, errRolledBack):
		return reply, nil
	case errors.Is(err, storage.ErrNotReached):
		ds.committed = false
	}
	return reply, err
}

// isReadable reports whether a refused input has all that it needs to be read, and members that are passed over then.
func isReadable(refused error) bool {
	domain, ok := errors.AsType[*fault.Error](refused)
	return ok && !slices.ContainsFunc(domain.Violations, func(v fault.Violation) bool {
		return v.Code != fault.CodeUnknownMember && v.Code != fault.CodeImmutable
	})
}

// beside adds to a refusal what the model finds wrong with the members of the same input, so that all is told at once. What
// the input as a whole lacks may be what an unknown member was meant to be.
func beside(refused error, outcome Outcome) error {
	var all, found fault.Violations
	all.AppendErr(refused)
	for _, err := range outcome.Errors {
		found.AppendErr(err)
	}
	all.Append(slices.DeleteFunc(found, func(v fault.Violation) bool { return v.Pointer == "" }))
	return all.Err()
}

// record writes the events of a transaction, with its COMMIT. That of a token is counted, so that its reads find it.
func (r *Request) record(ctx context.Context, tx *storage.Tx) error {
	if !r.Principal.HasToken() {
		return tx.InsertAuditEvents(ctx, r.events)
	}
	return tx.RecordWrite(ctx, *r.Principal.Actor.ID, r.events)
}

// claimKey returns the stored reply of a key that was used for the same request before, nil if there is none. The error
// is `idempotency_key_reused` when the key was used for another request, `idempotency_key_in_flight` when the first
// request still runs.
func (e *Engine) claimKey(ctx context.Context, tx *storage.Tx, call Call, now time.Time) (*Reply, error) {
	if call.Idempotency == nil {
		return nil, nil
	}
	record, err := tx.ClaimIdempotencyKey(ctx, keyOf(call), now)
	if err != nil || record == nil {
		return nil, err
	}
	if [32]byte(record.Fingerprint) != call.Idempotency.Fingerprint {
		var vs fault.Violations
		vs.Add("Idempotency-Key", fault.CodeIdempotencyKeyReused,
			"`Idempotency-Key` was used for another request; send a new key with a new request.")
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
	return tx.SaveIdempotencyRecord(ctx, &storage.IdempotencyRecord{
		IdempotencyKey: keyOf(call),
		Fingerprint:    call.Idempotency.Fingerprint[:],
		Status:         reply.Status,
		Header:         reply.Header,
		Body:           reply.Body,
		CreatedAt:      now,
	})
}

// keyOf is the key of a call. It is unique in one mode of an organization, or in one portfolio: a sandbox, and for all who belong
// to no organization: staff, people and evidence links.
func keyOf(call Call) storage.IdempotencyKey {
	p := call.Principal
	key := storage.IdempotencyKey{
		PortfolioID: p.PortfolioID, OrganizationID: p.OrganizationID, Mode: string(p.Mode), Key: call.Idempotency.Key,
	}
	switch {
	case p.OrganizationID == uuid.Nil:
		key.OrganizationID, key.Mode = *p.Actor.ID, p.PortfolioID.String()
	case p.Mode == model.ModeSandbox: // of which an organization has several
		key.Mode = p.PortfolioID.String()
	}
	return key
}
