package rates_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/rates"
)

// TestServed is that one with much to do delays the others by one turn.
func TestServed(t *testing.T) {
	t.Parallel()
	var s rates.Served[string]
	var got []string
	for _, waiting := range [][]string{{"a", "a", "b"}, {"a", "b"}, {"a", "a"}, {"a", "c", "b"}, {"a", "b"}, {"a", "b"}} {
		got = append(got, waiting[s.Next(waiting)])
	}
	require.Equal(t, []string{"a", "b", "a", "c", "b", "a"}, got)
	for i := range 2000 {
		others := rates.Served[int]{}
		require.Zero(t, others.Next([]int{i}))
	}
}
