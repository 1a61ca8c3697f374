package model

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
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
				scalar.SpokenDay(*earlier))
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
	vs.Append(scalar.CheckName(fault.Pointer(pointer, "name"), carrier.Name))
	if carrier.NaicCode != nil && !naicForm.MatchString(*carrier.NaicCode) {
		vs.Say(fault.Pointer(pointer, "naicCode"), fault.CodeInvalidValue, "must be a company code of the NAIC, 5 digits such as 12345")
	}
	vs.Append(scalar.CheckLine(fault.Pointer(pointer, "amBestRating"), scalar.OrZero(carrier.AmBestRating)))
	if in.Ratings.Value() != nil {
		carrier.Ratings = parseRatings(vs, fault.Pointer(pointer, "ratings"), in.Ratings.Value())
	}
	return carrier
}

// parseRatings reads what agencies say of an insurer. A rating that is on no scale is recorded as it is.
func parseRatings(vs *fault.Violations, pointer string, in []*CarrierRatingInput) []*CarrierRating {
	ratings := make([]*CarrierRating, len(in))
	for i, item := range in {
		at, r := fault.Pointer(pointer, i), &CarrierRating{Agency: item.Agency, Rating: item.Rating, Size: item.Size.Value()}
		vs.Append(scalar.CheckName(fault.Pointer(at, "rating"), r.Rating))
		if r.Size != nil && r.Agency != RatingAgencyAmBest {
			vs.Say(fault.Pointer(at, "size"), fault.CodeInvalidValue, "is of A.M. Best alone")
		}
		if slices.ContainsFunc(ratings[:i], func(other *CarrierRating) bool { return other.Agency == r.Agency }) {
			vs.Say(at, fault.CodeDuplicate, "is of the same agency as another rating")
		}
		ratings[i] = r
	}
	return ratings
}

// setAmounts stores limits, deductibles and premium. What is kept of them must fit the new coverage types and assets.
func (c *Coverage) setAmounts(vs *fault.Violations, in UpdatePolicyInput, refs PolicyReferences) {
	if in.Limits.IsSet() {
		c.setLimits(vs, in, refs)
	} else if refs.isFramework() {
		c.checkKeptLimits(vs, in)
	}
	c.setDeductible(vs, in, refs)
	patch.Money(vs, "/premium", &c.Premium, in.Premium)
}

// setLimits stores limits. No two are about the same.
func (c *Coverage) setLimits(vs *fault.Violations, in UpdatePolicyInput, refs PolicyReferences) {
	rows := in.Limits.Value()
	c.Limits = make([]*Limit, 0, len(rows))
	for i, item := range rows {
		at, before := fault.Pointer("/limits", i), len(*vs)
		limit := &Limit{Kind: item.Kind, Asset: item.Asset.Value()}
		c.setLimited(vs, at, limit, *item, refs)
		if limit.Asset != nil && refs.isFramework() && !c.CoversAsset(*limit.Asset) {
			vs.Say(fault.Pointer(at, "asset"), fault.CodeUnknownReference, "is not the id of an asset in `perilsByAsset`")
		}
		isSound := len(*vs) == before
		limit.setExtent(vs, at, *item)
		if isSound && slices.ContainsFunc(c.Limits, limit.limitsTheSame) {
			vs.Say(at, fault.CodeDuplicate, "is for the same coverage types, asset and perils and of the same kind as another limit")
		}
		if isSound {
			c.Limits = append(c.Limits, limit)
		}
	}
}

// setLimited stores what is limited: one or several of the policy's coverage types, or all, and perils of them. The legacy
// model has none of these.
func (c *Coverage) setLimited(vs *fault.Violations, at string, limit *Limit, in LimitInput, refs PolicyReferences) {
	one, several := in.CoverageType.Value(), in.CoverageTypes.Value()
	if refs.isLegacy() {
		refuseOnLegacy(vs, fault.Pointer(at, "coverageType"), one != nil)
		refuseOnLegacy(vs, fault.Pointer(at, "coverageTypes"), len(several) > 0)
		refuseOnLegacy(vs, fault.Pointer(at, "asset"), limit.Asset != nil)
		refuseOnLegacy(vs, fault.Pointer(at, "perils"), len(in.Perils.Value()) > 0)
		return
	}
	switch {
	case one != nil && len(several) > 0:
		vs.Say(fault.Pointer(at, "coverageTypes"), fault.CodeInvalidValue, "must not be given beside `coverageType`")
	case one != nil:
		if found, ok := catalog.CoverageTypes.ByRef(*one); !ok {
			vs.Say(fault.Pointer(at, "coverageType"), fault.CodeUnknownCoverageType, catalog.UnknownCoverageType)
		} else {
			c.checkListed(vs, fault.Pointer(at, "coverageType"), found)
			limit.CoverageType = new(found.ID) // a copy, so that nobody can change the catalog through the pointer
		}
	case len(several) == 1:
		vs.Say(fault.Pointer(at, "coverageTypes"), fault.CodeInvalidValue, "must be two coverage types or more; give one as `coverageType`")
	}
	types, wrong := catalog.ParseCoverageTypes(fault.Pointer(at, "coverageTypes"), several)
	vs.Append(wrong)
	for i, ref := range several {
		if found, ok := catalog.CoverageTypes.ByRef(ref); ok {
			c.checkListed(vs, fault.Pointer(at, "coverageTypes", i), found)
		}
	}
	if len(types) > 1 {
		limit.CoverageTypes = catalog.IDs(types)
		slices.SortFunc(limit.CoverageTypes, byPlace)
	}
	limit.Perils = c.parsePolicyPerils(vs, fault.Pointer(at, "perils"), in.Perils.Value())
}

// byPlace orders coverage types as the catalog does.
func byPlace(a, b uuid.UUID) int {
	x, _ := catalog.CoverageTypes.ByID(a)
	y, _ := catalog.CoverageTypes.ByID(b)
	return x.Position - y.Position
}

// refuseOnLegacy refuses a member of a row on a case with a program.
func refuseOnLegacy(vs *fault.Violations, pointer string, given bool) {
	if given {
		vs.Say(pointer, fault.CodeCaseTypeMismatch, "is for cases with a risk profile; this case has a program")
	}
}

// checkListed refuses a coverage type that the policy does not have, unless those that it has are not known.
func (c *Coverage) checkListed(vs *fault.Violations, pointer string, t *catalog.CoverageType) {
	if len(c.CoverageTypeIDs) > 0 && !slices.Contains(c.CoverageTypeIDs, t.ID) {
		vs.Say(pointer, fault.CodeCoverageTypeNotApplicable, "is %s, which is none of the policy's coverage types", t.Key)
	}
}

// parsePolicyPerils reads perils of the policy's coverage types; nil for none.
func (c *Coverage) parsePolicyPerils(vs *fault.Violations, pointer string, refs []string) []uuid.UUID {
	found, wrong := catalog.ParsePerils(pointer, refs, c.knownTypes())
	vs.Append(wrong)
	return orNil(inCatalogOrder(catalog.IDs(found)))
}

// setExtent stores how much a row limits to. One of the group timeElement may say it otherwise than by an amount.
func (l *Limit) setExtent(vs *fault.Violations, at string, in LimitInput) {
	patch.Money(vs, fault.Pointer(at, "amount"), &l.Amount, in.Amount)
	patch.Money(vs, fault.Pointer(at, "otherValues"), &l.OtherValues, in.OtherValues)
	l.MarginPercent = parsePercent(vs, fault.Pointer(at, "marginPercent"), in.MarginPercent.Value(), 1000)
	if l.MarginPercent != nil && scalar.Hundredths(*l.MarginPercent) < scalar.HundredPercent {
		vs.Say(fault.Pointer(at, "marginPercent"), fault.CodeInvalidValue, "must be from 100 to 1000")
	}
	l.ActualLossSustained = in.ActualLossSustained.Value()
	l.Months = wholeNumber(vs, fault.Pointer(at, "months"), in.Months.Value(), 1, 120)
	l.ExtendedDays = wholeNumber(vs, fault.Pointer(at, "extendedDays"), in.ExtendedDays.Value(), 0, 3650)
	refuse := func(member string, given bool, of string) {
		if given {
			vs.Say(fault.Pointer(at, member), fault.CodeInvalidValue, "is for limits of %s", of)
		}
	}
	refuse("marginPercent", l.Kind != LimitKindTotal && in.MarginPercent.Value() != nil, "the kind total")
	refuse("otherValues", l.Kind != LimitKindTotal && in.OtherValues.Value() != nil, "the kind total")
	isTimeElement := l.isTimeElement()
	for member, given := range map[string]bool{
		"actualLossSustained": l.ActualLossSustained != nil, "months": l.Months != nil, "extendedDays": l.ExtendedDays != nil,
	} {
		refuse(member, given && !isTimeElement, "the group timeElement")
	}
	switch says := scalar.OrZero(l.ActualLossSustained) || l.Months != nil || l.ExtendedDays != nil; {
	case in.Amount.Value() != nil || isTimeElement && says:
	case isTimeElement:
		vs.Say(fault.Pointer(at, "amount"), fault.CodeRequired,
			"is required, unless `actualLossSustained`, `months` or `extendedDays` is given")
	default:
		vs.Say(fault.Pointer(at, "amount"), fault.CodeRequired, "is required but for coverage types of the group timeElement")
	}
}

// Extent is how much the row limits to, in words; "" if it does not say.
func (l *Limit) Extent() string {
	says := []string{l.Amount.Spoken()}
	if scalar.OrZero(l.ActualLossSustained) {
		says = append(says, "actual loss sustained")
	}
	if l.Months != nil {
		says = append(says, fmt.Sprintf("%d months", *l.Months))
	}
	if l.ExtendedDays != nil {
		says = append(says, fmt.Sprintf("%d extended days", *l.ExtendedDays))
	}
	return strings.Trim(strings.Join(says, ", "), ", ")
}

// Spoken is what the insured bears, in words: 5% of the insured value, at least $250,000.
func (d *Deductible) Spoken() string {
	switch {
	case d.Percent != nil:
		says := scalar.SpokenPercent(*d.Percent) + deductibleOfNames[scalar.OrZero(d.Of)]
		if d.Minimum != nil {
			says += ", at least " + d.Minimum.Spoken()
		}
		return says
	case d.Hours != nil:
		return fmt.Sprintf("%d hours", *d.Hours)
	}
	return d.Amount.Spoken()
}

var deductibleOfNames = map[DeductibleBase]string{
	DeductibleBaseLimit: " of the limit", DeductibleBaseInsuredValue: " of the insured value",
}

// isTimeElement reports whether every coverage type of a row is of the group timeElement.
func (l *Limit) isTimeElement() bool {
	ids := l.CoverageTypes
	if l.CoverageType != nil {
		ids = []uuid.UUID{*l.CoverageType}
	}
	isOther := func(t *catalog.CoverageType) bool { return t.CoverageGroup != catalog.CoverageGroupTimeElement }
	return len(ids) > 0 && !slices.ContainsFunc(CoverageTypesByID(ids), isOther)
}

// limitsTheSame reports whether both limits are about the same thing. No coverage type and no asset has the zero id.
func (l *Limit) limitsTheSame(other *Limit) bool {
	return l.Kind == other.Kind && scalar.OrZero(l.CoverageType) == scalar.OrZero(other.CoverageType) &&
		scalar.OrZero(l.Asset) == scalar.OrZero(other.Asset) && slices.Equal(l.CoverageTypes, other.CoverageTypes) &&
		slices.Equal(l.Perils, other.Perils)
}

// checkKeptLimits refuses coverage types and assets without those of a limit that the policy keeps.
func (c *Coverage) checkKeptLimits(vs *fault.Violations, in UpdatePolicyInput) {
	assets := "/perilsByAsset"
	if in.PerilsByAsset.Value() == nil {
		assets = "/perils"
	}
	for _, l := range c.Limits {
		named := l.CoverageTypes
		if l.CoverageType != nil {
			named = []uuid.UUID{*l.CoverageType}
		}
		for _, t := range CoverageTypesByID(named) {
			if len(c.CoverageTypeIDs) > 0 && !slices.Contains(c.CoverageTypeIDs, t.ID) {
				vs.Say("/coverageTypes", fault.CodeCoverageTypeNotApplicable,
					"is without %s, for which the policy has a limit; give `limits` too", t.Key)
			}
		}
		c.checkKeptPerils(vs, l.Perils, "limits")
		if l.Asset != nil && !c.CoversAsset(*l.Asset) {
			vs.Say(assets, fault.CodeUnknownReference, "is without the asset %s, for which the policy has a limit; give `limits` too", *l.Asset)
		}
	}
}

// Renewal returns the state of a policy's renewal follow-up, and why no notice will be sent, if so (schema,
// PolicyRenewal). notices are those of the current term, and of gaps before it; what was told of a cancellation that is not
// in effect any more is no step of it.
func Renewal(p *Policy, notices []*RenewalNotice, now time.Time) *PolicyRenewal {
	r := &PolicyRenewal{Paused: p.Status == PolicyStatusOnHold}
	ending := p.Ending()
	for _, n := range notices {
		isCurrent := n.TermNumber == p.TermNumber && n.isOf(ending)
		switch n.State {
		case RenewalNoticeStatePlanned:
			if (isCurrent || p.GapOf(n, now) != nil) && (r.NextNoticeAt == nil || n.DueAt.Before(*r.NextNoticeAt)) {
				r.NextNoticeAt = &n.DueAt
			}
		case RenewalNoticeStateSent, RenewalNoticeStateSuppressed:
			if isCurrent && (r.LastStep == nil || stepOrder(n.Step) > stepOrder(*r.LastStep)) {
				r.LastStep = &n.Step
			}
		}
	}
	if block := renewalBlock(p, r.NextNoticeAt, now); block != "" {
		r.BlockedBy, r.NextNoticeAt = &block, nil
		if block == RenewalBlockEvidenceInReview {
			r.Paused, r.PausedUntil = true, p.ReviewUntil
		}
	}
	return r
}

// renewalBlock returns the first reason why no notice will be sent, "" if one will.
func renewalBlock(p *Policy, next *time.Time, now time.Time) RenewalBlock {
	switch {
	case p.Status == PolicyStatusOnHold:
		return RenewalBlockPolicyOnHold
	case !p.Status.FollowedUp():
		return RenewalBlockPolicyDeactivated
	case p.InReview(now):
		return RenewalBlockEvidenceInReview
	case p.FollowUpEnd() == nil:
		return RenewalBlockEndDateUnknown
	case next == nil:
		return RenewalBlockAllStepsDone
	default:
		return ""
	}
}

// NeedsEvidence reports whether a person must ask when the policy ends: without an end date no notice can be planned.
func (p *Policy) NeedsEvidence() bool { return p.FollowUpEnd() == nil && p.Status.FollowedUp() }

// NewEvidenceTask makes the task to ask for the end of the policy's term. Its origin makes it one task a term.
func NewEvidenceTask(id uuid.UUID, p *Policy, now time.Time) *Task {
	origin := fmt.Sprintf("evidence/%s/%d", p.ID, p.TermNumber)
	return newFollowUpTask(id, p.CaseID, &p.ID, TaskTypeCollectEvidence, string(RenewalBlockEndDateUnknown), origin, now)
}

// PauseForReview lets the notices of the current term wait while evidence is looked at. The first submission since the
// last decision decides how long; 0 days are no pause.
func (p *Policy) PauseForReview(days int, isFirst bool, now time.Time) {
	if !isFirst || days == 0 {
		return
	}
	until := now.AddDate(0, 0, days)
	p.ReviewUntil = &until
}

// InReview reports whether notices wait for the review of evidence.
func (p *Policy) InReview(now time.Time) bool {
	return p.ReviewUntil != nil && now.Before(*p.ReviewUntil)
}
