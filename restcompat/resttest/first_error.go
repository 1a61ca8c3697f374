package resttest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// FirstError is the code of the first error of a GraphQL response, which must have one.
func FirstError(t testing.TB, answer Object) string {
	t.Helper()
	require.Contains(t, answer, "errors")
	return answer["errors"].([]any)[0].(Object)["extensions"].(Object)["code"].(string)
}
