package model

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model/page"
)

func TestEventCursor(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := page.EventCursor{Portfolio: uuid.New(), Position: rapid.Int64Min(0).Draw(t, "position")}
		read, vs := page.ParseEventCursor(c.String(), c.Portfolio)
		require.Empty(t, vs)
		require.Equal(t, c, read)
		_, vs = page.ParseEventCursor(c.String(), uuid.New())
		require.Len(t, vs, 1, "of another portfolio")
		require.Equal(t, "after", vs[0].Pointer)
	})
	for _, text := range []string{"", "latest ", "x", strings.Repeat("A", 33), page.EventCursor{Position: -1}.String(), "{}",
		strings.Repeat("é", 16)} {
		_, vs := page.ParseEventCursor(text, uuid.Nil)
		require.Len(t, vs, 1, text)
	}
}

func TestNextEpoch(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		last := rapid.Int64Range(0, 1<<56).Draw(t, "last position that a copy knows")
		begun := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(rapid.Int64Range(0, 1e18).Draw(t, "when")))
		lost := NextEpoch(max(last, rapid.Int64Range(0, 1<<56).Draw(t, "last position")), begun)
		for range rapid.IntRange(0, 20).Draw(t, "nodes that start") {
			lost = NextEpoch(lost+rapid.Int64Range(0, 1000).Draw(t, "places"), begun)
		}
		head := lost + rapid.Int64Range(0, 1<<30).Draw(t, "places in the epoch")
		next := NextEpoch(last, begun.Add(time.Second))
		require.Greater(t, next, head+1000, "what is placed a second later is behind what is lost")
	})
	require.Positive(t, NextEpoch(0, time.Date(2090, 1, 1, 0, 0, 0, 0, time.UTC)))
}
