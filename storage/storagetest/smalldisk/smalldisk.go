// Package smalldisk gives tests a file system that they can fill. It is for tests alone and imports nothing of covertrack.
package smalldisk

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// New mounts a tmpfs of this size for the test and returns its folder, which everybody may write. Without root it
// asks sudo; where that is refused the test fails, for what it promises cannot be tried.
func New(t *testing.T, bytes int64) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "covertrack-disk") // t.TempDir is private to us
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o755))
	options := fmt.Sprintf("size=%d,mode=0777", bytes)
	out, err := asRoot("mount", "-t", "tmpfs", "-o", options, "covertrack-test", dir)
	require.NoError(t, err, "this test fills a disk and needs a small one: run it as root, or let sudo mount a tmpfs; %s", out)
	t.Cleanup(func() {
		out, err := asRoot("umount", "-l", dir)
		require.NoError(t, err, string(out))
		require.NoError(t, os.Remove(dir))
	})
	return dir
}

func asRoot(command ...string) ([]byte, error) {
	if os.Geteuid() != 0 {
		command = append([]string{"sudo", "-n"}, command...)
	}
	return exec.Command(command[0], command[1:]...).CombinedOutput()
}

// Fill writes a file until the file system is full, but for the bytes that are to stay free. Remove it to have room again.
func Fill(t *testing.T, dir string, free int64) (path string) {
	t.Helper()
	path = filepath.Join(dir, "filling")
	f, err := os.Create(path)
	require.NoError(t, err)
	block := make([]byte, 64<<10)
	size := int64(0)
	for {
		n, err := f.Write(block)
		size += int64(n)
		if err != nil {
			break
		}
	}
	require.NoError(t, f.Truncate(max(size-free, 0)))
	require.NoError(t, f.Close())
	return path
}
