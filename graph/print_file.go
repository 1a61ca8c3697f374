package graph

import (
	"context"
	"errors"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/printing"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
)

func (*mutationResolver) CreatePrintFile(ctx context.Context) (*model.PrintFile, error) {
	r := engine.RequestOf(ctx)
	letters, err := r.Store.LockLettersForPaper(ctx)
	if err != nil {
		return nil, err
	}
	f, err := model.NewPrintFile(storage.NewID(), letters, r.Now)
	if err != nil {
		return nil, err
	}
	if err := r.Store.UpdatePlacementLetters(ctx, letters...); err != nil {
		return nil, err
	}
	return create(ctx, storage.PrintFiles, f, nil, relatePrintFiles)
}

func (*mutationResolver) ConfirmPrintFile(ctx context.Context, id uuid.UUID, input model.ConfirmPrintFileInput) (*model.PrintFile, error) {
	list, err := engine.Defer(ctx, func() (*mailingList, error) { return planMailing(ctx, id, input) })
	if err != nil {
		return nil, err
	}
	r := engine.RequestOf(ctx)
	m, err := lockMailing(ctx, id)
	if err != nil {
		return nil, err
	}
	f, err := storage.PrintFiles.Lock(ctx, r.Store, id)
	return updateLocked(ctx, storage.PrintFiles, f, err, relatePrintFiles, unpatched, func(f *model.PrintFile) error {
		told, vs := f.Confirm(list.lines, m.letters, m.placements, r.Principal.Actor.Name, r.Now)
		if err := vs.Err(); err != nil {
			return err
		}
		return m.save(ctx, told)
	})
}

// maxMailingList is how many bytes a mailing house's list has at most; one of 1,000 letters has some 100,000.
const maxMailingList = 4 << 20

// mailingList is a mailing house's list, read outside of the transaction.
type mailingList struct {
	blobs *blob.Store
	key   string
	lines []*model.Mailed
}

func planMailing(ctx context.Context, id uuid.UUID, in model.ConfirmPrintFileInput) (*mailingList, error) {
	r := engine.RequestOf(ctx)
	if _, err := storage.PrintFiles.One(ctx, r.Store, id); err != nil {
		return nil, err
	}
	found, err := storage.Uploads.ByID(ctx, r.Store, []uuid.UUID{scalar.ParseID(in.DirectUploadKey)})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 || !found[0].IsClaimableBy(nil, r.Real) {
		return nil, fault.One("/directUploadKey", fault.CodeUploadNotFound, "is no key of an upload that can be used").Err()
	}
	return &mailingList{blobs: resolverOf(ctx).Blobs, key: found[0].UploadKey()}, nil
}

// Do reads the list. `upload_not_found`, `invalid_value`.
func (l *mailingList) Do(ctx context.Context) error {
	content, err := l.blobs.Read(ctx, l.key, maxMailingList)
	var vs fault.Violations
	switch {
	case errors.Is(err, blob.ErrTooLarge):
		vs.Say("/directUploadKey", fault.CodeUploadNotFound, "is the key of a file of more than %d bytes", maxMailingList)
	case errors.Is(err, blob.ErrNotFound):
		vs.Say("/directUploadKey", fault.CodeUploadNotFound, "has no file yet; PUT the file to the signed URL first")
	case err != nil:
		return storeFailed(err)
	default:
		l.lines, vs = model.ReadMailed(content)
	}
	return vs.Err()
}

// Undo does nothing: the file stays an upload, which the clean-up removes.
func (*mailingList) Undo(context.Context) {}

// mailing are the letters of a print file and their placements, locked behind their cases.
type mailing struct {
	letters    map[uuid.UUID]*model.PlacementLetter
	placements map[uuid.UUID]*model.Placement
	before     map[uuid.UUID]model.Placement
}

func lockMailing(ctx context.Context, id uuid.UUID) (*mailing, error) {
	store := engine.RequestOf(ctx).Store
	listed, err := store.LettersOfPrintFile(ctx, id)
	if err != nil {
		return nil, err
	}
	var ids, cases, of []uuid.UUID
	for _, l := range listed {
		ids, cases, of = append(ids, l.ID), append(cases, l.CaseID), append(of, l.PlacementID)
	}
	if _, err := storage.Cases.LockAll(ctx, store, distinct(cases)); err != nil {
		return nil, err
	}
	placements, err := storage.Placements.LockAll(ctx, store, distinct(of))
	if err != nil {
		return nil, err
	}
	letters, err := storage.PlacementLetters.LockAll(ctx, store, ids)
	m := &mailing{letters: byID(storage.PlacementLetters, letters), placements: byID(storage.Placements, placements)}
	m.before = map[uuid.UUID]model.Placement{}
	for _, p := range placements {
		m.before[p.ID] = *p
	}
	return m, err
}

// save saves the letters that are told now, and their placements.
func (m *mailing) save(ctx context.Context, told []*model.PlacementLetter) error {
	r := engine.RequestOf(ctx)
	var placements []*model.Placement
	var before []model.Placement
	for _, l := range told {
		if p := m.placements[l.PlacementID]; !slices.Contains(placements, p) {
			p.LookAt(r.Now)
			placements, before = append(placements, p), append(before, m.before[p.ID])
		}
		audit(ctx, storage.PlacementLetters, "sent", l, model.SettledChanges(l))
	}
	if err := r.Store.UpdatePlacementLetters(ctx, told...); err != nil {
		return err
	}
	return save(ctx, storage.Placements, before, placements)
}

func init() { addNodeRelation(relatePrintFiles) }

// relatePrintFiles gives print files their URLs, if these are selected.
func relatePrintFiles(ctx context.Context, sel engine.Selection, files []*model.PrintFile) error {
	if !sel.Has("url") {
		return nil
	}
	r := engine.RequestOf(ctx)
	for _, f := range files {
		name := "print-file-" + f.ID.String() + ".zip"
		url, err := resolverOf(ctx).Blobs.SignDownload(printing.Key(r.Principal.PortfolioID, f.ID), name, "application/zip", r.Real)
		if err != nil {
			return err
		}
		f.URL = url
	}
	return nil
}
