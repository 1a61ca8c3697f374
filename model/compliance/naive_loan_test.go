package compliance_test

import (
	"math/big"
	"slices"

	"github.com/covertrack/covertrack/model"
)

// The judgement of a requirement with limitPer LOAN over all its targets (section 3, "Flood").

func (d naiveDemand) isLoan() bool { return d.requirement.LimitPer == model.LimitPerLoan }

// maximum is "the least of those known of insurable value and programme maximum"; nil if none is known, or of several
// currencies.
func (d naiveDemand) maximum(target naiveTarget) *naiveMoney {
	programme, _ := naiveFederalMaximum(target.asset)
	value := naiveInsurableValue(target.asset)
	switch {
	case programme == nil:
		return value
	case value == nil:
		return programme
	case value.currency != programme.currency:
		return nil
	case value.amount.Cmp(programme.amount) < 0:
		return value
	default:
		return programme
	}
}

// weight is what a target takes part in a blanket with: what it requires, for LOAN "in proportion to the maxima".
func (d naiveDemand) weight(target naiveTarget) *naiveMoney {
	if d.isLoan() {
		return d.maximum(target)
	}
	return d.required(target).amount
}

// owed is "the outstanding balance: outstandingBalance of the case, else loanAmount".
func (d naiveDemand) owed() *naiveMoney {
	if d.facts.Case.OutstandingBalance != nil {
		return naiveMoneyOf(d.facts.Case.OutstandingBalance)
	}
	return naiveMoneyOf(d.facts.Case.LoanAmount)
}

// naiveLoan is the judgement of the requirement itself.
type naiveLoan struct {
	naiveJudge               // at no target: "a waiver with an asset does not reach the requirement's own judgement"
	targets    []naiveJudged // without those "of unknown applicability"
	least      *naiveMoney   // what is required; the one known where one is not
	certain    bool          // both are known
}

func (d naiveDemand) loan(judged []naiveJudged) *naiveLoan {
	l := &naiveLoan{naiveJudge: naiveJudge{facts: d.facts, day: d.day, demand: d}}
	for _, t := range judged {
		if d.applies(t.target) == naiveTrue {
			l.targets = append(l.targets, t)
		}
	}
	// "reaches the lesser of loan amount […] and the sum of the maxima"
	owed, maxima := d.owed(), l.sumOfMaxima()
	switch {
	case owed == nil || maxima == nil:
		l.least = owed
		if owed == nil {
			l.least = maxima
		}
	case owed.currency == maxima.currency:
		l.least, l.certain = owed, true
		if maxima.amount.Cmp(owed.amount) < 0 {
			l.least = maxima
		}
	}
	return l
}

func (l *naiveLoan) sumOfMaxima() *naiveMoney {
	var sum *naiveMoney
	for _, t := range l.targets {
		most := l.demand.maximum(t.target)
		switch {
		case most == nil, sum != nil && sum.currency != most.currency:
			return nil
		case sum == nil:
			sum = &naiveMoney{new(big.Rat), most.currency}
		}
		sum.amount.Add(sum.amount, most.amount)
	}
	return sum
}

// sum is "the sum over its targets of the lesser of found limit and maximum", of what is known, and the policies whose
// limits are not known.
func (l *naiveLoan) sum(m naiveMode) (sum *big.Rat, unknown []naiveUnknown) {
	sum = new(big.Rat)
	for _, t := range l.targets {
		most := l.demand.maximum(t.target)
		if most != nil && l.least != nil && most.currency != l.least.currency {
			most = nil // "No amount is ever converted"
		}
		// "a target where no_policy is waived counts as reaching its maximum"
		if m.waivers && t.waiver(model.FindingCodeNoPolicy) != nil {
			if most != nil {
				sum.Add(sum, most.amount)
			}
			continue
		}
		found, notKnown := l.foundAt(t, m)
		unknown = append(unknown, notKnown...)
		if most != nil && found.Cmp(most.amount) > 0 {
			found = most.amount
		}
		sum.Add(sum, found)
	}
	return sum, unknown
}

// foundAt is the found limit at a target, the least peril's. "Parts of one blanket are added before they are rounded down."
func (l *naiveLoan) foundAt(t naiveJudged, m naiveMode) (least *big.Rat, unknown []naiveUnknown) {
	j := t.naiveJudge
	j.exact = true
	eligible := j.eligible(m)
	for _, peril := range l.demand.perils() {
		sum := new(big.Rat)
		counted := j.counted(eligible, peril, m)
		for _, p := range counted {
			switch counts := j.counts(p, peril, m); {
			case counts.code != "":
				unknown = append(unknown, naiveUnknown{p, counts.code})
			case counts.every:
				sum.Add(sum, naiveEvery)
			case l.least != nil && counts.part.currency != l.least.currency:
				unknown = append(unknown, naiveUnknown{p, model.FindingCodeCurrencyDiffers})
			default:
				sum.Add(sum, counts.part.amount)
			}
		}
		if least == nil || sum.Cmp(least) < 0 {
			least = sum
		}
	}
	return least, unknown
}

// passes is E of the requirement itself: "where one is not known, reaching the other passes, and falling short of it is
// unknown. It enters E with the same unknowns and waivers".
func (l *naiveLoan) passes(m naiveMode) bool {
	// "and waived for every target it passes"
	all := !slices.ContainsFunc(l.targets, func(t naiveJudged) bool { return t.waiver(model.FindingCodeNoPolicy) == nil })
	if m.waivers && all || len(l.targets) == 0 {
		return true
	}
	sum, unknown := l.sum(m)
	for _, u := range unknown {
		if m.unknown || m.waivers && l.waiver(u.code) != nil {
			return true
		}
	}
	if l.least != nil && sum.Cmp(l.least.amount) >= 0 {
		return true
	}
	if !l.certain {
		return m.unknown || m.waivers && l.waiver(model.FindingCodeRequiredAmountUnknown) != nil
	}
	return m.waivers && l.waiver(model.FindingCodeLimitTooLow) != nil
}

// judge gives the requirement its findings and amounts; "its verdict is the worst of its own and its targets'".
func (l *naiveLoan) judge(into *model.DemandCompliance) {
	verdict := model.VerdictDeficient
	switch {
	case len(l.targets) == 0:
		return
	case l.passes(naiveMode{}):
		verdict = model.VerdictCompliant
	case l.passes(naiveMode{waivers: true}):
		verdict = model.VerdictWaived
	case l.passes(naiveMode{unknown: true, waivers: true}):
		verdict = model.VerdictUnknown
	}
	into.Verdict = naiveWorst(into.Verdict, verdict)
	m := naiveModeOf(verdict)
	sum, unknown := l.sum(m)
	short := l.least == nil || sum.Cmp(l.least.amount) < 0
	if verdict != model.VerdictCompliant {
		into.Findings = l.tell(verdict, m, sum, unknown, short)
	}
	if l.least == nil || !l.certain && short {
		return
	}
	// "Actual loss sustained without an amount […] foundLimit is what is required".
	shown, every := new(big.Rat).Set(sum), sum.Cmp(naiveEvery) >= 0
	for shown.Cmp(naiveEvery) >= 0 {
		shown.Sub(shown, naiveEvery)
	}
	if every && shown.Cmp(l.least.amount) < 0 {
		shown = l.least.amount
	}
	found := &naiveMoney{naiveRound(shown, l.least.currency, false), l.least.currency}
	into.RequiredLimit, into.FoundLimit = l.least.money(), found.money()
	if len(unknown) == 0 && (verdict == model.VerdictDeficient || verdict == model.VerdictUnknown) {
		missing := new(big.Rat).Sub(l.least.amount, found.amount)
		if missing.Sign() < 0 {
			missing = new(big.Rat)
		}
		into.Shortfall = (&naiveMoney{missing, found.currency}).money()
	}
}

// tell is what is amiss: "the requirement tells the unknown checks of the policies that its sum needs".
func (l *naiveLoan) tell(
	verdict model.Verdict, m naiveMode, sum *big.Rat, unknown []naiveUnknown, short bool,
) []*model.Finding {
	a := &naiveAmiss{naiveJudge: l.naiveJudge, verdict: verdict, mode: m}
	for _, t := range l.targets {
		// The sum needs no policy where none is needed.
		if m.waivers && t.waiver(model.FindingCodeNoPolicy) != nil {
			continue
		}
		at := &naiveAmiss{naiveJudge: t.naiveJudge, verdict: verdict, mode: m, ofLoan: true}
		for _, p := range t.eligible(m) {
			at.ofSet(p)
		}
		a.findings = append(a.findings, at.findings...)
	}
	if short {
		for _, u := range unknown {
			a.tell(u.code, &u.policy)
		}
	}
	switch {
	case short && !l.certain:
		a.tell(model.FindingCodeRequiredAmountUnknown, nil)
	case short && len(unknown) == 0:
		f := a.tell(model.FindingCodeLimitTooLow, nil)
		found := &naiveMoney{naiveRound(sum, l.least.currency, false), l.least.currency}
		f.Required, f.Found = new(l.least.money().String()), new(found.money().String())
	}
	// Of a waived judgement all findings are waived; a waiver of one asset is not one of the requirement itself.
	for _, f := range a.findings {
		if verdict == model.VerdictWaived {
			f.Outcome = model.FindingOutcomeWaived
		}
		item := ""
		if f.Item != nil {
			item = *f.Item
		}
		if f.WaiverID = nil; f.Outcome == model.FindingOutcomeWaived {
			w := l.waiverOf(f.Code, f.PerilID, item)
			if w == nil && verdict == model.VerdictWaived {
				w = l.waiver(model.FindingCodeNoPolicy)
			}
			if w != nil {
				f.WaiverID = &w.ID
			}
		}
	}
	return naiveOnce(a.findings)
}

// naiveOnce leaves out what is told twice: open where it is open at one target.
func naiveOnce(findings []*model.Finding) (once []*model.Finding) {
	for i, f := range findings {
		again := slices.ContainsFunc(findings, func(o *model.Finding) bool {
			open := f.Outcome == model.FindingOutcomeWaived && o.Outcome != model.FindingOutcomeWaived
			return naiveIdentity(o) == naiveIdentity(f) && open
		}) || slices.ContainsFunc(findings[:i], func(o *model.Finding) bool { return naiveFinding(o) == naiveFinding(f) })
		if !again {
			once = append(once, f)
		}
	}
	return once
}

var naiveEvery = new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(40), nil))
