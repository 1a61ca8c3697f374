package graph

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/dossier"
	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) Dossier(ctx context.Context, caseID uuid.UUID, on *time.Time) (*model.Dossier, error) {
	r := engine.RequestOf(ctx)
	if err := r.SpendStatement(); err != nil {
		return nil, err
	}
	found, err := storage.Cases.ByID(ctx, r.Store, []uuid.UUID{caseID})
	if err != nil || len(found) == 0 {
		return nil, err
	}
	day, err := found[0].DossierDay(on, r.Now)
	if err != nil {
		return nil, err
	}
	name := "dossier-" + scalar.Slug(found[0].DisplayName) + "-" + day.Format(time.DateOnly) + ".zip"
	url, err := resolverOf(ctx).Blobs.SignDownload(dossier.Key(r.Principal.PortfolioID, caseID, day), name, "application/zip", r.Real)
	if err != nil {
		return nil, err
	}
	if err := r.RecordRead(ctx, "case.dossierTaken", "case", caseID, map[string]any{"on": day.Format(time.DateOnly)}); err != nil {
		return nil, err
	}
	return &model.Dossier{CaseID: caseID, On: day, FileName: name, URL: url}, nil
}
