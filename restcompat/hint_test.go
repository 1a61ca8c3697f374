package restcompat

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNearestPath(t *testing.T) {
	t.Parallel()
	s, err := compiled()
	require.NoError(t, err)
	const id = "/0190a6f8-2b6a-7c11-8000-000000000000"
	for path, want := range map[string]string{
		"/rest/policy":                     "/rest/policies",
		"/rest/policies/":                  "/rest/policies",
		"/rest/policies" + id + "/":        "/rest/policies" + id,
		"/rest/Policies":                   "/rest/policies",
		"/rest/v1/policies":                "/rest/policies",
		"/policies":                        "/rest/policies",
		"/case" + id:                       "/rest/cases/{id}",
		"/rest/policies" + id + "/newterm": "/rest/policies/{id}/new-term",
		"/rest/policies/7/newterm":         "/rest/policies/{id}/new-term",
		"/rest/signurls":                   "",
		"/rest/document/sign-urls":         "/rest/documents/sign-urls",
		"/rest/foo":                        "",
		"/favicon.ico":                     "",
		"/":                                "",
		"/rest/":                           "",
	} {
		require.Equal(t, want, s.nearestPath(path), path)
	}
}
