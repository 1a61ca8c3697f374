package model_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
)

// policyAt reads "active" or "onHold/active".
func policyAt(text string) model.PolicyState {
	status, before, held := strings.Cut(text, "/")
	s := model.PolicyState{Status: model.PolicyStatus(status)}
	if held {
		remembered := model.PolicyStatus(before)
		s.BeforeHold = &remembered
	}
	return s
}

func always(f func(model.PolicyState) model.PolicyState) func(model.PolicyState) (model.PolicyState, error) {
	return func(s model.PolicyState) (model.PolicyState, error) { return f(s), nil }
}

func patch(to model.PolicyStatus) func(model.PolicyState) (model.PolicyState, error) {
	return func(s model.PolicyState) (model.PolicyState, error) { return s.Patch(to) }
}

func TestPolicyActions(t *testing.T) {
	t.Parallel()
	columns := []struct {
		name string
		do   func(model.PolicyState) (model.PolicyState, error)
	}{
		{"on-hold", always(model.PolicyState.Hold)},
		{"cascade", always(model.PolicyState.CascadeHold)},
		{"release-hold", model.PolicyState.Release},
		{"deactivate", always(model.PolicyState.Deactivate)},
		{"reactivate", model.PolicyState.Reactivate},
		{"new-term", model.PolicyState.NewTerm},
		{"patch active", patch(model.PolicyStatusActive)},
		{"patch renewalInProgress", patch(model.PolicyStatusRenewalInProgress)},
		{"patch onHold", patch(model.PolicyStatusOnHold)},
		{"patch deactivated", patch(model.PolicyStatusDeactivated)},
	}
	const (
		notHeld, notDead, dead, held, action = "!policy_not_on_hold", "!policy_not_deactivated", "!policy_deactivated", "!policy_on_hold", "!invalid_value"

		A, R, D    = "active", "renewalInProgress", "deactivated"
		HA, HR, HD = "onHold/active", "onHold/renewalInProgress", "onHold/deactivated"
	)
	for from, cells := range map[string][]string{
		// on-hold, cascade, release-hold, deactivate, reactivate, new-term, patch active, renewalInProgress, onHold, deactivated
		A:  {HA, HA, notHeld, D, notDead, A, A, R, action, action},
		R:  {HR, HR, notHeld, D, notDead, A, A, R, action, action},
		D:  {HD, D, notHeld, D, A, dead, dead, dead, action, action},
		HA: {HA, HA, A, D, notDead, HA, held, held, action, action},
		HR: {HR, HR, R, D, notDead, HA, held, held, action, action},
		HD: {HD, HD, D, D, notDead, dead, held, held, action, action},
	} {
		require.Len(t, cells, len(columns))
		for i, column := range columns {
			t.Run(from+" "+column.name, func(t *testing.T) {
				t.Parallel()
				s, err := column.do(policyAt(from))
				code, refused := strings.CutPrefix(cells[i], "!")
				if !refused {
					require.NoError(t, err)
					require.Equal(t, policyAt(cells[i]), s)
					return
				}
				pointer := ""
				if code == string(model.CodeInvalidValue) {
					pointer = "/status"
				}
				requireRefusal(t, err, model.Code(code), pointer)
				require.Equal(t, policyAt(from), s, "a refusal changes nothing")
			})
		}
	}
}

func TestPolicyPatchNamesTheAction(t *testing.T) {
	t.Parallel()
	_, err := policyAt("active").Patch(model.PolicyStatusDeactivated)
	require.ErrorContains(t, err, "the deactivate action")
	_, err = policyAt("active").Patch(model.PolicyStatusOnHold)
	require.ErrorContains(t, err, "the on-hold action")
}

func TestPolicyCreate(t *testing.T) {
	t.Parallel()
	const draft = "!"
	for at, want := range map[string]struct{ riskProfile, program string }{
		"DRAFT":             {draft, "active"},
		"OPEN":              {"active", "active"},
		"ONBOARDING":        {"active", "active"},
		"approved":          {"active", "active"},
		"onHold/DRAFT":      {draft, "onHold/active"},
		"onHold/OPEN":       {"onHold/active", "onHold/active"},
		"onHold/ONBOARDING": {"onHold/active", "onHold/active"},
		"onHold/approved":   {"onHold/active", "onHold/active"},
	} {
		t.Run(at, func(t *testing.T) {
			t.Parallel()
			s, err := model.NewPolicyState(caseAt(at), true)
			if want.riskProfile == draft {
				requireRefusal(t, err, model.CodeCaseInDraft, "/caseId")
				require.ErrorContains(t, err, "OPEN or ONBOARDING")
			} else {
				require.NoError(t, err)
				require.Equal(t, policyAt(want.riskProfile), s)
			}
			s, err = model.NewPolicyState(caseAt(at), false)
			require.NoError(t, err)
			require.Equal(t, policyAt(want.program), s)
		})
	}
}

func TestPolicyFollowedUp(t *testing.T) {
	t.Parallel()
	for status, want := range map[model.PolicyStatus]bool{
		model.PolicyStatusActive: true, model.PolicyStatusRenewalInProgress: true,
		model.PolicyStatusDeactivated: false, model.PolicyStatusOnHold: false,
	} {
		require.Equal(t, want, status.FollowedUp(), status)
	}
}

func TestPolicyImpossibleState(t *testing.T) {
	t.Parallel()
	require.Panics(t, func() { policyAt("active/active").Hold() })
	require.Panics(t, func() { policyAt("onHold").Hold() })
}
