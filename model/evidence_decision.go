package model

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// EvidenceDecision is what of a submission is accepted.
type EvidenceDecision struct {
	Members []EvidenceMember            // in the order of EvidenceMember
	Files   map[uuid.UUID]*EvidenceFile // by id, each with the category that its document gets
	Reason  *string
}

// Decision reads what of the submission its input accepts, of its files too, which must be loaded. `invalid_value`,
// `duplicate`, `unknown_reference`, `unknown_document_category`, `too_long`; `required` if nothing is accepted.
func (e *Evidence) Decision(in AcceptEvidenceInput) (*EvidenceDecision, error) {
	d := &EvidenceDecision{Members: e.Proposed.Members(), Files: map[uuid.UUID]*EvidenceFile{}, Reason: in.Reason.Value()}
	var vs fault.Violations
	if in.Members.Value() != nil {
		d.Members = e.chosenMembers(&vs, in.Members.Value())
	}
	if in.Files.Value() == nil {
		for _, f := range e.Files {
			d.Files[f.ID] = f
		}
	}
	for i, item := range in.Files.Value() {
		e.chooseFile(&vs, fault.Pointer("/files", i), *item, d.Files)
	}
	if d.Reason != nil {
		vs.Append(checkWording("/reason", *d.Reason))
	}
	if len(vs) == 0 && len(d.Members) == 0 && len(d.Files) == 0 {
		vs.Say("/files", fault.CodeRequired, "is empty, and so is `members`: accept something, or reject the submission")
	}
	return d, vs.Err()
}

// chosenMembers returns the values that are chosen, each of which must be proposed.
func (e *Evidence) chosenMembers(vs *fault.Violations, named []EvidenceMember) []EvidenceMember {
	proposed := e.Proposed.Members()
	for i, m := range named {
		switch at := fault.Pointer("/members", i); {
		case !slices.Contains(proposed, m):
			vs.Say(at, fault.CodeInvalidValue, "is %s, which was not proposed", m)
		case slices.Contains(named[:i], m):
			vs.Say(at, fault.CodeDuplicate, "is given twice: %s", m)
		}
	}
	return slices.DeleteFunc(proposed, func(m EvidenceMember) bool { return !slices.Contains(named, m) })
}

// chooseFile adds a file that is chosen, with its category.
func (e *Evidence) chooseFile(vs *fault.Violations, at string, in AcceptEvidenceFileInput, chosen map[uuid.UUID]*EvidenceFile) {
	i := slices.IndexFunc(e.Files, func(f *EvidenceFile) bool { return f.ID == in.ID })
	if i < 0 {
		vs.Say(at+"/id", fault.CodeUnknownReference, "is not the id of a file of the submission")
		return
	}
	if chosen[in.ID] != nil {
		vs.Say(at+"/id", fault.CodeDuplicate, "is given twice")
	}
	f := *e.Files[i]
	if ref := in.CategoryID.Value(); ref != nil {
		if category, ok := catalog.DocumentCategories.ByRef(*ref); ok {
			f.CategoryID = category.ID
		} else {
			vs.Say(at+"/categoryId", fault.CodeUnknownDocumentCategory, unknownDocumentCategory)
		}
	}
	chosen[f.ID] = &f
}

// CheckOpen returns `invalid_transition` if the submission was decided about already, or if values of it would be taken
// over although the policy is in another term.
func (e *Evidence) CheckOpen(p *Policy, takesValues bool) error {
	switch {
	case e.State != EvidenceStateProposed:
		return fault.New(fault.CodeInvalidTransition, "The evidence is %s already.", e.State)
	case takesValues && e.TermNumber != p.TermNumber:
		return fault.New(fault.CodeInvalidTransition, "The evidence is for term %d, and the policy is in term %d: accept its files "+
			"alone, with empty `members`, or reject it.", e.TermNumber, p.TermNumber)
	default:
		return nil
	}
}

// StartsTerm reports whether the values that are accepted begin the policy's next term: an end that is later than the
// known one.
func (d *EvidenceDecision) StartsTerm(e *Evidence, p *Policy) bool {
	return slices.Contains(d.Members, EvidenceMemberEndDate) && p.EndDate != nil && e.Proposed.EndDate.After(*p.EndDate)
}

// Change returns the values that are accepted as a change of the policy.
func (d *EvidenceDecision) Change(e *Evidence, p *Policy) (in UpdatePolicyInput) {
	v := *e.Proposed
	v.Limits = withLimits(p.Limits, v.Limits)
	accepted := v.byMember()
	for m := range accepted {
		if !slices.Contains(d.Members, m) {
			delete(accepted, m)
		}
	}
	if err := json.Unmarshal(scalar.EncodeJSON(accepted), &in); err != nil {
		panic(err) // a mistake of the program: values are stored as inputs have them
	}
	return in
}

// Term returns the values that are accepted as the policy's next term. Unless a start is accepted, it begins when the
// current one ends.
func (d *EvidenceDecision) Term(e *Evidence, p *Policy) CreatePolicyTermInput {
	change := d.Change(e, p)
	in := patch.As[CreatePolicyTermInput](change)
	in.StartDate, in.EndDate = *p.EndDate, *e.Proposed.EndDate
	if start := change.StartDate.Value(); start != nil {
		in.StartDate = *start
	}
	return in
}

// withLimits returns a policy's limits with others in place of those that limit the same.
func withLimits(limits, others []*Limit) []*Limit {
	all := slices.Clone(limits)
	for _, l := range others {
		if i := slices.IndexFunc(all, l.limitsTheSame); i >= 0 {
			all[i] = l
		} else {
			all = append(all, l)
		}
	}
	return all
}

// Accept decides about the submission: the files that are accepted become documents with new ids, which are returned. They
// are evidence of a term of the policy. The others are rejected.
func (e *Evidence) Accept(d *EvidenceDecision, termNumber int, by uuid.UUID, newID func() uuid.UUID, now time.Time) []*Document {
	state := EvidenceStateAccepted
	if len(d.Members) < len(e.Proposed.Members()) || len(d.Files) < len(e.Files) {
		state = EvidenceStatePartlyAccepted
	}
	e.Accepted = d.Members
	e.decide(state, by, d.Reason, now)
	var docs []*Document
	for _, f := range e.Files {
		accepted := d.Files[f.ID]
		if accepted == nil {
			f.State = EvidenceFileStateRejected
			continue
		}
		doc := &Document{
			ID: newID(), CaseID: e.CaseID, CategoryID: accepted.CategoryID, FileName: f.FileName, FileType: f.FileType,
			Name: f.FileName, Versions: []uuid.UUID{f.UploadID}, BlobKey: f.BlobKey, Size: int64(f.Size),
			Evidences: []EvidencedTerm{{Policy: e.PolicyID, TermNumber: termNumber}}, CreatedAt: now, UpdatedAt: now,
		}
		f.State, f.CategoryID, f.DocumentID = EvidenceFileStateAccepted, accepted.CategoryID, &doc.ID
		docs = append(docs, doc)
	}
	return docs
}

// CheckRejection reports what is wrong with a rejection in every state. `required`, `too_long`, `invalid_value`.
func CheckRejection(in RejectEvidenceInput) error { return checkWording("/reason", in.Reason).Err() }

// Reject decides about the submission: nothing of it is accepted.
func (e *Evidence) Reject(in RejectEvidenceInput, by uuid.UUID, now time.Time) {
	e.decide(EvidenceStateRejected, by, &in.Reason, now)
	for _, f := range e.Files {
		f.State = EvidenceFileStateRejected
	}
}

func (e *Evidence) decide(to EvidenceState, by uuid.UUID, reason *string, now time.Time) {
	e.State, e.DecidedBy, e.DecidedAt, e.Reason = to, &by, &now, reason
	for _, f := range e.Files {
		f.UpdatedAt = now
	}
}
