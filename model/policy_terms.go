package model

import (
	"regexp"
	"slices"
	"time"

	"github.com/google/uuid"
)

// setDates takes over the term's two dates. It ends after it starts, and starts after the term before it; what lies between
// the two terms is the gap.
func (c *Coverage) setDates(in UpdatePolicyInput, previous *Coverage) (vs Violations) {
	if in.EndDate.IsSet() {
		c.EndDate = in.EndDate.Value()
	}
	if in.StartDate.IsSet() {
		c.StartDate = in.StartDate.Value()
		c.GapDays = gapDays(previous, c.StartDate)
		if previous != nil && previous.StartDate != nil && c.StartDate != nil && !c.StartDate.After(*previous.StartDate) {
			vs.Add("/startDate", CodeInvalidValue, "a term starts after the one before it, which started on %s", previous.StartDate.Format(time.DateOnly))
		}
	}
	if c.StartDate != nil && c.EndDate != nil && !c.EndDate.After(*c.StartDate) {
		vs.Add("/endDate", CodeInvalidValue, "a term ends after it starts")
	}
	return vs
}

// gapDays are the days without coverage between the end of a term and the start of the next: none when the next starts on the
// very day, for terms begin and end at the same hour, and none when either day is not known.
func gapDays(previous *Coverage, start *time.Time) int {
	if previous == nil || previous.EndDate == nil || start == nil {
		return 0
	}
	return max(0, int(start.Sub(*previous.EndDate)/(24*time.Hour)))
}

// setParties takes over who insures, who is insured, and who must be named.
func (c *Coverage) setParties(in UpdatePolicyInput, refs PolicyReferences) (vs Violations) {
	setText(&vs, "/policyNumber", &c.PolicyNumber, in.PolicyNumber, CheckName)
	if in.Carrier.IsSet() {
		var wrong Violations
		c.Carrier, wrong = parseCarrier("/carrier", in.Carrier.Value())
		vs.Append(wrong)
	}
	setIDs(&vs, "/insureds", &c.InsuredIDs, in.Insureds, refs.Insureds, CodeUnknownReference, "there is no such insured")
	setIDs(&vs, "/mortgageeClauses", &c.MortgageeClauseIDs, in.MortgageeClauses, refs.MortgageeClauses, CodeUnknownMortgageeClause,
		"there is no such mortgagee clause")
	return vs
}

var naicForm = regexp.MustCompile(`^[0-9]{5}$`)

// parseCarrier reads an insurer; none is none.
func parseCarrier(pointer string, in *CarrierInput) (*Carrier, Violations) {
	if in == nil {
		return nil, nil
	}
	carrier := &Carrier{Name: in.Name, NaicCode: in.NaicCode.Value(), AmBestRating: in.AmBestRating.Value()}
	vs := CheckName(Pointer(pointer, "name"), carrier.Name)
	if carrier.NaicCode != nil && !naicForm.MatchString(*carrier.NaicCode) {
		vs.Add(Pointer(pointer, "naicCode"), CodeInvalidValue, "a NAIC company code has 5 digits")
	}
	vs.Append(CheckLine(Pointer(pointer, "amBestRating"), orZero(carrier.AmBestRating)))
	return carrier, vs
}

// setAmounts takes over limits, deductible and premium.
func (c *Coverage) setAmounts(in UpdatePolicyInput, refs PolicyReferences) (vs Violations) {
	if in.Limits.IsSet() {
		vs.Append(c.setLimits(in.Limits.Value(), refs))
	} else if len(c.CoverageTypeIDs) > 0 {
		vs.Append(c.checkKeptLimits())
	}
	setMoney(&vs, "/deductible", &c.Deductible, in.Deductible)
	setMoney(&vs, "/premium", &c.Premium, in.Premium)
	return vs
}

// setLimits takes over limits. One of a coverage type must be of the policy's own; one without limits the whole policy, which
// is all that the legacy model knows.
func (c *Coverage) setLimits(in []*LimitInput, refs PolicyReferences) (vs Violations) {
	c.Limits = make([]*Limit, 0, len(in))
	for i, item := range in {
		at := Pointer("/limits", i)
		amount, wrong := ParseMoney(Pointer(at, "amount"), item.Amount)
		vs.Append(wrong)
		of, wrong := c.limitedType(Pointer(at, "coverageType"), item.CoverageType.Value(), refs)
		vs.Append(wrong)
		if wrong != nil {
			continue
		}
		limit := &Limit{CoverageType: of, Kind: item.Kind, Amount: amount}
		if slices.ContainsFunc(c.Limits, limit.limitsTheSame) {
			vs.Add(at, CodeDuplicate, "there is a limit of this kind for this already")
		}
		c.Limits = append(c.Limits, limit)
	}
	return vs
}

// limitsTheSame tells whether both limits limit one thing, so that only one of them can be true.
func (l *Limit) limitsTheSame(other *Limit) bool {
	if l.Kind != other.Kind || (l.CoverageType == nil) != (other.CoverageType == nil) {
		return false
	}
	return l.CoverageType == nil || *l.CoverageType == *other.CoverageType
}

// limitedType finds the coverage type that a limit names by id or key; none is none.
func (c *Coverage) limitedType(pointer string, ref *string, refs PolicyReferences) (*uuid.UUID, Violations) {
	if ref == nil {
		return nil, nil
	}
	var vs Violations
	found, ok := CoverageTypeByRef(*ref)
	switch {
	case !ok:
		vs.Add(pointer, CodeUnknownCoverageType, "there is no such coverage type; name it by its id or its key")
	case refs.isLegacy():
		vs.Add(pointer, CodeCaseTypeMismatch, "the case has a program; a limit of its policies has no coverage type")
	case len(c.CoverageTypeIDs) > 0 && !slices.Contains(c.CoverageTypeIDs, found.ID):
		vs.Add(pointer, CodeCoverageTypeNotApplicable, "%s is none of the policy's coverage types", found.Key)
	default:
		id := found.ID // a copy: what points into the catalog could change it for everybody
		return &id, nil
	}
	return nil, vs
}

// checkKeptLimits refuses coverage types that leave a limit there is without its own.
func (c *Coverage) checkKeptLimits() (vs Violations) {
	for _, l := range c.Limits {
		if l.CoverageType != nil && !slices.Contains(c.CoverageTypeIDs, *l.CoverageType) {
			vs.Add("/coverageTypes", CodeCoverageTypeNotApplicable, "the policy has a limit for %s, which is none of these; give limits too",
				coverageTypesByID([]uuid.UUID{*l.CoverageType})[0].Key)
		}
	}
	return vs
}
