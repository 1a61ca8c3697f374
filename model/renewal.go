package model

import "time"

// Renewal says where renewal follow-up of a policy stands, and why it stands still where it does (schema, PolicyRenewal). The
// notices are those of the current term. A policy that was held while deactivated is shown as on hold, which is its status.
func Renewal(status PolicyStatus, end *time.Time, notices []*RenewalNotice) *PolicyRenewal {
	r := &PolicyRenewal{Paused: status == PolicyStatusOnHold}
	for _, n := range notices {
		switch n.State {
		case RenewalNoticeStatePlanned:
			if r.NextNoticeAt == nil || n.DueAt.Before(*r.NextNoticeAt) {
				r.NextNoticeAt = &n.DueAt
			}
		case RenewalNoticeStateSent, RenewalNoticeStateSuppressed:
			if r.LastStep == nil || stepOrder(n.Step) > stepOrder(*r.LastStep) {
				r.LastStep = &n.Step
			}
		}
	}
	if block := renewalBlock(status, end, r.NextNoticeAt); block != "" {
		r.BlockedBy, r.NextNoticeAt = &block, nil
	}
	return r
}

// renewalBlock is the first reason for which no notice goes out, "" when one will.
func renewalBlock(status PolicyStatus, end, next *time.Time) RenewalBlock {
	switch {
	case status == PolicyStatusOnHold:
		return RenewalBlockPolicyOnHold
	case !status.FollowedUp():
		return RenewalBlockPolicyDeactivated
	case end == nil:
		return RenewalBlockEndDateUnknown
	case next == nil:
		return RenewalBlockAllStepsDone
	default:
		return ""
	}
}
