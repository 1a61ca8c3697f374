package model

import (
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
)

// AsUpdate returns the creation as a change, without the case.
func (in CreatePolicyInput) AsUpdate() UpdatePolicyInput { return patch.As[UpdatePolicyInput](in) }

// AsUpdate returns the new term as a change of the policy.
func (in CreatePolicyTermInput) AsUpdate() UpdatePolicyInput {
	update := patch.As[UpdatePolicyInput](in)
	update.StartDate, update.EndDate = graphql.OmittableOf(&in.StartDate), graphql.OmittableOf(&in.EndDate)
	return update
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
		p.HeldByCase = p.Status == PolicyStatusOnHold
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
