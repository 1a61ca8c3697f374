package evidence

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// asked is what the requirements rest on, as AskForEvidence returns it.
type asked struct {
	Ratings     []model.RatingAgency
	Deductibles []struct {
		Perils  []named
		Current *model.Deductible
	}
	CoverageFormType, ClaimsMade bool
	Endorsements                 []named
}

type named struct {
	ID   uuid.UUID
	Name string
}

// proposable are values of a policy that the page asks for where a requirement rests on them.
type proposable struct {
	Carrier          *model.Carrier
	Deductibles      []*model.Deductible
	CoverageFormType *model.CoverageFormType
	ClaimsMade       *bool
	EndorsementIDs   []uuid.UUID
}

// askedFields are the fields for these values.
type askedFields struct {
	Carrier      string // today's; the field is there if Ratings are
	Ratings      []askedField
	Deductibles  []deductibleFields
	FormTypes    []model.CoverageFormType // to choose from; none if it is not asked for
	FormToday    string
	Claims       bool
	ClaimsToday  string
	Endorsements []askedField

	asked asked
	today proposable
}

type askedField struct{ Name, Label, Today, Example string }

// deductibleFields are those of one deductible: the number, what it is of, and the least that a percentage comes to.
type deductibleFields struct {
	Name, Of, Minimum string
	Label, Today      string
	Currency          string
	Hours             bool
}

// newAskedFields returns the fields for what is asked; nil for nothing.
func newAskedFields(r *request) *askedFields {
	f := &askedFields{asked: r.Asked, today: r.Current.proposable, Claims: r.Asked.ClaimsMade}
	if c := f.today.Carrier; c != nil {
		f.Carrier = c.Name
	}
	for i, agency := range r.Asked.Ratings {
		f.Ratings = append(f.Ratings, askedField{
			Name: "rating" + strconv.Itoa(i+1), Label: agencyName(agency) + " rating", Today: ratingOf(f.today.Carrier, agency),
			Example: ratingExamples[agency],
		})
	}
	f.addDeductibles(r)
	if r.Asked.CoverageFormType {
		f.FormTypes = []model.CoverageFormType{model.CoverageFormTypeSpecial, model.CoverageFormTypeBroad, model.CoverageFormTypeBasic}
		f.FormToday = formName(f.today.CoverageFormType)
	}
	if f.today.ClaimsMade != nil {
		f.ClaimsToday = claimsName(*f.today.ClaimsMade)
	}
	for i, e := range r.Asked.Endorsements {
		field := askedField{Name: "endorsement" + strconv.Itoa(i+1), Label: e.Name}
		if slices.Contains(f.today.EndorsementIDs, e.ID) {
			field.Today = "on the policy today"
		}
		f.Endorsements = append(f.Endorsements, field)
	}
	if len(f.Ratings)+len(f.Deductibles)+len(f.FormTypes)+len(f.Endorsements) == 0 && !f.Claims {
		return nil
	}
	return f
}

func (f *askedFields) addDeductibles(r *request) {
	currency := usualCurrency
	if len(r.Current.Limits) > 0 {
		currency = cmp.Or(r.Current.Limits[0].Amount.Currency, usualCurrency)
	}
	for i, d := range r.Asked.Deductibles {
		n := strconv.Itoa(i + 1)
		fields := deductibleFields{
			Name: "deductible" + n, Of: "deductibleOf" + n, Minimum: "deductibleMinimum" + n, Label: "Deductible", Currency: currency,
			Hours: r.hasTimeElement(),
		}
		switch {
		case len(d.Perils) > 0:
			fields.Label += " for " + nameList(d.Perils)
		case len(r.Asked.Deductibles) > 1:
			fields.Label += " for all other perils"
		}
		if d.Current != nil {
			fields.Today = d.Current.Spoken()
			if d.Current.Amount != nil {
				fields.Currency = d.Current.Amount.Currency
			}
		}
		f.Deductibles = append(f.Deductibles, fields)
	}
}

// hasTimeElement reports whether a deductible can be in hours.
func (r *request) hasTimeElement() bool {
	return slices.ContainsFunc(r.CoverageTypes, func(t coverageType) bool {
		of, ok := catalog.CoverageTypes.ByRef(t.ID)
		return ok && of.CoverageGroup == catalog.CoverageGroupTimeElement
	})
}

func nameList(all []named) string {
	names := make([]string, len(all))
	for i, n := range all {
		names[i] = n.Name
	}
	return strings.Join(names, ", ")
}

// addLabels names the fields for people.
func (f *askedFields) addLabels(labels map[string]string) {
	if f == nil {
		return
	}
	if len(f.Ratings) > 0 {
		labels["carrier"] = "Carrier"
	}
	for _, field := range slices.Concat(f.Ratings, f.Endorsements) {
		labels[field.Name] = field.Label
	}
	for _, d := range f.Deductibles {
		labels[d.Name], labels[d.Of], labels[d.Minimum] = d.Label, d.Label, d.Label+", at least"
	}
	if len(f.FormTypes) > 0 {
		labels["coverageFormType"] = "Coverage form"
	}
	if f.Claims {
		labels["claimsMade"] = "Occurrence or claims-made"
	}
}

func agencyName(agency model.RatingAgency) string { return catalog.RatingScales[string(agency)].Name }

var ratingExamples = map[model.RatingAgency]string{
	model.RatingAgencyAmBest: "A- VIII", model.RatingAgencyDemotech: "A′", model.RatingAgencySp: "AA-", model.RatingAgencyMoodys: "Aa3",
}

// ratingOf is what an agency says of an insurer; "" for nothing.
func ratingOf(c *model.Carrier, agency model.RatingAgency) string {
	if c == nil {
		return ""
	}
	for _, r := range c.Ratings {
		if r.Agency == agency {
			return strings.TrimSpace(r.Rating + " " + string(scalar.OrZero(r.Size)))
		}
	}
	if agency == model.RatingAgencyAmBest {
		return scalar.OrZero(c.AmBestRating)
	}
	return ""
}

func formName(form *model.CoverageFormType) string {
	if form == nil || *form == model.CoverageFormTypeUnknown {
		return ""
	}
	return string(*form)
}

func claimsName(claimsMade bool) string {
	if claimsMade {
		return "Claims-made"
	}
	return "Occurrence"
}

// inWords are the values that were sent.
func (p proposable) inWords() (texts []string) {
	if c := p.Carrier; c != nil {
		texts = append(texts, "Carrier "+c.Name)
		for _, agency := range model.AllRatingAgency {
			if rating := ratingOf(c, agency); rating != "" {
				texts = append(texts, agencyName(agency)+" rating "+rating)
			}
		}
	}
	for _, d := range p.Deductibles {
		text := "Deductible"
		for i, peril := range catalog.Perils.WithIDs(d.Perils) {
			text += []string{" for ", ", "}[min(i, 1)] + peril.Name
		}
		texts = append(texts, text+": "+d.Spoken())
	}
	if form := formName(p.CoverageFormType); form != "" {
		texts = append(texts, "Coverage form "+form)
	}
	if p.ClaimsMade != nil {
		texts = append(texts, claimsName(*p.ClaimsMade))
	}
	for _, e := range catalog.Endorsements.WithIDs(p.EndorsementIDs) {
		texts = append(texts, "Endorsement "+e.Name)
	}
	return texts
}
