package model

import (
	"slices"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// PolicyState is what the state machine of a policy looks at (contract section 5). BeforeHold is set only on hold.
type PolicyState struct {
	Status     PolicyStatus
	BeforeHold *PolicyStatus
}

// policyCell is a state, or the code that refuses an action. before is "" for a policy that is not on hold.
type policyCell struct {
	status, before PolicyStatus
	refusal        fault.Code
}

// policyMoves are where each action leads from one state.
type policyMoves struct {
	hold, cascade, release, deactivate, reactivate, newTerm, patchActive, patchRenewal policyCell
}

// policyTable is the state machine: a row for each state, a column for each action. A hold remembers `deactivated` too,
// so that a release never revives a dead policy. The cascade of a case's hold leaves a deactivated policy as it is.
var policyTable = func() map[policyCell]policyMoves {
	var (
		active      = policyCell{status: PolicyStatusActive}
		renewal     = policyCell{status: PolicyStatusRenewalInProgress}
		dead        = policyCell{status: PolicyStatusDeactivated}
		heldActive  = policyCell{status: PolicyStatusOnHold, before: PolicyStatusActive}
		heldRenewal = policyCell{status: PolicyStatusOnHold, before: PolicyStatusRenewalInProgress}
		heldDead    = policyCell{status: PolicyStatusOnHold, before: PolicyStatusDeactivated}
		notHeld     = policyCell{refusal: fault.CodePolicyNotOnHold}
		notDead     = policyCell{refusal: fault.CodePolicyNotDeactivated}
		isHeld      = policyCell{refusal: fault.CodePolicyOnHold}
		isDead      = policyCell{refusal: fault.CodePolicyDeactivated}
	)
	return map[policyCell]policyMoves{
		// hold, cascade, release, deactivate, reactivate, newTerm, patchActive, patchRenewal
		active:      {heldActive, heldActive, notHeld, dead, notDead, active, active, renewal},
		renewal:     {heldRenewal, heldRenewal, notHeld, dead, notDead, active, active, renewal},
		dead:        {heldDead, dead, notHeld, dead, active, isDead, isDead, isDead},
		heldActive:  {heldActive, heldActive, active, dead, notDead, heldActive, isHeld, isHeld},
		heldRenewal: {heldRenewal, heldRenewal, renewal, dead, notDead, heldActive, isHeld, isHeld},
		heldDead:    {heldDead, heldDead, dead, dead, notDead, isDead, isHeld, isHeld},
	}
}()

// policyRefusals tell people why an action is refused.
var policyRefusals = map[fault.Code]string{
	fault.CodePolicyNotOnHold:      "The policy is not on hold.",
	fault.CodePolicyNotDeactivated: "The policy is not deactivated.",
	fault.CodePolicyDeactivated:    "The policy is deactivated; reactivate it first.",
	fault.CodePolicyOnHold:         "The policy is on hold; its status can change after it is released.",
}

// policyActions name the action that sets a status which an update cannot set.
var policyActions = map[PolicyStatus]string{
	PolicyStatusOnHold:      "on-hold",
	PolicyStatusDeactivated: "deactivate",
}

// NewPolicyState returns the state of a policy created on a case: active, and on a held case on hold with active as
// memory. On a risk-profile-backed case that is a draft, held or not: `case_in_draft` at /caseId.
func NewPolicyState(c CaseState, riskProfileBacked bool) (PolicyState, error) {
	if riskProfileBacked && c.Underlying() == CaseStatusDraft {
		return PolicyState{}, fault.One("/caseId", fault.CodeCaseInDraft,
			"is the id of a case in DRAFT; it must be OPEN or ONBOARDING before policies are added").Err()
	}
	created := PolicyState{Status: PolicyStatusActive}
	if c.Status == CaseStatusOnHold {
		return created.Hold(), nil
	}
	return created, nil
}

// Patch returns the state after a PATCH of `status`. `invalid_value`, `policy_on_hold`, `policy_deactivated`.
func (s PolicyState) Patch(to PolicyStatus) (PolicyState, error) {
	switch to {
	case PolicyStatusActive:
		return s.do(s.moves().patchActive)
	case PolicyStatusRenewalInProgress:
		return s.do(s.moves().patchRenewal)
	default:
		return s, fault.One("/status", fault.CodeInvalidValue,
			"is never set to %s by an update; use the %s action of the policy", to, policyActions[to]).Err()
	}
}

// Hold returns the state after the on-hold action: from any status, remembering it; repeated, it keeps the memory.
func (s PolicyState) Hold() PolicyState { return s.moves().hold.state() }

// CascadeHold returns the state after the policy's case is put on hold: every policy is held but a deactivated one.
func (s PolicyState) CascadeHold() PolicyState { return s.moves().cascade.state() }

// Release returns the state after the release-hold action: the remembered status. `policy_not_on_hold`.
func (s PolicyState) Release() (PolicyState, error) { return s.do(s.moves().release) }

// Deactivate returns the state after the deactivate action: from any status; the memory of a hold is dropped.
func (s PolicyState) Deactivate() PolicyState { return s.moves().deactivate.state() }

// Reactivate returns the state after the reactivate action: active. `policy_not_deactivated`, also while it is held.
func (s PolicyState) Reactivate() (PolicyState, error) { return s.do(s.moves().reactivate) }

// NewTerm returns the state after a new term starts: active, or held with active as memory. `policy_deactivated`.
func (s PolicyState) NewTerm() (PolicyState, error) { return s.do(s.moves().newTerm) }

// Underlying returns the status without the hold: the remembered one of a held policy.
func (s PolicyState) Underlying() PolicyStatus { return underlying(s.Status, s.BeforeHold) }

// FollowedUp reports whether renewal notices are sent: for active and renewalInProgress (specification, States).
func (s PolicyStatus) FollowedUp() bool {
	return s == PolicyStatusActive || s == PolicyStatusRenewalInProgress
}

// FollowedUpStatuses returns the statuses that are followed up, for conditions in SQL.
func FollowedUpStatuses() []PolicyStatus {
	return slices.DeleteFunc(slices.Clone(AllPolicyStatus), func(s PolicyStatus) bool { return !s.FollowedUp() })
}

// moves returns the state's row. Other states cannot come from the database: its CHECK ties the memory to the hold.
func (s PolicyState) moves() policyMoves {
	at := policyCell{status: s.Status, before: scalar.OrZero(s.BeforeHold)}
	row, ok := policyTable[at]
	if !ok {
		panic("a policy cannot be " + string(at.status) + " remembering " + string(at.before))
	}
	return row
}

// do makes a move, or leaves the state and says why.
func (s PolicyState) do(to policyCell) (PolicyState, error) {
	if to.refusal != "" {
		return s, fault.New(to.refusal, "%s", policyRefusals[to.refusal])
	}
	return to.state(), nil
}

func (c policyCell) state() PolicyState {
	if c.before == "" {
		return PolicyState{Status: c.status}
	}
	return PolicyState{Status: c.status, BeforeHold: &c.before}
}
