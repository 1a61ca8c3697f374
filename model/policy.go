package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// Policy is an insurance policy of a case: its status, whom to ask, and the coverage of its current version.
type Policy struct {
	bun.BaseModel `bun:"table:policies,alias:t"`

	PortfolioID         uuid.UUID            `bun:",pk,type:uuid"`
	ID                  uuid.UUID            `bun:",pk,type:uuid"`
	CaseID              uuid.UUID            `bun:"type:uuid"`
	Status              PolicyStatus         `part:"state"`
	StatusBeforeHold    *PolicyStatus        `part:"state"`
	OnHoldAt            *time.Time           `part:"state"`
	HeldByCase          bool                 `part:"state"`                 // it was the hold of the case that held it
	HeldByImport        bool                 `part:"state"`                 // an import holds it until it is released
	ImportID            *uuid.UUID           `bun:"type:uuid" part:"state"` // that made it or changed it last
	DeactivatedAt       *time.Time           `part:"state"`
	InsuranceContactIDs []uuid.UUID          `bun:"insurance_contact_ids,array,type:uuid[]" shows:"insuranceContactIds,insuranceContacts"`
	CurrentVersionID    uuid.UUID            `bun:"type:uuid"`
	Cancellations       *PolicyCancellations `bun:"type:jsonb" shows:"cancellation,renewal"` // nil if there never was one
	VersionNumber       int                  `from:"v" shows:"versionNumber"`                // the current version's
	Coverage            `from:"v"`
	ReviewUntil         *time.Time  `shows:"renewal"`                            // if set, when notices wait for a review no longer
	AssetIDs            []uuid.UUID `bun:"asset_ids,array,type:uuid[]" shows:""` // those that AssetPerils names, for filters
	ExternalID          *string
	Metadata            scalar.Metadata `bun:"type:jsonb" shows:"metadata"`
	CreatedAt           time.Time
	UpdatedAt           time.Time `part:"state"`

	Case              *Case            `bun:"-"`
	InsuranceContacts []Contact        `bun:"-"`
	Versions          []*PolicyVersion `bun:"-"`
	Cancellation      *Cancellation    `bun:"-"` // the one that CancellationOn returns
	Renewal           *PolicyRenewal   `bun:"-"`
	RenewalNotices    []*RenewalNotice `bun:"-"`
	Tasks             []*Task          `bun:"-"`
}

// State returns what the state machine looks at.
func (p *Policy) State() PolicyState {
	return PolicyState{Status: p.Status, BeforeHold: p.StatusBeforeHold}
}

// SetState stores a state and the time when the hold or the deactivation began, which a hold keeps.
func (p *Policy) SetState(s PolicyState, now time.Time) {
	p.Status, p.StatusBeforeHold = s.Status, s.BeforeHold
	p.HeldByCase = p.HeldByCase && s.Status == PolicyStatusOnHold
	p.HeldByImport = p.HeldByImport && s.Status == PolicyStatusOnHold
	p.OnHoldAt = since(s.Status == PolicyStatusOnHold, p.OnHoldAt, now)
	p.DeactivatedAt = since(s.Underlying() == PolicyStatusDeactivated, p.DeactivatedAt, now)
}

// HoldWithCase puts the policy on hold with its case, unless it is deactivated. One that somebody put on hold stays as it is; one
// that an import holds is held by both.
func (p *Policy) HoldWithCase(now time.Time) {
	was := p.Status
	p.SetState(p.State().CascadeHold(), now)
	p.HeldByCase = p.HeldByCase || p.HeldByImport || p.Status != was
}

// ReleaseWithCase gives the policy back the status that the hold of its case interrupted, if it was that which held it. One that
// waits for the release of an import goes on to do so.
func (p *Policy) ReleaseWithCase(waits bool, now time.Time) {
	switch {
	case p.HeldByCase && (waits || p.HeldByImport):
		p.HeldByCase, p.HeldByImport = false, true
	case p.HeldByCase:
		p.SetState(PolicyState{Status: *p.StatusBeforeHold}, now)
	}
}

// HoldByHand puts the policy on hold, or has it stay there when an import that holds it is released.
func (p *Policy) HoldByHand(now time.Time) {
	p.SetState(p.State().Hold(), now)
	p.HeldByCase, p.HeldByImport = p.HeldByCase && !p.HeldByImport, false
}

// HoldWithImport puts a policy that an import has written on hold until the import is released. One that is on hold already stays
// as it is.
func (p *Policy) HoldWithImport(id uuid.UUID, now time.Time) {
	was := p.Status
	p.SetState(p.State().CascadeHold(), now)
	p.ImportID, p.HeldByImport = &id, p.HeldByImport || p.Status != was
}

// ReleaseWithImport gives the policy back the status that the import interrupted, if it was that which held it. The case goes on to
// hold it if both did: not one that somebody released before, while its case stayed on hold.
func (p *Policy) ReleaseWithImport(now time.Time) {
	switch {
	case p.HeldByImport && p.HeldByCase:
		p.HeldByImport = false
	case p.HeldByImport:
		p.SetState(PolicyState{Status: *p.StatusBeforeHold}, now)
	}
}

// IsHeldAs reports whether the same hold the policy as before: its case and an import may do so at a time.
func (p *Policy) IsHeldAs(before *Policy) bool {
	return p.HeldByCase == before.HeldByCase && p.HeldByImport == before.HeldByImport
}

// ChangesFrom are the members in which the policy differs from before, also why it is on hold where that alone differs.
func (p *Policy) ChangesFrom(before *Policy) map[string]Change {
	changes := Changes(*before, *p)
	if from, to := before.HoldReason(), p.HoldReason(); from != nil && to != nil && *from != *to {
		changes["holdReason"] = Change{From: *from, To: *to}
	}
	return changes
}

// HoldReason is why the policy is on hold; nil if it is not.
func (p *Policy) HoldReason() *PolicyHoldReason {
	reason := PolicyHoldReasonManual
	switch {
	case p.Status != PolicyStatusOnHold:
		return nil
	case p.HeldByImport:
		reason = PolicyHoldReasonImport
	case p.HeldByCase:
		reason = PolicyHoldReasonCase
	}
	return &reason
}

// Coverage is what a version keeps of a policy: all but status, contacts and metadata (contract section 3).
type Coverage struct {
	TermNumber         int                 `copied:"true" part:"facts"`
	GapDays            int                 `shows:"gapDays"` // uncovered since the previous term
	Name               *string             `shows:""`        // as given; DisplayName is derived when nil
	DisplayName        string              `copied:"true" shows:"displayName" part:"facts"`
	ProductType        *string             `shows:"productType"`
	CoverageLayer      *CoverageLayer      `shows:"coverageLayer" part:"facts"`
	CoverageTypeIDs    []uuid.UUID         `bun:"coverage_type_ids,array,type:uuid[]" copied:"true" shows:"coverageTypeIds,coverageTypes,perils,perilsByAsset" json:"coverageTypes" part:"facts"`
	PerilIDs           []uuid.UUID         `bun:"peril_ids,array,type:uuid[]" shows:"perils,perilsByAsset" json:"perils" part:"facts"` // evidenced, in catalog order
	AssetPerils        EvidencedByAsset    `bun:"type:jsonb" shows:"perils,perilsByAsset" json:"perilsByAsset" part:"facts"`
	CoverageFormType   *CoverageFormType   `shows:"coverageFormType" part:"facts"`
	StartDate          *time.Time          `copied:"true" part:"facts"`
	EndDate            *time.Time          `copied:"true" part:"facts"`
	PolicyNumber       *string             `copied:"true" part:"facts"`
	Carrier            *Carrier            `bun:"type:jsonb" shows:"carrier" part:"facts"`
	InsuredIDs         []uuid.UUID         `bun:"insured_ids,array,type:uuid[]" copied:"true" shows:"insuredIds,insureds" json:"insureds" part:"facts"`
	NoInsureds         bool                `shows:"" part:"facts"` // somebody has said that it names none
	MortgageeClauseIDs []uuid.UUID         `bun:"mortgagee_clause_ids,array,type:uuid[]" shows:"mortgageeClauseIds,mortgageeClauses" part:"facts"`
	Limits             []*Limit            `bun:"type:jsonb" shows:"limits" part:"facts"`
	Deductible         *scalar.Money       `bun:"type:jsonb" shows:"deductible,deductibles" part:"facts"` // the amount of the entry without perils
	Deductibles        []*Deductible       `bun:"type:jsonb,nullzero" shows:"deductibles" part:"facts"`   // see AllDeductibles
	StatedValues       []*StatedValue      `bun:"type:jsonb,nullzero" shows:"statedValues" part:"facts"`  // nil: nobody has said
	Valuation          *ValuationMethod    `shows:"valuation" part:"facts"`
	CoinsurancePercent *string             `shows:"coinsurancePercent" part:"facts"` // with two decimals
	NoticeDays         *NoticeDays         `bun:"type:jsonb" shows:"noticeDays" part:"facts"`
	ClaimsMade         *bool               `shows:"claimsMade" part:"facts"`
	Attachment         *scalar.Money       `bun:"type:jsonb" shows:"attachment" part:"facts"`
	EndorsementIDs     []uuid.UUID         `bun:"endorsement_ids,array,type:uuid[],nullzero" shows:"endorsementIds,endorsements" json:"endorsements" part:"facts"` // nil: nobody has said
	ExclusionIDs       []uuid.UUID         `bun:"exclusion_ids,array,type:uuid[],nullzero" shows:"exclusionIds,exclusions" json:"exclusions" part:"facts"`         // nil: nobody has said
	Placement          PolicyPlacement     `shows:"placement" part:"facts"`
	CarriedOver        []CarriedOverMember `bun:",array" shows:"carriedOver" part:"facts"` // in the order of the enum
	Premium            *scalar.Money       `bun:"type:jsonb" shows:"premium"`

	CoverageTypes    []*catalog.CoverageType `bun:"-"`
	Perils           []*PolicyPeril          `bun:"-"`
	PerilsByAsset    []*AssetPerils          `bun:"-"`
	Insureds         []*Insured              `bun:"-"`
	MortgageeClauses []*MortgageeClause      `bun:"-"`
}

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
	Holders          patch.Holders
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

// IsLenderPlaced reports whether the lender placed the policy, because the borrower had none that suffices.
func (c *Coverage) IsLenderPlaced() bool { return c.Placement == PolicyPlacementLenderPlaced }

// IsOfLayer reports whether the policy is known to be of a layer.
func (c *Coverage) IsOfLayer(layer CoverageLayer) bool {
	return c.CoverageLayer != nil && *c.CoverageLayer == layer
}
