package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// relateFound is relateCases for cases that a search for the text found; nil for cases that none did.
func relateFound(text *string) relation[model.Case] {
	if text == nil {
		return relateCases
	}
	return func(ctx context.Context, sel engine.Selection, cases []*model.Case) error {
		if err := relateCases(ctx, sel, cases); err != nil {
			return err
		}
		return loadMatches(ctx, sel, cases, *text)
	}
}

// loadMatches loads where a search for the text found the cases.
func loadMatches(ctx context.Context, sel engine.Selection, cases []*model.Case, text string) error {
	if !sel.Has("matched") {
		return nil
	}
	matches, err := engine.RequestOf(ctx).Store.CaseMatches(ctx, idsIn(storage.Cases, cases, "id"), text)
	if err != nil {
		return err
	}
	byCase := make(map[uuid.UUID][]*model.CaseMatch, len(cases))
	for _, m := range matches {
		byCase[m.CaseID] = append(byCase[m.CaseID], m)
	}
	for _, c := range cases {
		c.Matched = append([]*model.CaseMatch{}, byCase[c.ID]...)
	}
	of := relationsOf(sel, cases)
	embedded(ctx, of, "matched", nil, func(c *model.Case) []*model.CaseMatch { return c.Matched })
	return of.err
}
