package transfer

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	importwork "github.com/covertrack/covertrack/graph/importing"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/importing"
)

const (
	// lookEvery is how often a watched folder is looked at.
	lookEvery = 10 * time.Second
	// largest is how many bytes of a file are read.
	largest = 64 << 20
)

// saveRefused writes the file of refused rows where the command runs, to be mended and sent again.
func (t *transfer) saveRefused(ctx context.Context, f *importing.File) error {
	content, err := t.blobs.Read(ctx, f.Refused, 4*largest)
	if err != nil {
		return err
	}
	name := importwork.RefusedName(f)
	if err := os.WriteFile(name, content, 0o600); err != nil {
		return err
	}
	t.print("The refused rows are in " + name + ", with the reasons; mend them and send the file again.\n")
	return nil
}

// seen is a file of a watched folder.
type seen struct {
	name    string
	size    int64
	changed time.Time
}

// watch imports each file of a folder as it comes, once it has stopped growing. A file that was imported is imported again when it
// changes; what it says already is not written again.
func (t *transfer) watch(ctx context.Context, input model.MapImportInput) error {
	if t.cmd.String("mapping") == "" {
		return errors.New("--watch needs --mapping: the name of a mapping that was saved")
	}
	from, err := openFolder(t.cmd.String("watch"))
	if err != nil {
		return err
	}
	done, before := map[string]seen{}, map[string]seen{}
	for {
		files, err := from.list()
		if err != nil {
			return err
		}
		for _, f := range files {
			if before[f.name] != f || done[f.name] == f {
				before[f.name] = f
				continue
			}
			content, err := from.read(f.name)
			if err == nil {
				t.print(f.name + "\n")
				err = t.run(ctx, map[string][]byte{path.Base(f.name): content}, input)
			}
			if err != nil {
				if ctx.Err() != nil {
					return nil
				}
				_, _ = fmt.Fprintf(t.cmd.Root().ErrWriter, "%s: %s\n", f.name, err)
			}
			done[f.name] = f
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(lookEvery):
		}
	}
}

func openFolder(address string) (directory, error) {
	if info, err := os.Stat(address); err != nil || !info.IsDir() {
		return "", fmt.Errorf("--watch: %s is no folder", address)
	}
	return directory(address), nil
}

// isTable reports whether a file is imported, by its name.
func isTable(name string) bool {
	return !strings.Contains(name, "-refused.") && slices.Contains([]string{".csv", ".txt", ".tsv", ".xlsx"}, strings.ToLower(path.Ext(name)))
}

type directory string

func (d directory) list() ([]seen, error) {
	entries, err := os.ReadDir(string(d))
	if err != nil {
		return nil, err
	}
	var all []seen
	for _, e := range entries {
		if info, err := e.Info(); err == nil && !e.IsDir() && isTable(e.Name()) {
			all = append(all, seen{e.Name(), info.Size(), info.ModTime()})
		}
	}
	return all, nil
}

func (d directory) read(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(string(d), name))
}
