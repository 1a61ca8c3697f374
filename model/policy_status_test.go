package model_test

import (
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
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

// policyRules are the sentences of contract section 5: what each action leads to, or "!" and the code of the refusal.
var policyRules = []struct {
	action string
	do     func(model.PolicyState) (model.PolicyState, error)
	want   func(status, underlying string) string
}{
	{"on-hold", always(model.PolicyState.Hold), func(_, underlying string) string { return "onHold/" + underlying }},
	{"cascade", always(model.PolicyState.CascadeHold), func(status, underlying string) string {
		return either(status == "deactivated", "deactivated", "onHold/"+underlying)
	}},
	{"release-hold", model.PolicyState.Release, func(status, underlying string) string {
		return either(status == "onHold", underlying, "!policy_not_on_hold")
	}},
	{"deactivate", always(model.PolicyState.Deactivate), func(_, _ string) string { return "deactivated" }},
	{"reactivate", model.PolicyState.Reactivate, func(status, _ string) string {
		return either(status == "deactivated", "active", "!policy_not_deactivated")
	}},
	{"new-term", model.PolicyState.NewTerm, func(status, underlying string) string {
		if underlying == "deactivated" {
			return "!policy_deactivated"
		}
		return either(status == "onHold", "onHold/active", "active")
	}},
	{"patch active", patch("active"), patched("active")},
	{"patch renewalInProgress", patch("renewalInProgress"), patched("renewalInProgress")},
	{"patch onHold", patch("onHold"), func(_, _ string) string { return "!invalid_value" }},
	{"patch deactivated", patch("deactivated"), func(_, _ string) string { return "!invalid_value" }},
}

func either(so bool, then, otherwise string) string {
	if so {
		return then
	}
	return otherwise
}

func patched(to string) func(status, underlying string) string {
	return func(status, _ string) string {
		return map[string]string{"onHold": "!policy_on_hold", "deactivated": "!policy_deactivated", "active": to, "renewalInProgress": to}[status]
	}
}

// TestPolicyActions tries every action in every state: a policy is on hold with one of the other statuses remembered.
func TestPolicyActions(t *testing.T) {
	t.Parallel()
	for _, from := range []string{"active", "renewalInProgress", "deactivated", "onHold/active", "onHold/renewalInProgress",
		"onHold/deactivated"} {
		status, underlying, held := strings.Cut(from, "/")
		if !held {
			underlying = status
		}
		for _, rule := range policyRules {
			t.Run(from+" "+rule.action, func(t *testing.T) {
				t.Parallel()
				s, err := rule.do(policyAt(from))
				want := rule.want(status, underlying)
				code, refused := strings.CutPrefix(want, "!")
				if !refused {
					require.NoError(t, err)
					require.Equal(t, policyAt(want), s)
					return
				}
				requireRefusal(t, err, fault.Code(code), either(code == string(fault.CodeInvalidValue), "/status", ""))
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
				requireRefusal(t, err, fault.CodeCaseInDraft, "/caseId")
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
	require.Equal(t, []model.PolicyStatus{"active", "renewalInProgress"}, model.FollowedUpStatuses())
}

func TestPolicyImpossibleState(t *testing.T) {
	t.Parallel()
	require.Panics(t, func() { policyAt("active/active").Hold() })
	require.Panics(t, func() { policyAt("onHold").Hold() })
}

// TestPolicyHolds has a case and an import hold a policy at a time: it is on hold until both have ended, unless somebody has ended or
// taken over the hold.
func TestPolicyHolds(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.March, 1, 0, 0, 0, 0, time.UTC)
	moves := map[string]func(*model.Policy){
		"import":         func(p *model.Policy) { p.HoldWithImport(uuid.New(), now) },
		"case":           func(p *model.Policy) { p.HoldWithCase(now) },
		"hand":           func(p *model.Policy) { p.HoldByHand(now) },
		"release import": func(p *model.Policy) { p.ReleaseWithImport(now) },
		"release case":   func(p *model.Policy) { p.ReleaseWithCase(false, now) },
		"renewal": func(p *model.Policy) {
			input := model.UpdatePolicyInput{Status: graphql.OmittableOf(new(model.PolicyStatusRenewalInProgress))}
			require.NoError(t, p.MoveHeld(input, now))
		},
	}
	for steps, want := range map[string]string{
		"import":                                  "onHold import",
		"import, case":                            "onHold import",
		"import, release import":                  "active",
		"import, case, release import":            "onHold case",
		"import, case, release case":              "onHold import",
		"import, case, hand":                      "onHold manual",
		"import, case, hand, release case":        "onHold manual",
		"import, case, hand, release import":      "onHold manual",
		"import, renewal, release import":         "renewalInProgress",
		"case, renewal, release case":             "renewalInProgress",
		"hand, case, release case":                "onHold manual",
		"case, import, release import":            "onHold case",
		"import, renewal, case, release import":   "onHold case",
		"import, case, release case, import":      "onHold import",
		"import, release import, renewal, import": "onHold import",
	} {
		p := &model.Policy{Status: model.PolicyStatusActive}
		for step := range strings.SplitSeq(steps, ", ") {
			moves[step](p)
		}
		is := string(p.Status)
		if reason := p.HoldReason(); reason != nil {
			is += " " + string(*reason)
		}
		require.Equal(t, want, is, steps)
	}
}
