// Command collect writes ../LICENSES.txt: the licences and notices of all that cmd/covertrack is built from. It reads
// the files of the modules themselves, notices among them, which the Apache licence asks to be passed on and tools that
// only tell which licence it is leave out.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// main runs in the folder of the package licenses, where `go generate` starts it.
func main() {
	parts, err := modules("..")
	if err != nil {
		log.Fatal(err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		log.Fatal(err)
	}
	parts["Go "+goVersion(runtime.Version())] = []string{filepath.Join(strings.TrimSpace(string(root)), "LICENSE")}
	parts["swagger-ui-dist (npm, behind /docs)"] = found("../../../restcompat/viewer")
	parts["preact and others (npm, behind /console)"] = found("../../../graph/console/files")
	parts["graphiql, react and react-dom (npm, behind /playground)"] = found("../../../graph/playground/files")
	text, err := write(parts)
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("LICENSES.txt", []byte(text), 0o644); err != nil {
		log.Fatal(err)
	}
}

// goVersion drops the patch: each patch has the same licence.
func goVersion(v string) string {
	major := strings.SplitN(strings.TrimPrefix(v, "go"), ".", 3)
	return strings.Join(major[:2], ".")
}

// modules returns the files of each module that the program is built from, on any platform that is released.
func modules(program string) (map[string][]string, error) {
	parts := map[string][]string{}
	for _, target := range []string{"linux/amd64", "linux/arm64", "darwin/arm64", "windows/amd64"} {
		if err := addModules(parts, program, target); err != nil {
			return nil, err
		}
	}
	for name, files := range parts {
		if len(files) == 0 {
			return nil, fmt.Errorf("no licence was found in %s", name)
		}
		slices.Sort(files)
		parts[name] = slices.Compact(files)
	}
	return parts, nil
}

func addModules(parts map[string][]string, program, target string) error {
	goos, goarch, _ := strings.Cut(target, "/")
	list := exec.Command("go", "list", "-deps", "-json=Dir,Module", program)
	list.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return err
	}
	for packages := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			Dir    string
			Module *struct {
				Path, Version, Dir string
				Main               bool
			}
		}
		if err := packages.Decode(&p); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if m := p.Module; m != nil && !m.Main {
			name := m.Path + " " + m.Version
			parts[name] = append(parts[name], above(p.Dir, m.Dir)...)
		}
	}
}

// above returns the files from the folder of a package up to that of its module: code that was taken over from
// elsewhere has its licence beside it.
func above(dir, module string) (files []string) {
	for {
		files = append(files, found(dir)...)
		if dir == module {
			return files
		}
		dir = filepath.Dir(dir)
	}
}

var named = regexp.MustCompile(`(?i)^([a-z-]+\.js\.)?(licen[cs]es?|copying|notice|patents)([.-].*)?$|\.LICENSE\.txt$`)

// found returns the licences and notices that lie in a folder itself.
func found(dir string) (files []string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		log.Fatal(err)
	}
	for _, entry := range entries {
		if !entry.IsDir() && named.MatchString(entry.Name()) && filepath.Ext(entry.Name()) != ".go" {
			files = append(files, filepath.Join(dir, entry.Name()))
		}
	}
	return files
}

var line = strings.Repeat("=", 80) + "\n"

// write returns the parts by name, each group with the same texts once.
func write(parts map[string][]string) (string, error) {
	groups := map[string][]string{}
	for name, files := range parts {
		text, err := join(files)
		if err != nil {
			return "", err
		}
		groups[text] = append(groups[text], name)
	}
	var sections []string
	for text, names := range groups {
		slices.Sort(names)
		sections = append(sections, strings.Join(names, "\n")+"\n\n"+text)
	}
	slices.Sort(sections)
	return "covertrack contains the following works of others, each under the terms below its name.\n\n" + line +
		strings.Join(sections, "\n"+line), nil
}

// join returns the different texts of the files.
func join(files []string) (string, error) {
	var texts []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		clean := strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))
		if !slices.Contains(texts, clean) {
			texts = append(texts, clean)
		}
	}
	return strings.Join(texts, "\n\n") + "\n", nil
}
