package main

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/credentials"
)

func TestTokenCreate(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	org := strings.TrimSpace(x.ok(t, "org", "create", "--name", "Acme", "--lender", "Acme Bank", "--plan", "full"))

	for name, test := range map[string]struct {
		args   []string
		kind   credentials.TokenKind
		called string
	}{
		"live": {[]string{"--org", org, "--mode", "live"}, credentials.TokenKindLive, "Acme"},
		"test": {[]string{"--org", org, "--mode", "test", "--name", "Nightly import", "--expires", "720h"}, credentials.TokenKindTest,
			"Nightly import"},
		"support":  {[]string{"--staff", "support", "--name", "Ann Example"}, credentials.TokenKindStaff, "Ann Example"},
		"operator": {[]string{"--staff", "operator", "--name", "Bob Example"}, credentials.TokenKindStaff, "Bob Example"},
	} {
		t.Run(name, func(t *testing.T) {
			printed := x.ok(t, append([]string{"token", "create"}, test.args...)...)
			text, err := credentials.ParseToken(strings.TrimSuffix(printed, "\n"))
			require.NoError(t, err, "the token alone is printed")
			require.Equal(t, test.kind, text.Kind())
			owner := owner(t, x, strings.TrimSuffix(printed, "\n"))
			require.Equal(t, test.called, owner.Name)
			require.Equal(t, model.TokenScopeFull, owner.Scope)
			require.Empty(t, owner.AllowedAddresses)
			lasts := 365 * 24 * time.Hour
			if name == "test" {
				lasts = 720 * time.Hour
			}
			require.WithinDuration(t, time.Now().Add(lasts), *owner.ExpiresAt, time.Minute)
		})
	}
	t.Run("unknown organization", func(t *testing.T) {
		for _, id := range []string{uuid.NewString(), "Acme"} {
			out := x.run(t, "token", "create", "--org", id, "--mode", "live")
			require.Equal(t, command.ExitFailure, out.code)
			require.Contains(t, out.stderr, "there is no organization")
		}
	})
	t.Run("audited", func(t *testing.T) {
		require.Equal(t, []string{"lender.created", "organization.created", "token.created", "token.created", "token.created", "token.created"},
			x.audited(t))
	})
}

func TestTokenRevoke(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	org := strings.TrimSpace(x.ok(t, "org", "create", "--name", "Acme", "--lender", "Acme Bank", "--plan", "full"))
	x.ok(t, "token", "create", "--org", org, "--mode", "test")
	x.ok(t, "token", "create", "--staff", "operator", "--name", "Ann Example")
	listed := x.ok(t, "token", "list")
	require.Regexp(t, `^\S{36}  Acme         test            full  from anywhere  used never  expires \S+Z  usable\n`+
		`\S{36}  Ann Example  staff operator  full  from anywhere  used never  expires \S+Z  usable\n$`, listed)

	id := regexp.MustCompile(`\S{36}`).FindString(listed)
	require.Equal(t, "revoked "+id+" Acme\n", x.ok(t, "token", "revoke", id))
	require.Regexp(t, `^`+id+`  Acme .* revoked\n.* usable\n$`, x.ok(t, "token", "list"))

	t.Run("again: nothing changes", func(t *testing.T) {
		before := x.audited(t)
		require.Equal(t, "token.revoked", before[len(before)-1])
		x.ok(t, "token", "revoke", id)
		require.Equal(t, before, x.audited(t))
	})
	t.Run("unknown", func(t *testing.T) {
		for _, id := range []string{uuid.NewString(), "nonsense"} {
			out := x.run(t, "token", "revoke", id)
			require.Equal(t, command.ExitFailure, out.code)
			require.Equal(t, "covertrack: There is no such token.\n", out.stderr)
		}
	})
}
