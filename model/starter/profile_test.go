package starter_test

import (
	"encoding/json"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/starter"
)

// TestProfiles drafts each profile by the rules of all profiles, and finds a source for each member.
func TestProfiles(t *testing.T) {
	t.Parallel()
	require.Len(t, starter.Profiles, 2)
	for _, p := range starter.Profiles {
		draft, err := model.NewRiskProfile(uuid.New(), uuid.New(), p.Draft(), nil, time.Unix(0, 0))
		require.NoError(t, err, p.Key)
		require.Contains(t, draft.Description, "A starting point")
		require.LessOrEqual(t, utf8.RuneCountInString(draft.Description), 4000)
		for _, r := range p.Requirements {
			text, err := json.Marshal(r.Ask)
			require.NoError(t, err)
			var asked map[string]json.RawMessage
			require.NoError(t, json.Unmarshal(text, &asked))
			for member, value := range asked {
				if member != "key" && member != "coverageType" && string(value) != "null" {
					require.Contains(t, r.From, member, "%s.%s has no source", p.Key, member)
				}
			}
			for member, source := range r.From {
				require.Contains(t, asked, member)
				require.NotEmpty(t, p.Sources[source].Source, "%s.%s", p.Key, member)
				require.NotEmpty(t, p.Sources[source].Edition, "%s.%s", p.Key, member)
			}
		}
	}
}
