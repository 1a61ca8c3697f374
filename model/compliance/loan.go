package compliance

import (
	"math/big"
	"slices"

	"lukechampine.com/uint128"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// ownRuling is the judgement of a requirement whose limit is required of all its targets together, besides theirs.
type ownRuling struct {
	ruling
	certain bool         // whether both amounts of which the lesser is required are known
	least   scalar.Units // what is required; the one known where the other is not
}

// isOfLoan reports whether the limit is required of all targets together.
func (d *Demand) isOfLoan() bool { return d.Requirement.LimitPer == model.LimitPerLoan }

// judgeLoan is the judgement of the requirement itself; nil where its limits are required of each target, or none applies
// for sure.
func (j *judgement) judgeLoan() *ownRuling {
	if !j.isOfLoan() || !slices.ContainsFunc(j.Targets, func(t Target) bool { return t.unsure == "" }) {
		return nil
	}
	o := &ownRuling{ruling: ruling{target: &Target{}}}
	for _, w := range j.waived {
		if w.AssetID == nil {
			o.waivers = append(o.waivers, w)
		}
	}
	o.setLeast(j.Demand)
	o.verdict = model.VerdictDeficient
	for _, v := range []struct {
		verdict model.Verdict
		stance  stance
	}{
		{model.VerdictCompliant, stance{}}, {model.VerdictWaived, stance{waived: true}},
		{model.VerdictUnknown, stance{waived: true, unknown: true}},
	} {
		if j.loanPasses(o, v.stance) {
			o.verdict = v.verdict
			break
		}
	}
	o.stance = stance{
		waived:  o.verdict != model.VerdictCompliant,
		unknown: o.verdict == model.VerdictUnknown || o.verdict == model.VerdictDeficient,
	}
	j.explainLoan(o)
	return o
}

// setLeast finds what is required: the lesser of what is owed and the sum of the maxima.
func (o *ownRuling) setLeast(d *Demand) {
	owed, maxima := d.file.owed(), d.sumOfMaxima()
	switch {
	case !owed.IsKnown():
		o.least = maxima
	case !maxima.IsKnown():
		o.least = owed
	case owed.Currency == maxima.Currency:
		o.certain, o.least = true, scalar.LeastOf(owed, maxima)
	}
}

// sumOfMaxima returns the sum of what is required at most at the targets; not known where one is not.
func (d *Demand) sumOfMaxima() (maxima scalar.Units) {
	for i := range d.Targets {
		t := &d.Targets[i]
		switch {
		case t.unsure != "":
		case !t.weight.IsKnown() || maxima.IsKnown() && maxima.Currency != t.weight.Currency:
			return scalar.Units{}
		default:
			maxima = t.weight.With(maxima.N.Add(t.weight.N))
		}
	}
	return maxima
}

// loanPasses reports whether the requirement itself is met.
func (j *judgement) loanPasses(o *ownRuling, s stance) bool {
	sum, open, allWaived := j.loanSum(o, s, nil)
	tolerated := codeSet(0)
	if s.waived {
		tolerated = o.waivers.codes()
	}
	if s.unknown {
		tolerated |= unknownCodes
	}
	switch {
	case s.waived && allWaived, tolerated.has(open):
		return true
	case o.least.IsKnown() && sum.Cmp(new(big.Rat).SetInt(o.least.N.Big())) >= 0:
		return true
	case !o.certain:
		return tolerated.has(requiredAmountUnknown)
	default:
		return tolerated.has(limitTooLow)
	}
}

// loanSum adds up, over the targets, the lesser of what is found and the maximum there, exactly. It gives tell the policies
// that count at each, and what of them is not known.
func (j *judgement) loanSum(o *ownRuling, s stance, tell func(set []member, open *sum)) (total *big.Rat, open codeSet, allWaived bool) {
	q := j.question
	total, allWaived = new(big.Rat), true
	for i := range j.Targets {
		t := &j.Targets[i]
		if t.unsure != "" {
			continue
		}
		q.ask(t)
		most, isHeld := new(big.Rat), t.weight.IsKnown() && t.weight.Currency == o.least.Currency // no amount is converted
		if isHeld {
			most.SetInt(t.weight.N.Big())
		}
		if s.waived && q.waived.has(noCoverCodes) {
			total.Add(total, most)
			continue
		}
		allWaived = false
		set := q.eligible(s)
		found, unknowns := q.foundExactly(set, s, o.least.Currency)
		open |= unknowns.openCodes()
		if tell != nil {
			tell(set, unknowns)
		}
		if isHeld && found.Cmp(most) > 0 {
			found = most
		}
		total.Add(total, found)
	}
	return total, open, allWaived
}

// foundExactly returns the limits for the least peril, with parts of blankets before they are rounded.
func (q *question) foundExactly(set []member, s stance, currency scalar.CurrencyPlace) (least *big.Rat, open *sum) {
	review := q.reviewOf(set, s, false)
	open = &sum{}
	if review.missing != 0 {
		least = new(big.Rat)
	}
	for n := range review.groups {
		g, found := &review.groups[n], new(big.Rat)
		for _, i := range q.counting(g, set, q.insured, s) {
			limit, row := set[i].limitAt(q.Demand, q.target, g.perils&-g.perils, false)
			switch {
			case limit.every:
				found.Add(found, new(big.Rat).SetInt(uint128.Max.Big()))
			case !limit.IsKnown():
				open.noLimit = append(open.noLimit, set[i].offer)
			case currency != 0 && limit.Currency != currency:
				open.otherCurrency = append(open.otherCurrency, foreign{set[i].offer, limit.Units})
			default:
				found.Add(found, set[i].exactly(q.Demand, q.target, row, g.perils&-g.perils, limit))
			}
		}
		if least == nil || found.Cmp(least) < 0 {
			least = found
		}
	}
	if least == nil {
		least = new(big.Rat)
	}
	return least, open
}

// exactly returns what counts of a limit before it is rounded.
func (o *offer) exactly(d *Demand, t *Target, row *limitRow, peril perilSet, limit counted) *big.Rat {
	rounded := new(big.Rat).SetInt(limit.N.Big())
	if row.Kind != model.LimitKindTotal {
		return rounded
	}
	s := *o.sharersOf(d, row, peril)
	if !o.covers(t) {
		s.add(d.weightAt(t), row.amount.Currency)
	}
	part := new(big.Rat).SetFrac(row.amount.N.Big(), new(big.Int).SetUint64(max(1, s.count)))
	if !s.unequal && !s.required.IsZero() {
		part = new(big.Rat).SetFrac(new(big.Int).Mul(row.amount.N.Big(), d.weightAt(t).N.Big()), s.required.Big())
	}
	if new(big.Int).Quo(part.Num(), part.Denom()).Cmp(limit.N.Big()) != 0 {
		return rounded // cut to a margin
	}
	return part
}

// explainLoan tells what is amiss with the requirement itself: what is not known or waived of the policies that its sum needs,
// and its limits.
func (j *judgement) explainLoan(o *ownRuling) {
	var noLimit []*offer
	var otherCurrency []foreign
	q := j.question
	add := func(f ruled, ws waivers) {
		isTold := func(other ruled) bool {
			return other.code == f.code && other.offer == f.offer && other.item == f.item && other.peril == f.peril
		}
		f.outcome = ruleOf(f.code).Outcome
		if o.verdict == model.VerdictWaived || ws.reach(&f) {
			f.outcome = model.FindingOutcomeWaived
		}
		switch i := slices.IndexFunc(o.findings, isTold); {
		case i < 0:
			o.findings = append(o.findings, f)
		case f.outcome != model.FindingOutcomeWaived: // open at one target, it is open
			o.findings[i].outcome = f.outcome
		}
	}
	sum, _, _ := j.loanSum(o, o.stance, func(set []member, open *sum) {
		noLimit, otherCurrency = append(noLimit, open.noLimit...), append(otherCurrency, open.otherCurrency...)
		told := &ruling{verdict: o.verdict, stance: o.stance, waivers: q.waivers}
		for i := range set {
			told.tell(&set[i], set[i].lapses)
			q.tellSeven(told, &set[i])
		}
		for _, f := range told.findings {
			add(f, q.waivers)
		}
	})
	isShort := !o.least.IsKnown() || sum.Cmp(new(big.Rat).SetInt(o.least.N.Big())) < 0
	o.setOwnAmounts(sum, isShort, len(noLimit)+len(otherCurrency) == 0)
	if o.verdict == model.VerdictCompliant {
		o.findings = nil
		return
	}
	if isShort {
		limits := &ruling{}
		limits.tellOpen(noLimit, otherCurrency)
		switch {
		case !o.certain:
			limits.findings = append(limits.findings, ruled{code: model.FindingCodeRequiredAmountUnknown})
		case len(limits.findings) == 0:
			limits.findings = append(limits.findings, ruled{code: model.FindingCodeLimitTooLow, sum: o.found})
		}
		for _, f := range limits.findings {
			add(f, o.waivers)
		}
	}
	slices.SortStableFunc(o.findings, compareFindings)
}

// setOwnAmounts sets the amount required, what was found of it and what is missing.
func (o *ownRuling) setOwnAmounts(sum *big.Rat, isShort, known bool) {
	if !o.least.IsKnown() || !o.certain && isShort {
		return
	}
	every, whole := uint128.Max.Big(), new(big.Int).Quo(sum.Num(), sum.Denom())
	reachesEvery := whole.Cmp(every) >= 0
	o.required, o.found = o.least, o.least.With(uint128.FromBig(whole.Rem(whole, every)))
	if reachesEvery && o.found.N.Cmp(o.least.N) < 0 { // actual loss sustained: what is required
		o.found = o.least
	}
	o.target.Required.amount = o.least
	if known && (o.verdict == model.VerdictDeficient || o.verdict == model.VerdictUnknown) {
		o.shortfall = o.least.With(uint128.Zero)
		if o.found.N.Cmp(o.least.N) < 0 {
			o.shortfall.N = o.least.N.Sub(o.found.N)
		}
	}
}
