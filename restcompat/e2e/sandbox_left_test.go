package e2e

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestSandboxesLeft makes no sandbox while very many that were removed wait for the clean-up, which removes all of them.
func TestSandboxesLeft(t *testing.T) {
	t.Parallel()
	b := newSandboxBench(t)
	remove := func() {
		made := b.c.Post(t, sandboxes, object{"name": "A trial", "from": "empty"}, http.StatusCreated)
		require.Equal(t, http.StatusNoContent, b.c.Do(t, http.MethodDelete, sandboxes+"/"+made["id"].(string), nil).Status)
	}
	for range 120 {
		remove()
	}
	removed, err := b.worker.Clean(t.Context(), time.Now())
	require.NoError(t, err)
	require.Equal(t, 120, removed)
	remove()
	b.Exec(t, `INSERT INTO lenders SELECT (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid()))).*
		FROM lenders AS l CROSS JOIN generate_series(1, 499) WHERE l.sandbox_of IS NOT NULL`)
	b.c.Do(t, http.MethodPost, sandboxes, object{"name": "A trial"}).Problem(t, http.StatusUnprocessableEntity, "quota_exceeded")
}
