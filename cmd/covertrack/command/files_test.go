package command

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSigningKey(t *testing.T) {
	t.Parallel()
	t.Run("given", func(t *testing.T) {
		dir := t.TempDir()
		key, err := SigningKey(strings.Repeat("k", 32), dir)
		require.NoError(t, err)
		require.Equal(t, strings.Repeat("k", 32), string(key))
		require.NoFileExists(t, filepath.Join(dir, "signing.key"))
	})
	t.Run("too short", func(t *testing.T) {
		_, err := SigningKey("canary", t.TempDir())
		require.ErrorContains(t, err, "at least 32")
		require.NotContains(t, err.Error(), "canary")
	})
	t.Run("made once, by however many", func(t *testing.T) {
		dir := t.TempDir()
		keys := make([]string, 8)
		var all sync.WaitGroup
		for i := range keys {
			all.Go(func() {
				key, err := SigningKey("", dir)
				if err == nil {
					keys[i] = string(key)
				}
			})
		}
		all.Wait()
		for _, key := range keys {
			require.Len(t, key, 64)
			require.Equal(t, keys[0], key)
		}
		info, err := os.Stat(filepath.Join(dir, "signing.key"))
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode())
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Len(t, entries, 1, "nothing is left behind")
	})
}
