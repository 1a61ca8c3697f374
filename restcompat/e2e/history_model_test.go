package e2e

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/anishathalye/porcupine"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

// call is one request: an action on the case, or on the policy of an id. Start is the day on which a new term starts.
type call struct {
	action, policy string
	start          int
}

// answer is the result of a call: the code of a refusal, or the state in the response; after a creation the id too.
type answer struct{ refusal, state, id string }

// world is a case and its policies in the model, as a value that porcupine can compare: lines of "id state start
// cancelled".
type world struct{ caseState, policies string }

type worldPolicy struct {
	state     model.PolicyState
	start     int
	cancelled bool // the current term, which all days of the calls are in
}

// historyMachine is the pure model in the form that porcupine needs.
func historyMachine() porcupine.Model {
	return porcupine.Model{
		Init: func() any { return world{caseState: "OPEN"} },
		Step: func(state, input, output any) (bool, any) {
			w, in, out := state.(world), input.(call), output.(answer)
			if out.refusal == string(fault.CodeUnavailable) {
				return true, w // waited too long for the case, on a busy machine; nothing was done
			}
			c, policies := w.read()
			got, err := in.apply(&c, policies, out.id)
			if err != nil {
				return out.refusal == string(fault.CodeOf(err)), w
			}
			return out.refusal == "" && out.state == got, written(c, policies)
		},
		DescribeOperation: func(input, output any) string { return fmt.Sprintf("%+v → %+v", input, output) },
	}
}

// apply runs the call in the model and returns the state that the response must show. It changes the case and its
// policies.
func (in call) apply(c *model.CaseState, policies map[string]worldPolicy, created string) (shown string, err error) {
	switch in.action {
	case "create":
		s, err := model.NewPolicyState(*c, false)
		policies[created] = worldPolicy{state: s}
		return policyText(s), err
	case "list":
		states := map[string]string{}
		for id, p := range policies {
			states[id] = policyText(p.state)
		}
		return joined(states), nil
	case "verdict":
		return verdictOf(policies), nil
	case "get case":
	case "hold case":
		if *c, err = c.Hold(); err != nil {
			return "", err
		}
		for id, p := range policies {
			p.state = p.state.CascadeHold()
			policies[id] = p
		}
	case "release case":
		*c, err = c.Release()
	case "approve case":
		*c, err = c.Patch(model.CaseStatusApproved)
	case "open case":
		*c, err = c.Patch(model.CaseStatusOpen)
	default:
		return in.applyToPolicy(policies)
	}
	return caseText(*c), err
}

// verdictOf is the case's verdict: its one demand is met while any policy that could meet it is in force.
func verdictOf(policies map[string]worldPolicy) string {
	for _, p := range policies {
		if p.state.Underlying() != model.PolicyStatusDeactivated && !p.cancelled {
			return string(model.VerdictCompliant)
		}
	}
	return string(model.VerdictDeficient)
}

func (in call) applyToPolicy(policies map[string]worldPolicy) (shown string, err error) {
	p, known := policies[in.policy]
	if !known {
		return "", fault.NotFound("policy")
	}
	switch in.action {
	case "get":
	case "on-hold":
		p.state = p.state.Hold()
	case "release-hold":
		p.state, err = p.state.Release()
	case "deactivate":
		p.state = p.state.Deactivate()
	case "reactivate":
		p.state, err = p.state.Reactivate()
	case "patch active":
		p.state, err = p.state.Patch(model.PolicyStatusActive)
	case "patch renewalInProgress":
		p.state, err = p.state.Patch(model.PolicyStatusRenewalInProgress)
	case "new-term":
		if p.start >= in.start {
			return "", fault.New(fault.CodeInvalidValue, "not after the previous start")
		}
		p.start, p.cancelled = in.start, false
		p.state, err = p.state.NewTerm()
	case "cancel", "reinstate":
		err = p.cancel(in.action == "cancel")
	}
	if err == nil {
		policies[in.policy] = p
	}
	return policyText(p.state), err
}

// cancel cancels or reinstates the current term.
func (p *worldPolicy) cancel(wanted bool) error {
	switch {
	case p.state.Underlying() == model.PolicyStatusDeactivated:
		return fault.New(fault.CodePolicyDeactivated, "deactivated")
	case p.cancelled && wanted:
		return fault.New(fault.CodePolicyCancelled, "cancelled")
	case !p.cancelled && !wanted:
		return fault.New(fault.CodePolicyNotCancelled, "not cancelled")
	}
	p.cancelled = wanted
	return nil
}

func policyText(s model.PolicyState) string { return stateText(s.Status, s.BeforeHold) }
func caseText(s model.CaseState) string     { return stateText(s.Status, s.BeforeHold) }

func stateText[S ~string](status S, before *S) string {
	if before == nil {
		return string(status)
	}
	return string(status) + "/" + string(*before)
}

func stateRead[S ~string](text string) (status S, before *S) {
	now, memory, held := strings.Cut(text, "/")
	if !held {
		return S(now), nil
	}
	remembered := S(memory)
	return S(now), &remembered
}

func (w world) read() (c model.CaseState, policies map[string]worldPolicy) {
	c.Status, c.BeforeHold = stateRead[model.CaseStatus](w.caseState)
	policies = map[string]worldPolicy{}
	for line := range strings.Lines(w.policies) {
		var id, text string
		var p worldPolicy
		if _, err := fmt.Sscan(line, &id, &text, &p.start, &p.cancelled); err != nil {
			panic(err)
		}
		p.state.Status, p.state.BeforeHold = stateRead[model.PolicyStatus](text)
		policies[id] = p
	}
	return c, policies
}

func written(c model.CaseState, policies map[string]worldPolicy) world {
	var lines strings.Builder
	for _, id := range slices.Sorted(maps.Keys(policies)) {
		fmt.Fprintln(&lines, id, policyText(policies[id].state), policies[id].start, policies[id].cancelled)
	}
	return world{caseText(c), lines.String()}
}
