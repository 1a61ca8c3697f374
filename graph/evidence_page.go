package graph

import (
	"context"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/letter"
	"github.com/covertrack/covertrack/model"
	letters "github.com/covertrack/covertrack/model/letter"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) EvidenceRequest(ctx context.Context) (*letters.Page, error) {
	r := engine.RequestOf(ctx)
	link := r.Principal.EvidenceLink
	p, err := policyOfLink(ctx)
	if err != nil {
		return nil, err
	}
	draft, err := draftOfLink(ctx, p)
	if err != nil {
		return nil, err
	}
	submissions, err := r.Store.EvidenceOfTerm(ctx, p.ID, p.TermNumber)
	if err != nil {
		return nil, err
	}
	return letters.NewPage(*draft.Request, draft.Asked(), link, p, submissions), nil
}

// draftOfLink puts what is asked for into words, as the letter does that has the link.
func draftOfLink(ctx context.Context, p *model.Policy) (*letter.Draft, error) {
	r := engine.RequestOf(ctx)
	about := letter.Subject{Policy: p}
	if notice := r.Principal.EvidenceLink.NoticeID; notice != nil {
		n, err := storage.RenewalNotices.One(ctx, r.Store, *notice)
		if err != nil {
			return nil, err
		}
		about.Step = n.Step
	}
	lender, err := r.Store.Lender(ctx)
	if err != nil {
		return nil, err
	}
	if about.Case, err = storage.Cases.One(ctx, r.Store, p.CaseID); err != nil {
		return nil, err
	}
	drafts, err := letter.Load(ctx, r.Store, lender, []letter.Subject{about}, r.Now)
	if err != nil {
		return nil, err
	}
	return drafts[0], nil
}

// policyOfLink reads the policy of the caller's evidence link, and refuses a link that is not usable any more: it may
// have been revoked since the caller was let in.
func policyOfLink(ctx context.Context) (*model.Policy, error) {
	r := engine.RequestOf(ctx)
	p, err := storage.Policies.One(ctx, r.Store, r.Principal.EvidenceLink.PolicyID)
	if err != nil {
		return nil, err
	}
	link, err := storage.EvidenceLinks.One(ctx, r.Store, r.Principal.EvidenceLink.ID)
	if err != nil {
		return nil, err
	}
	if !link.Usable(p.TermNumber, p.State(), r.Now) {
		return nil, model.NoEvidenceLink()
	}
	return p, nil
}

// lockPolicyOfLink is policyOfLink that locks the policy after its case, so that the link stays usable and the bounds hold.
func lockPolicyOfLink(ctx context.Context) (*model.Policy, error) {
	r := engine.RequestOf(ctx)
	if _, err := r.Store.LockCaseOfPolicy(ctx, r.Principal.EvidenceLink.PolicyID); err != nil {
		return nil, err
	}
	if _, err := storage.Policies.Lock(ctx, r.Store, r.Principal.EvidenceLink.PolicyID); err != nil {
		return nil, err
	}
	return policyOfLink(ctx)
}

func (*mutationResolver) AnnounceEvidence(ctx context.Context, files []*model.AnnouncedFileInput) ([]*model.AnnouncedFile, error) {
	r := engine.RequestOf(ctx)
	link := r.Principal.EvidenceLink
	p, err := lockPolicyOfLink(ctx)
	if err != nil {
		return nil, err
	}
	refs, err := r.Store.EvidenceReferences(ctx, link, p, nil)
	if err != nil {
		return nil, err
	}
	uploads, err := model.AnnounceEvidence(files, refs, storage.NewID, r.Real)
	if err != nil {
		return nil, err
	}
	if err := storage.Uploads.Add(ctx, r.Store, uploads...); err != nil {
		return nil, err
	}
	announced := make([]*model.AnnouncedFile, len(uploads))
	for i, u := range uploads {
		announced[i] = &model.AnnouncedFile{DirectUploadKey: u.ID.String()}
		audit(ctx, storage.Uploads, "announced", u, model.Changes(model.Upload{}, *u))
		r.AddBytes(model.Usage{Evidence: *u.Size})
	}
	return announced, nil
}

// SubmitEvidence copies the uploads before its transaction, as CreateDocuments does.
func (*mutationResolver) SubmitEvidence(ctx context.Context, input model.SubmitEvidenceInput) (*model.Evidence, error) {
	r := engine.RequestOf(ctx)
	claim, err := engine.Defer(ctx, func() (*evidenceClaim, error) { return planEvidence(ctx, input) })
	if err != nil {
		return nil, err
	}
	e, link := claim.submission(), r.Principal.EvidenceLink
	p, err := lockPolicyOfLink(ctx)
	if err != nil {
		return nil, err
	}
	refs, err := r.Store.EvidenceReferences(ctx, link, p, nil)
	if err != nil {
		return nil, err
	}
	if err := refs.CheckQuota(len(e.Files)); err != nil {
		return nil, err
	}
	if err := claim.claimUploads(ctx, &link.ID); err != nil {
		return nil, err
	}
	return e, handIn(ctx, e, p, refs.Undecided == 0)
}

// evidenceClaim makes a submission of uploads.
type evidenceClaim struct {
	fileCopies
	evidence *model.Evidence
}

// planEvidence makes the submission of an input. The link, the bounds and the uploads are looked at again when it is saved.
func planEvidence(ctx context.Context, input model.SubmitEvidenceInput) (*evidenceClaim, error) {
	r := engine.RequestOf(ctx)
	p, err := policyOfLink(ctx)
	if err != nil {
		return nil, err
	}
	keys := make([]string, len(input.Files))
	for i, f := range input.Files {
		keys[i] = f.DirectUploadKey
	}
	refs, err := r.Store.EvidenceReferences(ctx, r.Principal.EvidenceLink, p, keys)
	if err != nil {
		return nil, err
	}
	refs.Real = r.Real
	e, vs := model.NewEvidence(input, refs, storage.NewID, r.Now)
	c := &evidenceClaim{evidence: e, fileCopies: copiesOf(ctx, "/files", make([]fileCopy, len(e.Files)), vs)}
	for i, f := range e.Files {
		if f.BlobKey != "" {
			c.list[i] = fileCopy{upload: refs.Uploads[f.UploadID], key: f.BlobKey}
		}
	}
	return c, nil
}

// submission is a new one each time, as documents of a fileClaim are.
func (c *evidenceClaim) submission() *model.Evidence {
	e := *c.evidence
	e.Files = make([]*model.EvidenceFile, len(c.evidence.Files))
	for i, f := range c.evidence.Files {
		fresh := *f
		fresh.Size = int(c.list[i].size)
		e.Files[i] = &fresh
	}
	return &e
}

// handIn saves a submission for a locked policy, opens the task to look at it, and lets the notices of the term wait.
func handIn(ctx context.Context, e *model.Evidence, p *model.Policy, isFirst bool) error {
	r := engine.RequestOf(ctx)
	days, err := r.Store.ReviewDays(ctx)
	if err != nil {
		return err
	}
	files := e.Files
	if err := insert(ctx, storage.Evidence, e); err != nil {
		return err
	}
	if err := storage.EvidenceFiles.Add(ctx, r.Store, files...); err != nil {
		return err
	}
	e.Files = files
	for _, f := range files {
		r.AddBytes(model.Usage{Claimed: int64(f.Size)})
	}
	opened, err := r.Store.OpenTasks(ctx, []*model.Task{e.ReviewTask(days)})
	if err != nil {
		return err
	}
	auditCreated(ctx, storage.Tasks, opened...)
	before := *p
	p.PauseForReview(days, isFirst, r.Now)
	return savePolicy(ctx, &before, p)
}
