package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestQuotaCommand(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	x.ok(t, "org", "create", "--name", "Acme", "--lender", "Acme Bank", "--plan", "full")
	require.Regexp(t, `Acme Bank +live +0 bytes +- +0 bytes +- +0 +- +- +-\n`, x.ok(t, "quota", "list"))
	require.Empty(t, x.ok(t, "quota", "set", "--lender", "Acme Bank", "--mode", "live", "--claimed", "3", "--records", "0",
		"--case-policies", "2000"))
	require.Contains(t, x.run(t, "quota", "set", "--lender", "Acme Bank", "--mode", "live", "--case-assets", "2001").stderr,
		"it takes 1 to 2000")
	listed := x.ok(t, "quota", "list")
	require.Regexp(t, `Acme Bank +live +0 bytes +3 GiB +0 bytes +- +0 +0 +- +2000\n`, listed)
	require.Regexp(t, `Acme Bank +test +0 bytes +- +0 bytes +- +0 +- +- +-\n`, listed)
	x.ok(t, "quota", "set", "--lender", "Acme Bank", "--mode", "live")
	require.Regexp(t, `Acme Bank +live +0 bytes +- +0 bytes +- +0 +- +- +-\n`, x.ok(t, "quota", "list"))
}
