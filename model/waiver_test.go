package model_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

// TestWaiverHoldsOn: a waiver holds while it is approved, on days up to and including its last, whatever the hour.
func TestWaiverHoldsOn(t *testing.T) {
	t.Parallel()
	last := time.Date(2026, time.May, 31, 0, 0, 0, 0, time.UTC)
	for _, state := range model.AllWaiverState {
		approved := state == model.WaiverStateApproved
		w := &model.Waiver{State: state}
		require.Equal(t, approved, w.HoldsOn(last.AddDate(5, 0, 0)), "without an end, %s", state)
		w.ExpiresOn = &last
		for at, holds := range map[time.Time]bool{
			last.AddDate(-3, 0, 0): true, last: true, last.Add(23 * time.Hour): true, last.AddDate(0, 0, 1): false,
		} {
			require.Equal(t, approved && holds, w.HoldsOn(at), "%s on %s", state, at)
		}
	}
}

// TestWaiverDecide keeps a waiver as it is where a decision is refused.
func TestWaiverDecide(t *testing.T) {
	t.Parallel()
	now, requester, other := time.Now(), uuid.New(), uuid.New()
	w := &model.Waiver{State: model.WaiverStateRequested, RequestedBy: requester}
	before := *w
	require.Equal(t, fault.CodeSamePerson, fault.CodeOf(w.Decide(model.WaiverStateApproved, requester, now)))
	require.Equal(t, fault.CodeInvalidTransition, fault.CodeOf(w.Decide(model.WaiverStateRevoked, requester, now)))
	require.Equal(t, fault.CodeInvalidTransition, fault.CodeOf(w.Decide(model.WaiverStateRequested, other, now)))
	require.Equal(t, before, *w)
	require.NoError(t, w.Decide(model.WaiverStateApproved, other, now))
	require.Equal(t, []any{model.WaiverStateApproved, other, now}, []any{w.State, *w.DecidedBy, *w.DecidedAt})
}
