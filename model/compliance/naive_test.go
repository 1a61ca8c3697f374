package compliance_test

import (
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/model/scalar"
)

// This is the second evaluator of the specification of compliance (section 8.2): sentence by sentence, without a
// thought for speed, and without any code of the first one.

// naiveVerdicts are the verdicts from the best to the worst.
var naiveVerdicts = []model.Verdict{
	model.VerdictNotApplicable, model.VerdictCompliant, model.VerdictWaived, model.VerdictUnknown, model.VerdictDeficient,
}

func naiveWorst(a, b model.Verdict) model.Verdict {
	return naiveVerdicts[max(slices.Index(naiveVerdicts, a), slices.Index(naiveVerdicts, b))]
}

// naiveOn judges a case on a day, without nextChangeOn.
func naiveOn(facts compliance.Facts, day time.Time) *model.Compliance {
	c := &model.Compliance{CaseID: facts.Case.ID, On: day, Verdict: model.VerdictNotApplicable}
	if facts.RiskProfile == nil {
		return c
	}
	c.RiskProfileID = &facts.RiskProfile.ID
	first := naiveJudgeAll(facts, day, nil)
	// What is told of a blanket depends on how the others are judged that share it: so all are judged twice.
	for i, targets := range naiveJudgeAll(facts, day, first) {
		judged := &model.DemandCompliance{
			CoverageTypeID: facts.RiskProfile.Requirements[i].CoverageType, Verdict: model.VerdictNotApplicable,
		}
		for _, t := range targets {
			judged.Targets = append(judged.Targets, t.told)
			// "a demand's the worst of its targets'"
			judged.Verdict = naiveWorst(judged.Verdict, t.told.Verdict)
		}
		if d := naiveDemandOf(facts, day, i); d.isLoan() {
			d.loan(targets).judge(judged)
		}
		c.Demands = append(c.Demands, judged)
		// "A case's verdict is the worst of its demands'"
		c.Verdict = naiveWorst(c.Verdict, judged.Verdict)
	}
	// "a case […] whose demands all lack a target, is notApplicable and has no demands"
	if c.Verdict == model.VerdictNotApplicable {
		c.Demands = nil
	}
	return c
}

// naiveNextChange is "the first later day on which any target's verdict, its findings (code, outcome, peril) or its
// shortfall differ if nobody does anything; null if none within two years".
func naiveNextChange(facts compliance.Facts, day time.Time) *time.Time {
	today := naiveShape(naiveOn(facts, day))
	for later := day.AddDate(0, 0, 1); !later.After(day.AddDate(2, 0, 0)); later = later.AddDate(0, 0, 1) {
		if naiveShape(naiveOn(facts, later)) != today {
			return &later
		}
	}
	return nil
}

// naiveShape is what must differ for a change.
func naiveShape(c *model.Compliance) string {
	text := ""
	for _, d := range c.Demands {
		// A requirement over the whole loan is judged as its targets are.
		text += string(d.Verdict) + naiveShapeOf(d.Shortfall, d.Findings)
		for _, t := range d.Targets {
			text += fmt.Sprint(t.Verdict, t.LenderPlaced) + naiveShapeOf(t.Shortfall, t.Findings)
		}
	}
	return text
}

func naiveShapeOf(shortfall *scalar.Money, of []*model.Finding) (text string) {
	if shortfall != nil {
		text += shortfall.String()
	}
	var findings []string
	for _, f := range of {
		peril := ""
		if f.PerilID != nil {
			peril = f.PerilID.String()
		}
		findings = append(findings, string(f.Code)+" "+string(f.Outcome)+" "+peril)
	}
	slices.Sort(findings)
	for _, f := range findings {
		text += "\n" + f
	}
	return text + "\n\n"
}

func naiveCoverage(id uuid.UUID) *catalog.CoverageType {
	c, ok := catalog.CoverageTypes.ByID(id)
	if !ok {
		panic("no coverage type: " + id.String())
	}
	return c
}

// naiveDemand is one requirement on a day.
type naiveDemand struct {
	facts       compliance.Facts
	day         time.Time
	place       int // of the requirement in the profile
	requirement *model.Requirement
	coverage    *catalog.CoverageType
}

func naiveDemandOf(facts compliance.Facts, day time.Time, place int) naiveDemand {
	r := facts.RiskProfile.Requirements[place]
	return naiveDemand{facts, day, place, r, naiveCoverage(r.CoverageType)}
}

// naiveTarget is an asset, or with nil the case itself.
type naiveTarget struct{ asset *model.Asset }

// naiveJudged is a target that is judged: what is told of it, and the policies that this is about.
type naiveJudged struct {
	naiveJudge
	told  *model.TargetCompliance
	about []naivePolicy
}

// naiveJudgeAll judges the targets of each requirement; before are they all, judged without each other.
func naiveJudgeAll(facts compliance.Facts, day time.Time, before [][]naiveJudged) (all [][]naiveJudged) {
	for place := range facts.RiskProfile.Requirements {
		d := naiveDemandOf(facts, day, place)
		var judged []naiveJudged
		for _, target := range d.targets() {
			j := naiveJudge{facts: facts, day: day, demand: d, target: target, required: d.required(target), before: before}
			judged = append(judged, j.judge())
		}
		all = append(all, judged)
	}
	return all
}

// Targets is section 2, "Targets".
//
// "One false: the target is none of the requirement's."
func (d naiveDemand) targets() []naiveTarget {
	return slices.DeleteFunc(d.allTargets(), func(t naiveTarget) bool { return d.applies(t) == naiveFalse })
}

func (d naiveDemand) allTargets() []naiveTarget {
	named := d.requirement.AssetTypes
	switch {
	// "crime and autoPhysicalDamage, though property, are held against the tangible assets of the types that the demand
	// itself names, and against the case where it names none."
	case d.coverage.Key == "crime" || d.coverage.Key == "autoPhysicalDamage":
		if len(named) == 0 {
			return []naiveTarget{{nil}}
		}
		return d.assets(func(t *catalog.AssetType) bool { return naiveTangible(t) && slices.Contains(named, t.ID) })
	// "One of liability (autoLiability too) is held against the case itself, and, where it names asset types, only if
	// the case has such an asset."
	case d.coverage.CoverageGroup == catalog.CoverageGroupLiability:
		if len(named) > 0 && len(d.assets(func(t *catalog.AssetType) bool { return slices.Contains(named, t.ID) })) == 0 {
			return nil
		}
		return []naiveTarget{{nil}}
	// "One of life is held against each keyPerson asset."
	case d.coverage.CoverageGroup == catalog.CoverageGroupLife:
		return d.assets(func(t *catalog.AssetType) bool { return t.Key == "keyPerson" })
	// "A demand of the groups property, timeElement, catastrophe or construction is held against every tangible asset of
	// the case whose type is among its assetTypes (absent: the profile's; absent there too: all tangible)."
	default:
		if len(named) == 0 {
			named = d.facts.RiskProfile.AssetTypeIDs
		}
		return d.assets(func(t *catalog.AssetType) bool {
			return naiveTangible(t) && (len(named) == 0 || slices.Contains(named, t.ID))
		})
	}
}

func naiveTangible(t *catalog.AssetType) bool {
	return t.Classification == catalog.AssetClassificationTangible
}

// assets are those of a type that is wanted, "in order of creation".
func (d naiveDemand) assets(wanted func(*catalog.AssetType) bool) (targets []naiveTarget) {
	for _, asset := range d.facts.Assets {
		if wanted(naiveAssetType(asset)) {
			targets = append(targets, naiveTarget{asset})
		}
	}
	slices.SortFunc(targets, naiveTargetOrder)
	return targets
}

// Perils are the demanded ones: those that the requirement names ("empty: all of the coverage type").
func (d naiveDemand) perils() []uuid.UUID {
	if len(d.requirement.Perils) > 0 {
		return d.requirement.Perils
	}
	var all []uuid.UUID
	for _, peril := range d.coverage.Perils {
		all = append(all, peril.ID)
	}
	return all
}

// anyLayer reports whether "any one policy suffices".
func (d naiveDemand) anyLayer() bool { return d.coverage.Key == "umbrellaExcess" }

// naiveJudge is a demand at a target.
type naiveJudge struct {
	facts    compliance.Facts
	day      time.Time
	demand   naiveDemand
	target   naiveTarget
	required naiveRequired
	before   [][]naiveJudged // nil while nothing is judged
	exact    bool            // parts of blankets are not rounded
	shown    bool            // amounts are those that are shown, with the cents left over of blankets
}

func (j naiveJudge) judge() naiveJudged {
	t := &model.TargetCompliance{Verdict: j.verdict()}
	if j.target.asset != nil {
		t.AssetID = &j.target.asset.ID
	}
	uncertain := j.demand.applies(j.target) == naiveUncertain && t.Verdict != model.VerdictCompliant &&
		t.Verdict != model.VerdictWaived
	var about []naivePolicy
	if t.Verdict == model.VerdictCompliant {
		about = j.eligible(naiveMode{})
		t.LenderPlaced = naiveAllPlaced(about)
	} else {
		t.Findings, about = j.findings(t.Verdict)
	}
	judged := naiveJudged{j, t, about}
	t.Blankets = judged.blankets()
	// "the target is judged as if all were true; compliant stays, waived stays, every other verdict is unknown with
	// applicability_unknown […], which keep their outcomes; its limits and shortfall are null"
	if uncertain {
		t.Verdict = model.VerdictUnknown
		t.Findings = append(t.Findings, &model.Finding{
			Code: naiveApplicabilityUnknown, Outcome: model.FindingOutcomeUnknown, Counted: true,
		})
		return judged
	}
	judged.setLimits()
	return judged
}

// setLimits gives the target its three amounts.
func (j naiveJudged) setLimits() {
	t := j.told
	// "requiredLimit (null when none or not known; then all three are)"; "limits that reach the least of those known pass;
	// limits that do not are unknown (required_amount_unknown; required, found and shortfall null)"
	required := j.required.amount
	if required == nil {
		required = j.required.enough
	}
	if required == nil {
		return
	}
	found, known := j.found(j.about, j.mode())
	if j.required.amount == nil && found.amount.Cmp(required.amount) < 0 {
		return
	}
	j.shown = true
	found, _ = j.found(j.about, j.mode())
	t.RequiredLimit, t.FoundLimit = required.money(), found.money()
	// "shortfall (what is missing, only of deficient and unknown targets whose limits are all known, else null)"
	if known && (t.Verdict == model.VerdictDeficient || t.Verdict == model.VerdictUnknown) {
		missing := new(big.Rat).Sub(required.amount, found.amount)
		if missing.Sign() < 0 {
			missing = new(big.Rat)
		}
		t.Shortfall = (&naiveMoney{missing, found.currency}).money()
	}
}

// verdict is "Verdict of a target": "compliant if E(fail, without), else waived if E(fail, with), else unknown if
// E(pass, with), else deficient".
func (j naiveJudge) verdict() model.Verdict {
	switch {
	case j.canBePassed(naiveMode{}):
		return model.VerdictCompliant
	// "Where no_policy is waived, the target is waived whatever is amiss."
	case j.canBePassed(naiveMode{waivers: true}), j.waiver(model.FindingCodeNoPolicy) != nil:
		return model.VerdictWaived
	case j.canBePassed(naiveMode{unknown: true, waivers: true}):
		return model.VerdictUnknown
	default:
		return model.VerdictDeficient
	}
}

// canBePassed is E(unknown, waivers): "whether 1 to 10 can be passed with every unknown check counted as unknown says
// and every waived code counted as passed if waivers". It tries every set of policies.
func (j naiveJudge) canBePassed(m naiveMode) bool {
	eligible := j.eligible(m)
	for subset := range 1 << len(eligible) {
		var set []naivePolicy
		for i, p := range eligible {
			if subset&(1<<i) != 0 {
				set = append(set, p)
			}
		}
		if j.passTogether(set, m) {
			return true
		}
	}
	return false
}

// eligible are the policies that pass checks 1 to 7d by themselves.
func (j naiveJudge) eligible(m naiveMode) (eligible []naivePolicy) {
	for _, p := range j.candidates() {
		fails := slices.ContainsFunc(j.checks(p), func(f naiveFailed) bool { return !j.passes(f, m) })
		if !fails && j.passesSomeDeductible(p, m) {
			eligible = append(eligible, p)
		}
	}
	return eligible
}

// candidates are the policies that pass check 1 and are in force, or possibly so.
func (j naiveJudge) candidates() (candidates []naivePolicy) {
	for _, policy := range j.facts.Policies {
		if p := naiveInForce(j.facts, policy, j.day); p != nil && j.demand.hasType(p.version) {
			candidates = append(candidates, *p)
		}
	}
	return candidates
}

// waiver is the one that waives a code without peril and item at the target; nil if none.
func (j naiveJudge) waiver(code model.FindingCode) *model.Waiver { return j.waiverOf(code, nil, "") }

// waiverOf is the one that waives the code at the target; nil if none. Of several it is the one with the lowest id.
func (j naiveJudge) waiverOf(code model.FindingCode, peril *uuid.UUID, item string) (found *model.Waiver) {
	// "'No cover' is a class: no_policy, not_started, expired, cancelled, deactivated, primary_missing. A waiver without
	// codes does not reach it; of the class only no_policy may be named […], it waives the whole class"
	class := []model.FindingCode{
		model.FindingCodeNoPolicy, model.FindingCodeNotStarted, model.FindingCodeExpired, model.FindingCodeCancelled,
		model.FindingCodeDeactivated, model.FindingCodePrimaryMissing,
	}
	for _, w := range j.facts.Waivers {
		reached := len(w.Codes) == 0 || slices.Contains(w.Codes, code)
		if slices.Contains(class, code) {
			reached = slices.Contains(w.Codes, model.FindingCodeNoPolicy)
		}
		// "without codes it reaches every new code but applicability_unknown, which cannot be waived"
		reached = reached && code != naiveApplicabilityUnknown
		// "details reach findings that bear the peril or item […] and none without either"
		if len(w.Details) > 0 {
			reached = reached && (peril != nil && slices.Contains(w.Details, peril.String()) ||
				item != "" && slices.Contains(w.Details, item))
		}
		// "Only approved ones count"; "a waiver holds on days up to and including expiresOn"; "asset (null: every target)"
		holds := w.State == model.WaiverStateApproved && (w.ExpiresOn == nil || !j.day.After(*w.ExpiresOn))
		here := w.AssetID == nil || j.target.asset != nil && *w.AssetID == j.target.asset.ID
		if holds && here && reached && w.CoverageTypeID == j.demand.coverage.ID &&
			(found == nil || naiveBefore(w.ID, found.ID)) {
			found = w
		}
	}
	return found
}
