package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/model/starter"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestProfilesAdd drafts each profile to begin with and publishes it through REST, as its lender does.
func TestProfilesAdd(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	org := strings.TrimSpace(x.ok(t, "org", "create", "--name", "Acme", "--lender", "Acme Bank", "--plan", "full"))
	portfolios, err := x.store(t).Portfolios(t.Context())
	require.NoError(t, err)
	token := strings.TrimSpace(x.ok(t, "token", "create", "--org", org, "--mode", "live"))
	c := resttest.Serve(t, &storagetest.World{Store: x.store(t)}, time.Now).As(token)

	listed := runLine(t, "profiles", "list")
	require.Equal(t, command.ExitOK, listed.code, listed.stderr)
	require.Equal(t, len(starter.Profiles), strings.Count(listed.stdout, "A starting point."))
	for _, p := range starter.Profiles {
		id := strings.TrimSpace(x.ok(t, "profiles", "add", p.Key, "--portfolio", portfolios[0].ID.String()))
		draft := c.Get(t, "/rest/risk-profiles/"+id)
		require.Equal(t, []any{p.Name, false, 1.0}, []any{draft["name"], draft["isPublished"], draft["version"]})
		require.Len(t, draft["requirements"], len(p.Requirements))
		require.Contains(t, draft["description"], "A starting point")
		for _, m := range p.Members {
			member := m.Requirement + "." + m.Name
			require.Regexp(t, "(?m)^   "+member+" .*"+m.Edition[:5], listed.stdout)
			require.Contains(t, draft["description"], member)
		}
		c.Post(t, "/rest/risk-profiles/"+id+"/publish", nil, http.StatusOK)
	}
	for want, args := range map[string][]string{
		"there is no profile":   {"castle", "--portfolio", portfolios[0].ID.String()},
		"there is no portfolio": {starter.Profiles[0].Key, "--portfolio", org},
	} {
		out := x.run(t, append([]string{"profiles", "add"}, args...)...)
		require.NotEqual(t, command.ExitOK, out.code)
		require.Contains(t, out.stderr, want)
	}
}
