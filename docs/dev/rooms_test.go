// Package dev holds the documents of this folder against the code.
package dev

import (
	"flag"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write depguard's rules into .golangci.yml")

const (
	module  = "github.com/covertrack/covertrack"
	top     = "../.."
	linters = top + "/.golangci.yml"
)

// room is a row of the table of rooms: a package, or with /... also those below it.
type room struct {
	name string
	may  []string // the rooms that it may import; "all" for any
}

// restriction is a row of the table of restricted imports: a package, with those below it, and the rooms that have it.
type restriction struct {
	name  string
	isNot bool // all rooms but these have it
	rooms []string
}

// TestRooms compares the tables of architecture.md with the imports of the code, both ways, and with depguard's rules.
func TestRooms(t *testing.T) {
	t.Parallel()
	rooms, restrictions := readTables(t)
	imports := readImports(t)
	for name, imported := range imports {
		r := roomOf(rooms, name)
		if r == nil {
			t.Errorf("the table of rooms has no row for %s", name)
			continue
		}
		for path := range imported {
			if own, ok := strings.CutPrefix(path, module+"/"); ok && !r.allows(own) {
				t.Errorf("%s imports %s, which its row of the table does not allow", name, own)
			}
			for _, of := range restrictions {
				if matches(of.name+"/...", path) && !of.allows(name) {
					t.Errorf("%s imports %s, which the table of restricted imports does not allow", name, path)
				}
			}
		}
	}
	requireUsed(t, rooms, restrictions, imports)
	compareRules(t, rules(rooms, restrictions))
}

// requireUsed expects every room to have a package, and every right to be used by an import.
func requireUsed(t *testing.T, rooms []room, restrictions []restriction, imports map[string]map[string]bool) {
	t.Helper()
	isUsed := func(by, right string) bool {
		for name, imported := range imports {
			for path := range imported {
				if matches(by, name) && matches(right, path) {
					return true
				}
			}
		}
		return false
	}
	for _, r := range rooms {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(imports)), func(name string) bool { return matches(r.name, name) }) {
			t.Errorf("the table of rooms has a row for %s, which is no package", r.name)
		}
		for _, may := range r.may {
			if may != "all" && !isUsed(r.name, module+"/"+may) {
				t.Errorf("%s may import %s and does not", r.name, may)
			}
		}
	}
	for _, of := range restrictions {
		for _, in := range of.rooms {
			if !of.isNot && !isUsed(in, of.name+"/...") {
				t.Errorf("%s may import %s and does not", in, of.name)
			}
		}
	}
}

// matches reports whether a pattern, which may end with /... for what is below it too, has the package.
func matches(pattern, name string) bool {
	above, isDeep := strings.CutSuffix(pattern, "/...")
	return name == above || isDeep && strings.HasPrefix(name, above+"/")
}

func (r room) allows(own string) bool {
	return slices.ContainsFunc(r.may, func(may string) bool { return may == "all" || matches(may, own) })
}

func (of restriction) allows(name string) bool {
	return of.isNot != slices.ContainsFunc(of.rooms, func(in string) bool { return matches(in, name) })
}

// roomOf returns the row of a package; that with the longest name, if there are several.
func roomOf(rooms []room, name string) (found *room) {
	for i, r := range rooms {
		if matches(r.name, name) && (found == nil || len(r.name) > len(found.name)) {
			found = &rooms[i]
		}
	}
	return found
}

var quotedForm = regexp.MustCompile("`([^`]+)`")

// readTables reads the two tables of architecture.md: their first cells name packages.
func readTables(t *testing.T) (rooms []room, restrictions []restriction) {
	t.Helper()
	text, err := os.ReadFile("architecture.md")
	require.NoError(t, err)
	_, section, _ := strings.Cut(string(text), "\n## The rooms\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for line := range strings.Lines(section) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		name := quotedForm.FindStringSubmatch(cells[0])
		if !strings.HasPrefix(line, "| `") || name == nil {
			continue
		}
		last := strings.TrimSpace(cells[len(cells)-1])
		var others []string
		for _, other := range quotedForm.FindAllStringSubmatch(last, -1) {
			others = append(others, other[1])
		}
		switch {
		case len(cells) == 2:
			restrictions = append(restrictions, restriction{name[1], strings.HasPrefix(last, "all but"), others})
		case last == "all":
			rooms = append(rooms, room{name[1], []string{"all"}})
		default:
			rooms = append(rooms, room{name[1], others})
		}
	}
	require.NotEmpty(t, rooms)
	require.NotEmpty(t, restrictions)
	return rooms, restrictions
}

// readImports returns what the packages of the module import, by their folders; tests apart.
func readImports(t *testing.T) map[string]map[string]bool {
	t.Helper()
	imports := map[string]map[string]bool{}
	require.NoError(t, filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := strings.TrimPrefix(filepath.ToSlash(path), top+"/")
		if entry.IsDir() {
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil && path != top { // another module
				return fs.SkipDir
			}
			if base := entry.Name(); path != top && (base[0] == '.' || base == "testdata" || base == "node_modules") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		folder := filepath.ToSlash(filepath.Dir(name))
		if imports[folder] == nil {
			imports[folder] = map[string]bool{}
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			imports[folder][imported] = true
		}
		return nil
	}))
	return imports
}

// rules returns depguard's rules: one a room, which denies what the tables do not allow.
func rules(rooms []room, restrictions []restriction) string {
	var b strings.Builder
	for _, r := range rooms {
		folder, isDeep := strings.CutSuffix(r.name, "/...")
		files := "**/" + folder + "/*.go"
		if isDeep {
			files = "**/" + folder + "/**/*.go"
		}
		var allow, deny []string
		if r.may == nil || r.may[0] != "all" {
			deny = append(deny, module)
		}
		for _, may := range r.may {
			if below, isDeep := strings.CutSuffix(may, "/..."); isDeep {
				allow = append(allow, module+"/"+below)
			} else if may != "all" {
				allow = append(allow, module+"/"+may+"$")
			}
		}
		for _, of := range restrictions {
			if !of.allows(folder) {
				deny = append(deny, of.name)
			}
		}
		if len(deny) == 0 {
			continue
		}
		fmt.Fprintf(&b, "        %s:\n          list-mode: lax\n          files: [%q, \"!$test\"]\n", strings.ReplaceAll(folder, "/", "-"), files)
		if len(allow) > 0 {
			fmt.Fprintf(&b, "          allow: [%s]\n", strings.Join(allow, ", "))
		}
		for i, path := range deny {
			deny[i] = "{pkg: " + path + ", desc: see docs/dev/architecture.md}"
		}
		fmt.Fprintf(&b, "          deny: [%s]\n", strings.Join(deny, ", "))
	}
	return b.String()
}

// compareRules expects depguard's rules in .golangci.yml to be these, or with -update writes them.
func compareRules(t *testing.T, want string) {
	t.Helper()
	const begin, end = "    depguard:\n      rules:\n", "  exclusions:\n"
	text, err := os.ReadFile(linters)
	require.NoError(t, err)
	before, rest, isBegun := strings.Cut(string(text), begin)
	have, after, isEnded := strings.Cut(rest, end)
	require.True(t, isBegun && isEnded, "%s has depguard's rules before its exclusions", linters)
	if *update && have != want {
		require.NoError(t, os.WriteFile(linters, []byte(before+begin+want+end+after), 0o644)) //nolint:gosec // a document
		return
	}
	require.Equal(t, want, have, "depguard's rules follow from the table: run go test ./docs/dev -update")
}
