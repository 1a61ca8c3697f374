package model

import "slices"

// CaseState is what the state machine of a case looks at (contract section 5, Case). BeforeHold is the remembered status:
// set exactly while Status is onHold.
type CaseState struct {
	Status     CaseStatus
	BeforeHold *CaseStatus
}

// caseMoves are the moves that a PATCH of `status` may make; staying is always one. A held case makes none.
var caseMoves = map[CaseStatus][]CaseStatus{
	CaseStatusDraft:      {CaseStatusDraft, CaseStatusOpen, CaseStatusOnboarding},
	CaseStatusOpen:       {CaseStatusOpen, CaseStatusOnboarding, CaseStatusApproved},
	CaseStatusOnboarding: {CaseStatusOnboarding, CaseStatusOpen, CaseStatusApproved},
	CaseStatusApproved:   {CaseStatusApproved, CaseStatusOpen},
}

// caseStarts are the statuses that a creation may ask for.
var caseStarts = []CaseStatus{CaseStatusDraft, CaseStatusOpen}

// NewCaseState is the state of a case created with the status asked for, DRAFT when none was. `invalid_value` at /status.
func NewCaseState(asked *CaseStatus) (CaseState, error) {
	if asked == nil {
		return CaseState{Status: CaseStatusDraft}, nil
	}
	if !slices.Contains(caseStarts, *asked) {
		var vs Violations
		vs.Add("/status", CodeInvalidValue, "a case starts as DRAFT or OPEN, not as %s", *asked)
		return CaseState{}, vs.Err()
	}
	return CaseState{Status: *asked}, nil
}

// Patch is the state after a PATCH of `status`. `invalid_value` at /status for onHold, which has an action; `case_on_hold`;
// `invalid_transition`.
func (s CaseState) Patch(to CaseStatus) (CaseState, error) {
	if to == CaseStatusOnHold {
		var vs Violations
		vs.Add("/status", CodeInvalidValue, "onHold is not set by an update; use the on-hold action of the case")
		return s, vs.Err()
	}
	if s.Status == CaseStatusOnHold {
		return s, NewError(CodeCaseOnHold, "The case is on hold; its status can change after it is released.")
	}
	if !slices.Contains(caseMoves[s.Status], to) {
		return s, NewError(CodeInvalidTransition, "A case cannot go from %s to %s.", s.Status, to)
	}
	return CaseState{Status: to}, nil
}

// Hold is the state after the on-hold action: from any status, remembering it; repeated, it keeps the memory.
func (s CaseState) Hold() CaseState {
	if s.Status == CaseStatusOnHold {
		return s
	}
	return CaseState{Status: CaseStatusOnHold, BeforeHold: &s.Status}
}

// Release is the state after the release-hold action: the remembered status. `case_not_on_hold`.
func (s CaseState) Release() (CaseState, error) {
	if s.Status != CaseStatusOnHold {
		return s, NewError(CodeCaseNotOnHold, "The case is not on hold.")
	}
	return CaseState{Status: *s.BeforeHold}, nil
}

// Underlying is the status apart from a hold: the remembered one of a held case.
func (s CaseState) Underlying() CaseStatus {
	if s.BeforeHold != nil {
		return *s.BeforeHold
	}
	return s.Status
}
