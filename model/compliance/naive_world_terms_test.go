package compliance_test

import (
	"encoding/json"
	"strconv"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/model/scalar"
)

// What requirements ask and policies say in the second round. A list that nobody has spoken of is absent, one that
// somebody has said is empty is not.
type (
	naiveInsured struct {
		Name    string `json:"name" shrink:"keep"`
		Display string `json:"display,omitempty"`
	}
	naivePaper struct {
		Name      string           `json:"name" shrink:"keep"`
		Category  string           `json:"category" shrink:"keep"`
		Evidences []naiveEvidenced `json:"evidences,omitempty"`
	}
	naiveEvidenced struct {
		Policy string `json:"policy" shrink:"keep"`
		Term   int    `json:"term"`
	}
	naiveAsked struct {
		Key                string           `json:"key,omitempty"`
		InsuredNamed       string           `json:"insuredNamed,omitempty"`
		Ratings            []naiveRated     `json:"minimumRatings,omitempty"`
		OccurrenceForm     bool             `json:"occurrenceForm,omitempty"`
		Valuation          []string         `json:"valuation,omitempty"`
		Coinsurance        string           `json:"maximumCoinsurancePercent,omitempty"`
		MaximumDeductibles []naiveMost      `json:"deductibles,omitempty"`
		Endorsements       []string         `json:"endorsements,omitempty"`
		Exclusions         []string         `json:"prohibitedExclusions,omitempty"`
		Notice             *naiveNotice     `json:"noticeDays,omitempty"`
		Evidence           *naiveOnFile     `json:"evidence,omitempty"`
		MinimumAggregate   string           `json:"minimumAggregate,omitempty"`
		MinimumMonths      int              `json:"minimumMonths,omitempty"`
		MinimumExtended    int              `json:"minimumExtendedDays,omitempty"`
		LimitPer           string           `json:"limitPer,omitempty"`
		When               *naiveConditions `json:"appliesWhen,omitempty"`
	}
	naiveRated struct {
		Agency string `json:"agency" shrink:"keep"`
		Rating string `json:"rating" shrink:"keep"`
		Size   string `json:"size,omitempty"`
	}
	naiveMost struct {
		Perils  []string `json:"perils" shrink:"keep"`
		Amount  string   `json:"amount,omitempty"`
		Percent string   `json:"percent,omitempty"`
		Hours   int      `json:"hours,omitempty"`
	}
	naiveNotice struct {
		Cancellation int `json:"cancellation,omitempty"`
		NonPayment   int `json:"nonPayment,omitempty"`
	}
	naiveOnFile struct {
		Categories []string `json:"categories,omitempty"`
		Temporary  []string `json:"temporary,omitempty"`
		Days       int      `json:"days,omitempty"`
	}
	naiveConditions struct {
		FloodZones     []string        `json:"floodZones,omitempty"`
		States         []string        `json:"states,omitempty"`
		LoanAmount     *naiveBounds    `json:"loanAmount,omitempty"`
		InsurableValue *naiveBounds    `json:"insurableValue,omitempty"`
		Fields         []naiveFieldHas `json:"fields,omitempty"`
	}
	naiveBounds struct {
		Least string `json:"gte,omitempty"`
		Below string `json:"lt,omitempty"`
	}
	naiveFieldHas struct {
		Field string   `json:"field" shrink:"keep"`
		In    []string `json:"in,omitempty"`
		Least string   `json:"gte,omitempty"`
		Below string   `json:"lt,omitempty"`
	}
	naiveSaid struct {
		Insureds     []string          `json:"insureds,omitzero"`
		Ratings      []naiveRated      `json:"ratings,omitzero"`
		ClaimsMade   *bool             `json:"claimsMade,omitempty"`
		Valuation    string            `json:"valuation,omitempty"`
		Coinsurance  string            `json:"coinsurancePercent,omitempty"`
		Deductibles  []naiveBorne      `json:"deductibles,omitzero"`
		StatedValues map[string]string `json:"statedValues,omitempty"`
		Endorsements []string          `json:"endorsements,omitzero"`
		Exclusions   []string          `json:"exclusions,omitzero"`
		Notice       *naiveNotice      `json:"noticeDays,omitempty"`
		Attachment   string            `json:"attachment,omitempty"`
		Placement    string            `json:"placement,omitempty"`
		CarriedOver  []string          `json:"carriedOver,omitempty"`
	}
	naiveBorne struct {
		Perils  []string `json:"perils,omitempty" shrink:"keep"`
		Amount  string   `json:"amount,omitempty" shrink:"keep"`
		Percent string   `json:"percent,omitempty" shrink:"keep"`
		Of      string   `json:"of,omitempty" shrink:"keep"`
		Minimum string   `json:"minimum,omitempty"`
		Hours   *int     `json:"hours,omitempty" shrink:"keep"`
	}
	naiveRowTerms struct {
		Types     []string `json:"types,omitempty"`
		Asset     string   `json:"asset,omitempty"`
		Perils    []string `json:"perils,omitempty"`
		Margin    string   `json:"marginPercent,omitempty"`
		Other     string   `json:"otherValues,omitempty"`
		Sustained bool     `json:"actualLossSustained,omitempty"`
		Months    int      `json:"months,omitempty"`
		Extended  *int     `json:"extendedDays,omitempty"`
	}
)

// addRecords adds the records of the second round.
func (w naiveWorld) addRecords(facts *compliance.Facts) {
	for _, i := range w.Insureds {
		facts.Case.InsuredIDs = append(facts.Case.InsuredIDs, naiveID(i.Name))
		facts.Insureds = append(facts.Insureds, &model.Insured{ID: naiveID(i.Name), DisplayName: i.Display})
	}
	for _, p := range w.Documents {
		document := &model.Document{ID: naiveID(p.Name), CaseID: facts.Case.ID, CategoryID: naiveCategories(p.Category)[0]}
		for _, e := range p.Evidences {
			document.Evidences = append(document.Evidences, model.EvidencedTerm{Policy: naiveID(e.Policy), TermNumber: e.Term})
		}
		facts.Documents = append(facts.Documents, document)
	}
	facts.RiskProfile.CarriedOver = model.CarriedOverAccept
	if w.CarriedOver != "" {
		facts.RiskProfile.CarriedOver = model.CarriedOver(w.CarriedOver)
	}
	facts.Case.OutstandingBalance = naiveCash(w.Owed)
	facts.Case.CreatedAt = *naiveDay("2020-01-01")
	if w.Created != "" {
		facts.Case.CreatedAt = *naiveDay(w.Created)
	}
}

func naiveCategories(keys ...string) []uuid.UUID {
	return naiveRefs(keys, catalog.DocumentCategories.ByRef, func(c *catalog.DocumentCategory) uuid.UUID { return c.ID })
}

func naiveEndorsements(keys ...string) []uuid.UUID {
	return naiveRefs(keys, catalog.Endorsements.ByRef, func(e *catalog.Endorsement) uuid.UUID { return e.ID })
}

func naiveExclusions(keys ...string) []uuid.UUID {
	return naiveRefs(keys, catalog.Exclusions.ByRef, func(e *catalog.Exclusion) uuid.UUID { return e.ID })
}

// naiveNumberOf is a number, nil for 0.
func naiveNumberOf(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

func naiveDetails(names []string) []string {
	details := []string{}
	for _, name := range names {
		if peril, ok := catalog.Perils.ByRef(name); ok {
			name = peril.ID.String()
		}
		details = append(details, name)
	}
	return details
}

// naiveFieldValue is a field's value as it is stored.
func naiveFieldValue(key, text string) scalar.JSON {
	var value any = text
	switch key {
	case "units":
		number, err := strconv.Atoi(text)
		if err != nil {
			panic(err)
		}
		value = number
	case "condominiumAssociation":
		value = text == "true"
	case "address":
		value = scalar.Address{Street1: "1 Main St", City: "Anytown", State: text, PostalCode: "12345"}
	}
	encoded, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return encoded
}

// ask sets what a requirement asks.
func (a naiveAsked) ask(r *model.Requirement) {
	r.Key = a.Key
	r.InsuredNamed = naiveText[model.InsuredNamed](a.InsuredNamed)
	for _, rated := range a.Ratings {
		r.MinimumRatings = append(r.MinimumRatings, &model.MinimumRating{
			Agency: model.RatingAgency(rated.Agency), Rating: rated.Rating, Size: naiveText[model.FinancialSize](rated.Size),
		})
	}
	if a.OccurrenceForm {
		r.OccurrenceForm = new(true)
	}
	for _, v := range a.Valuation {
		r.Valuation = append(r.Valuation, model.ValuationMethod(v))
	}
	r.MaximumCoinsurancePercent = naiveText[string](a.Coinsurance)
	for _, most := range a.MaximumDeductibles {
		r.Deductibles = append(r.Deductibles, &model.MaximumDeductible{
			Perils: naivePerils(most.Perils), MaximumAmount: naiveCash(most.Amount), MaximumPercent: naiveText[string](most.Percent),
			MaximumHours: naiveNumberOf(most.Hours),
		})
	}
	r.Endorsements, r.ProhibitedExclusions = naiveEndorsements(a.Endorsements...), naiveExclusions(a.Exclusions...)
	if a.Notice != nil {
		r.NoticeDays = a.Notice.days()
	}
	if a.Evidence != nil {
		r.Evidence = &model.RequiredEvidence{
			Categories: naiveCategories(a.Evidence.Categories...), TemporaryCategories: naiveCategories(a.Evidence.Temporary...),
			TemporaryDays: naiveNumberOf(a.Evidence.Days),
		}
	}
	r.MinimumAggregate = naiveCash(a.MinimumAggregate)
	r.MinimumMonths, r.MinimumExtendedDays = naiveNumberOf(a.MinimumMonths), naiveNumberOf(a.MinimumExtended)
	r.LimitPer = model.LimitPerTarget
	if a.LimitPer != "" {
		r.LimitPer = model.LimitPer(a.LimitPer)
	}
	if a.When != nil {
		r.AppliesWhen = a.When.when()
	}
}

func (n naiveNotice) days() *model.NoticeDays {
	return &model.NoticeDays{Cancellation: naiveNumberOf(n.Cancellation), NonPayment: naiveNumberOf(n.NonPayment)}
}

func (c naiveConditions) when() *model.AppliesWhen {
	when := &model.AppliesWhen{FloodZones: c.FloodZones, States: c.States}
	if c.LoanAmount != nil {
		when.LoanAmount = &model.MoneyBounds{Gte: naiveCash(c.LoanAmount.Least), Lt: naiveCash(c.LoanAmount.Below)}
	}
	if c.InsurableValue != nil {
		when.InsurableValue = &model.MoneyBounds{Gte: naiveCash(c.InsurableValue.Least), Lt: naiveCash(c.InsurableValue.Below)}
	}
	for _, f := range c.Fields {
		condition := &model.FieldCondition{FieldType: naiveFieldType(f.Field)}
		for _, value := range f.In {
			condition.In = append(condition.In, naiveFieldValue(f.Field, value))
		}
		if f.Least != "" {
			condition.Gte = naiveFieldValue(f.Field, f.Least)
		}
		if f.Below != "" {
			condition.Lt = naiveFieldValue(f.Field, f.Below)
		}
		when.Fields = append(when.Fields, condition)
	}
	return when
}

func naiveFieldType(key string) uuid.UUID {
	for _, t := range catalog.AssetTypes.Ordered {
		for _, field := range t.FieldTypes {
			if field.Key == key {
				return field.ID
			}
		}
	}
	panic("no field: " + key)
}

// say sets what a policy says.
func (s naiveSaid) say(v *model.PolicyVersion) {
	if s.Insureds != nil {
		v.InsuredIDs, v.NoInsureds = naiveIDs(s.Insureds), len(s.Insureds) == 0
	}
	if s.Ratings != nil {
		v.Carrier = &model.Carrier{Name: "Carrier", Ratings: []*model.CarrierRating{}}
		for _, r := range s.Ratings {
			v.Carrier.Ratings = append(v.Carrier.Ratings, &model.CarrierRating{
				Agency: model.RatingAgency(r.Agency), Rating: r.Rating, Size: naiveText[model.FinancialSize](r.Size),
			})
		}
	}
	v.ClaimsMade, v.Valuation = s.ClaimsMade, naiveText[model.ValuationMethod](s.Valuation)
	v.CoinsurancePercent, v.Attachment = naiveText[string](s.Coinsurance), naiveCash(s.Attachment)
	if s.Deductibles != nil {
		v.Deductibles = []*model.Deductible{}
	}
	for _, d := range s.Deductibles {
		borne := &model.Deductible{
			Amount: naiveCash(d.Amount), Percent: naiveText[string](d.Percent), Of: naiveText[model.DeductibleBase](d.Of),
			Minimum: naiveCash(d.Minimum), Hours: d.Hours,
		}
		if len(d.Perils) > 0 {
			borne.Perils = naivePerils(d.Perils)
		} else {
			v.Deductible = borne.Amount
		}
		v.Deductibles = append(v.Deductibles, borne)
	}
	for asset, amount := range s.StatedValues {
		v.StatedValues = append(v.StatedValues, &model.StatedValue{Asset: naiveID(asset), Amount: naiveCash(amount)})
	}
	if s.Endorsements != nil {
		v.EndorsementIDs = naiveEndorsements(s.Endorsements...)
	}
	if s.Exclusions != nil {
		v.ExclusionIDs = naiveExclusions(s.Exclusions...)
	}
	if s.Notice != nil {
		v.NoticeDays = s.Notice.days()
	}
	v.Placement = model.PolicyPlacementVoluntary
	if s.Placement != "" {
		v.Placement = model.PolicyPlacement(s.Placement)
	}
	v.CarriedOver = naiveTexts[model.CarriedOverMember](s.CarriedOver)
}

// set sets what a row of limits says besides its kind and amount.
func (t naiveRowTerms) set(row *model.Limit) {
	if len(t.Types) > 0 {
		row.CoverageTypes = naiveCoverages(t.Types...)
	}
	if t.Asset != "" {
		row.Asset = new(naiveID(t.Asset))
	}
	if len(t.Perils) > 0 {
		row.Perils = naivePerils(t.Perils)
	}
	row.MarginPercent, row.OtherValues = naiveText[string](t.Margin), naiveCash(t.Other)
	if t.Sustained {
		row.ActualLossSustained = new(true)
	}
	row.Months, row.ExtendedDays = naiveNumberOf(t.Months), t.Extended
}
