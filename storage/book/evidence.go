package book

import (
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// EvidenceLink adds a link to hand in evidence for a policy's current term. Nobody knows its address.
func (b *Book) EvidenceLink(p *model.Policy, at time.Time) *model.EvidenceLink {
	id := b.id(at)
	link, err := model.NewEvidenceLink(id, p, nil, model.EvidenceSecret{}, at)
	if err == nil {
		link.Digest = slices.Concat(id[:], id[:]) // of no secret that anybody could find
	}
	return add(b, storage.EvidenceLinks, link, err)
}

// HandedIn is a submission with its task.
type HandedIn struct {
	*model.Evidence
	task *model.Task
}

// Evidence adds a submission by a link of a policy of the case, with PDFs of these names, and lets the notices of the term
// wait. The policy must not have been taken yet. The caller keeps each file under its BlobKey.
func (b *Book) Evidence(
	c *Case, p *model.Policy, link *model.EvidenceLink, in model.SubmitEvidenceInput, at time.Time, names ...string,
) *HandedIn {
	refs := model.EvidenceReferences{Link: link, Policy: p, Case: c.Case, Uploads: map[uuid.UUID]*model.Upload{}}
	for _, name := range names {
		u := &model.Upload{
			PortfolioID: b.portfolio.ID, ID: b.id(at), FileName: name, FileType: "application/pdf", ExpiresAt: at.Add(time.Hour),
			EvidenceLinkID: &link.ID,
		}
		refs.Uploads[u.ID] = u
		in.Files = append(in.Files, &model.SubmittedFileInput{DirectUploadKey: u.ID.String(), FileName: name})
	}
	e, vs := model.NewEvidence(in, refs, func() uuid.UUID { return b.id(at) }, at)
	add(b, storage.Evidence, e, vs.Err())
	for _, f := range e.Files {
		add(b, storage.EvidenceFiles, f, nil)
	}
	p.PauseForReview(model.DefaultReviewDays, true, at)
	return &HandedIn{e, add(b, storage.Tasks, e.ReviewTask(model.DefaultReviewDays), nil)}
}

// RejectEvidence rejects the only submission for a policy, and completes its task.
func (b *Book) RejectEvidence(e *HandedIn, p *model.Policy, reason string, by uuid.UUID, at time.Time) {
	e.Reject(model.RejectEvidenceInput{Reason: reason}, by, at)
	e.task.SetProgress(model.TaskProgress{State: model.TaskStateCompleted})
	p.ReviewUntil, e.UpdatedAt, e.task.UpdatedAt = nil, at, at
}

// NextTerm is evidence of a term that follows the policy's current one, if its end is known, for a year.
func NextTerm(p *model.Policy) (in model.SubmitEvidenceInput) {
	in.Category, in.PolicyNumber = Some("evidenceOfProperty"), graphql.OmittableOf(p.PolicyNumber)
	if p.EndDate != nil {
		in.StartDate, in.EndDate = Some(*p.EndDate), Some(p.EndDate.AddDate(1, 0, 0))
	}
	return in
}
