package model

import (
	"slices"
	"strings"
	"time"

	"github.com/covertrack/covertrack/model/fault"
)

// Resend plans a notice that nobody got once more, for now, as somebody asks. What was skipped was not attempted, so it
// keeps its number. `policy_on_hold`, `policy_deactivated`; `invalid_transition` for a notice in another state or about
// another term or end than the policy's present one.
func (n *RenewalNotice) Resend(p *Policy, by Actor, now time.Time) error {
	if err := n.checkResend(p, now); err != nil {
		return err
	}
	n.again(by, now)
	return nil
}

// again plans the notice once more.
func (n *RenewalNotice) again(by Actor, now time.Time) {
	if n.State == RenewalNoticeStateSkipped {
		n.plan()
	} else {
		n.AttemptNumber++
		n.Mailing = NewMailing()
	}
	if n.DueAt.After(now) {
		n.DueAt = now // it was carried out early
	}
	n.RequestedBy, n.RequestedAt, n.UpdatedAt = &by, &now, now
}

// ResendLetter is Resend for a letter about the findings of a case, whose task is given. `case_on_hold`, `invalid_transition`.
func (n *RenewalNotice) ResendLetter(c *Case, t *Task, by Actor, now time.Time) error {
	switch {
	case c.IsQuiet():
		return fault.New(fault.CodeCaseOnHold, "The case is on hold; its letters can be sent after it is released.")
	case n.State == RenewalNoticeStatePlanned, n.State == RenewalNoticeStateSent, n.State == RenewalNoticeStateCancelled:
		return fault.New(fault.CodeInvalidTransition, "A letter that is %s cannot be sent again.", n.State)
	case !t.IsOfFindings():
		return fault.New(fault.CodeInvalidTransition, "The findings that the letter is about are mended.")
	default:
		n.again(by, now)
		return nil
	}
}

// WantedAt returns when the notice was due, or when somebody asked for it after that.
func (n *RenewalNotice) WantedAt() time.Time {
	if n.RequestedAt != nil {
		return *n.RequestedAt
	}
	return n.DueAt
}

func (n *RenewalNotice) checkResend(p *Policy, now time.Time) error {
	switch {
	case p.Status == PolicyStatusOnHold:
		return fault.New(fault.CodePolicyOnHold, "The policy is on hold; its notices can be sent after it is released.")
	case !p.Status.FollowedUp():
		return fault.New(fault.CodePolicyDeactivated, "%s", policyRefusals[fault.CodePolicyDeactivated])
	case n.State == RenewalNoticeStatePlanned, n.State == RenewalNoticeStateSent, n.State == RenewalNoticeStateCancelled:
		return fault.New(fault.CodeInvalidTransition, "A notice that is %s cannot be sent again.", n.State)
	case p.GapOf(n, now) != nil:
		return nil
	case n.TermNumber != p.TermNumber:
		return fault.New(fault.CodeInvalidTransition, "The notice is about term %d; the policy is in term %d.", n.TermNumber, p.TermNumber)
	case p.FollowUpEnd() == nil:
		return fault.New(fault.CodeInvalidTransition, "The end of the policy's term is not known any more.")
	case !n.isOf(p.Ending()):
		return fault.New(fault.CodeInvalidTransition, "The notice tells of another end than the policy's present one.")
	default:
		return nil
	}
}

// PickResend returns the latest step of the policy's current term that can be sent again, is in one of the states and
// was settled since the given time; nil if none, or if a later step was sent or is on its way. notices are the policy's.
func PickResend(p *Policy, notices []*RenewalNotice, states []RenewalNoticeState, since, now time.Time) *RenewalNotice {
	var picked, later *RenewalNotice
	isLater := func(n, than *RenewalNotice) bool { return than == nil || stepOrder(n.Step) > stepOrder(than.Step) }
	for _, n := range notices {
		switch {
		case n.TermNumber != p.TermNumber || !n.isOf(p.Ending()):
		case n.State == RenewalNoticeStateSent, n.State == RenewalNoticeStatePlanned && !n.DueAt.After(now):
			if isLater(n, later) {
				later = n
			}
		case slices.Contains(states, n.State) && !n.SettledAt.Before(since) && n.checkResend(p, now) == nil && isLater(n, picked):
			picked = n
		}
	}
	if picked == nil || later != nil && isLater(later, picked) {
		return nil
	}
	return picked
}

// PickLetters returns, of a task's letters about findings, for each recipient the latest that can be sent again, is in one of the
// states and was settled since the given time; none if a later one was sent or is on its way.
func PickLetters(letters []*RenewalNotice, states []RenewalNoticeState, since, now time.Time) (picked []*RenewalNotice) {
	isMeant := func(n *RenewalNotice) bool {
		return n.Step.IsOfDeficiency() && slices.Contains(states, n.State) && !n.SettledAt.Before(since)
	}
	for _, n := range letters {
		isLater := func(m *RenewalNotice) bool {
			isHis := m.Recipient == "" || n.Recipient == "" || strings.EqualFold(m.Recipient, n.Recipient)
			isWritten := m.State == RenewalNoticeStateSent || m.IsDue(now) || isMeant(m)
			return isHis && isWritten && stepOrder(m.Step) > stepOrder(n.Step)
		}
		if isMeant(n) && !slices.ContainsFunc(letters, isLater) {
			picked = append(picked, n)
		}
	}
	return picked
}
