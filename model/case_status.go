package model

import (
	"slices"
	"time"

	"github.com/covertrack/covertrack/model/fault"
)

// CaseState is what the state machine of a case looks at (contract section 5). BeforeHold is set only on hold, and
// BeforeClose only on a closed case, which keeps what a hold remembers.
type CaseState struct {
	Status      CaseStatus
	BeforeHold  *CaseStatus
	BeforeClose *CaseStatus
}

// caseMoves are the moves that a PATCH of `status` may make from a status to another. A held case makes no move, and
// neither does a closed one.
var caseMoves = map[CaseStatus][]CaseStatus{
	CaseStatusDraft:      {CaseStatusOpen, CaseStatusOnboarding},
	CaseStatusOpen:       {CaseStatusOnboarding, CaseStatusApproved},
	CaseStatusOnboarding: {CaseStatusOpen, CaseStatusApproved},
	CaseStatusApproved:   {CaseStatusOpen},
}

// NewCaseState returns the state of a new case with the status asked for, DRAFT if none. `invalid_value` at /status.
func NewCaseState(asked *CaseStatus) (CaseState, error) {
	switch {
	case asked == nil:
		return CaseState{Status: CaseStatusDraft}, nil
	case *asked == CaseStatusDraft, *asked == CaseStatusOpen:
		return CaseState{Status: *asked}, nil
	default:
		return CaseState{}, fault.One("/status", fault.CodeInvalidValue, "must be DRAFT or OPEN for a new case, not %s", *asked).Err()
	}
}

// caseActions are the actions that set a status which an update cannot set.
var caseActions = map[CaseStatus]string{CaseStatusOnHold: "on-hold", CaseStatusClosed: "close"}

// Patch returns the state after a PATCH of `status`. `invalid_value` for onHold and closed, `case_closed`, `case_on_hold`,
// `invalid_transition`.
func (s CaseState) Patch(to CaseStatus) (CaseState, error) {
	switch {
	case caseActions[to] != "":
		return s, fault.One("/status", fault.CodeInvalidValue,
			"is never set to %s by an update; use the %s action of the case", to, caseActions[to]).Err()
	case s.Status == CaseStatusClosed:
		return s, caseClosed()
	case s.Status == CaseStatusOnHold:
		return s, fault.New(fault.CodeCaseOnHold, "The case is on hold; its status can change after it is released.")
	case to != s.Status && !slices.Contains(caseMoves[s.Status], to):
		return s, fault.New(fault.CodeInvalidTransition, "A case cannot go from %s to %s.", s.Status, to)
	default:
		return CaseState{Status: to}, nil
	}
}

// Hold returns the state after the on-hold action: the status is remembered; repeated, it keeps the memory. `case_closed`.
func (s CaseState) Hold() (CaseState, error) {
	switch s.Status {
	case CaseStatusClosed:
		return s, caseClosed()
	case CaseStatusOnHold:
		return s, nil
	default:
		return CaseState{Status: CaseStatusOnHold, BeforeHold: &s.Status}, nil
	}
}

// Release returns the state after the release-hold action: the remembered status. `case_closed`, `case_not_on_hold`.
func (s CaseState) Release() (CaseState, error) {
	switch s.Status {
	case CaseStatusClosed:
		return s, caseClosed()
	case CaseStatusOnHold:
		return CaseState{Status: *s.BeforeHold}, nil
	default:
		return s, fault.New(fault.CodeCaseNotOnHold, "The case is not on hold.")
	}
}

// Close returns the state after the close action: from any status, remembering it; repeated, it keeps the memory.
func (s CaseState) Close() CaseState {
	if s.Status == CaseStatusClosed {
		return s
	}
	return CaseState{Status: CaseStatusClosed, BeforeHold: s.BeforeHold, BeforeClose: &s.Status}
}

// Reopen returns the state after the reopen action: the remembered status. `invalid_transition` for a case that is not
// closed.
func (s CaseState) Reopen() (CaseState, error) {
	if s.Status != CaseStatusClosed {
		return s, fault.New(fault.CodeInvalidTransition, "The case is not closed.")
	}
	return CaseState{Status: *s.BeforeClose, BeforeHold: s.BeforeHold}, nil
}

func caseClosed() *fault.Error {
	return fault.New(fault.CodeCaseClosed, "The case is closed; reopen it first.")
}

// Underlying returns the status without the hold: the remembered one of a held case.
func (s CaseState) Underlying() CaseStatus { return underlying(s.Status, s.BeforeHold) }

// Statuses returns the status, and the one that a hold remembers.
func (c *Case) Statuses() []CaseStatus {
	if c.StatusBeforeHold == nil {
		return []CaseStatus{c.Status}
	}
	return []CaseStatus{c.Status, *c.StatusBeforeHold}
}

// IsQuiet reports whether nothing is told about the case: it is on hold, or came by an import that is not released.
func (c *Case) IsQuiet() bool { return c.Quiet || c.Status == CaseStatusOnHold }

// underlying is the remembered status of what is held, else its status.
func underlying[S any](status S, beforeHold *S) S {
	if beforeHold != nil {
		return *beforeHold
	}
	return status
}

// since returns when a condition that holds began, and nil for one that does not hold.
func since(so bool, began *time.Time, now time.Time) *time.Time {
	switch {
	case !so:
		return nil
	case began == nil:
		return &now
	default:
		return began
	}
}
