package model

import (
	"slices"
	"time"

	"github.com/covertrack/covertrack/model/scalar"
)

// The reasons why a planned notice is cancelled.
const (
	CancelNewTerm        = "newTerm"          // the next term began
	CancelDeactivated    = "deactivated"      // the policy was deactivated
	CancelEndDateUnknown = "endDateUnknown"   // the end of the term is not known any more
	CancelEndDateChanged = "endDateChanged"   // the end moved while some recipients waited, or to before a cancellation
	CancelCancelled      = "policyCancelled"  // the term was cancelled: another end is reported, or it is too late to ask
	CancelCaseClosed     = "caseClosed"       // the case was closed; of its tasks too
	CancelResolved       = "resolved"         // nothing of the case's findings is open any more
	CancelReinstated     = "policyReinstated" // the cancellation that was to be told of is over
)

// RenewalPlan has the notices that follow from a change of a policy.
type RenewalPlan struct {
	New     []*RenewalNotice // without ids
	Changed []*RenewalNotice
}

// PlanRenewal plans the notices of a policy by its status and its end (contract sections 5 and 6), and changes the
// existing ones. existing must have at least the planned notices and those of the current term. missed is the reason to
// skip steps that are due already: SkipHold for a policy that is being released, else SkipLate.
//
//   - While a cancellation is in effect that comes before the term's end, its date is the end. The steps that tell of
//     the end have notices of their own for each cancellation; the steps that ask have one notice a term, which moves.
//   - A gap before a reinstatement or a term that is entered already is told of until cover begins again, beside the
//     current term's end.
//   - Planned notices of another term or end are cancelled. While the policy is deactivated or its end unknown, all
//     planned notices are cancelled.
//   - A notice that was sent, suppressed or failed is final. One that was skipped or cancelled is planned again when
//     its day is in the future; a cancelled one also when it is the latest that is due.
//   - One that only some recipients have is continued. Where it would be skipped, cancelled or moved, it is settled as
//     sent instead: those who have it do not get it again.
//   - Of the steps due already only the latest counts, in any state. Planned notices before it are skipped; on hold
//     they wait for the release. Steps that ask and that a cancellation has overtaken are cancelled instead, so that a
//     reinstatement finds them. A notice that somebody has asked for is not passed over (RenewalNotice.Resend).
//   - A policy that an import holds gets no new notices before the release.
//
// A second call with the results of the first changes nothing.
func PlanRenewal(p *Policy, existing []*RenewalNotice, steps RenewalSteps, missed string, now time.Time) (plan RenewalPlan) {
	ends := p.followedEnds(steps, now)
	told := make([]map[RenewalStep]*RenewalNotice, len(ends))
	for _, n := range existing {
		i := slices.IndexFunc(ends, func(e followedEnd) bool { return e.has(n) })
		if i < 0 {
			if n.settle(RenewalNoticeStateCancelled, p.whyNotTold(n), now) {
				plan.change(n, now)
			}
			continue
		}
		if told[i] == nil {
			told[i] = map[RenewalStep]*RenewalNotice{}
		}
		told[i][n.Step] = n
	}
	for i, end := range ends {
		plan.add(p, end, told[i], missed, now)
	}
	return plan
}

// followedEnd is an end of cover that is followed up.
type followedEnd struct {
	term     int
	ending   *Cancellation // nil for the term's own end
	schedule []DueStep
}

// followedEnds returns the ends of cover that are followed up: that of the current term, and gaps before it or in it.
func (p *Policy) followedEnds(steps RenewalSteps, now time.Time) (ends []followedEnd) {
	if p.notFollowedUp() == "" {
		ends = append(ends, followedEnd{p.TermNumber, p.Ending(), Schedule(*p.FollowUpEnd(), steps)})
	}
	if p.notFollowedUp() == CancelDeactivated {
		return nil
	}
	for _, gap := range p.Gaps(now) {
		schedule := slices.DeleteFunc(Schedule(gap.Cancellation.EffectiveDate, steps), func(s DueStep) bool {
			return !s.Step.TellsOfEnd() || gap.Until != nil && !s.DueAt.Before(*gap.Until)
		})
		ends = append(ends, followedEnd{gap.Cancellation.TermNumber, gap.Cancellation, schedule})
	}
	return ends
}

// has reports whether a notice is a step of the end.
func (e followedEnd) has(n *RenewalNotice) bool {
	isStep := func(s DueStep) bool { return s.Step == n.Step }
	return n.TermNumber == e.term && n.isOf(e.ending) && slices.ContainsFunc(e.schedule, isStep)
}

// whyNotTold returns why a notice of no end that is followed up is cancelled.
func (p *Policy) whyNotTold(n *RenewalNotice) string {
	ended := p.notFollowedUp()
	switch {
	case n.TermNumber != p.TermNumber && p.Cancellations.isReinstated(n.CancellationID):
		return CancelReinstated
	case n.TermNumber != p.TermNumber:
		return CancelNewTerm
	case ended != "":
		return ended
	default:
		return p.otherEnd(p.Ending())
	}
}

// add plans the steps of an end, of which some have notices already.
func (plan *RenewalPlan) add(p *Policy, end followedEnd, told map[RenewalStep]*RenewalNotice, missed string, now time.Time) {
	latest := latestDue(end.schedule, now)
	for i, step := range end.schedule {
		passed := i < latest && p.Status != PolicyStatusOnHold
		n, ok := told[step.Step]
		if !ok && p.HeldByImport {
			continue
		}
		if !ok {
			n = newNotice(p, step, end, now)
			plan.New = append(plan.New, n)
		}
		changed := n.reschedule(step.DueAt, end.ending, passed, now)
		if passed && n.RequestedAt == nil && n.pass(end.ending, missed, now) {
			changed = true
		}
		if ok && changed {
			plan.change(n, now)
		}
	}
}

// EndLetters cancels the planned letters of a task that is over, and returns them.
func EndLetters(letters []*RenewalNotice, reason string, now time.Time) []*RenewalNotice {
	var plan RenewalPlan
	for _, n := range letters {
		if n.settle(RenewalNoticeStateCancelled, reason, now) {
			plan.change(n, now)
		}
	}
	return plan.Changed
}

// EndRenewal cancels the planned notices of a closed case's policies, and returns them.
func EndRenewal(notices []*RenewalNotice, now time.Time) []*RenewalNotice {
	return EndLetters(notices, CancelCaseClosed, now)
}

func (p *RenewalPlan) change(n *RenewalNotice, now time.Time) {
	n.UpdatedAt = now
	p.Changed = append(p.Changed, n)
}

// DueNow reports whether the plan has a notice that is due, which should not wait for the next sweep.
func (p RenewalPlan) DueNow(now time.Time) bool {
	due := func(n *RenewalNotice) bool { return n.State == RenewalNoticeStatePlanned && !n.DueAt.After(now) }
	return slices.ContainsFunc(p.New, due) || slices.ContainsFunc(p.Changed, due)
}

// notFollowedUp returns why the policy's term has no notices, "" if it has. A hold only delays them.
func (p *Policy) notFollowedUp() string {
	switch {
	case p.State().Underlying() == PolicyStatusDeactivated:
		return CancelDeactivated
	case p.FollowUpEnd() == nil:
		return CancelEndDateUnknown
	default:
		return ""
	}
}

// otherEnd returns why a notice that tells of another end than the policy's present one is cancelled.
func (p *Policy) otherEnd(ending *Cancellation) string {
	switch {
	case ending != nil:
		return CancelCancelled
	case p.cover(p.TermNumber) == coverCancelled:
		return CancelEndDateChanged // the term ends before the cancellation now
	default:
		return CancelReinstated
	}
}

// pass settles a planned notice that a later step has overtaken, and reports whether it was planned.
func (n *RenewalNotice) pass(ending *Cancellation, missed string, now time.Time) bool {
	if ending != nil && !n.Step.TellsOfEnd() && missed == SkipLate {
		return n.settle(RenewalNoticeStateCancelled, CancelCancelled, now)
	}
	return n.settle(RenewalNoticeStateSkipped, missed, now)
}

// latestDue returns the index of the last step that is due, -1 if none.
func latestDue(schedule []DueStep, now time.Time) int {
	latest := -1
	for i, step := range schedule {
		if !step.DueAt.After(now) {
			latest = i
		}
	}
	return latest
}

func newNotice(p *Policy, step DueStep, end followedEnd, now time.Time) *RenewalNotice {
	return &RenewalNotice{
		PolicyID: &p.ID, CaseID: p.CaseID, TermNumber: end.term, CancellationID: end.ending.id(),
		Step: step.Step, DueAt: step.DueAt,
		AttemptNumber: 1, Mailing: NewMailing(), CreatedAt: now, UpdatedAt: now,
	}
}

// reschedule plans a notice that nobody got, and reports whether that changed it. passed: a later step is due already.
func (n *RenewalNotice) reschedule(due time.Time, ending *Cancellation, passed bool, now time.Time) bool {
	if n.State == RenewalNoticeStatePlanned && n.Reached() {
		return !n.DueAt.Equal(due) && n.settle(RenewalNoticeStateCancelled, CancelEndDateChanged, now)
	}
	var movable bool
	switch n.State {
	case RenewalNoticeStatePlanned:
		isOther := scalar.OrZero(n.CancellationID) != scalar.OrZero(ending.id()) // though of the same day
		movable = !n.DueAt.Equal(due) || isOther || n.NextAttemptAt != nil       // its text must be rendered again
	case RenewalNoticeStateCancelled:
		movable = !passed
	case RenewalNoticeStateSkipped:
		movable = due.After(now)
	}
	if !movable {
		return false
	}
	if n.State != RenewalNoticeStatePlanned || !n.DueAt.Equal(due) {
		n.RequestedBy, n.RequestedAt = nil, nil // it is the schedule's again
	}
	n.DueAt, n.CancellationID = due, ending.id()
	n.plan()
	return true
}
