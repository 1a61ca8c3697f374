package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
)

// toContacts is toMany for the union of users and brokers, with the relations of those that are brokers.
func toContacts[P any](ctx context.Context, of *relations[P], name string, link func(*P) ([]uuid.UUID, *[]model.Contact)) {
	child, ok := of.child(name)
	if !ok {
		return
	}
	var contacts []model.Contact
	contacts, of.err = engine.RequestOf(ctx).Store.ContactsByID(ctx, idsOf(of, link))
	found := make(map[uuid.UUID]model.Contact, len(contacts))
	var brokers []*model.Broker
	for _, contact := range contacts {
		switch c := contact.(type) {
		case *model.User:
			found[c.ID] = c
		case *model.Broker:
			found[c.ID] = c
			brokers = append(brokers, c)
		}
	}
	for _, p := range of.parents {
		ids, field := link(p)
		*field = []model.Contact{}
		for _, id := range ids {
			if c, ok := found[id]; ok {
				*field = append(*field, c)
			}
		}
	}
	if of.err == nil {
		of.err = relateBrokers(ctx, child, brokers)
	}
}
