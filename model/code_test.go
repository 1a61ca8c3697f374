package model_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
)

func TestTitle(t *testing.T) {
	t.Parallel()
	for code, want := range map[model.Code]string{
		model.CodeCaseOnHold:            "Case on hold",
		model.CodeMalformedJSON:         "Malformed JSON",
		model.CodeAPIAccessNotEnabled:   "API access not enabled",
		model.CodeProgramXorRiskProfile: "Program or risk profile",
	} {
		require.Equal(t, want, code.Title())
	}
}
