package model

import (
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestEventCursor(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := EventCursor{uuid.New(), rapid.Int64Min(0).Draw(t, "position")}
		read, vs := ParseEventCursor(c.String(), c.Portfolio)
		require.Empty(t, vs)
		require.Equal(t, c, read)
		_, vs = ParseEventCursor(c.String(), uuid.New())
		require.Len(t, vs, 1, "of another portfolio")
		require.Equal(t, "after", vs[0].Pointer)
	})
	for _, text := range []string{"", "latest ", "x", strings.Repeat("A", 33), EventCursor{Position: -1}.String(), "{}", strings.Repeat("é", 16)} {
		_, vs := ParseEventCursor(text, uuid.Nil)
		require.Len(t, vs, 1, text)
	}
}
