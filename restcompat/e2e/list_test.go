package e2e

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// requireLists reads a list with each query and expects the records at these places of ids, in this order, and an exact
// total.
func requireLists(t *testing.T, c *resttest.Client, path string, ids []string, queries map[string][]int) {
	t.Helper()
	for query, want := range queries {
		t.Run(query, func(t *testing.T) {
			t.Parallel()
			list := c.Get(t, path+"?"+query)
			got := []int{}
			for _, node := range list["data"].([]any) {
				got = append(got, slices.Index(ids, node.(object)["id"].(string)))
			}
			require.Equal(t, want, got)
			if !strings.Contains(query, "limit") {
				require.EqualValues(t, len(want), list["meta"].(object)["total"])
			}
		})
	}
}

// requireOrders reads a list page by page in every order.
func requireOrders(t *testing.T, c *resttest.Client, path string) {
	t.Helper()
	for _, query := range []string{"limit=2", "limit=2&sort=createdAt", "limit=2&sort=-createdAt", "limit=2&sort=updatedAt",
		"limit=2&sort=-updatedAt", "limit=2&offset=1"} {
		t.Run("pages "+query, func(t *testing.T) {
			t.Parallel()
			requirePages(t, c, path+"?"+query, path+"?"+strings.Replace(query, "limit=2", "limit=200", 1))
		})
	}
}

// requireRefusedLists reads a list with each query and expects exactly these violations.
func requireRefusedLists(t *testing.T, c *resttest.Client, path string, queries map[string]string) {
	t.Helper()
	for query, want := range queries {
		t.Run("refused "+query, func(t *testing.T) {
			t.Parallel()
			c.Do(t, "GET", path+"?"+query, nil).Violations(t, want)
		})
	}
}
