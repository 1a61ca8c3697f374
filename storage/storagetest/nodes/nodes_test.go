package nodes

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTry(t *testing.T) {
	at := time.Now()
	lap := func(s string) { t.Log(s, time.Since(at)); at = time.Now() }
	t.Setenv(Variable, "start")
	n, err := Open(t.Context())
	require.NoError(t, err)
	lap("open")
	require.NoError(t, n.Template(t.Context(), "tpl"))
	lap("distributed")
	for _, name := range []string{"a", "b", "c"} {
		require.NoError(t, n.Create(t.Context(), name, "TEMPLATE tpl STRATEGY file_copy"))
		lap("create")
		require.NoError(t, run(t.Context(), n.DSN(name), "SELECT count(*) FROM cases", "SELECT citus_check_cluster_node_health()"))
		lap("count")
	}
	require.NoError(t, n.Drop(t.Context(), "a"))
	lap("drop")
}
