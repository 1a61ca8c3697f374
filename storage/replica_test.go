package storage

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestWritesInclude(t *testing.T) {
	t.Parallel()
	one, other := &writes{3: 7}, &writes{3: 6, 4: 1}
	require.False(t, one.include(other), "the sums are the same, the writes are not")
	require.False(t, other.include(one))
	require.True(t, one.include(&writes{3: 7}))
	require.True(t, (&writes{3: 8}).include(one), "a replica may be ahead of what was asked for")
	require.True(t, one.include(&writes{}))
}

func TestProgress(t *testing.T) {
	t.Parallel()
	var p progress
	begun := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, step := range []struct {
		second, written, replayed int64
		lag                       time.Duration
		what                      string
	}{
		{0, 100, 50, unknownLag, "nothing is known yet"},
		{1, 110, 100, time.Second, "it has passed what was written at 0"},
		{2, 120, 105, 2 * time.Second, "and not what was written at 1"},
		{3, 130, 115, 2 * time.Second, "which it has now"},
		{4, 130, 130, 0, "all"},
		{60, 130, 130, 0, "an idle primary is no lag"},
		{61, 140, 130, time.Second, ""},
		{90, 150, 130, 30 * time.Second, "it has stopped"},
	} {
		lag := p.lag(begun.Add(time.Duration(step.second)*time.Second), step.written, step.replayed)
		require.Equal(t, step.lag, lag, "%d: %s", step.second, step.what)
	}
}
