package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMigrate(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	require.Regexp(t, `^(applied \S+\n)+$`, x.ok(t, "migrate", "status"))
	require.Equal(t, "up to date\n", x.ok(t, "migrate", "up"))
}
