package compliance

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// TellSince sets since which day each finding of the case on a day is told: the first day of the unbroken stretch, by the
// records of now, on each day of which a finding of the same requirement, target, code, peril, item and policy is told,
// whatever its outcome. It looks back to the case's creation, two years at most, and evaluates each demand on every day on
// which it may have changed: for reads of one case.
func (f Facts) TellSince(c *model.Compliance) { f.tellSince(c, catalog.FloodProgramme) }

func (f Facts) tellSince(c *model.Compliance, flood []catalog.FloodMaximum) {
	first := c.On.AddDate(-2, 0, 0)
	if created := scalar.DayOf(f.Case.CreatedAt); created.After(first) {
		first = created
	}
	var file *caseFile
	for i, met := range c.Demands {
		if len(met.Findings) == 0 && !slices.ContainsFunc(met.Targets, func(t *model.TargetCompliance) bool { return len(t.Findings) > 0 }) {
			continue
		}
		if file == nil {
			file = OpenCaseFile(f, flood)
		}
		file.DemandOn(c.On, f.RiskProfile.Requirements[i]).judgeOn(c.On).tellSince(met, first)
	}
}

// identity is what makes findings of a demand at a target on two days the same one.
type identity struct {
	code   model.FindingCode
	peril  uuid.UUID
	item   string
	policy uuid.UUID
}

func identityOf(f *model.Finding) identity {
	return identity{f.Code, scalar.OrZero(f.PerilID), scalar.OrZero(f.Item), scalar.OrZero(f.PolicyID)}
}

func (f *ruled) identity() identity {
	id := identity{code: f.code, item: f.item}
	if f.peril != nil {
		id.peril = f.peril.ID
	}
	if f.offer != nil {
		id.policy = f.offer.record.policy.ID
	}
	return id
}

// tellSince goes back from one day of change to the one before while findings are told. It uses the judgement up.
func (j *judgement) tellSince(met *model.DemandCompliance, first time.Time) {
	days := append([]time.Time{first}, j.daysOfChange(first, j.day.AddDate(0, 0, 1))...)
	last := len(days) - 1
	if first.After(j.day) {
		days[0] = j.day
	}
	open := make([][]*model.Finding, len(met.Targets)+1) // the last are those of the requirement itself
	open[len(met.Targets)] = met.Findings
	for i, t := range met.Targets {
		open[i] = t.Findings
	}
	for i := range open {
		for _, f := range open[i] {
			f.Since = &days[last]
		}
	}
	o := &outlook{question: j.question, rulings: j.rulings, before: &lineup{}}
	for n := last - 1; n >= 0 && slices.ContainsFunc(open, func(at []*model.Finding) bool { return len(at) > 0 }); n-- {
		o.moveTo(days[n])
		for i := range met.Targets {
			open[i] = o.stillTold(i, open[i], &days[n])
		}
		if own := len(met.Targets); len(open[own]) > 0 {
			then := &judgement{lineup: o.lineup, question: o.question}
			open[own] = toldIn(then.judgeLoan(), open[own], &days[n])
		}
	}
}

// stillTold returns those findings of a target that are told on the day that is lined up, and sets it.
func (o *outlook) stillTold(i int, findings []*model.Finding, day *time.Time) (told []*model.Finding) {
	if len(findings) == 0 {
		return nil
	}
	if t := &o.Targets[i]; o.dependsOnTurned(t, &o.rulings[i]) {
		o.ask(t)
		o.rulings[i] = o.rule()
	}
	return toldIn(&ownRuling{ruling: o.rulings[i]}, findings, day)
}

// toldIn returns those findings that a ruling tells, and sets the day.
func toldIn(r *ownRuling, findings []*model.Finding, day *time.Time) (told []*model.Finding) {
	for _, f := range findings {
		id := identityOf(f)
		if r != nil && slices.ContainsFunc(r.findings, func(r ruled) bool { return r.identity() == id }) {
			f.Since = day
			told = append(told, f)
		}
	}
	return told
}
