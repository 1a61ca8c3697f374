package model_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

// caseAt reads "OPEN", "onHold/OPEN", "closed/OPEN" or "closed/onHold/OPEN".
func caseAt(text string) (s model.CaseState) {
	steps := strings.Split(text, "/")
	for i, step := range steps {
		switch status := model.CaseStatus(step); {
		case i == 0:
			s.Status = status
		case steps[i-1] == "closed":
			s.BeforeClose = &status
		default:
			s.BeforeHold = &status
		}
	}
	return s
}

// requireRefusal checks a code, and that a 422 (a violation) has the pointer; pointer "" stands for the state's own
// refusal.
func requireRefusal(t *testing.T, err error, code fault.Code, pointer string) {
	t.Helper()
	var e *fault.Error
	require.True(t, errors.As(err, &e), "%v", err)
	require.Equal(t, code, e.Code)
	require.NotEmpty(t, e.Message)
	if pointer == "" {
		require.Empty(t, e.Violations)
		return
	}
	require.Len(t, e.Violations, 1)
	require.Equal(t, pointer, e.Violations[0].Pointer)
}

func TestCaseCreate(t *testing.T) {
	t.Parallel()
	s, err := model.NewCaseState(nil)
	require.NoError(t, err)
	require.Equal(t, caseAt("DRAFT"), s)
	for _, status := range model.AllCaseStatus {
		s, err := model.NewCaseState(&status)
		if status == model.CaseStatusDraft || status == model.CaseStatusOpen {
			require.NoError(t, err)
			require.Equal(t, model.CaseState{Status: status}, s)
			continue
		}
		requireRefusal(t, err, fault.CodeInvalidValue, "/status")
	}
}

// TestCasePatchStatus tries every status in every state. The moves are those of contract section 5; the same status is
// always allowed.
func TestCasePatchStatus(t *testing.T) {
	t.Parallel()
	moves := map[string]string{"DRAFT": "DRAFT OPEN ONBOARDING", "OPEN": "OPEN ONBOARDING approved",
		"ONBOARDING": "ONBOARDING OPEN approved", "approved": "approved OPEN"}
	for status, targets := range moves {
		for _, from := range []string{status, "onHold/" + status, "closed/" + status, "closed/onHold/" + status} {
			for _, to := range model.AllCaseStatus {
				t.Run(from+" to "+string(to), func(t *testing.T) {
					t.Parallel()
					s, err := caseAt(from).Patch(to)
					switch {
					case to == model.CaseStatusOnHold, to == model.CaseStatusClosed:
						requireRefusal(t, err, fault.CodeInvalidValue, "/status")
						require.ErrorContains(t, err, map[model.CaseStatus]string{"onHold": "on-hold", "closed": "close"}[to]+" action")
						return
					case strings.HasPrefix(from, "closed"):
						requireRefusal(t, err, fault.CodeCaseClosed, "")
					case from != status:
						requireRefusal(t, err, fault.CodeCaseOnHold, "")
					case !slices.Contains(strings.Fields(targets), string(to)):
						requireRefusal(t, err, fault.CodeInvalidTransition, "")
					default:
						require.NoError(t, err)
						require.Equal(t, model.CaseState{Status: to}, s)
						return
					}
					require.Equal(t, caseAt(from), s, "a refusal changes nothing")
				})
			}
		}
	}
}

func TestCaseHoldAndRelease(t *testing.T) {
	t.Parallel()
	for _, status := range []string{"DRAFT", "OPEN", "ONBOARDING", "approved"} {
		t.Run(status, func(t *testing.T) {
			t.Parallel()
			free, held := caseAt(status), caseAt("onHold/"+status)
			for _, from := range []model.CaseState{free, held} {
				after, err := from.Hold()
				require.NoError(t, err)
				require.Equal(t, held, after, "repeated: memory kept")
			}
			require.Equal(t, free.Status, held.Underlying())
			require.Equal(t, free.Status, free.Underlying())
			released, err := held.Release()
			require.NoError(t, err)
			require.Equal(t, free, released)
			_, err = free.Release()
			requireRefusal(t, err, fault.CodeCaseNotOnHold, "")
		})
	}
}

func TestCaseCloseAndReopen(t *testing.T) {
	t.Parallel()
	for _, status := range []string{"DRAFT", "OPEN", "ONBOARDING", "approved", "onHold/OPEN", "onHold/approved"} {
		t.Run(status, func(t *testing.T) {
			t.Parallel()
			open, closed := caseAt(status), caseAt("closed/"+status)
			require.Equal(t, closed, open.Close())
			require.Equal(t, closed, closed.Close(), "memory kept")
			reopened, err := closed.Reopen()
			require.NoError(t, err)
			require.Equal(t, open, reopened)
			_, err = open.Reopen()
			requireRefusal(t, err, fault.CodeInvalidTransition, "")
			for _, move := range []func() (model.CaseState, error){closed.Hold, closed.Release} {
				after, err := move()
				requireRefusal(t, err, fault.CodeCaseClosed, "")
				require.Equal(t, closed, after, "a refusal changes nothing")
			}
		})
	}
}
