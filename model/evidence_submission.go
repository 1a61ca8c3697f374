package model

import (
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// The bounds of evidence. Those of a term are of all links of the policy's term together.
const (
	MaxEvidenceFiles     = 10 // of one submission
	MaxEvidenceFileSize  = 50 << 20
	MaxUndecidedEvidence = 5         // submissions of a term
	MaxEvidenceTermFiles = 50        // of a term
	MaxAnnouncedFiles    = 100       // of a link in a day, that were not handed in
	MaxAnnouncedBytes    = 100 << 20 // of a link, of the same
)

// evidenceTypes are the media types of files that can be handed in.
var evidenceTypes = []string{
	"application/pdf", "image/png", "image/jpeg", "image/gif", "image/webp", "image/tiff", "image/heic",
}

// EvidenceReferences are what a submission or an announcement depends on. The link is usable.
type EvidenceReferences struct {
	Link      *EvidenceLink
	Policy    *Policy
	Case      *Case
	Uploads   map[uuid.UUID]*Upload // by id, also claimed and expired ones
	Undecided int                   // submissions of the term
	Files     int                   // of the term
	Announced int                   // files of the link that were not handed in
	Bytes     int64                 // of these
	Real      time.Time             // by which uploads expire; zero where it is the time of the submission
}

// AnnounceEvidence makes the uploads of files that will be handed in by the link. `required`, `too_long`,
// `invalid_value`, `quota_exceeded`.
func AnnounceEvidence(
	files []*AnnouncedFileInput, refs EvidenceReferences, newID func() uuid.UUID, now time.Time,
) ([]*Upload, error) {
	vs := checkFileCount(len(files))
	uploads := make([]*Upload, len(files))
	for i, in := range files {
		at := fault.Pointer("/files", i)
		vs.Append(scalar.CheckName(at+"/fileName", in.FileName))
		if !slices.Contains(evidenceTypes, in.FileType) {
			vs.Say(at+"/fileType", fault.CodeInvalidValue, "must be that of a PDF or a picture: application/pdf, image/png, image/jpeg, "+
				"image/gif, image/webp, image/tiff or image/heic")
		}
		if in.Size < 1 || in.Size > MaxEvidenceFileSize {
			vs.Say(at+"/size", fault.CodeInvalidValue, "must be from 1 to %d bytes", MaxEvidenceFileSize)
		}
		size := int64(in.Size)
		uploads[i] = &Upload{
			ID: newID(), FileName: in.FileName, FileType: in.FileType, Size: &size, EvidenceLinkID: &refs.Link.ID,
			CreatedAt: now, ExpiresAt: now.Add(UploadClaimTime),
		}
	}
	refs.checkQuota(&vs, len(files))
	sum := refs.Bytes
	for _, in := range files {
		sum += int64(in.Size)
	}
	if sum > MaxAnnouncedBytes {
		vs.Add("", fault.CodeQuotaExceeded, "A link takes at most %s of files that are not handed in; hand some in, or try again tomorrow.",
			Bytes(MaxAnnouncedBytes))
	}
	if refs.Announced+len(files) > MaxAnnouncedFiles {
		vs.Add("", fault.CodeQuotaExceeded, "A link takes at most %d files in a day that are not handed in then; try again tomorrow.",
			MaxAnnouncedFiles)
	}
	return uploads, vs.Err()
}

func checkFileCount(n int) (vs fault.Violations) {
	switch {
	case n == 0:
		vs.Say("/files", fault.CodeRequired, "must have at least one file")
	case n > MaxEvidenceFiles:
		vs.Say("/files", fault.CodeTooLong, "must have at most %d files", MaxEvidenceFiles)
	}
	return vs
}

// checkQuota refuses more files than a term may have.
func (refs EvidenceReferences) checkQuota(vs *fault.Violations, files int) {
	if refs.Undecided >= MaxUndecidedEvidence {
		vs.Add("", fault.CodeQuotaExceeded, "%d submissions wait for the lender's decision already; ask the lender.", refs.Undecided)
	}
	if refs.Files+files > MaxEvidenceTermFiles {
		vs.Add("", fault.CodeQuotaExceeded, "A term of a policy takes at most %d files, and has %d; ask the lender.",
			MaxEvidenceTermFiles, refs.Files)
	}
}

// CheckQuota returns `quota_exceeded` if the term has no room for a submission of so many files.
func (refs EvidenceReferences) CheckQuota(files int) error {
	var vs fault.Violations
	refs.checkQuota(&vs, files)
	return vs.Err()
}

// NewEvidence makes a submission of its input, with its files. A file whose upload is refused has no BlobKey. All ids
// are of newID.
func NewEvidence(
	in SubmitEvidenceInput, refs EvidenceReferences, newID func() uuid.UUID, now time.Time,
) (*Evidence, fault.Violations) {
	e := &Evidence{
		ID: newID(), LinkID: refs.Link.ID, PolicyID: refs.Policy.ID, CaseID: refs.Policy.CaseID,
		TermNumber: refs.Policy.TermNumber, State: EvidenceStateProposed, Accepted: []EvidenceMember{}, TaskID: newID(),
		SubmittedAt: now, CreatedAt: now, UpdatedAt: now,
	}
	vs := checkFileCount(len(in.Files))
	e.setFiles(&vs, in, refs, newID)
	e.setProposed(&vs, in, refs)
	refs.checkQuota(&vs, len(in.Files))
	return e, vs
}

func (e *Evidence) setFiles(vs *fault.Violations, in SubmitEvidenceInput, refs EvidenceReferences, newID func() uuid.UUID) {
	category := catalog.DefaultDocumentCategory()
	if ref := in.Category.Value(); ref != nil {
		var ok bool
		if category, ok = catalog.DocumentCategories.ByRef(*ref); !ok {
			vs.Say("/category", fault.CodeUnknownDocumentCategory, unknownDocumentCategory)
			category = catalog.DefaultDocumentCategory()
		}
	}
	taken := map[uuid.UUID]bool{}
	for i, item := range in.Files {
		f := &EvidenceFile{
			ID: newID(), EvidenceID: e.ID, FileName: item.FileName, State: EvidenceFileStateProposed, CategoryID: category.ID,
			CreatedAt: e.CreatedAt, UpdatedAt: e.CreatedAt,
		}
		at := fault.Pointer("/files", i)
		vs.Append(scalar.CheckName(at+"/fileName", item.FileName))
		upload := refs.Uploads[scalar.ParseID(item.DirectUploadKey)]
		switch {
		case upload == nil || !upload.IsClaimableBy(&refs.Link.ID, cmp.Or(refs.Real, e.CreatedAt)):
			vs.Say(at+"/directUploadKey", fault.CodeUploadNotFound, "is unknown, used or expired; hand in the file again")
		case taken[upload.ID]:
			vs.Say(at+"/directUploadKey", fault.CodeDuplicate, "is given twice; a key is good for one file")
		default:
			taken[upload.ID] = true
			f.FileType, f.UploadID, f.BlobKey = upload.FileType, upload.ID, upload.DocumentKey(f.ID)
		}
		e.Files = append(e.Files, f)
	}
}

// setProposed stores the values that were typed. What follows from them for the policy is checked when they are accepted.
func (e *Evidence) setProposed(vs *fault.Violations, in SubmitEvidenceInput, refs EvidenceReferences) {
	v := &ProposedValues{Limits: []*Limit{}}
	patch.Date(&v.StartDate, in.StartDate)
	patch.Date(&v.EndDate, in.EndDate)
	if v.EndDate != nil && v.StartDate != nil && !v.EndDate.After(*v.StartDate) {
		vs.Say("/endDate", fault.CodeInvalidValue, "must be after `startDate`: a term ends after it starts")
	}
	patch.Text(vs, "/policyNumber", &v.PolicyNumber, in.PolicyNumber, scalar.CheckName)
	patch.Text(vs, "/note", &v.Note, in.Note, scalar.CheckDescription)
	typed := Coverage{CoverageLayer: refs.Policy.CoverageLayer, CoverageTypeIDs: refs.Policy.CoverageTypeIDs,
		AssetPerils: refs.Policy.AssetPerils}
	known := PolicyReferences{Case: refs.Case, Assets: typed.assets()}
	terms := patch.As[UpdatePolicyInput](in)
	if len(terms.Limits.Value()) > 0 {
		typed.setLimits(vs, terms, known)
		v.Limits = typed.Limits
	}
	typed.Carrier = parseCarrier(vs, "/carrier", in.Carrier.Value())
	typed.CoverageFormType = in.CoverageFormType.Value()
	typed.setDeductible(vs, terms, known)
	typed.setTerms(vs, terms, known)
	v.ProposedTerms = typed.proposable()
	e.Proposed = v
}

// assets are those that the policy names: no others can be spoken of by who knows the policy alone.
func (c *Coverage) assets() (assets []CaseAsset) {
	for _, at := range c.AssetPerils {
		assets = append(assets, CaseAsset{ID: at.AssetID})
	}
	return assets
}
