package e2e

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	rules "github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/storage/erasing"
)

// TestEraseAmidCommit ends an import that has written a part of its rows: that part is released or reverted as what others wrote.
func TestEraseAmidCommit(t *testing.T) {
	t.Parallel()
	b := newEraseBench(t)
	in := importerOn(t, b.Server)
	program := b.Program(t, b.Harbor).String()
	for n, move := range []string{"release", "revert"} {
		loan := fmt.Sprintf("LN-%d", n)
		id := in.commit(t, in.begin(t, loanFile(loan+",1.00,"+program), object{})["id"])["id"]
		b.Exec(t, `UPDATE imports SET state = 'committing', chunks = 1, done_chunks = '{0}', committed_at = NULL, leased_until = now()
			WHERE id = $1`, id)
		_, err := b.eraser().Run(t.Context(), erasing.Erasure{Kind: erasing.Insured, IDs: []uuid.UUID{b.Insured(t, b.Harbor)}}, false)
		require.NoError(t, err)
		path := "/rest/imports/" + id.(string)
		failed := b.c.Get(t, path)
		require.Equal(t, []any{"failed", "Personal data was erased meanwhile; send the files again." + rules.HasPart},
			values(failed, "state", "failure"))
		of := func() []any { return b.c.Get(t, "/rest/cases?loanNumber="+loan)["data"].([]any) }
		require.Equal(t, true, of()[0].(object)["quiet"])
		b.c.Post(t, path+"/"+move, nil, http.StatusOK)
		over := in.work(t, id)
		if move == "revert" {
			require.Equal(t, "reverted", over["state"])
			require.Empty(t, of())
			continue
		}
		require.Equal(t, "failed", over["state"])
		require.NotNil(t, over["releasedAt"])
		require.Equal(t, false, of()[0].(object)["quiet"])
		b.c.Do(t, http.MethodPost, path+"/release", nil).Problem(t, http.StatusConflict, "invalid_transition")
	}
	nothing := in.begin(t, loanFile("LN-9,1.00,"+program), object{})["id"].(string)
	_, err := b.eraser().Run(t.Context(), erasing.Erasure{Kind: erasing.Insured, IDs: []uuid.UUID{b.Insured(t, b.Harbor)}}, false)
	require.NoError(t, err)
	for _, move := range []string{"release", "revert"} {
		b.c.Do(t, http.MethodPost, "/rest/imports/"+nothing+"/"+move, nil).Problem(t, http.StatusConflict, "invalid_transition")
	}
}
