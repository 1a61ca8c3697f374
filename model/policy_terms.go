package model

import (
	"regexp"
	"slices"
	"time"

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
