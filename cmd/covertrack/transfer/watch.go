package transfer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/covertrack/covertrack/storage/blob"
	stored "github.com/covertrack/covertrack/storage/importing"
)

// largest is how many bytes of a file are read.
const largest = 64 << 20

// watched is a place where files come.
type watched interface {
	List(ctx context.Context) ([]blob.OutsideFile, error)
	Read(ctx context.Context, name string, most int64) ([]byte, error)
}

// watch imports each file of a place as it comes, once it has stopped growing, in the order in which they came. A file that was
// imported is imported again when something in it changes, also after a restart. What cannot be reached is tried again; what one that
// was killed has begun goes on.
func (t *transfer) watch(ctx context.Context, input map[string]any) error {
	if t.cmd.String("mapping") == "" {
		return errors.New("--watch needs --mapping: the name of a mapping that was saved")
	}
	from, err := openWatched(t.cmd.String("watch"))
	if err != nil {
		return fmt.Errorf("--watch: %w", err)
	}
	before, done := map[string]blob.OutsideFile{}, map[string]blob.OutsideFile{}
	t.complain(ctx, "--watch", t.worker.Run(ctx))
	for isFirst := true; ; isFirst = false {
		files, err := from.List(ctx)
		if err != nil && isFirst && ctx.Err() == nil {
			return fmt.Errorf("--watch: %w", err)
		}
		t.complain(ctx, "--watch", err)
		slices.SortFunc(files, func(a, b blob.OutsideFile) int {
			return cmp.Or(a.Changed.Compare(b.Changed), cmp.Compare(a.Name, b.Name))
		})
		for _, f := range files {
			if !isTable(f.Name) || done[f.Name] == f {
				continue
			}
			if before[f.Name] == f {
				isTaken, err := t.take(ctx, from, f, input)
				if t.complain(ctx, f.Name, err); isTaken {
					done[f.Name] = f
				}
			}
			before[f.Name] = f
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(t.cmd.Duration("every")):
		}
	}
}

// complain says what is wrong, unless it is that the command ends.
func (t *transfer) complain(ctx context.Context, with string, err error) {
	if err != nil && ctx.Err() == nil {
		_, _ = fmt.Fprintf(t.cmd.Root().ErrWriter, "%s: %s\n", with, err)
	}
}

// take imports a file, unless that was done before, and reports whether there is an import of it.
func (t *transfer) take(ctx context.Context, from watched, f blob.OutsideFile, input map[string]any) (isTaken bool, err error) {
	content, err := from.Read(ctx, f.Name, largest)
	if err != nil {
		return errors.Is(err, blob.ErrTooLarge), err
	}
	known, err := stored.HasFile(ctx, t.store.For(t.principal.PortfolioID), f.Name, digestOf(content))
	if err != nil || known {
		return known, err
	}
	t.print(f.Name + "\n")
	i, err := t.begin(ctx, []file{{f.Name, content}}, input)
	if err != nil {
		return false, err
	}
	return true, t.run(ctx, i.ID, input)
}

func openWatched(address string) (watched, error) {
	if strings.HasPrefix(address, "s3:") {
		return blob.OpenOutside(address)
	}
	if info, err := os.Stat(address); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("%s is no folder", address)
	}
	return directory(address), nil
}

// isTable reports whether a file is imported, by its name.
func isTable(name string) bool {
	return !strings.Contains(name, "-refused.") && slices.Contains([]string{".csv", ".txt", ".tsv", ".xlsx"}, strings.ToLower(path.Ext(name)))
}

// directory is a watched folder.
type directory string

// List returns its files.
func (d directory) List(context.Context) (all []blob.OutsideFile, err error) {
	entries, err := os.ReadDir(string(d))
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			all = append(all, blob.OutsideFile{Name: e.Name(), Size: info.Size(), Changed: info.ModTime()})
		}
	}
	return all, err
}

// Read returns a file.
func (d directory) Read(_ context.Context, name string, most int64) ([]byte, error) {
	return readFile(filepath.Join(string(d), name), most)
}

// readFile returns a file that is not too large.
func readFile(name string, most int64) ([]byte, error) {
	info, err := os.Stat(name)
	if err == nil && info.Size() > most {
		err = blob.ErrTooLarge
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(name)
}
