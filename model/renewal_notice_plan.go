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
//   - Planned notices of another term or end are cancelled. While the policy is deactivated or its end unknown, all
//     planned notices are cancelled.
//   - A notice that was sent, suppressed or failed is final. One that was skipped or cancelled is planned again when
//     its day is in the future; a cancelled one also when it is the latest that is due.
//   - One that only some recipients have is continued. Where it would be skipped, cancelled or moved, it is settled as
//     sent instead: those who have it do not get it again.
//   - Of the steps due already only the latest counts, in any state. Planned notices before it are skipped; on hold
//     they wait for the release. Steps that ask and that a cancellation has overtaken are cancelled instead, so that a
//     reinstatement finds them. A notice that somebody has asked for is not passed over (RenewalNotice.Resend).
//
// A second call with the results of the first changes nothing.
func PlanRenewal(p *Policy, existing []*RenewalNotice, steps RenewalSteps, missed string, now time.Time) (plan RenewalPlan) {
	ended, ending := p.notFollowedUp(), p.Ending()
	current := map[RenewalStep]*RenewalNotice{}
	for _, n := range existing {
		reason := ended
		switch {
		case n.TermNumber != p.TermNumber:
			reason = CancelNewTerm
		case n.isOf(ending):
			current[n.Step] = n
		case ended == "":
			reason = p.otherEnd(ending)
		}
		if reason != "" && n.settle(RenewalNoticeStateCancelled, reason, now) {
			plan.change(n, now)
		}
	}
	if ended != "" {
		return plan
	}
	schedule := Schedule(*p.FollowUpEnd(), steps)
	latest := latestDue(schedule, now)
	for i, step := range schedule {
		passed := i < latest && p.Status != PolicyStatusOnHold
		n, ok := current[step.Step]
		if !ok {
			n = newNotice(p, step, ending, now)
			plan.New = append(plan.New, n)
		}
		changed := n.reschedule(step.DueAt, ending, passed, now)
		if passed && n.RequestedAt == nil && n.pass(ending, missed, now) {
			changed = true
		}
		if ok && changed {
			plan.change(n, now)
		}
	}
	return plan
}

// EndRenewal cancels the planned notices of a closed case's policies, and returns them.
func EndRenewal(notices []*RenewalNotice, now time.Time) []*RenewalNotice {
	var plan RenewalPlan
	for _, n := range notices {
		if n.settle(RenewalNoticeStateCancelled, CancelCaseClosed, now) {
			plan.change(n, now)
		}
	}
	return plan.Changed
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

func newNotice(p *Policy, step DueStep, ending *Cancellation, now time.Time) *RenewalNotice {
	return &RenewalNotice{
		PolicyID: p.ID, CaseID: p.CaseID, TermNumber: p.TermNumber, CancellationID: ending.id(),
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
