package compliance

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// Facts are the records that a case's compliance follows from. Order within them does not matter.
type Facts struct {
	Case          *model.Case
	RiskProfile   *model.RiskProfile       // the version that the case pins; nil if none
	Assets        []*model.Asset           // of the case
	Policies      []*model.Policy          // of the case, of every status
	Versions      []*model.PolicyVersion   // of these policies, all of them
	Clauses       []*model.MortgageeClause // that the versions name; only if a requirement AsksForClause
	Cancellations []*model.Cancellation    // of these policies
	Waivers       []*model.Waiver          // of the case, of every state
	Documents     []*model.Document        // of the case, those that are evidence of terms; only if a requirement AsksForEvidence
	Insureds      []*model.Insured         // for their names: those of the case at least; only if words are made and one AsksForInsured
}

// On returns how the case is insured on a day. It follows from the records alone.
func (f Facts) On(day time.Time) *model.Compliance {
	return f.on(scalar.DayOf(day), catalog.FloodProgramme, true)
}

// ToStore is On without what is told to readers only: blankets at compliant targets, limits, and the words of findings.
func (f Facts) ToStore(day time.Time) *model.Compliance {
	return f.on(scalar.DayOf(day), catalog.FloodProgramme, false)
}

func (f Facts) on(day time.Time, flood []catalog.FloodMaximum, tellsAll bool) *model.Compliance {
	c := &model.Compliance{CaseID: f.Case.ID, On: day, Verdict: model.VerdictNotApplicable, Demands: []*model.DemandCompliance{}}
	if f.RiskProfile == nil {
		return c
	}
	c.RiskProfileID = new(f.RiskProfile.ID)
	file := OpenCaseFile(f, flood)
	file.tellsAll = tellsAll
	var judgements []*judgement
	for _, r := range f.RiskProfile.Requirements {
		d := file.DemandOn(day, r)
		if d == nil {
			c.Demands = append(c.Demands, withoutTarget(r))
			continue
		}
		judgements = append(judgements, d.judgeOn(day))
		c.Demands = append(c.Demands, nil)
	}
	tellBlankets(judgements)
	told := judgements
	for i := range c.Demands {
		if c.Demands[i] == nil {
			c.Demands[i], told = told[0].inWords(), told[1:]
			c.Verdict = worst(c.Verdict, c.Demands[i].Verdict)
		}
	}
	if judgements == nil {
		c.Demands = []*model.DemandCompliance{}
	}
	c.NextChangeOn = nextChange(day, judgements)
	return c
}

func withoutTarget(r *model.Requirement) *model.DemandCompliance {
	return &model.DemandCompliance{
		Key: r.Key, CoverageTypeID: r.CoverageType, Verdict: model.VerdictNotApplicable,
		Targets: []*model.TargetCompliance{}, Findings: []*model.Finding{},
	}
}

// OwnCover is days on which a term of the borrower's own policy insures a target.
type OwnCover struct {
	From   time.Time
	To     *time.Time // the first day without it; nil while it goes on
	Policy uuid.UUID
	Term   int
}

// OwnCover returns from a day on the days on which the borrower's own cover insures a target, an asset or the case itself, in
// their order and by the records of now: a policy that is in force covers it, and no demand finds that nobody does or that the
// limits are too low, unless that is waived (12 CFR 1024.37(c)(1)(iii), 12 CFR 22.7(b)(2)). What the lender placed does not count.
// Of a target without a demand they are the days of the policies.
func (f Facts) OwnCover(coverageType uuid.UUID, asset *uuid.UUID, from time.Time) (covers []OwnCover) {
	t := targetOfCover{OpenCaseFile(f, catalog.FloodProgramme), coverageType, asset}
	for _, r := range t.file.records {
		r.terms = slices.DeleteFunc(r.terms, func(t *term) bool { return t.version.IsLenderPlaced() })
	}
	var last *OwnCover
	for _, day := range t.daysOfChange(scalar.DayOf(from)) {
		by := t.insuredBy(day)
		if by != nil && t.isShort(day) {
			by = nil
		}
		if last != nil && (by == nil || by.version.PolicyID != last.Policy || by.version.TermNumber != last.Term) {
			last.To, last = &day, nil
		}
		if by != nil && last == nil {
			covers = append(covers, OwnCover{From: day, Policy: by.version.PolicyID, Term: by.version.TermNumber})
			last = &covers[len(covers)-1]
		}
	}
	return covers
}

// FirstDay returns the first day on which a policy of the coverage type can have insured something; the given one if none can
// before.
func (f Facts) FirstDay(coverageType uuid.UUID, day time.Time) time.Time {
	for _, v := range f.Versions {
		if IsOfType(coverageType, v) && v.StartDate != nil && v.StartDate.Before(day) {
			day = *v.StartDate
		}
	}
	return day
}

// targetOfCover is a target whose own cover is asked about.
type targetOfCover struct {
	file         *caseFile
	coverageType uuid.UUID
	asset        *uuid.UUID // nil for the case itself
}

// lastDay is later than any day of a record.
var lastDay = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)

// daysOfChange are a day and those after it on which the cover can change.
func (t *targetOfCover) daysOfChange(from time.Time) []time.Time {
	days := []time.Time{from}
	for _, r := range t.file.records {
		for _, on := range r.turns {
			if on.After(from) {
				days = append(days, on)
			}
		}
	}
	t.eachDemand(from, func(d *Demand) { days = append(days, d.daysOfChange(from, lastDay)...) })
	slices.SortFunc(days, time.Time.Compare)
	return slices.CompactFunc(days, time.Time.Equal)
}

// eachDemand calls do with the demands of the coverage type on a day.
func (t *targetOfCover) eachDemand(day time.Time, do func(*Demand)) {
	if t.file.RiskProfile == nil {
		return
	}
	for _, r := range t.file.RiskProfile.Requirements {
		if r.CoverageType != t.coverageType {
			continue
		}
		if d := t.file.DemandOn(day, r); d != nil {
			do(d)
		}
	}
}

// insuredBy returns the term in force on a day that covers the target, of several policies that of the lowest id; nil if none. An
// umbrella alone is no cover of what it lies above.
func (t *targetOfCover) insuredBy(day time.Time) *term {
	for _, r := range t.file.records {
		s := r.on(day)
		if s.term == nil || s.possibly || !slices.Contains(s.term.version.CoverageTypeIDs, t.coverageType) {
			continue
		}
		if t.asset == nil {
			return s.term
		}
		if place, ok := t.file.places[*t.asset]; ok && t.file.evidenceOf(s.term).byAsset[place].covered {
			return s.term
		}
	}
	return nil
}

// isShort reports whether a demand finds on a day that nobody insures the target, or not with enough.
func (t *targetOfCover) isShort(day time.Time) (short bool) {
	tells := func(f ruled) bool {
		return !f.uncounted && f.outcome != model.FindingOutcomeWaived && (f.code.LacksCover() || f.code == model.FindingCodeLimitTooLow)
	}
	t.eachDemand(day, func(d *Demand) {
		l := &lineup{Demand: d}
		l.lineUp(day)
		q := l.newQuestion()
		for i := range d.Targets {
			at := &d.Targets[i]
			if (t.asset == nil) == (at.Asset == nil) && (at.Asset == nil || at.Asset.ID == *t.asset) {
				q.ask(at)
				short = short || slices.ContainsFunc(q.rule().findings, tells)
			}
		}
		if t.asset == nil && d.isOfLoan() {
			own := d.judgeOn(day).own
			short = short || own != nil && slices.ContainsFunc(own.findings, tells)
		}
	})
	return short
}
