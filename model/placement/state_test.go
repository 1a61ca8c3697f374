package placement_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/placement"
)

// order is how far each state is; `cured` is apart.
var order = []placement.State{
	placement.StateNoticed, placement.StateReminded, placement.StateMayPlace, placement.StatePlaced, placement.StateCharged,
	placement.StateCancelled, placement.StateRefunded,
}

var actions = []placement.Action{
	placement.ActionNotice, placement.ActionRemind, placement.ActionPermit, placement.ActionPlace, placement.ActionCharge,
	placement.ActionCancel, placement.ActionRefund, placement.ActionSettle, placement.ActionCure, placement.ActionGiveUp,
	placement.ActionReopen,
}

// TestStates is any sequence of actions: nothing is charged that was not placed, nothing is cured that was charged, and what is
// bought never waits again.
func TestStates(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		state, placed, charged := placement.StateNoticed, false, false
		for _, a := range rapid.SliceOfN(rapid.SampledFrom(actions), 1, 30).Draw(t, "actions") {
			next, err := state.Move(a)
			if err != nil {
				require.Equal(t, fault.CodeInvalidTransition, fault.CodeOf(err))
				require.Equal(t, state, next)
				continue
			}
			if a == placement.ActionPlace {
				require.Equal(t, placement.StateMayPlace, state)
				placed = true
			}
			if a == placement.ActionCharge {
				require.True(t, placed)
				charged = true
			}
			if a == placement.ActionCancel {
				require.Contains(t, []placement.State{placement.StatePlaced, placement.StateCharged, placement.StateCured}, state)
			}
			if a == placement.ActionCure {
				require.False(t, charged, "cured from any before charged")
			}
			if placed {
				require.False(t, next.IsWaiting())
			}
			if next != placement.StateCured && placed && next != placement.StateCancelled {
				require.GreaterOrEqual(t, slices.Index(order, next), slices.Index(order, state))
			}
			state = next
		}
	})
}
