package compliance_test

import (
	"bytes"
	"math/big"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/compliance"
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
	for _, requirement := range facts.RiskProfile.Requirements {
		d := naiveDemand{facts, day, requirement, naiveCoverage(requirement.CoverageType)}
		judged := d.judge()
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
		for _, t := range d.Targets {
			text += string(t.Verdict)
			if t.Shortfall != nil {
				text += t.Shortfall.String()
			}
			var findings []string
			for _, f := range t.Findings {
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
			text += "\n\n"
		}
	}
	return text
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
	requirement *model.Requirement
	coverage    *catalog.CoverageType
}

// naiveTarget is an asset, or with nil the case itself.
type naiveTarget struct{ asset *model.Asset }

func (d naiveDemand) judge() *model.DemandCompliance {
	judged := &model.DemandCompliance{CoverageTypeID: d.coverage.ID, Verdict: model.VerdictNotApplicable}
	for _, target := range d.targets() {
		t := naiveJudge{facts: d.facts, day: d.day, demand: d, target: target, required: d.required(target)}.judge()
		judged.Targets = append(judged.Targets, t)
		// "a demand's the worst of its targets'"
		judged.Verdict = naiveWorst(judged.Verdict, t.Verdict)
	}
	return judged
}

// Targets is section 2, "Targets".
func (d naiveDemand) targets() []naiveTarget {
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
	slices.SortFunc(targets, func(a, b naiveTarget) int {
		if c := a.asset.CreatedAt.Compare(b.asset.CreatedAt); c != 0 {
			return c
		}
		return bytes.Compare(a.asset.ID[:], b.asset.ID[:])
	})
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
}

func (j naiveJudge) judge() *model.TargetCompliance {
	t := &model.TargetCompliance{Verdict: j.verdict()}
	if j.target.asset != nil {
		t.AssetID = &j.target.asset.ID
	}
	var about []naivePolicy
	if t.Verdict == model.VerdictCompliant {
		about = j.eligible(false, false)
	} else {
		t.Findings, about = j.findings(t.Verdict)
	}
	// "requiredLimit (null when none or not known; then all three are)"; "limits that reach the least of those known pass;
	// limits that do not are unknown (required_amount_unknown; required, found and shortfall null)"
	required := j.required.amount
	if required == nil {
		required = j.required.enough
	}
	if required == nil {
		return t
	}
	found, known := j.found(about, t.Verdict != model.VerdictCompliant)
	if j.required.amount == nil && found.amount.Cmp(required.amount) < 0 {
		return t
	}
	t.RequiredLimit, t.FoundLimit = required.money(), found.money()
	// "shortfall (what is missing, only of deficient and unknown targets whose limits are all known, else null)"
	if known && (t.Verdict == model.VerdictDeficient || t.Verdict == model.VerdictUnknown) {
		missing := new(big.Rat).Sub(required.amount, found.amount)
		if missing.Sign() < 0 {
			missing = new(big.Rat)
		}
		t.Shortfall = (&naiveMoney{missing, found.currency}).money()
	}
	return t
}

// verdict is "Verdict of a target": "compliant if E(fail, without), else waived if E(fail, with), else unknown if
// E(pass, with), else deficient".
func (j naiveJudge) verdict() model.Verdict {
	switch {
	case j.canBePassed(false, false):
		return model.VerdictCompliant
	// "Where no_policy is waived, the target is waived whatever is amiss."
	case j.canBePassed(false, true), j.waiver(model.FindingCodeNoPolicy) != nil:
		return model.VerdictWaived
	case j.canBePassed(true, true):
		return model.VerdictUnknown
	default:
		return model.VerdictDeficient
	}
}

// canBePassed is E(unknown, waivers): "whether 1 to 10 can be passed with every unknown check counted as unknown says
// and every waived code counted as passed if waivers". It tries every set of policies.
func (j naiveJudge) canBePassed(unknownPasses, waivers bool) bool {
	eligible := j.eligible(unknownPasses, waivers)
	for subset := range 1 << len(eligible) {
		var set []naivePolicy
		for i, p := range eligible {
			if subset&(1<<i) != 0 {
				set = append(set, p)
			}
		}
		if j.passTogether(set, unknownPasses, waivers) {
			return true
		}
	}
	return false
}

// eligible are the policies that pass checks 1 to 7 by themselves.
func (j naiveJudge) eligible(unknownPasses, waivers bool) (eligible []naivePolicy) {
	for _, p := range j.candidates() {
		passed := true
		for _, c := range j.checks(p) {
			passed = passed && (c.unknown && unknownPasses || waivers && j.waiver(c.code) != nil)
		}
		if passed {
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

// waiver is the one that waives the code at the target; nil if none. Of several it is the one with the lowest id.
func (j naiveJudge) waiver(code model.FindingCode) (found *model.Waiver) {
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
