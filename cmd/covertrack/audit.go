package main

import (
	"context"
	"os/user"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// adminTx is the transaction of one administrative command, with the audit events of what it did. They belong to no
// portfolio.
type adminTx struct {
	*storage.Tx
	actor, requestID string
	at               time.Time
	events           []*model.AuditEvent
}

// administratively runs fn and saves its audit events, in one transaction. It returns what fn returns.
func administratively[T any](
	ctx context.Context, store *storage.Store, fn func(ctx context.Context, tx *adminTx) (T, error),
) (made T, err error) {
	actor := "command line"
	if u, err := user.Current(); err == nil {
		actor += " of " + u.Username
	}
	err = store.InTx(ctx, func(ctx context.Context, t *storage.Tx) error {
		tx := &adminTx{Tx: t, actor: actor, requestID: uuid.NewString(), at: now()}
		if made, err = fn(ctx, tx); err != nil {
			return err
		}
		return tx.InsertAuditEvents(ctx, tx.events)
	})
	return made, err
}

func (tx *adminTx) audit(action, subjectType string, subject uuid.UUID, changes any) {
	tx.events = append(tx.events, &model.AuditEvent{
		PortfolioID: uuid.Nil, ID: storage.NewID(), ActorKind: model.ActorKindSystem, ActorName: tx.actor, Action: action,
		SubjectType: subjectType, SubjectID: &subject, Changes: model.EncodeJSON(changes), RequestID: tx.requestID, At: tx.at,
	})
}

// now returns the time as precisely as the database stores it.
func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }
