package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/exporting"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

// ExportsDuty is the name of the duty that writes exports.
const ExportsDuty = "exports"

func (*queryResolver) Exports(
	ctx context.Context, filter *model.ExportFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*exporting.ExportConnection, error) {
	return listOf(ctx, storage.Exports, filter, listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after},
		relateExports)
}

func (*queryResolver) Export(ctx context.Context, id uuid.UUID) (*exporting.Export, error) {
	return oneOf(ctx, storage.Exports, id, relateExports)
}

func init() { addNodeRelation(relateExports) }

// relateExports gives the files of exports their links, if these are selected.
func relateExports(ctx context.Context, sel engine.Selection, exports []*exporting.Export) error {
	if files, ok := sel.Child("files"); !ok || !files.Has("url") {
		return nil
	}
	blobs, now := resolverOf(ctx).Blobs, engine.RequestOf(ctx).Real
	for _, e := range exports {
		for _, f := range e.Files {
			url, err := blobs.SignDownload(f.Key, f.Name, f.Type, now)
			if err != nil {
				return err
			}
			f.URL = url
		}
	}
	return nil
}

func (*mutationResolver) CreateExport(ctx context.Context, input model.CreateExportInput) (*exporting.Export, error) {
	r := engine.RequestOf(ctx)
	open, _, err := r.Store.LockExports(ctx)
	if err != nil {
		return nil, err
	}
	e, err := exporting.New(storage.NewID(), input, r.Principal, open, r.Now)
	if err == nil {
		e.LeasedUntil = r.Real
	}
	r.AddBytes(model.Usage{Claimed: 1}) // how many they will be nobody knows: who has too many gets no more
	if e, err = create(ctx, storage.Exports, e, err, relateExports); err != nil {
		return nil, err
	}
	return e, jobs.Soon(ctx, r.Store, ExportsDuty)
}

func (*queryResolver) ExportSchedules(
	ctx context.Context, filter *model.ExportScheduleFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*exporting.ExportScheduleConnection, error) {
	return listOf(ctx, storage.ExportSchedules, filter, listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}, nil)
}

func (*queryResolver) ExportSchedule(ctx context.Context, id uuid.UUID) (*exporting.ExportSchedule, error) {
	return oneOf(ctx, storage.ExportSchedules, id, nil)
}

func (*mutationResolver) CreateExportSchedule(
	ctx context.Context, input model.CreateExportScheduleInput,
) (*exporting.ExportSchedule, error) {
	r := engine.RequestOf(ctx)
	_, existing, err := r.Store.LockExports(ctx)
	if err != nil {
		return nil, err
	}
	s, err := exporting.NewSchedule(storage.NewID(), input, r.Principal, existing, r.Now)
	return create(ctx, storage.ExportSchedules, s, err, nil)
}

func (*mutationResolver) DeleteExportSchedule(ctx context.Context, id uuid.UUID) (*exporting.ExportSchedule, error) {
	r := engine.RequestOf(ctx)
	s, err := storage.ExportSchedules.Lock(ctx, r.Store, id)
	if err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	var last exporting.Export
	last.Expire(r.Real)
	if err := r.Store.DeleteExportSchedule(ctx, id, *last.ExpiresAt); err != nil {
		return nil, err
	}
	audit(ctx, storage.ExportSchedules, "deleted", s, model.Changes(*s, (*exporting.ExportSchedule)(nil)))
	return s, nil
}
