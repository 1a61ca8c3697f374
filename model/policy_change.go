package model

import (
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
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
	before := p.Coverage
	vs.Append(p.set(p.changesOf(in), refs))
	p.CarriedOver = before.notConfirmedBy(p.Coverage)
	return vs
}

// PatchByEvidence is Patch by what evidence says, which confirms what it names even where it changes nothing.
func (p *Policy) PatchByEvidence(in UpdatePolicyInput, refs PolicyReferences) fault.Violations {
	vs := p.Patch(in, refs)
	p.CarriedOver = without(p.CarriedOver, in.named())
	return vs
}

// Confirm says of members that the term took over that they are as before. A member that is not among them changes nothing.
func (p *Policy) Confirm(in ConfirmPolicyInput) fault.Violations {
	var vs fault.Violations
	if len(in.Members) == 0 {
		vs.Say("/members", fault.CodeRequired, "must have at least one member")
	}
	eachOnce(&vs, "/members", in.Members)
	p.CarriedOver = without(p.CarriedOver, in.Members)
	return vs
}

// without returns the members of a list that another one has not.
func without(all, others []CarriedOverMember) []CarriedOverMember {
	rest := []CarriedOverMember{}
	for _, m := range all {
		if !slices.Contains(others, m) {
			rest = append(rest, m)
		}
	}
	return rest
}

// carriedOverAs are the members that a term takes over, by the names under which a change of a coverage has them.
var carriedOverAs = map[string]CarriedOverMember{
	"carrier": CarriedOverMemberCarrier, "limits": CarriedOverMemberLimits, "deductible": CarriedOverMemberDeductibles,
	"deductibles": CarriedOverMemberDeductibles, "coverageFormType": CarriedOverMemberCoverageFormType,
	"mortgageeClauseIds": CarriedOverMemberMortgageeClauses, "insureds": CarriedOverMemberInsureds,
	"noInsureds": CarriedOverMemberInsureds, "perils": CarriedOverMemberPerils, "perilsByAsset": CarriedOverMemberPerils,
	"valuation": CarriedOverMemberValuation, "endorsements": CarriedOverMemberEndorsements, "exclusions": CarriedOverMemberExclusions,
	"noticeDays": CarriedOverMemberNoticeDays, "attachment": CarriedOverMemberAttachment,
}

// notConfirmedBy returns what was carried over and is the same after a change of the coverage.
func (c *Coverage) notConfirmedBy(after Coverage) []CarriedOverMember {
	if len(c.CarriedOver) == 0 {
		return c.CarriedOver
	}
	var changed []CarriedOverMember
	for name := range Changes(*c, after) {
		changed = append(changed, carriedOverAs[name])
	}
	return without(c.CarriedOver, changed)
}

// named are the members of an input that a term would else take over.
func (in UpdatePolicyInput) named() (members []CarriedOverMember) {
	for m, isNamed := range map[CarriedOverMember]bool{
		CarriedOverMemberCarrier: in.Carrier.IsSet(), CarriedOverMemberLimits: in.Limits.IsSet(),
		CarriedOverMemberDeductibles:      in.Deductible.IsSet() || in.Deductibles.IsSet(),
		CarriedOverMemberCoverageFormType: in.CoverageFormType.IsSet(), CarriedOverMemberMortgageeClauses: in.MortgageeClauses.IsSet(),
		CarriedOverMemberInsureds: in.Insureds.IsSet(), CarriedOverMemberPerils: in.Perils.IsSet() || in.PerilsByAsset.IsSet(),
		CarriedOverMemberValuation: in.Valuation.IsSet(), CarriedOverMemberEndorsements: in.Endorsements.IsSet(),
		CarriedOverMemberExclusions: in.Exclusions.IsSet(), CarriedOverMemberNoticeDays: in.NoticeDays.IsSet(),
		CarriedOverMemberAttachment: in.Attachment.IsSet(),
	} {
		if isNamed {
			members = append(members, m)
		}
	}
	return members
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

// MoveHeld is Move for a policy that comes by an import: it changes the status beneath a hold of the import or of the case, to which the
// release leads.
func (p *Policy) MoveHeld(in UpdatePolicyInput, now time.Time) error {
	to := in.Status.Value()
	if to == nil || !p.HeldByImport && !p.HeldByCase {
		return p.Move(in, now)
	}
	next, err := PolicyState{Status: p.State().Underlying()}.Patch(*to)
	return p.moveTo(next.Hold(), err, now)
}

// StartTerm begins the next term with the input's changes. refs.PreviousTerm is the one that ends. Call MoveToTerm too.
func (p *Policy) StartTerm(in CreatePolicyTermInput, refs PolicyReferences) fault.Violations {
	p.Cancellations = p.Cancellations.withTerm(p.currentTerm())
	p.TermNumber, p.ReviewUntil = p.TermNumber+1, nil
	vs := p.set(in.AsUpdate(), refs)
	p.CarriedOver = without(AllCarriedOverMember, in.AsUpdate().named())
	return vs
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
	patch.ExternalID(&vs, &p.ExternalID, in.ExternalID, p.ID, refs.Holders)
	patch.Metadata(&vs, &p.Metadata, in.Metadata)
	return vs
}

// CheckTerms says which changes of the placement's policy would make it other insurance than was placed: for somebody else, for
// something else, or for other days (specification of placements, sections 3 and 4). What gives it the placement's own days back is
// none. `immutable`.
func (p *Placement) CheckTerms(before, after *Policy) (vs fault.Violations) {
	to, isPlaced := p.InsuredTo()
	if !isPlaced {
		return nil
	}
	isOther := func(was, is *time.Time, day time.Time) bool {
		now := scalar.OrZero(is)
		return !now.Equal(scalar.OrZero(was)) && !now.Equal(day)
	}
	hadAsset := p.AssetID == nil || slices.Contains(before.AssetIDs, *p.AssetID)
	hasAsset := p.AssetID == nil || slices.Contains(after.AssetIDs, *p.AssetID)
	hasLost := slices.Contains(before.CoverageTypeIDs, p.CoverageTypeID) && !slices.Contains(after.CoverageTypeIDs, p.CoverageTypeID)
	for _, member := range []struct {
		pointer   string
		isRefused bool
	}{
		{"/placement", !after.IsLenderPlaced()},
		{"/startDate", isOther(before.StartDate, after.StartDate, *p.EffectiveOn)},
		{"/endDate", isOther(before.EndDate, after.EndDate, to)},
		{"/coverageTypes", hasLost},
		{"/perilsByAsset", hadAsset && !hasAsset},
	} {
		if member.isRefused {
			vs.Say(member.pointer, fault.CodeImmutable, "is fixed by the placement %s, whose insurance the policy is; %s", p.ID, endsThere)
		}
	}
	return vs
}

// CheckMove refuses to end the placement's policy beside the placement, to renew it, and to revive it where no day stands.
// `invalid_transition`.
func (p *Placement) CheckMove(before, after *Policy) error {
	was, is := before.cover(before.TermNumber), after.cover(after.TermNumber)
	standsNever := p.EndsEarlyOn != nil && !p.EndsEarlyOn.After(*p.EffectiveOn)
	refuse := func(why string) error {
		return fault.New(fault.CodeInvalidTransition, "The policy is the insurance of the placement %s: %s.", p.ID, why)
	}
	switch {
	case before.TermNumber != after.TermNumber:
		return refuse("begin a placement that `renews` it")
	case was == is:
		return nil
	case is == coverCancelled, is == coverDeactivated && !standsNever:
		return refuse(endsThere)
	case was == coverDeactivated && standsNever:
		return refuse("no day of it stands any more")
	}
	return nil
}

// endsThere says what to do instead of ending a policy.
const endsThere = "record there what ends it, by `cancel` or as proof of the borrower's own cover"

// IsMovedFrom reports whether the policy is in another term than before, or ended otherwise.
func (p *Policy) IsMovedFrom(before *Policy) bool {
	return p.TermNumber != before.TermNumber || p.cover(p.TermNumber) != before.cover(before.TermNumber)
}
