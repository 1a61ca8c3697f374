package model

import (
	"fmt"
	"time"

	"github.com/google/uuid"
)

// NeedsEvidence tells whether somebody must ask when the policy ends: without an end date no notice can be planned (contract
// section 3, Policy). A policy that is on hold or deactivated is not followed up, so this waits until it is again.
func (p *Policy) NeedsEvidence() bool { return p.EndDate == nil && p.Status.FollowedUp() }

// EvidenceKey names the request for evidence of a policy's term: it is opened once.
func EvidenceKey(policy uuid.UUID, term int) string {
	return fmt.Sprintf("evidence/%s/%d", policy, term)
}

// NewEvidenceTask is that request.
func NewEvidenceTask(id uuid.UUID, p *Policy, now time.Time) *Task {
	reason, origin := string(RenewalBlockEndDateUnknown), EvidenceKey(p.ID, p.TermNumber)
	return &Task{
		ID:        id,
		CaseID:    p.CaseID,
		PolicyID:  &p.ID,
		Type:      TaskTypeCollectEvidence,
		State:     TaskStateOpen,
		Reason:    &reason,
		Origin:    &origin,
		CreatedAt: now,
		UpdatedAt: now,
	}
}
