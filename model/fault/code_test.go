package fault_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/fault"
)

func TestTitle(t *testing.T) {
	t.Parallel()
	for code, want := range map[fault.Code]string{
		fault.CodeCaseOnHold:            "Case on hold",
		fault.CodeMalformedJSON:         "Malformed JSON",
		fault.CodeAPIAccessNotEnabled:   "API access not enabled",
		fault.CodeProgramXorRiskProfile: "Program or risk profile",
	} {
		require.Equal(t, want, code.Title())
	}
}
