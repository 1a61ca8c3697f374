//go:build npm

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/sample"
)

// TestNPMConsole does the work of each screen of the console in headless Chromium, on the demo data of the real
// program. CONSOLE_SCREENS names some of them, with commas; SCREENSHOTS a folder to look at, and PICTURES that of the guide. SLOW, a
// number, slows down the browser and the answers it gets: run it with some when you change a screen or its test.
// It does not run beside other tests: two browsers on two cores are slower than one after the other.
func TestNPMConsole(t *testing.T) { //nolint:paralleltest // see above
	dir := newDataDir(t)
	s := serveOn(t, dir, nil, "--demo", "--mail=off", "--rate-limit", "6000")
	require.Eventually(t, func() bool { return strings.Contains(s.stdout.String(), "\ncurl ") }, time.Minute, 5*time.Millisecond)
	var made sample.Access
	require.NoError(t, json.Unmarshal([]byte(line(t, nil, "demo", "--json", "--data-dir", dir)), &made))
	browser := exec.CommandContext(t.Context(), "node", "browser/run.js")
	browser.Dir = "../../graph/console"
	browser.Env = append(os.Environ(), "BASE="+s.url, "LINK="+consoleLink.FindString(s.stdout.String()),
		"OPERATOR="+made.Staff.Operator, "SUPPORT="+made.Staff.Support, "TOKEN="+made.Lenders[0].Tokens["test"])
	out, err := browser.CombinedOutput()
	require.NoError(t, err, "%s", out)
	t.Logf("%s", out)
}
