package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestGuides follows the tours of strangers word for word, on a server that `make run` started: support's handbook, the
// integrator's README, REST guide and trials, the console developer's GraphQL guide, how to ask for compliance, how a book
// comes in, and how insurance is placed. Every command of a page runs, in order and in one shell, and must print each line
// that the page shows; … matches anything.
// The addresses and the tokens of the pages are replaced by those that `make run` printed. The examples of the REST guide
// in Python make one program; TestNPMGuide runs those in TypeScript.
func TestGuides(t *testing.T) {
	t.Parallel()
	stranger := makeRun(t)
	for _, page := range []string{"docs/guide/support.md", "README.md", "docs/guide/README.md", "docs/guide/rest.md", "docs/guide/testing.md",
		"docs/guide/graphql.md", "docs/guide/compliance.md", "docs/guide/importing.md", "docs/guide/placement.md"} {
		t.Run(page, func(t *testing.T) { stranger.follow(t, page, "sh") })
	}
	t.Run("docs/guide/rest.md in Python", func(t *testing.T) {
		source, want := program(t, "docs/guide/rest.md", "python", "example.py")
		stranger.run(t, want, "python3", source)
	})
}

// replacements puts the address and the tokens that a reader sees into the commands of a page.
type replacements struct {
	*strings.Replacer
	program string // a function of the shell that is the program, on the data of `make run`
}

// makeRun runs `make run` on a data folder and a port of its own, and returns what its output says.
func makeRun(t *testing.T) replacements {
	t.Helper()
	cmd := exec.Command("make", "--no-print-directory", "run")
	cmd.Dir = "../.."
	data, err := filepath.Abs(newDataDir(t))
	require.NoError(t, err)
	program, err := filepath.Abs("../../bin/covertrack")
	require.NoError(t, err)
	cmd.Env = append(os.Environ(),
		"COVERTRACK_ADDR=127.0.0.1:0", "COVERTRACK_LOG_FORMAT=json", "COVERTRACK_DATA_DIR="+data)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p := begin(t, cmd)
	t.Cleanup(func() { _ = syscall.Kill(-p.Process.Pid, syscall.SIGTERM) }) // make and what it started
	require.Eventually(t, func() bool { return p.logged("ready") != nil || p.over() }, 5*time.Minute, 50*time.Millisecond)
	require.NotNil(t, p.logged("ready"), p.stderr.String())
	told := func() bool { return strings.Contains(p.stdout.String(), "operator") }
	require.Eventually(t, told, time.Minute, 5*time.Millisecond)
	printed := func(form string) string {
		found := regexp.MustCompile(form).FindStringSubmatch(p.stdout.String())
		require.NotNil(t, found, p.stdout.String())
		return found[1]
	}
	return replacements{program: "covertrack() { COVERTRACK_DATA_DIR=" + data + " " + program + " \"$@\"; }\n",
		Replacer: strings.NewReplacer("http://127.0.0.1:8080", p.logged("ready")["url"].(string),
			"$(bin/covertrack ", "$(covertrack ",
			"TOKEN=test_…", "TOKEN="+printed(`test\s+(test_\w{36})`),
			"STAFF=staff_…", "STAFF="+printed(`support\s+(staff_\w{36})`),
			"OPERATOR=staff_…", "OPERATOR="+printed(`operator\s+(staff_\w{36})`))}
}

var guideBlock = regexp.MustCompile("(?s)\n```(sh[a-z ]*)\n(.*?)```\n(?:```text\n(.*?)```\n)?")

// follow runs the blocks of a page that are marked as one of kinds, but for those that start or test a server.
func (r replacements) follow(t *testing.T, page string, kinds ...string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", page))
	require.NoError(t, err)
	var script strings.Builder
	script.WriteString("set -euo pipefail\n" + r.program)
	var wants []string
	for _, block := range guideBlock.FindAllStringSubmatch(string(text), -1) {
		if !slices.Contains(kinds, block[1]) || strings.HasPrefix(block[2], "make ") {
			continue
		}
		script.WriteString(r.Replace(block[2]) + "\nprintf '\\n-- end of block --\\n'\n")
		wants = append(wants, block[3])
	}
	require.NotEmpty(t, wants)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute) // a page may wait for something that never comes
	defer cancel()
	shell := exec.CommandContext(ctx, "bash", "-c", script.String())
	shell.WaitDelay = time.Second
	shell.Dir = t.TempDir()
	packages, err := filepath.Abs("../../.ci/npm/node_modules") // for who follows npm's commands too
	require.NoError(t, err)
	require.NoError(t, os.Symlink(packages, filepath.Join(shell.Dir, "node_modules")))
	out, err := shell.CombinedOutput()
	require.NoError(t, err, "%s", out[max(0, len(out)-2000):])
	printed := strings.Split(string(out), "\n-- end of block --\n")
	for i, want := range wants {
		requirePrinted(t, want, printed[i])
	}
}

var printedForm = regexp.MustCompile(`(?:print|console\.log)\(.*\);?  ?(?:#|//) (.*)`)

// program writes the blocks of a page in a language to one file, and returns what they print by their comments.
func program(t *testing.T, page, language, file string) (path, want string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", page))
	require.NoError(t, err)
	var source strings.Builder
	for _, block := range regexp.MustCompile("(?s)\n```"+language+"\n(.*?)```\n").FindAllStringSubmatch(string(text), -1) {
		source.WriteString(block[1])
	}
	for _, printed := range printedForm.FindAllStringSubmatch(source.String(), -1) {
		want += printed[1] + "\n"
	}
	require.NotEmpty(t, want)
	path = filepath.Join(t.TempDir(), file)
	require.NoError(t, os.WriteFile(path, []byte(source.String()), 0o600))
	return path, want
}

// run runs a command in the reader's environment, which must print the lines of want.
func (r replacements) run(t *testing.T, want, command string, arguments ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), command, arguments...)
	cmd.Env = append(os.Environ(), r.Replace("BASE=http://127.0.0.1:8080"), r.Replace("TOKEN=test_…"))
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	requirePrinted(t, want, string(out))
}

// requirePrinted expects the lines of want in order, each anywhere behind the one before.
func requirePrinted(t *testing.T, want, printed string) {
	t.Helper()
	for line := range strings.SplitSeq(strings.TrimSpace(want), "\n") {
		form := "(?s)" + strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*?")
		at := regexp.MustCompile(form).FindStringIndex(printed)
		require.NotNil(t, at, "the page shows %s\nand the command printed %s", line, printed)
		printed = printed[at[1]:]
	}
}
