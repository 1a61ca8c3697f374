package embedded

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// oldestMajor is the oldest version that covertrack supports.
const oldestMajor = 15

// SearchEnv is the environment variable that, if set, lists the folders to search for binaries, in the form of PATH. It
// replaces PATH and the well-known folders. .ci/postgres uses it too.
const SearchEnv = "COVERTRACK_PG_SEARCH"

// wellKnown are the folders where Postgres is installed by Debian, PGDG, Homebrew and Postgres.app.
var wellKnown = []string{
	"/usr/lib/postgresql/*/bin",
	"/usr/pgsql-*/bin",
	"/usr/libexec/postgresql*",
	"/opt/homebrew/opt/postgresql@*/bin",
	"/usr/local/opt/postgresql@*/bin",
	"/home/linuxbrew/.linuxbrew/opt/postgresql@*/bin",
	"/Applications/Postgres.app/Contents/Versions/*/bin",
}

// binaries is one installation of Postgres.
type binaries struct {
	dir   string
	major int
}

// findBinaries returns the installation of version want, or the newest supported one if want is 0. If binDir is given,
// it looks nowhere else. What .ci/postgres has fetched is used only if the machine has no installation.
func findBinaries(binDir string, want int) (binaries, error) {
	groups := [][]string{systemDirs(), fetchedDirs()}
	if binDir != "" {
		abs, err := filepath.Abs(binDir)
		if err != nil {
			return binaries{}, err
		}
		groups = [][]string{{abs}}
	}
	var seen []string
	for _, dirs := range groups {
		best := binaries{}
		for _, b := range inspect(dirs) {
			seen = append(seen, fmt.Sprintf("%d in %s", b.major, b.dir))
			if (b.major == want || want == 0 && b.major >= oldestMajor) && b.major > best.major {
				best = b
			}
		}
		if best.major != 0 {
			return best, nil
		}
	}
	return binaries{}, noPostgres(binDir, want, seen)
}

func noPostgres(binDir string, want int, seen []string) error {
	need, found, toDo := fmt.Sprintf("Postgres %d or later is needed", oldestMajor), "none is installed",
		"install it (`apt-get install postgresql`, `brew install postgresql`…), or name the folder of initdb and postgres with --pg-bin"
	if want != 0 {
		need = fmt.Sprintf("the data folder is of Postgres %d, and no other can run it", want)
	}
	if len(seen) > 0 {
		found = "found " + strings.Join(seen, ", ")
	}
	if binDir != "" {
		toDo = "--pg-bin " + binDir + " is not the folder that holds initdb and postgres of that version"
	}
	return fmt.Errorf("%w: %s; %s: %s", ErrNoPostgres, need, found, toDo)
}

// systemDirs returns the folders of the machine to search.
func systemDirs() []string {
	if list, ok := os.LookupEnv(SearchEnv); ok {
		return filepath.SplitList(list)
	}
	dirs := filepath.SplitList(os.Getenv("PATH"))
	for _, pattern := range wellKnown {
		matches, _ := filepath.Glob(pattern) // Only a malformed pattern fails.
		dirs = append(dirs, matches...)
	}
	return dirs
}

// fetchedDirs returns the bin folders below .tools/postgres, which .ci/postgres fills, in the root of the module around
// the working directory, for a test runs in the folder of its package. Without a module it is the working directory.
func fetchedDirs() []string {
	dir, err := os.Getwd()
	if err != nil {
		return nil
	}
	for above := dir; above != filepath.Dir(above); above = filepath.Dir(above) {
		if _, err := os.Stat(filepath.Join(above, "go.mod")); err == nil {
			dir = above
			break
		}
	}
	dirs, _ := filepath.Glob(filepath.Join(dir, ".tools/postgres/*/native/bin")) // Only a malformed pattern fails.
	return dirs
}

var versionPattern = regexp.MustCompile(`\) (\d+)`)

// inspect returns the installations in dirs, each once.
func inspect(dirs []string) (found []binaries) {
	var known []string
	for _, dir := range dirs {
		dir = home(dir)
		if dir == "" || slices.Contains(known, dir) {
			continue
		}
		known = append(known, dir)
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		out, err := exec.CommandContext(ctx, filepath.Join(dir, "postgres"), "--version").Output()
		cancel()
		if match := versionPattern.FindSubmatch(out); err == nil && match != nil {
			major, _ := strconv.Atoi(string(match[1])) // These are digits.
			found = append(found, binaries{dir, major})
		}
	}
	return found
}

// home returns the real folder of dir's postgres, with initdb beside it, or "" if there is none. PATH often has links to
// only one of the two, and the server finds its own files relative to the real place.
func home(dir string) string {
	program, err := filepath.EvalSymlinks(filepath.Join(dir, "postgres"))
	if err != nil || !filepath.IsAbs(dir) {
		return ""
	}
	for _, home := range []string{filepath.Dir(program), dir} {
		if _, err := exec.LookPath(filepath.Join(home, "initdb")); err == nil {
			return home
		}
	}
	return ""
}
