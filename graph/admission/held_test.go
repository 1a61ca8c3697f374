package admission_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/admission"
	"github.com/covertrack/covertrack/model"
)

// TestHeldByStreams tells what open streams keep alive, so that the node does not take it for garbage.
func TestHeldByStreams(t *testing.T) {
	t.Parallel()
	held := 0
	gate := admission.New(admission.Config{Held: func(bytes int) { held = bytes }})
	streams := admission.NewStreams(admission.StreamLimits{}, gate)
	token := uuid.New()
	caller := &model.Principal{Actor: model.Actor{ID: &token}}
	var leaves []func()
	for range 1024 {
		leave, err := streams.Open(caller)
		require.NoError(t, err)
		leaves = append(leaves, leave)
	}
	require.Equal(t, 64<<20, held)
	for _, leave := range leaves {
		leave()
	}
	require.Zero(t, held)
}
