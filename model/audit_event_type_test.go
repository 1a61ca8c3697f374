package model

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEventTypes compares the enum of GraphQL with the table.
func TestEventTypes(t *testing.T) {
	t.Parallel()
	var types []EventType
	for _, name := range EventTypeNames() {
		types = append(types, EventTypeOf(name))
	}
	require.Equal(t, types, AllEventType)
	require.Equal(t, EventType("caseHeld"), EventTypeOf("case.held"))
}
