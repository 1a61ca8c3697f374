package model

import (
	"fmt"

	"github.com/google/uuid"
)

// RenewalOf is where follow-up of the policy's term stands, by its notices, of any term and in any order: "why has no notice
// gone out?" (contract section 6).
func (p *Policy) RenewalOf(notices []*RenewalNotice) *PolicyRenewal {
	r := &PolicyRenewal{Paused: p.Status == PolicyStatusOnHold, BlockedBy: p.renewalBlock()}
	var last, next *RenewalNotice
	for _, n := range notices {
		switch {
		case n.TermNumber != p.TermNumber:
		case n.Delivered() && (last == nil || n.DueAt.After(last.DueAt)):
			last = n
		case n.State == RenewalNoticeStatePlanned && (next == nil || n.DueAt.Before(next.DueAt)):
			next = n
		}
	}
	if last != nil {
		r.LastStep = &last.Step
	}
	switch {
	case r.BlockedBy != nil:
	case next == nil:
		done := RenewalBlockAllStepsDone
		r.BlockedBy = &done
	default:
		r.NextNoticeAt = &next.DueAt
	}
	return r
}

// renewalBlock is what keeps any notice of the policy from going out; nil when nothing does.
func (p *Policy) renewalBlock() *RenewalBlock {
	var block RenewalBlock
	switch {
	case p.Status == PolicyStatusOnHold:
		block = RenewalBlockPolicyOnHold
	case p.Status == PolicyStatusDeactivated:
		block = RenewalBlockPolicyDeactivated
	case p.EndDate == nil:
		block = RenewalBlockEndDateUnknown
	default:
		return nil
	}
	return &block
}

// NeedsEvidence tells whether somebody must ask when the policy ends: without an end date no notice can be planned (contract
// section 3, Policy). A policy that is on hold or deactivated is not followed up, so it waits until it is again.
func (p *Policy) NeedsEvidence() bool { return p.EndDate == nil && p.Status.FollowedUp() }

// EvidenceKey names the request for evidence of a policy's term: it is opened once.
func EvidenceKey(policy uuid.UUID, term int) string {
	return fmt.Sprintf("evidence/%s/%d", policy, term)
}
