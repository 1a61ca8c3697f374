package resttest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Refused sends GraphQL and expects one error with the code and exactly these violations, each as `pointer code`, in
// this order.
func (c *Client) Refused(t testing.TB, query string, variables any, code string, violations ...string) {
	t.Helper()
	answer := c.GraphQL(t, query, variables)
	require.Len(t, answer["errors"], 1, "%v", answer)
	extensions := answer["errors"].([]any)[0].(Object)["extensions"].(Object)
	require.Equal(t, code, extensions["code"], "%v", answer)
	var got []string
	listed, _ := extensions["errors"].([]any)
	for _, e := range listed {
		v := e.(Object)
		got = append(got, v["pointer"].(string)+" "+v["code"].(string))
	}
	require.Equal(t, violations, got, "%v", answer)
}
