package command

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMakeSigningKey has many processes make one at the same time.
func TestMakeSigningKey(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "var")
	path := filepath.Join(dir, "signing.key")
	keys := make([]string, 8)
	var all sync.WaitGroup
	for i := range keys {
		all.Go(func() {
			if key, err := makeSigningKey(path); err == nil {
				keys[i] = string(key)
			}
		})
	}
	all.Wait()
	for _, key := range keys {
		require.Len(t, key, 65)
		require.Equal(t, keys[0], key)
	}
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode())
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1, "nothing is left behind")
}
