package model

import (
	"regexp"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// setDates stores the term's two dates. The term ends after it starts, and starts after all earlier terms.
func (c *Coverage) setDates(vs *fault.Violations, in UpdatePolicyInput, refs PolicyReferences) {
	patch.Date(&c.EndDate, in.EndDate)
	if in.StartDate.IsSet() {
		patch.Date(&c.StartDate, in.StartDate)
		c.GapDays = gapDays(refs.PreviousTerm, c.StartDate)
		if earlier := refs.EarlierStart; earlier != nil && c.StartDate != nil && !c.StartDate.After(*earlier) {
			vs.Say("/startDate", fault.CodeInvalidValue, "must be after the start of each earlier term; the last of them started on %s",
				earlier.Format(time.DateOnly))
		}
	}
	if c.StartDate != nil && c.EndDate != nil && !c.EndDate.After(*c.StartDate) {
		vs.Say("/endDate", fault.CodeInvalidValue, "must be after `startDate`: a term ends after it starts")
	}
}

// gapDays returns the days without coverage between a term's end and the next one's start, 0 if either is not known.
func gapDays(previous *Coverage, start *time.Time) int {
	if previous == nil || previous.EndDate == nil || start == nil {
		return 0
	}
	// In seconds: a time.Duration ends at 292 years.
	return int(max(0, start.Unix()-previous.EndDate.Unix()) / secondsPerDay)
}

const secondsPerDay = 24 * 60 * 60

// setParties stores who insures, who is insured, and who must be named.
func (c *Coverage) setParties(vs *fault.Violations, in UpdatePolicyInput, refs PolicyReferences) {
	patch.Text(vs, "/policyNumber", &c.PolicyNumber, in.PolicyNumber, scalar.CheckName)
	if in.Carrier.IsSet() {
		c.Carrier = parseCarrier(vs, "/carrier", in.Carrier.Value())
	}
	patch.IDs(vs, "/insureds", &c.InsuredIDs, in.Insureds, refs.Insureds, fault.CodeUnknownReference, noInsured)
	if in.Insureds.IsSet() {
		c.NoInsureds = in.Insureds.Value() != nil && len(c.InsuredIDs) == 0
	}
	patch.IDs(vs, "/mortgageeClauses", &c.MortgageeClauseIDs, in.MortgageeClauses, refs.MortgageeClauses,
		fault.CodeUnknownMortgageeClause, noMortgageeClause)
}

// Carrier is an insurer.
type Carrier struct {
	Name         string           `json:"name"`
	NaicCode     *string          `json:"naicCode,omitempty"`     // its number at the National Association of Insurance Commissioners
	AmBestRating *string          `json:"amBestRating,omitempty"` // as it was recorded, perhaps with a size behind it
	Ratings      []*CarrierRating `json:"ratings,omitzero"`       // nil: nobody has said
}

var naicForm = regexp.MustCompile(`^[0-9]{5}$`)

// parseCarrier reads an insurer; nil if none.
func parseCarrier(vs *fault.Violations, pointer string, in *CarrierInput) *Carrier {
	if in == nil {
		return nil
	}
	carrier := &Carrier{Name: in.Name, NaicCode: in.NaicCode.Value(), AmBestRating: in.AmBestRating.Value()}
	if in.Ratings.Value() != nil {
		carrier.Ratings = make([]*CarrierRating, len(in.Ratings.Value()))
	}
	for i, r := range in.Ratings.Value() {
		carrier.Ratings[i] = &CarrierRating{Agency: r.Agency, Rating: r.Rating, Size: r.Size.Value()}
	}
	vs.Append(scalar.CheckName(fault.Pointer(pointer, "name"), carrier.Name))
	if carrier.NaicCode != nil && !naicForm.MatchString(*carrier.NaicCode) {
		vs.Say(fault.Pointer(pointer, "naicCode"), fault.CodeInvalidValue, "must be a company code of the NAIC, 5 digits such as 12345")
	}
	vs.Append(scalar.CheckLine(fault.Pointer(pointer, "amBestRating"), scalar.OrZero(carrier.AmBestRating)))
	return carrier
}

// setAmounts stores limits, deductible and premium. Limits that are kept must fit the new coverage types.
func (c *Coverage) setAmounts(vs *fault.Violations, in UpdatePolicyInput, refs PolicyReferences) {
	if in.Limits.IsSet() {
		c.setLimits(vs, in.Limits.Value(), refs)
	} else if len(c.CoverageTypeIDs) > 0 {
		c.checkKeptLimits(vs)
	}
	if in.Deductible.IsSet() {
		patch.Money(vs, "/deductible", &c.Deductible, in.Deductible)
		c.setPlainDeductible()
	}
	if in.Deductibles.IsSet() {
		c.setDeductibles(vs, in.Deductibles.Value())
	}
	patch.Money(vs, "/premium", &c.Premium, in.Premium)
}

// setLimits stores limits: of one of the policy's coverage types, or of the whole policy, as in the legacy model.
func (c *Coverage) setLimits(vs *fault.Violations, in []*LimitInput, refs PolicyReferences) {
	c.Limits = make([]*Limit, 0, len(in))
	for i, item := range in {
		at := fault.Pointer("/limits", i)
		amount, wrong := scalar.ParseMoney(fault.Pointer(at, "amount"), item.Amount.Value())
		vs.Append(wrong)
		other, wrong := scalar.ParseMoney(fault.Pointer(at, "otherValues"), item.OtherValues.Value())
		vs.Append(wrong)
		of, wrong := c.limitedType(fault.Pointer(at, "coverageType"), item.CoverageType.Value(), refs)
		vs.Append(wrong)
		if wrong != nil {
			continue
		}
		limit := &Limit{
			CoverageType: of, Asset: item.Asset.Value(), Kind: item.Kind, Amount: amount, OtherValues: other,
			MarginPercent:       parsePercent(vs, fault.Pointer(at, "marginPercent"), item.MarginPercent.Value(), 1000),
			ActualLossSustained: item.ActualLossSustained.Value(), Months: item.Months.Value(), ExtendedDays: item.ExtendedDays.Value(),
		}
		if refs := item.CoverageTypes.Value(); len(refs) > 0 {
			types, wrong := catalog.ParseCoverageTypes(fault.Pointer(at, "coverageTypes"), refs)
			vs.Append(wrong)
			limit.CoverageTypes = catalog.IDs(types)
		}
		if refs := item.Perils.Value(); len(refs) > 0 {
			perils, wrong := catalog.ParsePerils(fault.Pointer(at, "perils"), refs, catalog.CoverageTypes.Ordered)
			vs.Append(wrong)
			limit.Perils = inCatalogOrder(catalog.IDs(perils))
		}
		if slices.ContainsFunc(c.Limits, limit.limitsTheSame) {
			vs.Say(at, fault.CodeDuplicate, "is of the same kind and for the same as another limit")
		}
		c.Limits = append(c.Limits, limit)
	}
}

// limitsTheSame reports whether both limits are about the same thing. No coverage type has the zero id.
func (l *Limit) limitsTheSame(other *Limit) bool {
	return l.Kind == other.Kind && scalar.OrZero(l.CoverageType) == scalar.OrZero(other.CoverageType) &&
		scalar.OrZero(l.Asset) == scalar.OrZero(other.Asset) && slices.Equal(l.CoverageTypes, other.CoverageTypes) &&
		slices.Equal(l.Perils, other.Perils)
}

// limitedType finds the coverage type that a limit names by id or key; nil if none.
func (c *Coverage) limitedType(pointer string, ref *string, refs PolicyReferences) (*uuid.UUID, fault.Violations) {
	if ref == nil {
		return nil, nil
	}
	found, ok := catalog.CoverageTypes.ByRef(*ref)
	switch {
	case !ok:
		return nil, fault.One(pointer, fault.CodeUnknownCoverageType, catalog.UnknownCoverageType)
	case refs.isLegacy():
		return nil, fault.One(pointer, fault.CodeCaseTypeMismatch, "is for cases with a risk profile; this case has a program")
	case len(c.CoverageTypeIDs) > 0 && !slices.Contains(c.CoverageTypeIDs, found.ID):
		return nil, fault.One(pointer, fault.CodeCoverageTypeNotApplicable,
			"is %s, which is none of the policy's coverage types", found.Key)
	default:
		id := found.ID // a copy, so that nobody can change the catalog through the pointer
		return &id, nil
	}
}

// checkKeptLimits refuses coverage types without the one of a limit that the policy keeps.
func (c *Coverage) checkKeptLimits(vs *fault.Violations) {
	for _, l := range c.Limits {
		if l.CoverageType != nil && !slices.Contains(c.CoverageTypeIDs, *l.CoverageType) {
			vs.Say("/coverageTypes", fault.CodeCoverageTypeNotApplicable,
				"is without %s, for which the policy has a limit; give `limits` too",
				CoverageTypesByID([]uuid.UUID{*l.CoverageType})[0].Key)
		}
	}
}
