package sandbox_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/sandbox"
)

func TestRefusalOf(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		address  string
		attempts int
		code     int
	}{
		"plain":              {"ann@example.com", 0, 0},
		"of another word":    {"ann+refusedly@example.com", 0, 0},
		"a whole local part": {"refused@example.com", 0, 0},
		"in the domain":      {"ann@a+refused.example.com", 0, 0},
		"no address":         {"+refused", 0, 0},
		"refused":            {"ann+refused@example.com", 7, 550},
		"last word":          {"ann+slow+refused@example.com", 0, 550},
		"in capitals":        {"Ann+REFUSED@example.com", 0, 550},
		"bounced":            {"ann+bounced@example.com", 7, 554},
		"slow at first":      {"ann+slow@example.com", 0, 451},
		"slow once more":     {"ann+slow@example.com", 1, 451},
		"slow, then taken":   {"ann+slow@example.com", 2, 0},
		"away":               {"ann+away@example.com", 23, 450},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			refusal := sandbox.RefusalOf(test.address, test.attempts)
			if test.code == 0 {
				require.Nil(t, refusal)
				return
			}
			require.Equal(t, test.code, refusal.Code)
			require.Equal(t, test.code == 554, refusal.IsOfLetter)
		})
	}
}
