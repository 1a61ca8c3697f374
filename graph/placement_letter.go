package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func init() { addNodeRelation(relatePlacementLetters) }

// relatePlacementLetters loads the selected relations of letters to borrowers.
func relatePlacementLetters(ctx context.Context, sel engine.Selection, letters []*model.PlacementLetter) error {
	of := relationsOf(sel, letters)
	toOne(ctx, of, "case", storage.Cases, relateCases,
		func(l *model.PlacementLetter) (*uuid.UUID, **model.Case) { return &l.CaseID, &l.Case })
	toOne(ctx, of, "placement", storage.Placements, relatePlacements,
		func(l *model.PlacementLetter) (*uuid.UUID, **model.Placement) { return &l.PlacementID, &l.Placement })
	return of.err
}
