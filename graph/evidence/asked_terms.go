package evidence

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

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
	if today := f.Asked.today.Carrier; today != nil && (name == "" || strings.EqualFold(name, today.Name)) {
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

// endorsements are those that were ticked, with those of today: what is left empty stays. nil if none was ticked.
func (f *entered) endorsements() (ids []uuid.UUID) {
	for i, field := range f.Asked.Endorsements {
		if f.values[field.Name] != "" {
			f.sent[fault.Pointer("/endorsements", len(ids))] = field.Name
			ids = append(ids, f.Asked.asked.Endorsements[i].ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	for _, id := range f.Asked.today.EndorsementIDs {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}
