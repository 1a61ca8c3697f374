package model

import (
	"slices"
	"time"
)

// The reasons why a planned notice is cancelled.
const (
	CancelNewTerm        = "newTerm"        // the next term began
	CancelDeactivated    = "deactivated"    // the policy was deactivated
	CancelEndDateUnknown = "endDateUnknown" // the end of the term is not known any more
	CancelEndDateChanged = "endDateChanged" // the end moved while some recipients had the letter and others waited
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
//   - Planned notices of another term are cancelled. While the policy is deactivated or its end unknown, all planned
//     notices are cancelled.
//   - A notice that was sent, suppressed or failed is final. One that was skipped or cancelled is planned again when
//     its day is in the future; a cancelled one also when it is the latest that is due.
//   - One that only some recipients have is continued. Where it would be skipped, cancelled or moved, it is settled as
//     sent instead: those who have it do not get it again.
//   - Of the steps due already only the latest counts, in any state. Planned notices before it are skipped; on hold
//     they wait for the release.
//
// A second call with the results of the first changes nothing.
func PlanRenewal(p *Policy, existing []*RenewalNotice, steps RenewalSteps, missed string, now time.Time) (plan RenewalPlan) {
	ended := p.notFollowedUp()
	current := map[RenewalStep]*RenewalNotice{}
	for _, n := range existing {
		reason := ended
		if n.TermNumber != p.TermNumber {
			reason = CancelNewTerm
		} else {
			current[n.Step] = n
		}
		if reason != "" && n.settle(RenewalNoticeStateCancelled, reason, now) {
			plan.Changed = append(plan.Changed, n)
		}
	}
	if ended != "" {
		return plan
	}
	schedule := Schedule(*p.EndDate, steps)
	latest := latestDue(schedule, now)
	for i, step := range schedule {
		passed := i < latest && p.Status != PolicyStatusOnHold
		n, ok := current[step.Step]
		if !ok {
			n = newNotice(p, step, now)
			plan.New = append(plan.New, n)
		}
		changed := n.reschedule(step.DueAt, passed, now)
		if passed && n.settle(RenewalNoticeStateSkipped, missed, now) {
			changed = true
		}
		if ok && changed {
			plan.Changed = append(plan.Changed, n)
		}
	}
	return plan
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
	case p.EndDate == nil:
		return CancelEndDateUnknown
	default:
		return ""
	}
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

func newNotice(p *Policy, step DueStep, now time.Time) *RenewalNotice {
	return &RenewalNotice{
		PolicyID: p.ID, CaseID: p.CaseID, TermNumber: p.TermNumber, Step: step.Step, DueAt: step.DueAt,
		State: RenewalNoticeStatePlanned, Recipients: []string{}, Copies: []string{}, CreatedAt: now, UpdatedAt: now,
	}
}

// reschedule plans a notice that nobody got, and reports whether that changed it. passed: a later step is due already.
func (n *RenewalNotice) reschedule(due time.Time, passed bool, now time.Time) bool {
	if n.State == RenewalNoticeStatePlanned && n.Reached() {
		return !n.DueAt.Equal(due) && n.settle(RenewalNoticeStateCancelled, CancelEndDateChanged, now)
	}
	var movable bool
	switch n.State {
	case RenewalNoticeStatePlanned:
		movable = !n.DueAt.Equal(due) || n.NextAttemptAt != nil // its text must be rendered again
	case RenewalNoticeStateCancelled:
		movable = !passed
	case RenewalNoticeStateSkipped:
		movable = due.After(now)
	}
	if !movable {
		return false
	}
	n.State, n.DueAt, n.UpdatedAt = RenewalNoticeStatePlanned, due, now
	n.SkipReason, n.SettledAt, n.NextAttemptAt, n.Attempts = nil, nil, nil, 0
	n.forget()
	return true
}

// forget removes everything about the letter but who has it.
func (n *RenewalNotice) forget() {
	sent := slices.DeleteFunc(slices.Clone(n.Deliveries()), func(d *NoticeDelivery) bool {
		return d.State != NoticeDeliveryStateSent
	})
	n.Letter = nil
	if len(sent) > 0 {
		n.Letter = &NoticeLetter{Deliveries: sent}
	}
}

// settle ends a planned notice, and reports whether it was planned. One that a recipient has is sent, whatever ends it.
func (n *RenewalNotice) settle(state RenewalNoticeState, reason string, now time.Time) bool {
	if n.State != RenewalNoticeStatePlanned {
		return false
	}
	if n.Letter != nil {
		n.Abandon(now)
		n.Letter.HTML = ""
	}
	if n.Reached() {
		state = RenewalNoticeStateSent
	}
	n.State, n.SettledAt, n.UpdatedAt, n.NextAttemptAt, n.SkipReason = state, &now, now, nil, nil
	if reason != "" {
		n.SkipReason = &reason
	}
	return true
}

// Key returns the unique key of the notice. Work under one key is done once.
func (n *RenewalNotice) Key() string { return NoticeKey(n.PolicyID, n.TermNumber, n.Step) }
