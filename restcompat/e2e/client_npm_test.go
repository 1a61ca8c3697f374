//go:build npm

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestNPMTypeScriptClient generates a client with openapi-typescript, compiles it strictly and runs it.
func TestNPMTypeScriptClient(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	s.Program(t, s.Harbor)
	t.Log(resttest.Node(t, "client.js", s.URL, s.Harbor.Token))
}

// npmFolder has the generators of TypeScript, and goClient the one of Go, each at its pinned version.
const (
	npmFolder = "../../.ci/npm"
	goClient  = "../../.ci/goclient"
)

// TestNPMGenerators runs the commands of "Generate a client" in docs/guide/rest.md for TypeScript on the document of a
// server, as it is, and compiles strictly what they write.
func TestNPMGenerators(t *testing.T) {
	t.Parallel()
	commands := generatorCommands(t)
	install, commands := commands[0], commands[1:]
	pinned, err := os.ReadFile(filepath.Join(npmFolder, "package.json"))
	require.NoError(t, err)
	for _, found := range regexp.MustCompile(`(\S+)@([\d.]+)`).FindAllStringSubmatch(install, -1) {
		require.Contains(t, string(pinned), `"`+found[1]+`": "`+found[2]+`"`, "the guide names the versions that are tested")
	}
	// npx finds the installed generators from a folder below.
	parent := filepath.Join(npmFolder, "node_modules", ".cache")
	require.NoError(t, os.MkdirAll(parent, 0o755))
	dir, err := os.MkdirTemp(parent, "generators-")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	s := resttest.New(t)
	for _, command := range commands {
		if !strings.HasPrefix(command, "go ") && !strings.Contains(command, "oapi-codegen") {
			runIn(t, dir, []string{"BASE=" + s.URL}, "sh", "-c", command)
		}
	}
	options := `{"compilerOptions": {"strict": true, "noUncheckedIndexedAccess": true, "noEmit": true, "target": "es2022",
		"module": "esnext", "moduleResolution": "bundler", "types": [], "lib": ["es2022", "dom", "dom.iterable"]}}`
	require.NoError(t, os.WriteFile(filepath.Join(dir, "tsconfig.json"), []byte(options), 0o644))
	runIn(t, dir, nil, "../../.bin/tsc", "--project", ".")
}

// TestNPMGoClient generates a client with oapi-codegen of the document as it is, by the command of the guide, and runs
// it. It has the tag npm because it downloads its tools too.
func TestNPMGoClient(t *testing.T) {
	t.Parallel()
	module, err := os.ReadFile(filepath.Join(goClient, "go.mod"))
	require.NoError(t, err)
	const tool = "github.com/oapi-codegen/oapi-codegen/v2"
	version := regexp.MustCompile(regexp.QuoteMeta(tool) + ` (v\S+)`).FindStringSubmatch(string(module))[1]
	var config, command string
	for _, candidate := range generatorCommands(t) {
		if strings.HasSuffix(candidate, "> oapi-codegen.yaml") {
			config = candidate
		}
		if arguments, ok := strings.CutPrefix(candidate, "go run "+tool+"/cmd/oapi-codegen@"+version); ok {
			command = "go tool oapi-codegen" + arguments
		}
	}
	require.NotEmpty(t, command, "the guide names the version that is tested")
	s := resttest.New(t)
	s.Program(t, s.Harbor)
	folder := filepath.Join(goClient, "rest")
	document := filepath.Join(t.TempDir(), "openapi.json")
	require.NoError(t, os.WriteFile(document, s.OpenAPI(t), 0o644))
	runIn(t, folder, nil, "sh", "-c", config+"\n"+strings.Replace(command, "openapi.json", document, 1))
	made, err := os.ReadFile(filepath.Join(folder, "client.gen.go"))
	require.NoError(t, err)
	lines := strings.Count(string(made), "\n")
	endpoints := len(s.REST.Endpoints())
	t.Logf("the client in Go has %d lines for %d endpoints", lines, endpoints)
	require.LessOrEqual(t, lines, 300*endpoints, "each response of each endpoint is code in every client")
	runIn(t, folder, nil, "go", "run", ".", s.URL, s.Harbor.Token)
}

var generatorBlock = regexp.MustCompile("(?s)\n```shell\n(.*?)```\n")

// generatorCommands returns the lines of the guide's blocks for shells with npm and Go. The first one installs.
func generatorCommands(t *testing.T) (commands []string) {
	t.Helper()
	text, err := os.ReadFile("../../docs/guide/rest.md")
	require.NoError(t, err)
	for _, block := range generatorBlock.FindAllStringSubmatch(string(text), -1) {
		whole := strings.ReplaceAll(block[1], "\\\n", " ")
		commands = append(commands, strings.Split(strings.TrimSpace(whole), "\n")...)
	}
	require.Len(t, commands, 9)
	require.Regexp(t, "^npm install ", commands[0])
	return commands
}

func runIn(t *testing.T, dir string, env []string, name string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s %v: %s", name, args, out)
}
