package model

import (
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// PolicyInput returns the policy by which the verdict counts insurance that was placed. What the input leaves out is not known, but
// for the perils: insurance is placed for all that the coverage type has.
func (p *Placement) PolicyInput(in PlaceInsuranceInput) CreatePolicyInput {
	coverage, placedBy, primary := p.CoverageTypeID.String(), PolicyPlacementLenderPlaced, CoverageLayerPrimary
	perils := in.Perils.Value()
	if t, ok := catalog.CoverageTypes.ByID(p.CoverageTypeID); ok && !in.Perils.IsSet() {
		perils = []string{}
		for _, of := range t.Perils {
			perils = append(perils, of.Key)
		}
	}
	made := CreatePolicyInput{
		CaseID: p.CaseID, CoverageLayer: graphql.OmittableOf(&primary), CoverageTypes: graphql.OmittableOf([]string{coverage}),
		StartDate: graphql.OmittableOf(p.EffectiveOn), EndDate: graphql.OmittableOf(p.EndsOn), PolicyNumber: graphql.OmittableOf(&in.PolicyNumber),
		Carrier: graphql.OmittableOf(&CarrierInput{Name: in.Carrier}), Premium: graphql.OmittableOf(in.Premium), Deductible: in.Deductible,
		Limits: graphql.OmittableOf([]*LimitInput{{
			CoverageType: graphql.OmittableOf(&coverage), Kind: LimitKindPerOccurrence, Amount: graphql.OmittableOf(in.Amount),
		}}),
		Placement: graphql.OmittableOf(&placedBy), Perils: graphql.OmittableOf(perils),
	}
	if p.AssetID != nil {
		made.Perils = graphql.Omittable[[]string]{}
		made.PerilsByAsset = graphql.OmittableOf([]*AssetPerilsInput{{Asset: *p.AssetID, Perils: perils}})
	}
	return made
}

// EndPolicy ends the placement's policy where the insurance does not stand any more: on that day or, if it never stood, altogether.
// It reports whether that changes the policy.
func (p *Placement) EndPolicy(of *Policy, now time.Time) bool {
	switch {
	case p.EndsEarlyOn == nil || of.State().Underlying() == PolicyStatusDeactivated:
		return false
	case !p.EndsEarlyOn.After(*p.EffectiveOn):
		of.SetState(of.State().Deactivate(), now)
		return true
	case of.EndDate == nil || of.EndDate.After(*p.EndsEarlyOn):
		of.EndDate = p.EndsEarlyOn
		return true
	}
	return false
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
