package model

import (
	"fmt"
	"time"

	"github.com/google/uuid"
)

// Renewal returns the state of a policy's renewal follow-up, and why no notice will be sent, if so (schema,
// PolicyRenewal). notices are those of the current term, and of gaps before it; what was told of a cancellation that is not
// in effect any more is no step of it.
func Renewal(p *Policy, notices []*RenewalNotice, now time.Time) *PolicyRenewal {
	r := &PolicyRenewal{Paused: p.Status == PolicyStatusOnHold}
	ending := p.Ending()
	for _, n := range notices {
		isCurrent := n.TermNumber == p.TermNumber && n.isOf(ending)
		switch n.State {
		case RenewalNoticeStatePlanned:
			if (isCurrent || p.GapOf(n, now) != nil) && (r.NextNoticeAt == nil || n.DueAt.Before(*r.NextNoticeAt)) {
				r.NextNoticeAt = &n.DueAt
			}
		case RenewalNoticeStateSent, RenewalNoticeStateSuppressed:
			if isCurrent && (r.LastStep == nil || stepOrder(n.Step) > stepOrder(*r.LastStep)) {
				r.LastStep = &n.Step
			}
		}
	}
	if block := renewalBlock(p, r.NextNoticeAt, now); block != "" {
		r.BlockedBy, r.NextNoticeAt = &block, nil
		if block == RenewalBlockEvidenceInReview {
			r.Paused, r.PausedUntil = true, p.ReviewUntil
		}
	}
	return r
}

// renewalBlock returns the first reason why no notice will be sent, "" if one will.
func renewalBlock(p *Policy, next *time.Time, now time.Time) RenewalBlock {
	switch {
	case p.Status == PolicyStatusOnHold:
		return RenewalBlockPolicyOnHold
	case !p.Status.FollowedUp():
		return RenewalBlockPolicyDeactivated
	case p.InReview(now):
		return RenewalBlockEvidenceInReview
	case p.FollowUpEnd() == nil:
		return RenewalBlockEndDateUnknown
	case next == nil:
		return RenewalBlockAllStepsDone
	default:
		return ""
	}
}

// NeedsEvidence reports whether a person must ask when the policy ends: without an end date no notice can be planned.
func (p *Policy) NeedsEvidence() bool { return p.FollowUpEnd() == nil && p.Status.FollowedUp() }

// NewEvidenceTask makes the task to ask for the end of the policy's term. Its origin makes it one task a term.
func NewEvidenceTask(id uuid.UUID, p *Policy, now time.Time) *Task {
	origin := fmt.Sprintf("evidence/%s/%d", p.ID, p.TermNumber)
	return newFollowUpTask(id, p.CaseID, &p.ID, TaskTypeCollectEvidence, string(RenewalBlockEndDateUnknown), origin, now)
}

// PauseForReview lets the notices of the current term wait while evidence is looked at. The first submission since the
// last decision decides how long; 0 days are no pause.
func (p *Policy) PauseForReview(days int, isFirst bool, now time.Time) {
	if !isFirst || days == 0 {
		return
	}
	until := now.AddDate(0, 0, days)
	p.ReviewUntil = &until
}

// InReview reports whether notices wait for the review of evidence.
func (p *Policy) InReview(now time.Time) bool {
	return p.ReviewUntil != nil && now.Before(*p.ReviewUntil)
}
