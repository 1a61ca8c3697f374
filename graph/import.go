package graph

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	importwork "github.com/covertrack/covertrack/graph/importing"
	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
	stored "github.com/covertrack/covertrack/storage/importing"
)

func (*queryResolver) Imports(
	ctx context.Context, filter *model.ImportFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*importing.ImportConnection, error) {
	args := listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}
	return listOf(ctx, stored.Imports, filter, args, relateImports)
}

func (*queryResolver) Import(ctx context.Context, id uuid.UUID) (*importing.Import, error) {
	return oneOf(ctx, stored.Imports, id, relateImports)
}

// relateImports gives the files of refused rows their links.
func relateImports(ctx context.Context, sel engine.Selection, imports []*importing.Import) error {
	files, ok := sel.Child("files")
	if !ok || !files.Has("refusedUrl") {
		return nil
	}
	for _, i := range imports {
		for _, f := range i.Files {
			if f.Refused == "" {
				continue
			}
			url, err := resolverOf(ctx).Blobs.SignDownload(f.Refused, importwork.RefusedName(f), importwork.MediaType(f), engine.RequestOf(ctx).Real)
			if err != nil {
				return err
			}
			f.RefusedURL = &url
		}
	}
	return nil
}

func (*queryResolver) ImportRows(
	ctx context.Context, id uuid.UUID, filter *model.ImportRowFilter, limit, offset *int,
) (*model.ImportRowPage, error) {
	r := engine.RequestOf(ctx)
	bounds, err := page.NewOptions(page.List{}, nil, limit, nil, offset, nil)
	if err != nil {
		return nil, err
	}
	listed, _ := engine.SelectionOf(ctx).Child("rows")
	if err := cmp.Or(r.SpendTotal(), r.Spend(bounds.Limit, listed)); err != nil {
		return nil, err
	}
	i, err := stored.Imports.One(ctx, r.Store, id)
	if err != nil {
		return nil, err
	}
	results, total, err := stored.Results(ctx, r.Store, id, orZero(filter).Outcome.Value(), bounds.Limit, bounds.Offset)
	shown := &model.ImportRowPage{Rows: []*model.ImportRow{}, PageInfo: &page.Info{Limit: bounds.Limit, Offset: bounds.Offset, Total: total}}
	for _, res := range results {
		shown.Rows = append(shown.Rows, res.Shown(i))
	}
	return shown, err
}

func (*queryResolver) ImportRelease(ctx context.Context, id uuid.UUID) (*model.ImportRelease, error) {
	r := engine.RequestOf(ctx)
	if err := r.SpendTotal(); err != nil {
		return nil, err
	}
	if _, err := stored.Imports.One(ctx, r.Store, id); err != nil {
		return nil, err
	}
	const days = 7
	var release model.ImportRelease
	var err error
	release.Letters, release.People, release.Policies, release.Cases, err = stored.ReleaseOf(ctx, r.Store, id,
		model.DefaultRenewalSteps(), r.Now, r.Now.AddDate(0, 0, days), r.Now.AddDate(0, 0, -longGone))
	return &release, err
}

func (*queryResolver) ImportTargets(context.Context) ([]*model.ImportTarget, error) {
	return importing.ShownTargets(), nil
}

func (*queryResolver) ImportMappings(ctx context.Context) ([]*model.ImportMapping, error) {
	r := engine.RequestOf(ctx)
	if err := cmp.Or(r.SpendStatement(), r.Spend(importing.MaxMappings, engine.SelectionOf(ctx))); err != nil {
		return nil, err
	}
	return stored.Mappings(ctx, r.Store, r.Principal.LenderID)
}

// importClaim takes uploads for the files of an import.
type importClaim struct {
	fileCopies
	made *importing.Import
}

func (*mutationResolver) CreateImport(ctx context.Context, input model.CreateImportInput) (*importing.Import, error) {
	r := engine.RequestOf(ctx)
	claim, err := engine.Defer(ctx, func() (*importClaim, error) { return planImport(ctx, input) })
	if err != nil {
		return nil, err
	}
	if err := claim.claimUploads(ctx, nil); err != nil {
		return nil, err
	}
	made := *claim.made
	made.CreatedAt, made.UpdatedAt, made.LeasedUntil = r.Now, r.Now, r.Real
	for n, f := range made.Files {
		f.BlobKey, f.Size, f.IsCounted = claim.list[n].key, claim.list[n].size, false // the transaction may run again
	}
	bytes := made.CountFiles(true)
	r.AddBytes(model.Usage{Claimed: bytes})
	if err := cmp.Or(stored.Imports.Insert(ctx, r.Store, &made), r.Store.CountFiles(ctx, storage.FilesOfImports, bytes)); err != nil {
		return nil, err
	}
	r.Audit("import.created", "import", made.ID, map[string]model.Change{"name": {To: made.Name}, "state": {To: made.State}})
	return &made, jobs.Soon(ctx, r.Store, jobs.Imports)
}

// planImport makes the import of an input; the uploads are looked at again when they are claimed.
func planImport(ctx context.Context, input model.CreateImportInput) (*importClaim, error) {
	r := engine.RequestOf(ctx)
	made, vs := importing.New(storage.NewID(), input, r.Principal, r.Now)
	if name := made.MappingName; name != nil {
		saved, err := stored.MappingOf(ctx, r.Store, r.Principal.LenderID, *name)
		if err != nil {
			return nil, err
		}
		if saved == nil {
			vs.Say("/mapping", fault.CodeUnknownReference, "is the name of no mapping; `importMappings` lists them")
		}
	}
	keys := make([]uuid.UUID, len(input.Files))
	for n, f := range input.Files {
		keys[n] = scalar.ParseID(f.DirectUploadKey)
	}
	found, err := storage.Uploads.ByID(ctx, r.Store, keys)
	if err != nil {
		return nil, err
	}
	uploads := byID(storage.Uploads, found)
	copies := make([]fileCopy, len(input.Files))
	for n, f := range input.Files {
		u := uploads[keys[n]]
		vs.Append(importing.CheckFileName(fault.Pointer("/files", n, "fileName"), f.FileName))
		if u == nil || !u.IsClaimableBy(nil, r.Real) {
			vs.Say(fault.Pointer("/files", n, "directUploadKey"), fault.CodeUploadNotFound, "is no key of an upload that can be used")
			continue
		}
		made.Files = append(made.Files, &importing.File{FileName: f.FileName})
		copies[n] = fileCopy{upload: u, key: made.Folder() + "/" + strconv.Itoa(n)}
	}
	return &importClaim{made: made, fileCopies: copiesOf(ctx, "/files", copies, vs)}, nil
}

func (*mutationResolver) MapImport(ctx context.Context, id uuid.UUID, input *model.MapImportInput) (*importing.Import, error) {
	in := orZero(input)
	return changeImport(ctx, id, func(i *importing.Import) error {
		if err := i.Map(in); err != nil {
			return err
		}
		r := engine.RequestOf(ctx)
		name := in.SaveAs.Value()
		if name == nil {
			return nil
		}
		others, err := stored.OtherMappings(ctx, r.Store, r.Principal.LenderID, *name)
		if err == nil {
			err = i.Mapping.CheckSaved(others)
		}
		if err != nil {
			return err
		}
		return stored.SaveMapping(ctx, r.Store, r.Principal.LenderID, *name, i.Mapping, r.Now)
	})
}

func (*mutationResolver) CommitImport(ctx context.Context, id uuid.UUID, input *model.CommitImportInput) (*importing.Import, error) {
	return changeImport(ctx, id, func(i *importing.Import) error { return i.Commit(orZero(orZero(input).AllOrNone.Value())) })
}

func (*mutationResolver) ReleaseImport(ctx context.Context, id uuid.UUID) (*importing.Import, error) {
	return changeWritten(ctx, id, (*importing.Import).Release)
}

func (*mutationResolver) RevertImport(ctx context.Context, id uuid.UUID) (*importing.Import, error) {
	return changeWritten(ctx, id, (*importing.Import).Revert)
}

// changeWritten is changeImport of what an import has written, which may be a part if it failed.
func changeWritten(ctx context.Context, id uuid.UUID, change func(i *importing.Import, hasPart bool) error) (*importing.Import, error) {
	return changeImport(ctx, id, func(i *importing.Import) error {
		if i.State != model.ImportStateFailed {
			return change(i, false)
		}
		last, err := stored.LastChunk(ctx, engine.RequestOf(ctx).Store, id)
		if err != nil {
			return err
		}
		return change(i, last >= 0)
	})
}

// changeImport moves a locked import, and has the job do what follows.
func changeImport(ctx context.Context, id uuid.UUID, change func(*importing.Import) error) (*importing.Import, error) {
	r := engine.RequestOf(ctx)
	i, err := stored.Imports.Lock(ctx, r.Store, id)
	if err != nil {
		return nil, err
	}
	before := i.State
	if err := change(i); err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	i.UpdatedAt, i.LeasedUntil = r.Now, r.Real
	if err := stored.Imports.Update(ctx, r.Store, i); err != nil {
		return nil, err
	}
	r.Audit("import.updated", "import", i.ID, map[string]model.Change{"state": {From: before, To: i.State}})
	if err := jobs.Soon(ctx, r.Store, jobs.Imports); err != nil {
		return nil, err
	}
	return related(ctx, i, relateImports)
}

// stampImported has records that an import makes or changes name it, and reports whether it does. Letters about them wait for its
// release.
func stampImported[T any](ctx context.Context, records ...*T) bool {
	r := engine.RequestOf(ctx)
	if r.Import == uuid.Nil {
		return false
	}
	id := r.Import
	for _, record := range records {
		switch record := any(record).(type) {
		case *model.Case:
			record.ImportID, record.Quiet = &id, true
		case *model.Policy:
			record.HoldWithImport(id, r.Now)
		case *model.Asset:
			record.ImportID = &id
		case *model.Insured:
			record.ImportID = &id
		}
	}
	return true
}

// waitingForRelease returns which policies an import has written that is not released. Letters about them wait for that.
func waitingForRelease(ctx context.Context, policies ...*model.Policy) ([]uuid.UUID, error) {
	ids := idsIn(storage.Policies, slices.DeleteFunc(slices.Clone(policies), func(p *model.Policy) bool { return p.ImportID == nil }), "id")
	if len(ids) == 0 {
		return nil, nil
	}
	return stored.Held(ctx, engine.RequestOf(ctx).Store, uuid.Nil, ids)
}

// ImportOperations are what the job of imports does to records besides what clients do.
var ImportOperations = importwork.Operations{
	Release: releaseImported, Restate: restateCase, Missing: openMissing, Found: closeMissing, TryVerdicts: tryVerdicts,
}

// releaseImported lets follow-up go on for what came by an import. Of what should have been sent meanwhile, the latest is sent; a
// policy whose end is long gone has its evidence asked for once, in place of that.
func releaseImported(ctx context.Context, policyIDs, caseIDs []uuid.UUID) error {
	r := engine.RequestOf(ctx)
	policies, err := storage.Policies.ByID(ctx, r.Store, policyIDs)
	if err != nil {
		return err
	}
	cases, err := storage.Cases.LockAll(ctx, r.Store, distinct(append(idsIn(storage.Policies, policies, "case_id"), caseIDs...)))
	if err != nil {
		return err
	}
	if policies, err = storage.Policies.LockAll(ctx, r.Store, policyIDs); err != nil {
		return err
	}
	if err := releasePolicies(ctx, policies); err != nil {
		return err
	}
	before := make([]model.Case, len(cases))
	for i, c := range cases {
		before[i] = *c
		c.Quiet = false
	}
	return save(ctx, storage.Cases, before, cases)
}

// restateCase gives a case a status back that an import changed: no person moves it, so no move is illegal.
func restateCase(ctx context.Context, id uuid.UUID, status model.CaseStatus) error {
	c, err := storage.Cases.Lock(ctx, engine.RequestOf(ctx).Store, id)
	_, err = updateLocked(ctx, storage.Cases, c, err, nil, func(c *model.Case) error {
		c.SetState(model.CaseState{Status: status}, engine.RequestOf(ctx).Now)
		return nil
	})
	return err
}

func releasePolicies(ctx context.Context, policies []*model.Policy) error {
	r := engine.RequestOf(ctx)
	var changed []*model.Policy
	var changes []renewal.Change
	for _, p := range policies {
		before := *p
		p.ReleaseWithImport(r.Now)
		diff := p.ChangesFrom(&before)
		if len(diff) == 0 {
			continue
		}
		p.UpdatedAt = r.Now
		changed, changes = append(changed, p), append(changes, renewal.Change{Before: &before, After: p})
		audit(ctx, storage.Policies, "updated", p, diff)
	}
	if err := r.Store.UpdatePolicyStates(ctx, changed); err != nil {
		return err
	}
	if err := policiesChanged(ctx, changes...); err != nil {
		return err
	}
	return askOnce(ctx, changed)
}

// longGone is after how many days since its end a policy is not followed up step by step any more.
const longGone = 45

// askOnce opens a task to ask for evidence of policies whose end is long gone, in place of the notices that are due.
func askOnce(ctx context.Context, policies []*model.Policy) error {
	r := engine.RequestOf(ctx)
	var gone []uuid.UUID
	var wanted []*model.Task
	for _, p := range policies {
		if end := p.FollowUpEnd(); end != nil && end.AddDate(0, 0, longGone).Before(r.Now) && p.Status.FollowedUp() {
			task, why := model.NewEvidenceTask(storage.NewID(), p, r.Now), string(model.RenewalStepLapsed)
			task.Reason = &why
			gone, wanted = append(gone, p.ID), append(wanted, task)
		}
	}
	if len(gone) == 0 {
		return nil
	}
	notices, err := r.Store.LockRenewalNotices(ctx, gone)
	if err != nil {
		return err
	}
	var skipped []*model.RenewalNotice
	for _, n := range notices {
		if n.State == model.RenewalNoticeStatePlanned {
			n.Skip(model.SkipLate, r.Now)
			n.UpdatedAt = r.Now
			skipped = append(skipped, n)
		}
	}
	if err := r.Store.UpdateRenewalNotices(ctx, skipped); err != nil {
		return err
	}
	opened, err := r.Store.OpenTasks(ctx, wanted)
	auditCreated(ctx, storage.Tasks, opened...)
	return err
}
