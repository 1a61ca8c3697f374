package evidence

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
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
			Name: "rating" + strconv.Itoa(i+1), Label: agencyNames[agency] + " rating", Today: ratingOf(f.today.Carrier, agency),
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

var agencyNames = map[model.RatingAgency]string{
	model.RatingAgencyAmBest: "A.M. Best", model.RatingAgencyDemotech: "Demotech", model.RatingAgencySp: "S&P", model.RatingAgencyMoodys: "Moody’s",
}

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
				texts = append(texts, agencyNames[agency]+" rating "+rating)
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

// submittedTerms are the conditions of submitEvidence's input.
type submittedTerms struct {
	Carrier          *model.Carrier        `json:"carrier,omitempty"`
	Deductibles      []submittedDeductible `json:"deductibles,omitempty"`
	CoverageFormType string                `json:"coverageFormType,omitempty"`
	ClaimsMade       any                   `json:"claimsMade,omitempty"`
	Endorsements     []uuid.UUID           `json:"endorsements,omitempty"`
}

type submittedDeductible struct {
	Perils  []uuid.UUID   `json:"perils,omitempty"`
	Amount  *scalar.Money `json:"amount,omitempty"`
	Percent *string       `json:"percent,omitempty"`
	Of      *string       `json:"of,omitempty"`
	Minimum *scalar.Money `json:"minimum,omitempty"`
	Hours   any           `json:"hours,omitempty"`
}

// terms are the conditions that were typed. What was left empty of a list is as it is today: a list is handed in whole.
func (f *entered) terms() (in submittedTerms) {
	if f.Asked == nil {
		return in
	}
	in.Carrier = f.carrier()
	in.Deductibles = f.deductibles()
	in.CoverageFormType = f.values["coverageFormType"]
	switch typed := f.values["claimsMade"]; typed {
	case "":
	case "true", "false":
		in.ClaimsMade = typed == "true"
	default:
		in.ClaimsMade = typed
	}
	in.Endorsements = f.endorsements()
	return in
}

// carrier is the insurer with the ratings that were typed; nil if nothing of it was. Of the same insurer the rest stays.
func (f *entered) carrier() *model.Carrier {
	name, c := f.values["carrier"], &model.Carrier{}
	if today := f.Asked.today.Carrier; today != nil && (name == "" || name == today.Name) {
		*c = *today
	}
	c.Name = cmp.Or(name, c.Name)
	typed := name != ""
	for i, field := range f.Asked.Ratings {
		rating, agency := f.values[field.Name], f.Asked.asked.Ratings[i]
		if rating == "" {
			continue
		}
		typed = true
		c.Ratings = slices.DeleteFunc(slices.Clone(c.Ratings), func(r *model.CarrierRating) bool { return r.Agency == agency })
		if agency == model.RatingAgencyAmBest { // its size is read where it is written
			c.AmBestRating, f.sent["/carrier/amBestRating"] = &rating, field.Name
			continue
		}
		f.sent[fault.Pointer("/carrier/ratings", len(c.Ratings))] = field.Name
		c.Ratings = append(c.Ratings, &model.CarrierRating{Agency: agency, Rating: rating})
	}
	if !typed {
		return nil
	}
	if len(c.Ratings) == 0 {
		c.Ratings = nil
	}
	return c
}

func (f *entered) deductibles() (all []submittedDeductible) {
	typed := false
	for i, field := range f.Asked.Deductibles {
		asked, entry := f.Asked.asked.Deductibles[i], submittedDeductible{}
		switch {
		case f.values[field.Name] != "" || f.values[field.Minimum] != "":
			typed = true
			entry = f.deductible(field, fault.Pointer("/deductibles", len(all)))
		case asked.Current != nil:
			d := asked.Current
			entry = submittedDeductible{Amount: d.Amount, Percent: d.Percent, Of: (*string)(d.Of), Minimum: d.Minimum}
			if d.Hours != nil {
				entry.Hours = *d.Hours
			}
		default:
			continue
		}
		for _, p := range asked.Perils {
			entry.Perils = append(entry.Perils, p.ID)
		}
		all = append(all, entry)
	}
	if !typed {
		return nil
	}
	return all
}

// deductible is one as it was typed.
func (f *entered) deductible(field deductibleFields, at string) (d submittedDeductible) {
	f.sent[at], f.sent[at+"/of"], f.sent[at+"/minimum"] = field.Name, field.Of, field.Minimum
	typed := f.values[field.Name]
	switch of := f.values[field.Of]; of {
	case "":
		d.Amount = &scalar.Money{Amount: plainAmount(typed), Currency: field.Currency}
	case "hours":
		d.Hours = typed
		if hours, err := strconv.Atoi(typed); err == nil {
			d.Hours = hours
		}
	default:
		d.Percent, d.Of = new(strings.TrimSuffix(plainAmount(typed), "%")), &of
	}
	if least := f.values[field.Minimum]; least != "" {
		d.Minimum = &scalar.Money{Amount: plainAmount(least), Currency: field.Currency}
	}
	return d
}

// endorsements are those that were ticked, with those of today that the page does not ask for; nil if none was ticked.
func (f *entered) endorsements() (ids []uuid.UUID) {
	asked := map[uuid.UUID]bool{}
	for i, field := range f.Asked.Endorsements {
		id := f.Asked.asked.Endorsements[i].ID
		asked[id] = true
		if f.values[field.Name] != "" {
			f.sent[fault.Pointer("/endorsements", len(ids))] = field.Name
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	for _, id := range f.Asked.today.EndorsementIDs {
		if !asked[id] {
			ids = append(ids, id)
		}
	}
	return ids
}
