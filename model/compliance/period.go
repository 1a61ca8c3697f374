package compliance

import (
	"slices"
	"strings"

	"github.com/covertrack/covertrack/model"
)

// period is how check 10b goes: one primary policy whose row counts for every demanded peril pays long enough.
type period struct {
	asked, passed bool
	possible      bool // whether a policy would pass if what is not known is enough
	short         bool // whether one is known not to
	months, days  *int // the longest of the policies that count; nil if not known
}

// wholeYear is how many months actual loss sustained is paid for where the row says nothing else.
const wholeYear = 12

func (d *Demand) asksPeriod() bool {
	return d.Requirement.MinimumMonths != nil || d.Requirement.MinimumExtendedDays != nil
}

// periodOf is check 10b for the perils that a policy evidences.
func (q *question) periodOf(set []member, insured []perilSet, perils perilSet) period {
	p := period{asked: perils != 0}
	for i := range set {
		if !set[i].primary || perils&^insured[i] != 0 {
			continue
		}
		short, open, months, days := q.holdPeriod(&set[i], perils)
		switch {
		case short:
			p.short = true
		case open:
			p.possible = true
		default:
			p.passed = true
		}
		p.months, p.days = longer(p.months, months), longer(p.days, days)
	}
	return p
}

// holdPeriod holds a policy's rows for some perils against the periods demanded: whether one is too short, whether one is not
// known, and the shortest of each; nil if one is not known.
func (q *question) holdPeriod(m *member, perils perilSet) (short, open bool, months, days *int) {
	hold := func(shortest **int, least, has *int, isFirst bool) {
		short = short || least != nil && has != nil && *has < *least
		open = open || least != nil && has == nil
		if isFirst || *shortest != nil && (has == nil || *has < **shortest) {
			*shortest = has
		}
	}
	for rest := perils; rest != 0; rest &= rest - 1 {
		_, row := m.limitAt(q.Demand, q.target, rest&-rest, false)
		if row == nil {
			row = &limitRow{Limit: &model.Limit{}}
		}
		has := row.Months
		if has == nil && row.ActualLossSustained != nil && *row.ActualLossSustained {
			has = new(wholeYear)
		}
		hold(&months, q.Requirement.MinimumMonths, has, rest == perils)
		hold(&days, q.Requirement.MinimumExtendedDays, row.ExtendedDays, rest == perils)
	}
	return short, open, months, days
}

func longer(a, b *int) *int {
	if a == nil || b != nil && *b > *a {
		return b
	}
	return a
}

// passes reports whether the check is passed when the tolerated codes count as passed: one policy suffices.
func (p *period) passes(tolerated codeSet) bool {
	return !p.asked || p.passed || p.possible && tolerated.has(periodUnknown) || p.isShort() && tolerated.has(periodTooShort)
}

// isShort reports whether a policy is known to pay for too short a time, or none counts.
func (p *period) isShort() bool { return p.short || !p.possible }

// someSuffice reports whether checks 8 to 10b are passed without the policies for which check 10b asks for perils, waived as
// missing, that another does not count for: one more policy makes no verdict worse.
func (q *question) someSuffice(set []member, s stance) bool {
	waived := q.waivedMissing & q.Perils
	return slices.ContainsFunc(set, func(m member) bool {
		left := waived & s.failing(&m)
		if !m.primary || left == 0 {
			return false
		}
		some := slices.DeleteFunc(slices.Clone(set), func(o member) bool { return left&^s.failing(&o) != 0 })
		return len(some) < len(set) && q.pass(some, s)
	})
}

// explainPeriod adds what is wrong with the period. What is not known of one policy does not matter where it is waived that
// another's is too short.
func (q *question) explainPeriod(r *ruling, p *period) {
	suffices := p.isShort() && q.waived.has(periodTooShort)
	possible := p.possible && !suffices && (r.verdict != model.VerdictWaived || q.waived.has(periodUnknown))
	switch {
	case !p.asked || p.passed:
	case possible:
		r.findings = append(r.findings, ruled{code: model.FindingCodePeriodUnknown, period: p})
	default:
		r.findings = append(r.findings, ruled{code: model.FindingCodePeriodTooShort, period: p})
	}
}

// periodWording returns the periods required, or found, of those that are not reached.
func (d *Demand) periodWording(f *ruled, required bool) wording {
	var texts []string
	add := func(least, has *int, thing string) {
		if least == nil || has != nil && *has >= *least {
			return
		}
		if required {
			texts = append(texts, inNumber(*least, thing))
		} else if has != nil {
			texts = append(texts, inNumber(*has, thing))
		}
	}
	add(d.Requirement.MinimumMonths, f.period.months, "month")
	add(d.Requirement.MinimumExtendedDays, f.period.days, "extended day")
	return plainWording(strings.Join(texts, " and "))
}
