package model

import "slices"

// PolicyState is what the state machine of a policy looks at (contract section 5, Policy). BeforeHold is the remembered
// status: set exactly while Status is onHold.
type PolicyState struct {
	Status     PolicyStatus
	BeforeHold *PolicyStatus
}

// policyAt is a state as a key of the table; before is "" when the policy is not on hold.
type policyAt struct{ status, before PolicyStatus }

// policyMove is where an action leads, or the code with which it is refused.
type policyMove struct {
	to      policyAt
	refusal Code
}

// policyRow has the moves of one state; hold, cascade and deactivate are never refused.
type policyRow struct {
	hold, cascade, release, deactivate, reactivate, newTerm, patchActive, patchRenewal policyMove
}

// The six states that a policy can be in.
var (
	policyActive      = policyAt{status: PolicyStatusActive}
	policyRenewal     = policyAt{status: PolicyStatusRenewalInProgress}
	policyDead        = policyAt{status: PolicyStatusDeactivated}
	policyHeldActive  = policyAt{PolicyStatusOnHold, PolicyStatusActive}
	policyHeldRenewal = policyAt{PolicyStatusOnHold, PolicyStatusRenewalInProgress}
	policyHeldDead    = policyAt{PolicyStatusOnHold, PolicyStatusDeactivated}
)

func goes(to policyAt) policyMove  { return policyMove{to: to} }
func refuses(code Code) policyMove { return policyMove{refusal: code} }

// policyMoves is the state machine: a row for each state, an entry for each action. A hold remembers `deactivated` too, so
// that a release never revives a dead policy; the cascade of a case's hold leaves a deactivated policy as it is.
var policyMoves = map[policyAt]policyRow{
	policyActive: {
		hold: goes(policyHeldActive), cascade: goes(policyHeldActive), release: refuses(CodePolicyNotOnHold),
		deactivate: goes(policyDead), reactivate: refuses(CodePolicyNotDeactivated), newTerm: goes(policyActive),
		patchActive: goes(policyActive), patchRenewal: goes(policyRenewal),
	},
	policyRenewal: {
		hold: goes(policyHeldRenewal), cascade: goes(policyHeldRenewal), release: refuses(CodePolicyNotOnHold),
		deactivate: goes(policyDead), reactivate: refuses(CodePolicyNotDeactivated), newTerm: goes(policyActive),
		patchActive: goes(policyActive), patchRenewal: goes(policyRenewal),
	},
	policyDead: {
		hold: goes(policyHeldDead), cascade: goes(policyDead), release: refuses(CodePolicyNotOnHold),
		deactivate: goes(policyDead), reactivate: goes(policyActive), newTerm: refuses(CodePolicyDeactivated),
		patchActive: refuses(CodePolicyDeactivated), patchRenewal: refuses(CodePolicyDeactivated),
	},
	policyHeldActive: {
		hold: goes(policyHeldActive), cascade: goes(policyHeldActive), release: goes(policyActive),
		deactivate: goes(policyDead), reactivate: refuses(CodePolicyNotDeactivated), newTerm: goes(policyHeldActive),
		patchActive: refuses(CodePolicyOnHold), patchRenewal: refuses(CodePolicyOnHold),
	},
	policyHeldRenewal: {
		hold: goes(policyHeldRenewal), cascade: goes(policyHeldRenewal), release: goes(policyRenewal),
		deactivate: goes(policyDead), reactivate: refuses(CodePolicyNotDeactivated), newTerm: goes(policyHeldActive),
		patchActive: refuses(CodePolicyOnHold), patchRenewal: refuses(CodePolicyOnHold),
	},
	policyHeldDead: {
		hold: goes(policyHeldDead), cascade: goes(policyHeldDead), release: goes(policyDead),
		deactivate: goes(policyDead), reactivate: refuses(CodePolicyNotDeactivated), newTerm: refuses(CodePolicyDeactivated),
		patchActive: refuses(CodePolicyOnHold), patchRenewal: refuses(CodePolicyOnHold),
	},
}

// policyRefusals say for people why an action is refused.
var policyRefusals = map[Code]string{
	CodePolicyNotOnHold:      "The policy is not on hold.",
	CodePolicyNotDeactivated: "The policy is not deactivated.",
	CodePolicyDeactivated:    "The policy is deactivated; reactivate it first.",
	CodePolicyOnHold:         "The policy is on hold; its status can change after it is released.",
}

// policyActions name the action that sets a status which an update cannot set.
var policyActions = map[PolicyStatus]string{
	PolicyStatusOnHold:      "on-hold",
	PolicyStatusDeactivated: "deactivate",
}

// NewPolicyState is the state of a policy created on a case: active, and on a held case held with that memory. On a
// risk-profile-backed case that is a draft, held or not: `case_in_draft` at /caseId.
func NewPolicyState(c CaseState, riskProfileBacked bool) (PolicyState, error) {
	if riskProfileBacked && c.Underlying() == CaseStatusDraft {
		var vs Violations
		vs.Add("/caseId", CodeCaseInDraft, "the case is a DRAFT; it must be OPEN or ONBOARDING before policies are added")
		return PolicyState{}, vs.Err()
	}
	if c.Status == CaseStatusOnHold {
		return policyHeldActive.state(), nil
	}
	return policyActive.state(), nil
}

// Patch is the state after a PATCH of `status`: active and renewalInProgress only. `invalid_value` at /status for a status
// that has an action; `policy_on_hold`, `policy_deactivated`.
func (s PolicyState) Patch(to PolicyStatus) (PolicyState, error) {
	switch to {
	case PolicyStatusActive:
		return s.do(s.moves().patchActive)
	case PolicyStatusRenewalInProgress:
		return s.do(s.moves().patchRenewal)
	default:
		var vs Violations
		vs.Add("/status", CodeInvalidValue, "%s is not set by an update; use the %s action of the policy", to, policyActions[to])
		return s, vs.Err()
	}
}

// Hold is the state after the on-hold action: from any status, remembering it; repeated, it keeps the memory.
func (s PolicyState) Hold() PolicyState { return s.moves().hold.to.state() }

// CascadeHold is the state after the policy's case is put on hold: every policy is held but a deactivated one.
func (s PolicyState) CascadeHold() PolicyState { return s.moves().cascade.to.state() }

// Release is the state after the release-hold action: the remembered status. `policy_not_on_hold`.
func (s PolicyState) Release() (PolicyState, error) { return s.do(s.moves().release) }

// Deactivate is the state after the deactivate action: from any status; the memory of a hold is dropped.
func (s PolicyState) Deactivate() PolicyState { return s.moves().deactivate.to.state() }

// Reactivate is the state after the reactivate action: active. `policy_not_deactivated`, also while it is held.
func (s PolicyState) Reactivate() (PolicyState, error) { return s.do(s.moves().reactivate) }

// NewTerm is the state after a new term starts: active, or still held with active as memory. `policy_deactivated`, also
// when it was held from there.
func (s PolicyState) NewTerm() (PolicyState, error) { return s.do(s.moves().newTerm) }

// Underlying is the status apart from a hold: the remembered one of a held policy.
func (s PolicyState) Underlying() PolicyStatus {
	if s.BeforeHold != nil {
		return *s.BeforeHold
	}
	return s.Status
}

// FollowedUp tells whether renewal notices go out: renewalInProgress is treated like active (specification, States).
func (s PolicyStatus) FollowedUp() bool { return slices.Contains(FollowedUpStatuses(), s) }

// FollowedUpStatuses are the statuses that are followed up.
func FollowedUpStatuses() []PolicyStatus {
	return []PolicyStatus{PolicyStatusActive, PolicyStatusRenewalInProgress}
}

// do makes a move, or leaves the state and says why.
func (s PolicyState) do(m policyMove) (PolicyState, error) {
	if m.refusal != "" {
		return s, NewError(m.refusal, "%s", policyRefusals[m.refusal])
	}
	return m.to.state(), nil
}

// moves is the state's row. A state that no row has cannot come from the database, whose CHECK ties memory to hold.
func (s PolicyState) moves() policyRow {
	at := policyAt{status: s.Status}
	if s.BeforeHold != nil {
		at.before = *s.BeforeHold
	}
	row, ok := policyMoves[at]
	if !ok {
		panic("a policy cannot be " + string(at.status) + " remembering " + string(at.before))
	}
	return row
}

func (a policyAt) state() PolicyState {
	if a.before == "" {
		return PolicyState{Status: a.status}
	}
	return PolicyState{Status: a.status, BeforeHold: &a.before}
}
