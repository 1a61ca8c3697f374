package model

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// Waiver is a lender's consent that something demanded is missing (specification of compliance, section 5).
type Waiver struct {
	bun.BaseModel `bun:"table:waivers,alias:t"`

	PortfolioID    uuid.UUID     `bun:",pk"`
	ID             uuid.UUID     `bun:",pk" part:"facts"`
	CaseID         uuid.UUID     `part:"facts"`
	CoverageTypeID uuid.UUID     `part:"facts"`
	AssetID        *uuid.UUID    `part:"facts"`              // nil for every target
	Codes          []FindingCode `bun:",array" part:"facts"` // empty for every reason but those of no cover
	Details        []string      `bun:",array" part:"facts"` // ids of perils and keys of items; empty for every finding
	Reason         string
	DocumentID     *uuid.UUID
	ExpiresOn      *time.Time  `part:"facts"` // the last day on which it holds; nil for ever
	State          WaiverState `part:"facts"`
	RequestedBy    uuid.UUID   // a token's or a person's id
	RequestedAt    time.Time
	DecidedBy      *uuid.UUID // who gave it its state; nil while it is requested
	DecidedAt      *time.Time
	Metadata       scalar.Metadata `bun:"type:jsonb"`
	CreatedAt      time.Time
	UpdatedAt      time.Time

	Case         *Case                 `bun:"-"`
	CoverageType *catalog.CoverageType `bun:"-"`
	Asset        *Asset                `bun:"-"`
	Document     *Document             `bun:"-"`
}

// WaiverReferences are the existing records of those that a waiver's input names.
type WaiverReferences struct {
	Case      *Case              // nil if none
	Assets    map[uuid.UUID]bool // of the case
	Documents map[uuid.UUID]bool // of the case
}

// NewWaiver makes a waiver that a person requests. `unknown_reference`, `case_type_mismatch`, `unknown_coverage_type`,
// `invalid_value`, `duplicate`, `required`, `too_long`.
func NewWaiver(
	id uuid.UUID, in CreateWaiverInput, refs WaiverReferences, by uuid.UUID, now time.Time,
) (*Waiver, error) {
	w := &Waiver{
		ID: id, CaseID: in.CaseID, Reason: in.Reason, Codes: scalar.OrEmpty(in.Codes.Value()), Details: []string{},
		State:       WaiverStateRequested,
		RequestedBy: by, RequestedAt: now, CreatedAt: now, UpdatedAt: now,
	}
	var vs fault.Violations
	w.setPlace(&vs, in, refs)
	if t, ok := catalog.CoverageTypes.ByRef(in.CoverageType); ok {
		w.CoverageTypeID = t.ID
		w.setDetails(&vs, in.Details.Value(), t)
	} else {
		vs.Say("/coverageType", fault.CodeUnknownCoverageType, catalog.UnknownCoverageType)
	}
	vs.Append(checkWaivedCodes("/codes", w.Codes))
	vs.Append(checkWording("/reason", w.Reason))
	patch.Date(&w.ExpiresOn, in.ExpiresOn)
	patch.Metadata(&vs, &w.Metadata, in.Metadata)
	return w, vs.Err()
}

// setPlace stores the asset and the document, which must be of the case. Of a case that is not known nothing is.
func (w *Waiver) setPlace(vs *fault.Violations, in CreateWaiverInput, refs WaiverReferences) {
	w.AssetID, w.DocumentID = in.Asset.Value(), in.Document.Value()
	if refs.Case == nil {
		vs.Say("/caseId", fault.CodeUnknownReference, noCase)
		return
	}
	if !refs.Case.IsFrameworkCase() {
		vs.Say("/caseId", fault.CodeCaseTypeMismatch, "is a case with a program; only a risk profile has demands to waive")
	}
	if w.AssetID != nil && !refs.Assets[*w.AssetID] {
		vs.Say("/asset", fault.CodeUnknownReference, "is not the id of an asset of the case")
	}
	if w.DocumentID != nil && !refs.Documents[*w.DocumentID] {
		vs.Say("/document", fault.CodeUnknownReference, "is not the id of a document of the case")
	}
}

// setDetails stores perils by their ids, and items as findings name them.
func (w *Waiver) setDetails(vs *fault.Violations, in []string, of *catalog.CoverageType) {
	for i, ref := range in {
		detail := waivedDetail(ref, of)
		switch {
		case detail == "":
			vs.Say(fault.Pointer("/details", i), fault.CodeInvalidValue, "must be the id or the key of a peril of %s, of an "+
				"endorsement or of an exclusion, or one of %s", of.Key, strings.Join(noticeItems, ", "))
		case slices.Contains(w.Details, detail):
			vs.Say(fault.Pointer("/details", i), fault.CodeDuplicate, "is given twice: %s", ref)
		default:
			w.Details = append(w.Details, detail)
		}
	}
}

// noticeItems are the members of NoticeDays, of which there is a finding each.
var noticeItems = []string{"cancellation", "nonPayment"}

// waivedDetail returns what a finding must bear: a peril's id, or the key of an item; "" if it is neither.
func waivedDetail(ref string, of *catalog.CoverageType) string {
	if p, ok := catalog.Perils.ByRef(ref); ok && p.BelongsTo([]*catalog.CoverageType{of}) {
		return p.ID.String()
	}
	if e, ok := catalog.Endorsements.ByRef(ref); ok {
		return e.Key
	}
	if e, ok := catalog.Exclusions.ByRef(ref); ok {
		return e.Key
	}
	if slices.Contains(noticeItems, ref) {
		return ref
	}
	return ""
}

// IsNoCover reports whether the code says that there is no cover at all. Of these codes a waiver names only no_policy,
// which waives them all.
func (c FindingCode) IsNoCover() bool {
	switch c {
	case FindingCodeNoPolicy, FindingCodeNotStarted, FindingCodeExpired, FindingCodeCancelled, FindingCodeDeactivated,
		FindingCodePrimaryMissing:
		return true
	default:
		return false
	}
}

// LacksCover reports whether the code says that nobody insures the target: there is no cover at all, or none that reaches it.
func (c FindingCode) LacksCover() bool { return c.IsNoCover() || c == FindingCodeAssetNotCovered }

// checkWaivedCodes reports codes that a waiver cannot name. `invalid_value`, `duplicate`.
func checkWaivedCodes(pointer string, codes []FindingCode) (vs fault.Violations) {
	for i, code := range codes {
		switch {
		case code.IsNoCover() && code != FindingCodeNoPolicy:
			vs.Say(fault.Pointer(pointer, i), fault.CodeInvalidValue, "is %s, which is waived as no_policy", code)
		case code == FindingCodeApplicabilityUnknown:
			vs.Say(fault.Pointer(pointer, i), fault.CodeInvalidValue, "is %s, which cannot be waived", code)
		case slices.Contains(codes[:i], code):
			vs.Say(fault.Pointer(pointer, i), fault.CodeDuplicate, "is given twice: %s", code)
		}
	}
	return vs
}

// waiverMoves are the states that each state may become.
var waiverMoves = map[WaiverState][]WaiverState{
	WaiverStateRequested: {WaiverStateApproved, WaiverStateRejected},
	WaiverStateApproved:  {WaiverStateRevoked},
}

// Decide gives the waiver a state. `invalid_transition`; `same_person` for the approval by who requested it.
func (w *Waiver) Decide(to WaiverState, by uuid.UUID, now time.Time) error {
	if !slices.Contains(waiverMoves[w.State], to) {
		return fault.New(fault.CodeInvalidTransition, "A waiver that is %s cannot become %s.", w.State, to)
	}
	if to == WaiverStateApproved && by == w.RequestedBy {
		return fault.New(fault.CodeSamePerson, "You have requested this waiver; another person approves it.")
	}
	w.State, w.DecidedBy, w.DecidedAt = to, &by, &now
	return nil
}

// TaskOrigin is the origin of the task to decide about the waiver.
func (w *Waiver) TaskOrigin() string { return "waiver/" + w.ID.String() }

// TaskWaiver is the reason of a task to decide about a waiver.
const TaskWaiver = "waiverRequested"

// waiverDays is how long a decision about a waiver may take.
const waiverDays = 7

// DecisionTask makes the task to decide about a waiver that was requested.
func (w *Waiver) DecisionTask(id uuid.UUID, now time.Time) *Task {
	t := newFollowUpTask(id, w.CaseID, nil, TaskTypeCaseApproval, TaskWaiver, w.TaskOrigin(), now)
	due := scalar.DayOf(now).AddDate(0, 0, waiverDays)
	t.WaiverID, t.DueAt = &w.ID, &due
	return t
}

// HoldsOn reports whether the waiver counts on a day: it is approved now, and the day is not after its last.
func (w *Waiver) HoldsOn(day time.Time) bool {
	return w.State == WaiverStateApproved && (w.ExpiresOn == nil || !scalar.DayOf(day).After(*w.ExpiresOn))
}
