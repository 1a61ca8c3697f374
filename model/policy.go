package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// Policy is an insurance policy of a case: its status, whom to ask, and the coverage of its current version.
type Policy struct {
	bun.BaseModel `bun:"table:policies,alias:t"`

	PortfolioID         uuid.UUID `bun:",pk,type:uuid"`
	ID                  uuid.UUID `bun:",pk,type:uuid"`
	CaseID              uuid.UUID `bun:"type:uuid"`
	Status              PolicyStatus
	StatusBeforeHold    *PolicyStatus
	OnHoldAt            *time.Time
	DeactivatedAt       *time.Time
	InsuranceContactIDs []uuid.UUID          `bun:"insurance_contact_ids,array,type:uuid[]" shows:"insuranceContactIds,insuranceContacts"`
	CurrentVersionID    uuid.UUID            `bun:"type:uuid"`
	Cancellations       *PolicyCancellations `bun:"type:jsonb" shows:"cancellation,renewal"` // nil if there never was one
	VersionNumber       int                  `from:"v" shows:"versionNumber"`                // the current version's
	Coverage            `from:"v"`
	ReviewUntil         *time.Time      `shows:"renewal"`                            // notices wait until then for the review of evidence; nil if they do not
	AssetIDs            []uuid.UUID     `bun:"asset_ids,array,type:uuid[]" shows:""` // those that AssetPerils names, for filters
	Metadata            scalar.Metadata `bun:"type:jsonb" shows:"metadata"`
	CreatedAt           time.Time
	UpdatedAt           time.Time

	Case              *Case            `bun:"-"`
	InsuranceContacts []Contact        `bun:"-"`
	Versions          []*PolicyVersion `bun:"-"`
	Cancellation      *Cancellation    `bun:"-"` // the one that CancellationOn returns
	Renewal           *PolicyRenewal   `bun:"-"`
	RenewalNotices    []*RenewalNotice `bun:"-"`
	Tasks             []*Task          `bun:"-"`
}

type (
	// PolicyConnection is a page of a list.
	PolicyConnection = page.Connection[Policy]
	// PolicyEdge is one record of a page, with its cursor.
	PolicyEdge = page.Edge[Policy]
)

// IsNode makes it a Node.
func (Policy) IsNode() {}

// PolicyReferences are the existing records that a policy's input names or depends on.
type PolicyReferences struct {
	Case             *Case                   // nil when there is none of the id given
	ProductTypes     []*ProductType          // of the case's program
	AllowedTypes     []*catalog.CoverageType // by the requirements of the case's risk profile
	Assets           []CaseAsset             // of the case, oldest first
	PreviousTerm     *Coverage               // of the last version of the term before; nil in the first term
	EarlierStart     *time.Time              // the latest known start of the terms before; nil if none is known
	Contacts         map[uuid.UUID]bool
	Insureds         map[uuid.UUID]bool
	MortgageeClauses map[uuid.UUID]bool
}

// CaseAsset is what a policy needs to know about an asset of its case.
type CaseAsset struct {
	ID       uuid.UUID
	Tangible bool
}

// isFramework reports whether the case exists and is of the Coverage Framework.
func (r PolicyReferences) isFramework() bool { return r.Case != nil && r.Case.IsFrameworkCase() }

// isLegacy reports whether the case exists and is of the legacy model.
func (r PolicyReferences) isLegacy() bool { return r.Case != nil && !r.Case.IsFrameworkCase() }

// State returns what the state machine looks at.
func (p *Policy) State() PolicyState {
	return PolicyState{Status: p.Status, BeforeHold: p.StatusBeforeHold}
}

// SetState stores a state and the time when the hold or the deactivation began, which a hold keeps.
func (p *Policy) SetState(s PolicyState, now time.Time) {
	p.Status, p.StatusBeforeHold = s.Status, s.BeforeHold
	p.OnHoldAt = since(s.Status == PolicyStatusOnHold, p.OnHoldAt, now)
	p.DeactivatedAt = since(s.Underlying() == PolicyStatusDeactivated, p.DeactivatedAt, now)
}

// since returns when a condition that holds began, and nil for one that does not hold.
func since(so bool, began *time.Time, now time.Time) *time.Time {
	switch {
	case !so:
		return nil
	case began == nil:
		return &now
	default:
		return began
	}
}

// NewPolicy makes the first term of a policy of its input (specification, POST /rest/policies). `case_type_mismatch`
// for a member of the other model, `required` for a missing one, `case_in_draft`. It reports every violation.
func NewPolicy(id uuid.UUID, in CreatePolicyInput, refs PolicyReferences, now time.Time) (*Policy, error) {
	p := &Policy{
		ID: id, CaseID: in.CaseID, InsuranceContactIDs: []uuid.UUID{}, Coverage: newCoverage(refs.isFramework()),
		CreatedAt: now, UpdatedAt: now,
	}
	var vs fault.Violations
	if refs.Case == nil {
		vs.Say("/caseId", fault.CodeUnknownReference, noCase)
	} else {
		state, err := NewPolicyState(refs.Case.State(), refs.isFramework())
		vs.AppendErr(err)
		p.SetState(state, now)
	}
	if refs.isFramework() && in.Perils.Value() == nil && in.PerilsByAsset.Value() == nil {
		vs.Say("/perils", fault.CodeRequired,
			"is required on a case with a risk profile, unless `perilsByAsset` is given; it may be empty")
	}
	vs.Append(p.set(in.AsUpdate(), refs))
	return p, vs.Err()
}

// Patch changes all but the status, which Move changes.
func (p *Policy) Patch(in UpdatePolicyInput, refs PolicyReferences) fault.Violations {
	var vs fault.Violations
	if in.Status.IsSet() && in.Status.Value() == nil {
		vs.Say("/status", fault.CodeRequired, patch.CannotClear)
	}
	if s := in.Status.Value(); s != nil && (*s == PolicyStatusOnHold || *s == PolicyStatusDeactivated) {
		_, err := p.State().Patch(*s)
		vs.AppendErr(err)
	}
	vs.Append(p.set(p.changesOf(in), refs))
	return vs
}

// Move changes the status if the input has one. `policy_on_hold`, `policy_deactivated`.
func (p *Policy) Move(in UpdatePolicyInput, now time.Time) error {
	to := in.Status.Value()
	if to == nil {
		return nil
	}
	next, err := p.State().Patch(*to)
	return p.moveTo(next, err, now)
}

// StartTerm begins the next term with the input's changes. refs.PreviousTerm is the one that ends. Call MoveToTerm too.
func (p *Policy) StartTerm(in CreatePolicyTermInput, refs PolicyReferences) fault.Violations {
	p.Cancellations = p.Cancellations.withTerm(p.currentTerm())
	p.TermNumber, p.ReviewUntil = p.TermNumber+1, nil
	return p.set(in.AsUpdate(), refs)
}

// MoveToTerm changes the status for a new term. `policy_deactivated`.
func (p *Policy) MoveToTerm(now time.Time) error {
	next, err := p.State().NewTerm()
	return p.moveTo(next, err, now)
}

// moveTo stores the next state unless the state machine refused it.
func (p *Policy) moveTo(next PolicyState, refused error, now time.Time) error {
	if refused == nil {
		p.SetState(next, now)
	}
	return refused
}

// set changes all members but the status.
func (p *Policy) set(in UpdatePolicyInput, refs PolicyReferences) fault.Violations {
	vs := p.Coverage.set(in, refs)
	p.AssetIDs = make([]uuid.UUID, len(p.AssetPerils))
	for i, evidenced := range p.AssetPerils {
		p.AssetIDs[i] = evidenced.AssetID
	}
	patch.IDs(&vs, "/insuranceContacts", &p.InsuranceContactIDs, in.InsuranceContacts, refs.Contacts,
		fault.CodeInsuranceContactInvalid, noContact)
	patch.Metadata(&vs, &p.Metadata, in.Metadata)
	return vs
}
