package main

import (
	"context"
	"os/user"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// auditLog collects the audit events of one administrative command. They belong to no portfolio.
type auditLog struct {
	actor     string
	requestID string
	at        time.Time
	events    []*model.AuditEvent
}

func newAuditLog(now time.Time) *auditLog {
	actor := "command line"
	if u, err := user.Current(); err == nil {
		actor += " of " + u.Username
	}
	return &auditLog{actor: actor, requestID: uuid.NewString(), at: now}
}

func (a *auditLog) add(action, subjectType string, subject uuid.UUID, changes any) {
	a.events = append(a.events, &model.AuditEvent{
		PortfolioID: uuid.Nil, ID: storage.NewID(), ActorKind: model.ActorKindSystem, ActorName: a.actor,
		Action: action, SubjectType: subjectType, SubjectID: &subject, Changes: model.EncodeJSON(changes),
		RequestID: a.requestID, At: a.at,
	})
}

// administratively runs fn and saves its audit events, in one transaction.
func administratively(
	ctx context.Context, store *storage.Store, fn func(ctx context.Context, tx *storage.Tx, audit *auditLog) error,
) error {
	return store.InTx(ctx, func(ctx context.Context, tx *storage.Tx) error {
		audit := newAuditLog(now())
		if err := fn(ctx, tx, audit); err != nil {
			return err
		}
		return tx.InsertAuditEvents(ctx, audit.events)
	})
}

// now returns the time as precisely as the database stores it.
func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }
