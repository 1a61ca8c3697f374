package model_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// book is a case with its policies in memory, and for each policy what the test must remember.
type book struct {
	c        model.CaseState
	open     model.CaseState // as it was before it was closed
	covered  bool            // risk-profile-backed
	policies []model.PolicyState
	dead     []bool // deactivated last and not reactivated since
}

// TestSoakR3StateMachines walks 10,000 generated sequences of actions (reliability.md, R3). rapid's own number of
// checks is 100.
func TestSoakR3StateMachines(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "R3", "generated sequences of actions against the pure model")
	for range 100 {
		rapid.Check(t, func(t *rapid.T) {
			tally.Tried(1)
			asked := rapid.SampledFrom([]model.CaseStatus{model.CaseStatusDraft, model.CaseStatusOpen}).Draw(t, "start")
			c, err := model.NewCaseState(&asked)
			require.NoError(t, err)
			b := &book{c: c, covered: rapid.Bool().Draw(t, "risk-profile-backed")}
			t.Repeat(map[string]func(*rapid.T){
				"create policy": b.createPolicy,
				"hold case":     b.holdCase,
				"release case":  b.releaseCase,
				"patch case":    b.patchCase,
				"close case":    b.closeCase,
				"reopen case":   b.reopenCase,
				"policy action": b.policyAction,
				"":              b.check,
			})
		})
	}
}

func (b *book) createPolicy(t *rapid.T) {
	s, err := model.NewPolicyState(b.c, b.covered)
	if b.covered && b.c.Underlying() == model.CaseStatusDraft {
		require.Equal(t, fault.CodeCaseInDraft, fault.CodeOf(err))
		return
	}
	require.NoError(t, err)
	if b.c.Status == model.CaseStatusClosed {
		return // refused to all that is below it, Case.CheckOpen
	}
	require.Equal(t, b.c.Status == model.CaseStatusOnHold, s.Status == model.PolicyStatusOnHold)
	b.policies, b.dead = append(b.policies, s), append(b.dead, false)
}

func (b *book) holdCase(t *rapid.T) {
	held, err := b.c.Hold()
	require.Equal(t, b.c.Status == model.CaseStatusClosed, err != nil)
	if err != nil {
		return
	}
	b.c = held
	for i, s := range b.policies {
		b.policies[i] = s.CascadeHold()
		require.False(t, b.policies[i].Status.FollowedUp(), "no policy of a case just held is followed up")
		require.Equal(t, s.Status == model.PolicyStatusDeactivated, b.policies[i].Status == model.PolicyStatusDeactivated)
	}
}

func (b *book) releaseCase(t *rapid.T) {
	was := b.c
	released, err := b.c.Release()
	require.Equal(t, was.Status == model.CaseStatusOnHold, err == nil)
	if err == nil {
		require.Equal(t, was.Underlying(), released.Status)
		b.c = released
	}
}

func (b *book) patchCase(t *rapid.T) {
	to := rapid.SampledFrom(model.AllCaseStatus).Draw(t, "status")
	if next, err := b.c.Patch(to); err == nil {
		require.Equal(t, to, next.Status)
		require.NotEqual(t, model.CaseStatusOnHold, b.c.Status)
		require.NotEqual(t, model.CaseStatusClosed, b.c.Status)
		b.c = next
	}
}

func (b *book) closeCase(t *rapid.T) {
	if b.c.Status != model.CaseStatusClosed {
		b.open = b.c
	}
	b.c = b.c.Close()
	require.Equal(t, b.c, b.c.Close(), "repeated: memory kept")
}

func (b *book) reopenCase(t *rapid.T) {
	was := b.c
	reopened, err := b.c.Reopen()
	require.Equal(t, was.Status == model.CaseStatusClosed, err == nil)
	if err == nil {
		require.Equal(t, b.open, reopened)
		b.c = reopened
	}
}

func (b *book) policyAction(t *rapid.T) {
	if len(b.policies) == 0 || b.c.Status == model.CaseStatusClosed {
		return
	}
	i := rapid.IntRange(0, len(b.policies)-1).Draw(t, "policy")
	s, before := &b.policies[i], b.policies[i]
	var err error
	switch rapid.SampledFrom([]string{"hold", "release", "deactivate", "reactivate", "new term", "patch"}).Draw(t, "action") {
	case "hold":
		*s = s.Hold()
	case "release":
		*s, err = s.Release()
	case "deactivate":
		*s = s.Deactivate()
		b.dead[i] = true
	case "reactivate":
		*s, err = s.Reactivate()
		b.dead[i] = b.dead[i] && err != nil
	case "new term":
		*s, err = s.NewTerm()
	case "patch":
		*s, err = s.Patch(rapid.SampledFrom(model.AllPolicyStatus).Draw(t, "status"))
	}
	if err != nil {
		require.Equal(t, before, *s, "a refusal changes nothing")
	}
}

// Check looks at every policy after every step, so it compares by hand: require is too slow for six million
// comparisons.
func (b *book) check(t *rapid.T) {
	status := b.c.Status
	if status == model.CaseStatusClosed {
		status = *b.c.BeforeClose
	}
	if held := status == model.CaseStatusOnHold; held != (b.c.BeforeHold != nil) ||
		(b.c.Status == model.CaseStatusClosed) != (b.c.BeforeClose != nil) {
		t.Fatalf("case %v", b.c)
	}
	for i, s := range b.policies {
		if held := s.Status == model.PolicyStatusOnHold; held != (s.BeforeHold != nil) {
			t.Fatalf("policy %d is on hold if and only if something is remembered", i)
		}
		if !same(s.Hold(), s.Hold().Hold()) || !same(s.CascadeHold(), s.CascadeHold().CascadeHold()) {
			t.Fatalf("policy %d: a repeated hold changes something", i)
		}
		released, err := s.Hold().Release()
		if err != nil || b.dead[i] != (released.Status == model.PolicyStatusDeactivated) {
			t.Fatalf("policy %d: only reactivate revives a dead policy", i)
		}
	}
}

func same(a, b model.PolicyState) bool {
	return a.Status == b.Status && (a.BeforeHold == nil) == (b.BeforeHold == nil) && (a.BeforeHold == nil || *a.BeforeHold == *b.BeforeHold)
}
