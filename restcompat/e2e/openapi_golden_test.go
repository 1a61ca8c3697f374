package e2e

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestGoldenOpenAPI makes every change of the contract show in the diff.
func TestGoldenOpenAPI(t *testing.T) {
	t.Parallel()
	const file = "testdata/openapi.json"
	rest, err := restcompat.NewServer(resttest.New(t).Engine, restcompat.Options{})
	require.NoError(t, err)
	got, err := rest.OpenAPI()
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile(file, got, 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "run make generate and look at the diff")
	require.Equal(t, string(want), string(got), "run make generate and look at the diff")
}
