package compliance

import (
	"slices"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// Check 7 is asked once for each demanded peril: of one alone a policy may bear too much.

// deductibles is how check 7 goes for each demanded peril at a target.
type deductibles struct {
	high, unknown, otherCurrency perilSet // that do not pass
	told                         perilSet // that the policy evidences, else all
}

// judgeDeductibles is check 7 of a policy at a target. Of layers above the primary one it is not asked.
func (o *offer) judgeDeductibles(d *Demand, t *Target) (s deductibles) {
	if !o.primary || !d.asksDeductible {
		return s
	}
	if s.told = o.perilsAt(t) & d.Perils; s.told == 0 {
		s.told = d.Perils
	}
	if o.uniform {
		s.add(o.uniformCode, d.Perils)
		return s
	}
	for rest := d.Perils; rest != 0; rest &= rest - 1 {
		peril := rest & -rest
		s.add(checkDeductible(d, o, t, peril), peril)
	}
	return s
}

func (s *deductibles) add(code model.FindingCode, perils perilSet) {
	switch code {
	case model.FindingCodeDeductibleTooHigh:
		s.high |= perils
	case model.FindingCodeDeductibleUnknown:
		s.unknown |= perils
	case model.FindingCodeCurrencyDiffers:
		s.otherCurrency |= perils
	}
}

// of returns the perils with a code.
func (s *deductibles) of(code codeSet) perilSet {
	switch code {
	case deductibleTooHigh:
		return s.high
	case deductibleUnknown:
		return s.unknown
	default:
		return s.otherCurrency
	}
}

// deductibleCodes are those of check 7.
var deductibleCodes = []codeSet{deductibleTooHigh, deductibleUnknown, currencyDiffers}

// codes returns the codes of what is told.
func (s *deductibles) codes() (set codeSet) {
	for _, code := range deductibleCodes {
		if s.of(code)&s.told != 0 {
			set |= code
		}
	}
	return set
}

// isUniform reports whether check 7 goes the same way for every peril at every target.
func (d *Demand) isUniform(o *offer) bool {
	all := o.version().AllDeductibles()
	return len(d.Requirement.Deductibles) == 0 && o.plain && len(all) <= 1 &&
		(len(all) == 0 || all[0].Perils == nil && (all[0].Of == nil || *all[0].Of != model.DeductibleBaseInsuredValue))
}

// deductibleFor returns the policy's entry for a peril: of its own, else that of all others; an empty one where somebody has
// said that there is none; nil if nobody has said.
func (o *offer) deductibleFor(peril perilSet) *model.Deductible {
	all := o.version().AllDeductibles()
	if all != nil && len(all) == 0 {
		return &model.Deductible{}
	}
	var others *model.Deductible
	for _, entry := range all {
		if len(entry.Perils) == 0 {
			others = entry
		} else if perilsOf(entry.Perils)&peril != 0 {
			return entry
		}
	}
	return others
}

// comesTo returns what a deductible amounts to at a target; not known for one in hours. Two currencies are told by ok.
func (o *offer) comesTo(entry *model.Deductible, d *Demand, t *Target, peril perilSet) (amount scalar.Units, ok bool) {
	switch {
	case entry == nil || entry.Hours != nil:
		return scalar.Units{}, true
	case entry.Percent == nil:
		return scalar.UnitsOf(entry.Amount), true
	}
	base := o.wholeLimitAt(d, t, peril)
	if entry.Of != nil && *entry.Of == model.DeductibleBaseInsuredValue {
		base = o.insuredValueAt(t)
	}
	if !base.IsKnown() {
		return base, true
	}
	amount = base.PercentOf(scalar.Hundredths(*entry.Percent))
	least := scalar.UnitsOf(entry.Minimum)
	switch {
	case !least.IsKnown():
	case least.Currency != amount.Currency:
		return amount, false
	case least.N.Cmp(amount.N) > 0:
		return least, true
	}
	return amount, true
}

// wholeLimitAt returns the row that counts for a peril, a blanket whole.
func (o *offer) wholeLimitAt(d *Demand, t *Target, peril perilSet) scalar.Units {
	row := o.rows.at(noAsset, 0, false)
	if !o.plain {
		_, row = o.limitAt(d, t, peril, false)
	}
	if row == nil {
		return scalar.Units{}
	}
	return row.amount
}

// maximumFor returns the requirement's entry for a peril; nil where maximumDeductible and its percentage count.
func (d *Demand) maximumFor(peril perilSet) *model.MaximumDeductible {
	for _, m := range d.Requirement.Deductibles {
		if perilsOf(m.Perils)&peril != 0 {
			return m
		}
	}
	return nil
}

// checkDeductible is check 7 for a peril. A failure takes precedence over what is not known, and that over another currency.
func checkDeductible(d *Demand, o *offer, t *Target, peril perilSet) model.FindingCode {
	entry := o.deductibleFor(peril)
	if entry != nil && entry.Amount == nil && entry.Percent == nil && entry.Hours == nil {
		return "" // there is none
	}
	if maximum := d.maximumFor(peril); maximum != nil {
		return checkEntry(d, o, t, peril, entry, maximum)
	}
	var codes []model.FindingCode
	if d.deductible.IsKnown() {
		codes = append(codes, o.hold(entry, d, t, peril, d.deductible))
	}
	if percent := d.Requirement.MaximumDeductiblePercent; percent != nil {
		codes = append(codes, o.holdPercent(entry, d, t, peril, o.wholeLimitAt(d, t, peril), *percent))
	}
	return worstOf(codes)
}

// worstOf returns the code that takes precedence.
func worstOf(codes []model.FindingCode) model.FindingCode {
	for _, code := range []model.FindingCode{
		model.FindingCodeDeductibleTooHigh, model.FindingCodeDeductibleUnknown, model.FindingCodeCurrencyDiffers,
	} {
		if slices.Contains(codes, code) {
			return code
		}
	}
	return ""
}

// checkEntry passes a deductible that is within one member of the entry. One in hours is held against hours alone.
func checkEntry(
	d *Demand, o *offer, t *Target, peril perilSet, entry *model.Deductible, maximum *model.MaximumDeductible,
) model.FindingCode {
	if entry == nil {
		return model.FindingCodeDeductibleUnknown
	}
	var codes []model.FindingCode
	switch {
	case entry.Hours != nil && maximum.MaximumHours == nil:
	case entry.Hours != nil && *entry.Hours <= *maximum.MaximumHours:
		return ""
	case entry.Hours != nil:
		return model.FindingCodeDeductibleTooHigh
	default:
		if maximum.MaximumAmount != nil {
			codes = append(codes, o.hold(entry, d, t, peril, scalar.UnitsOf(maximum.MaximumAmount)))
		}
		if maximum.MaximumPercent != nil {
			codes = append(codes, o.holdPercent(entry, d, t, peril, o.insuredValueAt(t), *maximum.MaximumPercent))
		}
	}
	for _, code := range []model.FindingCode{
		"", model.FindingCodeDeductibleUnknown, model.FindingCodeCurrencyDiffers, model.FindingCodeDeductibleTooHigh,
	} {
		if slices.Contains(codes, code) {
			return code
		}
	}
	return model.FindingCodeDeductibleUnknown
}

// hold holds a deductible against the greatest amount.
func (o *offer) hold(entry *model.Deductible, d *Demand, t *Target, peril perilSet, most scalar.Units) model.FindingCode {
	amount, ok := o.comesTo(entry, d, t, peril)
	switch {
	case !amount.IsKnown():
		return model.FindingCodeDeductibleUnknown
	case !ok || amount.Currency != most.Currency:
		return model.FindingCodeCurrencyDiffers
	case amount.N.Cmp(most.N) > 0:
		return model.FindingCodeDeductibleTooHigh
	default:
		return ""
	}
}

// holdPercent holds a deductible against the greatest percentage of an amount, exactly.
func (o *offer) holdPercent(
	entry *model.Deductible, d *Demand, t *Target, peril perilSet, of scalar.Units, percent string,
) model.FindingCode {
	amount, ok := o.comesTo(entry, d, t, peril)
	switch {
	case !amount.IsKnown() || !of.IsKnown():
		return model.FindingCodeDeductibleUnknown
	case !ok || amount.Currency != of.Currency:
		return model.FindingCodeCurrencyDiffers
	case amount.N.Mul64(scalar.HundredPercent).Cmp(of.N.Mul64(scalar.Hundredths(percent))) > 0:
		return model.FindingCodeDeductibleTooHigh
	default:
		return ""
	}
}

// deductibleRequired returns the greatest deductible for a peril: the amount where it is exceeded or the only one, else the
// share; of an entry the greatest of its members.
func (d *Demand) deductibleRequired(o *offer, t *Target, peril perilSet) (w wording, known bool) {
	if maximum := d.maximumFor(peril); maximum != nil {
		return d.entryWording(maximum, o, t, peril)
	}
	percent, limit := d.Requirement.MaximumDeductiblePercent, o.wholeLimitAt(d, t, peril)
	if d.deductible.IsKnown() {
		code, entry := model.FindingCode(""), o.deductibleFor(peril)
		if percent != nil {
			code = o.holdPercent(entry, d, t, peril, limit, *percent)
		}
		if amount := o.hold(entry, d, t, peril, d.deductible); worstOf([]model.FindingCode{amount, code}) == amount {
			return amountWording(d.deductible), true
		}
	}
	share := *percent + "% of "
	if !limit.IsKnown() {
		return plainWording(share + "the limit"), false
	}
	return wording{share + limit.String(), share + limit.Spoken()}, true
}

// entryWording returns the greatest of an entry's members: of hours for a deductible in hours.
func (d *Demand) entryWording(maximum *model.MaximumDeductible, o *offer, t *Target, peril perilSet) (w wording, known bool) {
	entry := o.deductibleFor(peril)
	isInHours := entry != nil && entry.Hours != nil
	if maximum.MaximumHours != nil && (isInHours || maximum.MaximumAmount == nil && maximum.MaximumPercent == nil) {
		return plainWording(inNumber(*maximum.MaximumHours, "hour")), true
	}
	most := scalar.UnitsOf(maximum.MaximumAmount)
	if maximum.MaximumPercent == nil {
		return amountWording(most), true
	}
	value, share := o.insuredValueAt(t), scalar.SpokenPercent(*maximum.MaximumPercent)+" of the insured value"
	if !value.IsKnown() || most.IsKnown() && most.Currency != value.Currency {
		return plainWording(spaced(most.Spoken(), share)), false
	}
	if part := value.With(value.N.Mul64(scalar.Hundredths(*maximum.MaximumPercent)).Div64(scalar.HundredPercent)); part.N.Cmp(most.N) > 0 {
		most = part
	}
	return amountWording(value.With(most.N)), true
}

// deductibleFound returns what the deductible for a peril comes to; for a requirement over the whole loan, at whose targets a
// percentage comes to different amounts, the percentage.
func (d *Demand) deductibleFound(o *offer, t *Target, peril perilSet) wording {
	entry := o.deductibleFor(peril)
	switch {
	case entry == nil:
		return wording{}
	case entry.Hours != nil:
		return plainWording(inNumber(*entry.Hours, "hour"))
	case entry.Percent != nil && d.isOfLoan() && t.Asset == nil:
		of := "limit"
		if *entry.Of == model.DeductibleBaseInsuredValue {
			of = "insured value"
		}
		return plainWording(scalar.SpokenPercent(*entry.Percent) + " of the " + of)
	}
	amount, _ := o.comesTo(entry, d, t, peril)
	if !amount.IsKnown() {
		return wording{}
	}
	return amountWording(amount)
}

// failing returns the perils for which a policy does not pass check 7.
func (s stance) failing(m *member) perilSet {
	high, open := m.seven.high, m.seven.unknown|m.seven.otherCurrency
	if s.waived {
		high &^= m.sevenWaived.high
		open = m.seven.unknown&^m.sevenWaived.unknown | m.seven.otherCurrency&^m.sevenWaived.otherCurrency
	}
	if s.unknown {
		open = 0
	}
	return high | open
}

// tellDeductibles adds what some perils of a policy do not pass of check 7: once where all that it evidences are alike, else
// each with its peril.
func (q *question) tellDeductibles(r *ruling, m *member, perils perilSet, uncounted bool) {
	for _, code := range deductibleCodes {
		told := m.seven.of(code) & perils
		if told == 0 {
			continue
		}
		name := code.codes()[0]
		add := func(p *catalog.Peril, alike perilSet) {
			r.findings = append(r.findings, ruled{code: name, offer: m.offer, peril: p, perils: alike, uncounted: uncounted})
		}
		if told == m.seven.told && q.areAlike(m.offer, told) && r.waivers.allOrNone(code, told) {
			add(nil, told)
			continue
		}
		for _, p := range told.Perils() {
			add(p, 0)
		}
	}
}

// areAlike reports whether a policy's deductibles for some perils, and what is accepted for them, are told alike.
func (q *question) areAlike(o *offer, perils perilSet) bool {
	told := func(peril perilSet) (required, found wording) {
		required, known := q.deductibleRequired(o, q.target, peril)
		if !known {
			required = wording{}
		}
		return required, q.deductibleFound(o, q.target, peril)
	}
	first := perils & -perils
	required, found := told(first)
	for rest := perils &^ first; rest != 0; rest &= rest - 1 {
		if r, f := told(rest & -rest); r != required || f != found {
			return false
		}
	}
	return true
}
