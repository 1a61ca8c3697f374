package model

import (
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// Case is a loan, with the assets that secure it, the policies that insure them and the documents that prove that.
type Case struct {
	bun.BaseModel `bun:"table:cases,alias:t"`

	PortfolioID           uuid.UUID   `bun:",pk,type:uuid" part:"facts"`
	ID                    uuid.UUID   `bun:",pk,type:uuid" part:"facts"`
	Name                  *string     `shows:""` // as given; DisplayName is derived when nil
	DisplayName           string      `shows:"displayName"`
	Status                CaseStatus  `part:"facts"`
	StatusBeforeHold      *CaseStatus `part:"facts"`
	OnHoldAt              *time.Time
	Closure               *CaseClosure `bun:"type:jsonb" shows:"closure"` // nil unless it is closed
	ManagementType        ManagementType
	ProgramID             *uuid.UUID  `bun:"type:uuid"`
	RiskProfileID         *uuid.UUID  `bun:"type:uuid" part:"facts"`
	InsuranceContactIDs   []uuid.UUID `bun:"insurance_contact_ids,array,type:uuid[]" shows:"insuranceContactIds,insuranceContacts"`
	InsuranceContactCCIDs []uuid.UUID `bun:"insurance_contact_cc_ids,array,type:uuid[]" shows:"insuranceContactCCIds,insuranceContactsCC"`
	InsuredIDs            []uuid.UUID `bun:"insured_ids,array,type:uuid[]" shows:"insuredIds,insureds" part:"facts"`
	MortgageeClauseIDs    []uuid.UUID `bun:"mortgagee_clause_ids,array,type:uuid[]" shows:"mortgageeClauseIds,mortgageeClauses"`
	LoanNumber            *string
	LoanAmount            *scalar.Money `bun:"type:jsonb" shows:"loanAmount" part:"facts"`
	OutstandingBalance    *scalar.Money `bun:"type:jsonb" shows:"outstandingBalance" part:"facts"`
	MaturityDate          *time.Time
	FederallyRelated      *bool `part:"facts"` // nil: not known
	ExternalID            *string
	Metadata              scalar.Metadata `bun:"type:jsonb" shows:"metadata" part:"facts"`
	ImportID              *uuid.UUID      `bun:"type:uuid"` // that made it or changed it last
	Quiet                 bool            `part:"facts"`    // it came by an import that is not released: no letter about its findings leaves
	CreatedAt             time.Time       `part:"facts"`
	UpdatedAt             time.Time       `part:"facts"`
	HasPlacements         bool            `bun:",scanonly"` // or a task that asks what one needs to begin; known of its facts alone

	Program             *Program           `bun:"-"`
	RiskProfile         *RiskProfile       `bun:"-"`
	InsuranceContacts   []Contact          `bun:"-"`
	InsuranceContactsCC []Contact          `bun:"-"`
	Insureds            []*Insured         `bun:"-"`
	MortgageeClauses    []*MortgageeClause `bun:"-"`
	Policies            []*Policy          `bun:"-"`
	Assets              []*Asset           `bun:"-"`
	Documents           []*Document        `bun:"-"`
	Tasks               []*Task            `bun:"-"`
	Waivers             []*Waiver          `bun:"-"`
	Placements          []*Placement       `bun:"-"`
	CaseVerdict         *CaseVerdict       `bun:"-"`
	ComplianceHistory   []*VerdictChange   `bun:"-"`
	Compliances         Compliances        `bun:"-"` // on the days that were asked about
	Matched             []*CaseMatch       `bun:"-"` // nil unless a search found the case
}

// CaseReferences are the existing records of those that a case's input names.
type CaseReferences struct {
	Programs         map[uuid.UUID]bool
	RiskProfiles     map[uuid.UUID]bool // the value: whether it is published
	Contacts         map[uuid.UUID]bool // users and brokers
	Insureds         map[uuid.UUID]bool
	MortgageeClauses map[uuid.UUID]bool
	Holders          patch.Holders
}

// IsFrameworkCase reports whether the case has a risk profile (Coverage Framework) and not a program (legacy model).
func (c *Case) IsFrameworkCase() bool { return c.RiskProfileID != nil }

// State returns what the state machine looks at.
func (c *Case) State() CaseState {
	s := CaseState{Status: c.Status, BeforeHold: c.StatusBeforeHold}
	if c.Closure != nil {
		s.BeforeClose = &c.Closure.StatusBefore
	}
	return s
}

// SetState stores a state and the time when the hold began. How a case was closed is Close's.
func (c *Case) SetState(s CaseState, now time.Time) {
	c.Status, c.StatusBeforeHold = s.Status, s.BeforeHold
	c.OnHoldAt = since(s.BeforeHold != nil, c.OnHoldAt, now)
	if s.BeforeClose == nil {
		c.Closure = nil
	}
}

// CheckClosure reports what is wrong with a closure of any case.
func CheckClosure(in CloseCaseInput) error {
	return scalar.CheckDescription("/note", scalar.OrZero(in.Note.Value())).Err()
}

// Close closes the case, as of today unless the input says otherwise. One that is closed already stays as it is. Call
// CheckClosure first.
func (c *Case) Close(in CloseCaseInput, now time.Time) {
	if c.Status == CaseStatusClosed {
		return
	}
	on := scalar.DayOf(now)
	if in.On.Value() != nil {
		on = *in.On.Value()
	}
	c.Closure = &CaseClosure{Reason: in.Reason, On: on, Note: in.Note.Value(), ClosedAt: now, StatusBefore: c.Status}
	c.SetState(c.State().Close(), now)
}

// CheckOpen refuses to change what is below a closed case: `case_closed`. Nil is no case.
func (c *Case) CheckOpen() error {
	if c != nil && c.Status == CaseStatusClosed {
		return caseClosed()
	}
	return nil
}

// AsUpdate returns the creation as a change.
func (in CreateCaseInput) AsUpdate() UpdateCaseInput { return UpdateCaseInput(in) }

// AsUpdate returns the change without the id.
func (in UpdateCaseItem) AsUpdate() UpdateCaseInput { return patch.As[UpdateCaseInput](in) }

// NewCase makes a case of its input (specification, POST /rest/cases): DRAFT and service-managed by default.
func NewCase(id uuid.UUID, in CreateCaseInput, refs CaseReferences, now time.Time) (*Case, error) {
	c := &Case{
		ID: id, ManagementType: ManagementTypeServiceManaged, InsuranceContactIDs: []uuid.UUID{},
		InsuranceContactCCIDs: []uuid.UUID{}, InsuredIDs: []uuid.UUID{}, MortgageeClauseIDs: []uuid.UUID{}, CreatedAt: now,
		UpdatedAt: now,
	}
	var vs fault.Violations
	if (in.Program.Value() == nil) == (in.RiskProfile.Value() == nil) {
		vs.Add("", fault.CodeProgramXorRiskProfile, "Exactly one of `program` and `riskProfile` is required.")
	}
	state, err := NewCaseState(in.Status.Value())
	vs.AppendErr(err)
	c.SetState(state, now)
	vs.Append(c.set(in.AsUpdate(), refs))
	return c, vs.Err()
}

// Patch changes all but the status, which Move changes.
func (c *Case) Patch(in UpdateCaseInput, refs CaseReferences) fault.Violations {
	var vs fault.Violations
	framework := c.IsFrameworkCase()
	if in.Program.Value() != nil && framework {
		vs.Say("/program", fault.CodeCaseTypeMismatch,
			"is for cases with a program; this one has a risk profile and keeps it or takes another one")
		in.Program = graphql.Omittable[*uuid.UUID]{}
	}
	if in.RiskProfile.Value() != nil && !framework {
		vs.Say("/riskProfile", fault.CodeCaseTypeMismatch,
			"is for cases with a risk profile; this one has a program and keeps it or takes another one")
		in.RiskProfile = graphql.Omittable[*uuid.UUID]{}
	}
	if in.Program.IsSet() && in.Program.Value() == nil && !framework {
		vs.Say("/program", fault.CodeRequired, patch.CannotClear)
	}
	if in.RiskProfile.IsSet() && in.RiskProfile.Value() == nil && framework {
		vs.Say("/riskProfile", fault.CodeRequired, patch.CannotClear)
	}
	if in.Status.IsSet() && in.Status.Value() == nil {
		vs.Say("/status", fault.CodeRequired, patch.CannotClear)
	}
	if s := in.Status.Value(); s != nil && caseActions[*s] != "" {
		_, err := c.State().Patch(*s)
		vs.AppendErr(err)
	}
	vs.Append(c.set(in, refs))
	return vs
}

// Move changes the status if the input has one. `invalid_transition`, `case_on_hold`, `case_closed`.
func (c *Case) Move(in UpdateCaseInput, now time.Time) error {
	to := in.Status.Value()
	if to == nil {
		return nil
	}
	next, err := c.State().Patch(*to)
	if err == nil {
		c.SetState(next, now)
	}
	return err
}

// The refusals of ids that cases and policies name.
const (
	noCase            = "is not the id of a case"
	noContact         = "is not the id of a user or broker of this lender"
	noInsured         = "is not the id of an insured"
	noMortgageeClause = "is not the id of a mortgagee clause"
)

// set changes all members but the status.
func (c *Case) set(in UpdateCaseInput, refs CaseReferences) fault.Violations {
	var vs fault.Violations
	patch.DisplayName(&vs, &c.Name, c.DisplayName, in.DisplayName)
	patch.Text(&vs, "/loanNumber", &c.LoanNumber, in.LoanNumber, scalar.CheckName)
	patch.Required(&vs, "/managementType", &c.ManagementType, in.ManagementType)
	if id := in.Program.Value(); id != nil {
		c.ProgramID = id
		if !refs.Programs[*id] {
			vs.Say("/program", fault.CodeUnknownReference, "is not the id of a program")
		}
	}
	if id := in.RiskProfile.Value(); id != nil {
		c.RiskProfileID = id
		checkRiskProfile(&vs, *id, refs)
	}
	patch.IDs(&vs, "/insuranceContacts", &c.InsuranceContactIDs, in.InsuranceContacts, refs.Contacts,
		fault.CodeInsuranceContactInvalid, noContact)
	patch.IDs(&vs, "/insuranceContactsCC", &c.InsuranceContactCCIDs, in.InsuranceContactsCc, refs.Contacts,
		fault.CodeInsuranceContactInvalid, noContact)
	patch.IDs(&vs, "/insureds", &c.InsuredIDs, in.Insureds, refs.Insureds, fault.CodeUnknownReference, noInsured)
	patch.IDs(&vs, "/mortgageeClauses", &c.MortgageeClauseIDs, in.MortgageeClauses, refs.MortgageeClauses,
		fault.CodeUnknownMortgageeClause, noMortgageeClause)
	patch.Money(&vs, "/loanAmount", &c.LoanAmount, in.LoanAmount)
	patch.Money(&vs, "/outstandingBalance", &c.OutstandingBalance, in.OutstandingBalance)
	patch.Date(&c.MaturityDate, in.MaturityDate)
	patch.Optional(&c.FederallyRelated, in.FederallyRelated)
	patch.ExternalID(&vs, &c.ExternalID, in.ExternalID, c.ID, refs.Holders)
	patch.Metadata(&vs, &c.Metadata, in.Metadata)
	c.DisplayName = scalar.Shorten(c.displayName(), scalar.NameSize)
	return vs
}

func checkRiskProfile(vs *fault.Violations, id uuid.UUID, refs CaseReferences) {
	published, ok := refs.RiskProfiles[id]
	switch {
	case !ok:
		vs.Say("/riskProfile", fault.CodeUnknownReference, "is not the id of a risk profile")
	case !published:
		vs.Say("/riskProfile", fault.CodeInvalidValue, "is a draft; publish that version first")
	}
}

func (c *Case) displayName() string {
	switch {
	case c.Name != nil:
		return *c.Name
	case c.LoanNumber != nil:
		return *c.LoanNumber
	default:
		return "Case " + c.ID.String()[:8]
	}
}

// CaseMatch is a text by which a search found a case.
type CaseMatch struct {
	CaseID uuid.UUID
	ID     uuid.UUID // of the record that has the text
	Field  CaseMatchField
	Text   string
}

// Compliance returns how the case is insured on a day, today if nil. It was evaluated when the case was read.
func (c *Case) Compliance(on *time.Time) *Compliance { return c.Compliances[DayAsked(on)] }

// DossierDay returns the day that a client asks to know about, which is today if it names none. `invalid_value` for a day to
// come, and for one before the case was created.
func (c *Case) DossierDay(on *time.Time, now time.Time) (time.Time, error) {
	day, first, today := scalar.DayOf(now), scalar.DayOf(c.CreatedAt), scalar.DayOf(now)
	if on != nil {
		day = scalar.DayOf(*on)
	}
	var vs fault.Violations
	if day.Before(first) || day.After(today) {
		vs.Say("on", fault.CodeInvalidValue, "must be a day from %s, on which the case was created, to today", first.Format(time.DateOnly))
	}
	return day, vs.Err()
}
