package model_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

// taskAt reads "open" or "paused/open".
func taskAt(text string) model.TaskProgress {
	state, before, held := strings.Cut(text, "/")
	p := model.TaskProgress{State: model.TaskState(state)}
	if held {
		remembered := model.TaskState(before)
		p.BeforeHold = &remembered
	}
	return p
}

func TestTaskMove(t *testing.T) {
	t.Parallel()
	for _, from := range model.AllTaskState {
		for _, to := range model.AllTaskState {
			t.Run(string(from+" to "+to), func(t *testing.T) {
				t.Parallel()
				p, err := taskAt(string(from)).Move(to)
				if slices.Contains(model.OpenTaskStates(), from) {
					require.NoError(t, err)
					require.Equal(t, taskAt(string(to)), p)
					return
				}
				requireRefusal(t, err, fault.CodeInvalidTransition, "")
				require.Equal(t, taskAt(string(from)), p)
			})
		}
	}
}

func TestTaskHold(t *testing.T) {
	t.Parallel()
	for from, want := range map[string]struct{ paused, resumed string }{
		"open":              {"paused/open", "open"},
		"inProgress":        {"paused/inProgress", "inProgress"},
		"paused":            {"paused/paused", "paused"},
		"completed":         {"completed", "completed"},
		"cancelled":         {"cancelled", "cancelled"},
		"paused/open":       {"paused/open", "open"},
		"paused/inProgress": {"paused/inProgress", "inProgress"},
	} {
		t.Run(from, func(t *testing.T) {
			t.Parallel()
			paused := taskAt(from).PauseForHold()
			require.Equal(t, taskAt(want.paused), paused)
			require.Equal(t, taskAt(want.resumed), paused.ResumeAfterHold())
		})
	}
	for _, free := range []string{"open", "inProgress", "paused", "completed", "cancelled"} {
		require.Equal(t, taskAt(free), taskAt(free).ResumeAfterHold(), "nothing to resume")
	}
}

func TestTaskMoveWhileHeld(t *testing.T) {
	t.Parallel()
	for to, want := range map[model.TaskState]string{"open": "open", "inProgress": "inProgress", "paused": "paused/open",
		"completed": "completed", "cancelled": "cancelled"} {
		p, err := taskAt("paused/open").Move(to)
		require.NoError(t, err)
		require.Equal(t, taskAt(want), p)
	}
}

func TestRenewalTaskTypes(t *testing.T) {
	t.Parallel()
	require.Equal(t, []model.TaskType{model.TaskTypeRenewalFollowUp, model.TaskTypeForcePlacementReview}, model.RenewalTaskTypes())
}

func TestTaskSequences(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := taskAt("open")
		over := false
		t.Repeat(map[string]func(*rapid.T){
			"move": func(t *rapid.T) {
				if next, err := p.Move(rapid.SampledFrom(model.AllTaskState).Draw(t, "to")); err == nil {
					p = next
				}
			},
			"hold":    func(*rapid.T) { p = p.PauseForHold() },
			"release": func(*rapid.T) { p = p.ResumeAfterHold() },
			"": func(t *rapid.T) {
				if p.BeforeHold != nil {
					require.Equal(t, model.TaskStatePaused, p.State)
					require.Contains(t, model.OpenTaskStates(), *p.BeforeHold)
				}
				open := slices.Contains(model.OpenTaskStates(), p.State)
				require.False(t, over && open, "what is over stays over")
				over = !open
				require.Equal(t, p.PauseForHold(), p.PauseForHold().PauseForHold())
			},
		})
	})
}
