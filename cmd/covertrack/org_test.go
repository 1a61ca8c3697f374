package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

func TestOrgCreate(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	id := strings.TrimSuffix(x.ok(t, "org", "create", "--name", "Acme Servicing", "--lender", "Acme Bank", "--plan", "basic"), "\n")
	require.NotZero(t, scalar.ParseID(id))

	t.Run("a new lender gets its two portfolios", func(t *testing.T) {
		portfolios, err := x.store(t).Portfolios(t.Context())
		require.NoError(t, err)
		require.Len(t, portfolios, 2)
		require.Equal(t, []model.Mode{model.ModeLive, model.ModeTest}, []model.Mode{portfolios[0].Mode, portfolios[1].Mode})
		require.Equal(t, []string{"lender.created", "organization.created"}, x.audited(t))
	})
	t.Run("the lender by name", func(t *testing.T) {
		x.ok(t, "org", "create", "--name", "Second", "--lender", "Acme Bank", "--plan", "full")
	})
	t.Run("the lender by id", func(t *testing.T) {
		lenders, err := x.store(t).Lenders(t.Context())
		require.NoError(t, err)
		require.Len(t, lenders, 1)
		x.ok(t, "org", "create", "--name", "Third", "--lender", lenders[0].ID.String(), "--plan", "none")
	})
	t.Run("list", func(t *testing.T) {
		require.Regexp(t,
			`^\S{36}  Acme Servicing  Acme Bank  basic\n\S{36}  Second          Acme Bank  full\n\S{36}  Third           Acme Bank  none\n$`,
			x.ok(t, "org", "list"))
	})
	t.Run("refused: nothing is written", func(t *testing.T) {
		before := x.audited(t)
		for want, args := range map[string][]string{
			"There is an organization \"Second\" already.": {"--name", "Second", "--lender", "New Bank", "--plan", "full"},
			"There is no plan \"gold\"":                    {"--name", "Fourth", "--lender", "New Bank", "--plan", "gold"},
			"There is no such lender.":                     {"--name", "Fourth", "--lender", id, "--plan", "full"},
			"`--name` must be a text that is not blank":    {"--name", " ", "--lender", "New Bank", "--plan", "full"},
			"`--lender` must be a text that is not blank":  {"--name", "Fourth", "--lender", " ", "--plan", "full"},
		} {
			out := x.run(t, append([]string{"org", "create"}, args...)...)
			require.Equal(t, command.ExitFailure, out.code)
			require.Contains(t, out.stderr, want)
			require.Empty(t, out.stdout)
		}
		lenders, err := x.store(t).Lenders(t.Context())
		require.NoError(t, err)
		require.Len(t, lenders, 1)
		require.Equal(t, before, x.audited(t))
	})
}

// TestOrgStarter takes a new customer from nothing to policies of both models, in both portfolios, with what the commands
// print alone.
func TestOrgStarter(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	id := strings.TrimSpace(x.ok(t, "org", "create", "--name", "Acme", "--lender", "Acme Bank", "--plan", "full", "--starter"))
	x.ok(t, "org", "create", "--name", "Its servicer", "--lender", "Acme Bank", "--plan", "full", "--starter")
	s := resttest.Serve(t, &storagetest.World{Store: x.store(t)}, time.Now)
	for _, mode := range []string{"live", "test"} {
		c := s.As(strings.TrimSpace(x.ok(t, "token", "create", "--org", id, "--mode", mode)))
		only := func(list string) string {
			data := c.Get(t, list)["data"].([]any)
			require.Len(t, data, 1, "a second organization of the lender adds nothing")
			return data[0].(resttest.Object)["id"].(string)
		}
		policy := resttest.Object{"productType": "property", "startDate": "2090-01-01", "endDate": "2091-01-01"}
		legacy := c.Post(t, "/rest/cases", resttest.Object{"program": only("/rest/programs")}, http.StatusCreated)
		policy["caseId"] = legacy["id"]
		c.Post(t, "/rest/policies", policy, http.StatusCreated)
		framework := c.Post(t, "/rest/cases", resttest.Object{"riskProfile": only("/rest/risk-profiles?isPublished=true&isLatestVersion=true"),
			"status": "OPEN"}, http.StatusCreated)
		c.Post(t, "/rest/policies", resttest.Object{
			"caseId": framework["id"], "coverageLayer": "primary", "coverageTypes": []any{"building"}, "perils": []any{"fire"},
			"mortgageeClauses": []any{only("/rest/mortgagee-clauses")},
		}, http.StatusCreated)
	}
}
