package restcompat

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
)

func TestRefusalsHaveEveryCode(t *testing.T) {
	t.Parallel()
	codes := ModelCodes(t)
	require.NotEmpty(t, codes)
	for _, code := range codes {
		require.Contains(t, refusals, code)
	}
	require.Len(t, refusals, len(codes))
}

func TestTitle(t *testing.T) {
	t.Parallel()
	for code, want := range map[model.Code]string{
		model.CodeCaseOnHold:            "Case on hold",
		model.CodeMalformedJSON:         "Malformed JSON",
		model.CodeAPIAccessNotEnabled:   "API access not enabled",
		model.CodeProgramXorRiskProfile: "Program or risk profile",
	} {
		require.Equal(t, want, title(code))
	}
}
