package model

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// setAsked stores what is asked besides a limit, a deductible and a clause. An empty list or object asks nothing.
func (r *Requirement) setAsked(vs *fault.Violations, pointer string, in *RequirementInput) {
	r.InsuredNamed = in.InsuredNamed.Value()
	if asked := in.OccurrenceForm.Value(); asked != nil && *asked {
		r.OccurrenceForm = asked
	}
	r.MinimumRatings = parseMinimumRatings(vs, fault.Pointer(pointer, "minimumRatings"), in.MinimumRatings.Value())
	if r.MinimumRating != nil && r.MinimumRatings != nil {
		vs.Say(fault.Pointer(pointer, "minimumRating"), fault.CodeInvalidValue, "must not be given beside `minimumRatings`")
	}
	r.Valuation = eachOnce(vs, fault.Pointer(pointer, "valuation"), in.Valuation.Value())
	r.MaximumCoinsurancePercent = parsePercent(
		vs, fault.Pointer(pointer, "maximumCoinsurancePercent"), in.MaximumCoinsurancePercent.Value(), 100)
	r.Deductibles = r.parseDeductibles(vs, fault.Pointer(pointer, "deductibles"), in.Deductibles.Value())
	r.Endorsements = orNil(catalog.ParseListed(
		vs, fault.Pointer(pointer, "endorsements"), in.Endorsements.Value(), catalog.Endorsements, "endorsement"))
	r.ProhibitedExclusions = orNil(catalog.ParseListed(
		vs, fault.Pointer(pointer, "prohibitedExclusions"), in.ProhibitedExclusions.Value(), catalog.Exclusions, "exclusion"))
	r.NoticeDays = parseNoticeDays(vs, fault.Pointer(pointer, "noticeDays"), in.NoticeDays.Value())
	r.Evidence = parseRequiredEvidence(vs, fault.Pointer(pointer, "evidence"), in.Evidence.Value())
	patch.Money(vs, fault.Pointer(pointer, "minimumAggregate"), &r.MinimumAggregate, in.MinimumAggregate)
	r.MinimumMonths = wholeNumber(vs, fault.Pointer(pointer, "minimumMonths"), in.MinimumMonths.Value(), 1, 120)
	r.MinimumExtendedDays = wholeNumber(vs, fault.Pointer(pointer, "minimumExtendedDays"), in.MinimumExtendedDays.Value(), 1, 3650)
	r.setLimitPer(vs, pointer, in)
	r.checkGroup(vs, pointer)
}

// setLimitPer stores what the limit is required of. Of all targets together the federal flood rules alone require it.
func (r *Requirement) setLimitPer(vs *fault.Violations, pointer string, in *RequirementInput) {
	r.LimitPer = LimitPerTarget
	if in.LimitPer.Value() != nil {
		r.LimitPer = *in.LimitPer.Value()
	}
	if r.LimitPer != LimitPerLoan {
		return
	}
	if r.LimitBasis == nil || *r.LimitBasis != LimitBasisFlood {
		vs.Say(fault.Pointer(pointer, "limitBasis"), fault.CodeInvalidValue, "must be FLOOD where `limitPer` is LOAN")
	}
	if r.LimitPercent != nil && scalar.Hundredths(*r.LimitPercent) != scalar.HundredPercent {
		vs.Say(fault.Pointer(pointer, "limitPercent"), fault.CodeInvalidValue, "must be 100 where `limitPer` is LOAN")
	}
	if r.MinimumLimit != nil {
		vs.Say(fault.Pointer(pointer, "minimumLimit"), fault.CodeInvalidValue, "must not be given where `limitPer` is LOAN")
	}
}

// checkGroup refuses what policies of the coverage type never say.
func (r *Requirement) checkGroup(vs *fault.Violations, pointer string) {
	c, known := catalog.CoverageTypes.ByID(r.CoverageType)
	if !known {
		return
	}
	refuse := func(given bool, at, fit string) {
		if given {
			vs.Say(at, fault.CodeInvalidValue, "is for %s; %s is of the group %s", fit, c.Key, c.CoverageGroup)
		}
	}
	isTimeElement := c.CoverageGroup == catalog.CoverageGroupTimeElement
	refuse(!isTimeElement && r.MinimumMonths != nil, fault.Pointer(pointer, "minimumMonths"), "the group timeElement")
	refuse(!isTimeElement && r.MinimumExtendedDays != nil, fault.Pointer(pointer, "minimumExtendedDays"), "the group timeElement")
	for i, d := range r.Deductibles {
		refuse(!isTimeElement && d.MaximumHours != nil, fault.Pointer(pointer, "deductibles", i, "maximumHours"), "the group timeElement")
	}
	refuse(c.CoverageGroup != catalog.CoverageGroupLiability && r.OccurrenceForm != nil,
		fault.Pointer(pointer, "occurrenceForm"), "the group liability")
	refuse(c.CoverageGroup == catalog.CoverageGroupLife && r.MinimumAggregate != nil,
		fault.Pointer(pointer, "minimumAggregate"), "all groups but life")
}

// eachOnce returns values that may be listed once each; nil for none. `duplicate`.
func eachOnce[T comparable](vs *fault.Violations, pointer string, in []T) []T {
	seen := map[T]bool{}
	for i, value := range in {
		if seen[value] {
			vs.Say(fault.Pointer(pointer, i), fault.CodeDuplicate, "is given twice: %v", value)
		}
		seen[value] = true
	}
	return orNil(in)
}

// orNil returns a list that is not empty, else nil.
func orNil[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}

// wholeNumber returns a number within bounds; nil if none is given. `invalid_value`.
func wholeNumber(vs *fault.Violations, pointer string, in *int, least, most int) *int {
	if in != nil && (*in < least || *in > most) {
		vs.Say(pointer, fault.CodeInvalidValue, "must be from %d to %d", least, most)
	}
	return in
}

func parseMinimumRatings(vs *fault.Violations, pointer string, in []*MinimumRatingInput) (ratings []*MinimumRating) {
	seen := map[[3]string]bool{}
	for i, item := range in {
		at := fault.Pointer(pointer, i)
		r := &MinimumRating{Agency: item.Agency, Rating: item.Rating, Size: item.Size.Value()}
		catalog.RatingScales[string(r.Agency)].Check(vs, at, &r.Rating, (*string)(r.Size))
		said := [3]string{string(r.Agency), r.Rating, string(scalar.OrZero(r.Size))}
		if seen[said] {
			vs.Say(at, fault.CodeDuplicate, "is given twice")
		}
		seen[said] = true
		ratings = append(ratings, r)
	}
	return ratings
}

func (r *Requirement) parseDeductibles(
	vs *fault.Violations, pointer string, in []*MaximumDeductibleInput,
) (deductibles []*MaximumDeductible) {
	given := map[uuid.UUID]bool{}
	for i, item := range in {
		at := fault.Pointer(pointer, i)
		perils, wrong := catalog.ParsePerils(fault.Pointer(at, "perils"), item.Perils, r.knownTypes())
		vs.Append(wrong)
		d := &MaximumDeductible{Perils: catalog.IDs(perils)}
		if len(item.Perils) == 0 {
			vs.Say(fault.Pointer(at, "perils"), fault.CodeRequired, "is required: one peril or more")
		}
		for j, ref := range item.Perils {
			if p, ok := catalog.Perils.ByRef(ref); ok && given[p.ID] {
				vs.Say(fault.Pointer(at, "perils", j), fault.CodeDuplicate, "is in another entry already: %s", p.Key)
			}
		}
		for _, id := range d.Perils {
			given[id] = true
		}
		patch.Money(vs, fault.Pointer(at, "maximumAmount"), &d.MaximumAmount, item.MaximumAmount)
		d.MaximumPercent = parsePercent(vs, fault.Pointer(at, "maximumPercent"), item.MaximumPercent.Value(), 100)
		d.MaximumHours = wholeNumber(vs, fault.Pointer(at, "maximumHours"), item.MaximumHours.Value(), 0, 8760)
		if item.MaximumAmount.Value() == nil && item.MaximumPercent.Value() == nil && d.MaximumHours == nil {
			vs.Say(at, fault.CodeRequired, "needs one or more of `maximumAmount`, `maximumPercent` and `maximumHours`")
		}
		deductibles = append(deductibles, d)
	}
	return deductibles
}

// parseNoticeDays returns what is given of the two; nil if neither is.
func parseNoticeDays(vs *fault.Violations, pointer string, in *NoticeDaysInput) *NoticeDays {
	if in == nil || in.Cancellation.Value() == nil && in.NonPayment.Value() == nil {
		return nil
	}
	return &NoticeDays{
		Cancellation: wholeNumber(vs, fault.Pointer(pointer, "cancellation"), in.Cancellation.Value(), 0, 365),
		NonPayment:   wholeNumber(vs, fault.Pointer(pointer, "nonPayment"), in.NonPayment.Value(), 0, 365),
	}
}

func parseRequiredEvidence(vs *fault.Violations, pointer string, in *RequiredEvidenceInput) *RequiredEvidence {
	if in == nil {
		return nil
	}
	lasting, temporary, days := in.Categories.Value(), in.TemporaryCategories.Value(), in.TemporaryDays.Value()
	if len(lasting)+len(temporary) == 0 && days == nil {
		return nil
	}
	e := &RequiredEvidence{
		Categories:          parseCategories(vs, fault.Pointer(pointer, "categories"), lasting),
		TemporaryCategories: parseCategories(vs, fault.Pointer(pointer, "temporaryCategories"), temporary),
		TemporaryDays:       wholeNumber(vs, fault.Pointer(pointer, "temporaryDays"), days, 1, 365),
	}
	if len(lasting) == 0 {
		vs.Say(fault.Pointer(pointer, "categories"), fault.CodeRequired, "is required: what suffices for good")
	}
	switch {
	case len(temporary) == 0 && days != nil:
		vs.Say(fault.Pointer(pointer, "temporaryCategories"), fault.CodeRequired, "is required with `temporaryDays`")
	case len(temporary) > 0 && days == nil:
		vs.Say(fault.Pointer(pointer, "temporaryDays"), fault.CodeRequired, "is required with `temporaryCategories`")
	}
	for i, id := range e.TemporaryCategories {
		if slices.Contains(e.Categories, id) {
			vs.Say(fault.Pointer(pointer, "temporaryCategories", i), fault.CodeDuplicate, "is among `categories` already")
		}
	}
	return e
}

func parseCategories(vs *fault.Violations, pointer string, refs []string) (ids []uuid.UUID) {
	found, wrong := catalog.ParseDocumentCategories(pointer, refs)
	vs.Append(wrong)
	return orNil(catalog.IDs(found))
}

// parseAppliesWhen returns the conditions of the targets; nil if there are none. types are the asset types that the
// requirement names; none for all.
func parseAppliesWhen(vs *fault.Violations, pointer string, in *AppliesWhenInput, types []*catalog.AssetType) *AppliesWhen {
	if in == nil {
		return nil
	}
	w := &AppliesWhen{
		FloodZones:     eachOnce(vs, fault.Pointer(pointer, "floodZones"), in.FloodZones.Value()),
		LoanAmount:     parseMoneyBounds(vs, fault.Pointer(pointer, "loanAmount"), in.LoanAmount.Value()),
		InsurableValue: parseMoneyBounds(vs, fault.Pointer(pointer, "insurableValue"), in.InsurableValue.Value()),
		Fields:         parseFieldConditions(vs, fault.Pointer(pointer, "fields"), in.Fields.Value(), types),
	}
	for i, zone := range w.FloodZones {
		if zone != SpecialFloodHazardArea && !slices.Contains(catalog.FloodZones, zone) {
			vs.Say(fault.Pointer(pointer, "floodZones", i), fault.CodeInvalidValue, "must be %s or one of %s", SpecialFloodHazardArea,
				strings.Join(catalog.FloodZones, ", "))
		}
	}
	for i, state := range in.States.Value() {
		if !isStateCode(state) {
			vs.Say(fault.Pointer(pointer, "states", i), fault.CodeInvalidValue, "must be a state by its two letters, such as FL")
		}
		w.States = append(w.States, strings.ToUpper(state))
	}
	eachOnce(vs, fault.Pointer(pointer, "states"), w.States)
	hasField(vs, fault.Pointer(pointer, "floodZones"), w.FloodZones != nil, types, "floodZone")
	hasField(vs, fault.Pointer(pointer, "states"), w.States != nil, types, "address")
	if w.FloodZones == nil && w.States == nil && w.LoanAmount == nil && w.InsurableValue == nil && w.Fields == nil {
		return nil
	}
	return w
}

// SpecialFloodHazardArea stands for all flood zones that begin with A or V.
const SpecialFloodHazardArea = "SFHA"

func isStateCode(s string) bool {
	isLetter := func(c byte) bool { return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' }
	return len(s) == 2 && isLetter(s[0]) && isLetter(s[1])
}

// hasField refuses a condition on a field that none of the asset types has.
func hasField(vs *fault.Violations, pointer string, given bool, types []*catalog.AssetType, key string) {
	has := func(t *catalog.AssetType) bool { _, ok := t.FieldTypeByRef(key); return ok }
	if given && len(types) > 0 && !slices.ContainsFunc(types, has) {
		vs.Say(pointer, fault.CodeInvalidValue, "is about the field %s, which none of the asset types has", key)
	}
}

// parseMoneyBounds returns the bounds of an amount; nil if there are none.
func parseMoneyBounds(vs *fault.Violations, pointer string, in *MoneyBoundsInput) *MoneyBounds {
	if in == nil || in.Gte.Value() == nil && in.Lt.Value() == nil {
		return nil
	}
	b := &MoneyBounds{}
	patch.Money(vs, fault.Pointer(pointer, "gte"), &b.Gte, in.Gte)
	patch.Money(vs, fault.Pointer(pointer, "lt"), &b.Lt, in.Lt)
	least := scalar.Units{}
	if b.Gte != nil {
		least = scalar.UnitsOf(b.Gte)
	}
	if b.Lt == nil {
		return b
	}
	switch most := scalar.UnitsOf(b.Lt); {
	case least.IsKnown() && least.Currency != most.Currency:
		vs.Say(fault.Pointer(pointer, "lt"), fault.CodeInvalidValue, "must be of the currency of `gte`")
	case most.N.IsZero(), least.IsKnown() && least.N.Cmp(most.N) >= 0:
		vs.Say(fault.Pointer(pointer, "lt"), fault.CodeInvalidValue, "leaves no amount: it must be more than `gte`, and than 0")
	}
	return b
}

func parseFieldConditions(
	vs *fault.Violations, pointer string, in []*FieldConditionInput, types []*catalog.AssetType,
) (conditions []*FieldCondition) {
	if len(types) == 0 {
		types = catalog.AssetTypes.Ordered
	}
	seen := map[uuid.UUID]bool{}
	for i, item := range in {
		at := fault.Pointer(pointer, i)
		var field *catalog.FieldType
		for _, t := range types {
			if f, ok := t.FieldTypeByRef(item.FieldType); ok {
				field = f
				break
			}
		}
		if field == nil {
			vs.Say(fault.Pointer(at, "fieldType"), fault.CodeUnknownFieldType, "is not a field of one of the asset types")
			continue
		}
		if seen[field.ID] {
			vs.Say(fault.Pointer(at, "fieldType"), fault.CodeDuplicate, "has a condition already: %s", field.Key)
		}
		seen[field.ID] = true
		conditions = append(conditions, parseFieldCondition(vs, at, item, field))
	}
	return conditions
}

// maxConditionValues is how many values a condition names at most: each asset is held against them.
const maxConditionValues = 200

func parseFieldCondition(vs *fault.Violations, pointer string, in *FieldConditionInput, field *catalog.FieldType) *FieldCondition {
	value := func(at string, given scalar.JSON) scalar.JSON {
		stored, wrong := catalog.CheckFieldValue(field, given, at)
		vs.Append(wrong)
		return stored
	}
	c := &FieldCondition{FieldType: field.ID}
	checkCount(vs, fault.Pointer(pointer, "in"), len(in.In.Value()), maxConditionValues)
	for i, given := range in.In.Value() {
		c.In = append(c.In, value(fault.Pointer(pointer, "in", i), given))
	}
	if given := in.Gte.Value(); given != nil {
		c.Gte = value(fault.Pointer(pointer, "gte"), given)
	}
	if given := in.Lt.Value(); given != nil {
		c.Lt = value(fault.Pointer(pointer, "lt"), given)
	}
	checkFieldCondition(vs, pointer, in, c, field)
	return c
}

// checkFieldCondition refuses a condition that says nothing, or what no value fulfils.
func checkFieldCondition(
	vs *fault.Violations, pointer string, in *FieldConditionInput, c *FieldCondition, field *catalog.FieldType,
) {
	hasBounds := c.Gte != nil || c.Lt != nil
	switch {
	case field.Kind == catalog.FieldKindAddress:
		vs.Say(fault.Pointer(pointer, "fieldType"), fault.CodeInvalidValue, "is an address; `states` has conditions of that")
	case len(in.In.Value()) == 0 && in.Gte.Value() == nil && in.Lt.Value() == nil:
		vs.Say(pointer, fault.CodeRequired, "needs `in`, or `gte` and `lt` or one of them")
	case len(c.In) > 0 && hasBounds:
		vs.Say(fault.Pointer(pointer, "in"), fault.CodeInvalidValue, "must not be given beside `gte` or `lt`")
	case hasBounds && !field.Kind.IsOrdered():
		vs.Say(pointer, fault.CodeInvalidValue, "has bounds, and values of %s have no order; give `in`", field.Key)
	case c.Gte != nil && c.Lt != nil:
		if order, ok := catalog.CompareFieldValues(field.Kind, c.Gte, c.Lt); !ok || order >= 0 {
			vs.Say(fault.Pointer(pointer, "lt"), fault.CodeInvalidValue, "leaves no value: it must be more than `gte`")
		}
	}
	seen := map[string]bool{}
	for i, value := range c.In {
		if value != nil && seen[string(value)] {
			vs.Say(fault.Pointer(pointer, "in", i), fault.CodeDuplicate, "is given twice")
		}
		seen[string(value)] = true
	}
}
