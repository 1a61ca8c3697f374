package evidence_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/evidence"
	"github.com/covertrack/covertrack/model/fault"
)

// command is one that runs a shell script.
func command(t testing.TB, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "scan")
	require.NoError(t, os.WriteFile(path, []byte(script+"\n"), 0o600))
	return "/bin/sh " + path
}

func TestScan(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		script string
		code   fault.Code
	}{
		"passes":               {"exit 0", ""},
		"refuses":              {"exit 1", fault.CodeInternal}, // a refusal is no domain error: it is said of the file
		"does not know":        {"echo no signatures >&2; exit 2", fault.CodeUnavailable},
		"is killed":            {"kill -9 $$", fault.CodeUnavailable},
		"takes too long":       {"sleep 60", fault.CodeUnavailable},
		"its child takes long": {"sleep 60 & wait", fault.CodeUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := evidence.NewScanner(command(t, test.script))
			require.NoError(t, err)
			begun := time.Now()
			err = s.Scan(t.Context(), "/tmp/some.pdf", time.Second)
			require.Equal(t, test.code, fault.CodeOf(err), "%v", err)
			require.Less(t, time.Since(begun), 10*time.Second)
		})
	}
	none, err := evidence.NewScanner("  ")
	require.NoError(t, err)
	require.NoError(t, none.Scan(t.Context(), "/tmp/some.pdf", time.Second))
	_, err = evidence.NewScanner("/nowhere/clamdscan --fdpass")
	require.Error(t, err)
}

// TestScanCommand: the path is the last argument, no shell reads anything, and the program does not get our settings.
func TestScanCommand(t *testing.T) {
	t.Setenv("COVERTRACK_SIGNING_KEY", "a secret")
	seen := filepath.Join(t.TempDir(), "seen")
	s, err := evidence.NewScanner(command(t, `printf '%s\n' "$@" > `+seen+`; env >> `+seen) + " --one $(reboot)")
	require.NoError(t, err)
	require.NoError(t, s.Scan(t.Context(), "/tmp/a; file.pdf", 10*time.Second))
	text, err := os.ReadFile(seen)
	require.NoError(t, err)
	require.Equal(t, []string{"--one", "$(reboot)", "/tmp/a; file.pdf"}, strings.Split(string(text), "\n")[:3])
	require.NotContains(t, string(text), "a secret")
	require.Contains(t, string(text), "PATH=")
}

// TestScansAtOnce: two run at the same time, and the others wait.
func TestScansAtOnce(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s, err := evidence.NewScanner(command(t, `touch `+folder+`/$$; ls `+folder+` | wc -l >> `+folder+`.most; sleep 0.2; rm `+folder+`/$$`))
	require.NoError(t, err)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { require.NoError(t, s.Scan(t.Context(), "/tmp/some.pdf", 30*time.Second)) })
	}
	all.Wait()
	most, err := os.ReadFile(folder + ".most")
	require.NoError(t, err)
	require.Subset(t, []string{"1", "2"}, strings.Fields(string(most)))
}
