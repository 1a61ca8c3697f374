package storage

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// ContactsByID finds those of the ids that are users or brokers of the portfolio, users first.
func (p *Portfolio) ContactsByID(ctx context.Context, ids []uuid.UUID) ([]model.Contact, error) {
	users, err := p.UsersByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	brokers, err := p.BrokersByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	contacts := make([]model.Contact, 0, len(users)+len(brokers))
	for _, u := range users {
		contacts = append(contacts, u)
	}
	for _, b := range brokers {
		contacts = append(contacts, b)
	}
	return contacts, nil
}
