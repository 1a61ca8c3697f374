package model

import "time"

// The reasons for which a planned notice is not needed any more.
const (
	// CancelNewTerm is that the next term began.
	CancelNewTerm = "newTerm"
	// CancelDeactivated is that the policy was deactivated.
	CancelDeactivated = "deactivated"
	// CancelEndDateUnknown is that the term's end is not known any more.
	CancelEndDateUnknown = "endDateUnknown"
)

// RenewalPlan is what a change of a policy makes of its notices.
type RenewalPlan struct {
	New     []*RenewalNotice // without ids
	Changed []*RenewalNotice
}

// PlanRenewal makes the notices of a policy what its status and its end call for (contract sections 5 and 6). Existing are all
// its notices, or at least those that are planned and those of the current term. Missed is why steps are passed over that are
// due already: SkipHold for a policy that is being released, else SkipLate.
//
//   - What another term left planned is cancelled, and so is everything planned while the policy is deactivated or its end
//     unknown.
//   - What was sent, suppressed or failed is settled for good. What reached nobody, skipped or cancelled, is planned again
//     when its day lies ahead; of the cancelled also the latest that is due.
//   - Of the steps due already only the latest counts, whatever became of it; what is planned before it is skipped. On hold
//     this waits for the release.
//
// It may be repeated: a plan of what it made changes nothing.
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

// DueNow tells whether the plan left a notice that is due: it should not wait for the next sweep.
func (p RenewalPlan) DueNow(now time.Time) bool {
	for _, notices := range [][]*RenewalNotice{p.New, p.Changed} {
		for _, n := range notices {
			if n.State == RenewalNoticeStatePlanned && !n.DueAt.After(now) {
				return true
			}
		}
	}
	return false
}

// notFollowedUp is why the policy's term has no notices, "" when it has; a hold only keeps them back.
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

// latestDue is the place of the last step that is due, -1 when none is.
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
		PolicyID:   p.ID,
		CaseID:     p.CaseID,
		TermNumber: p.TermNumber,
		Step:       step.Step,
		DueAt:      step.DueAt,
		State:      RenewalNoticeStatePlanned,
		Recipients: []string{},
		Copies:     []string{},
		CreatedAt:  now,
		UpdatedAt:  now,
	}
}

// reschedule moves a notice that reached nobody yet to a day, planned again if it was not, and tells whether that changed it.
// Passed is that a later step is due already.
func (n *RenewalNotice) reschedule(due time.Time, passed bool, now time.Time) bool {
	var movable bool
	switch n.State {
	case RenewalNoticeStatePlanned:
		movable = !n.DueAt.Equal(due) || n.NextAttemptAt != nil // what it says is rendered anew
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
	return true
}

// settle ends a planned notice and tells whether it was planned.
func (n *RenewalNotice) settle(state RenewalNoticeState, reason string, now time.Time) bool {
	if n.State != RenewalNoticeStatePlanned {
		return false
	}
	n.State, n.SettledAt, n.UpdatedAt, n.NextAttemptAt, n.SkipReason = state, &now, now, nil, nil
	if reason != "" {
		n.SkipReason = &reason
	}
	return true
}

// Key names the notice among all: what is done under it is done once.
func (n *RenewalNotice) Key() string { return NoticeKey(n.PolicyID, n.TermNumber, n.Step) }
