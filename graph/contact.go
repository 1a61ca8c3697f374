package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
)

// relateContacts is toMany for the union of users and brokers: it loads the contacts behind a list of ids of each
// parent, in the list's order, and the selected relations of those that are brokers.
func relateContacts[P any](ctx context.Context, sel engine.Selection, name string, parents []*P,
	keys func(*P) []uuid.UUID, set func(*P, []model.Contact),
) error {
	child, ok := sel.Child(name)
	if !ok || len(parents) == 0 {
		return nil
	}
	contacts, err := engine.RequestOf(ctx).Store.ContactsByID(ctx, distinct(parents, keys))
	if err != nil {
		return err
	}
	byID := make(map[uuid.UUID]model.Contact, len(contacts))
	var brokers []*model.Broker
	for _, contact := range contacts {
		switch c := contact.(type) {
		case *model.User:
			byID[c.ID] = c
		case *model.Broker:
			byID[c.ID] = c
			brokers = append(brokers, c)
		}
	}
	for _, p := range parents {
		related := []model.Contact{}
		for _, k := range keys(p) {
			if c, ok := byID[k]; ok {
				related = append(related, c)
			}
		}
		set(p, related)
	}
	return relateBrokers(ctx, child, brokers)
}
