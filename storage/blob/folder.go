package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"golang.org/x/sync/semaphore"
)

// staleAfter is much longer than any upload may take.
const staleAfter = time.Hour

// unfinished matches the name of a file until it is complete.
var unfinished = regexp.MustCompile(`\.[0-9a-f]+\.tmp$`)

// A folder of the file system, by its absolute path. It does not keep content types.
type folder string

// openFolderURL opens file:///absolute/folder, or file://./relative/folder.
func openFolderURL(u *url.URL) (bucket, error) {
	switch {
	case u.RawQuery != "":
		return nil, errors.New("blob: file:// takes no parameters, remove what follows the question mark")
	case u.Host == "" || u.Host == "localhost":
		return openFolder(filepath.FromSlash(u.Path))
	case u.Host == ".":
		return openFolder("." + filepath.FromSlash(u.Path))
	default:
		return nil, fmt.Errorf("blob: file://%s names a host, write file:///folder or file://./folder", u.Host)
	}
}

// openFolder opens dir and creates it if it is missing.
func openFolder(dir string) (bucket, error) {
	dir, err := filepath.Abs(dir)
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return nil, fmt.Errorf("blob: cannot open the folder of uploads, make it writable or name another: %w", err)
	}
	return folder(dir), nil
}

// sweep removes the unfinished files that a crash left behind.
func (f folder) sweep(now time.Time) error {
	return filepath.WalkDir(string(f), func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
			return nil // not ours (lost+found), or just removed or completed by another node
		}
		if err != nil || d.IsDir() || !unfinished.MatchString(d.Name()) {
			return err
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || now.Sub(info.ModTime()) < staleAfter {
			return err
		}
		return os.Remove(path)
	})
}

func (f folder) path(key string) string { return filepath.Join(string(f), filepath.FromSlash(key)) }

func (f folder) open(_ context.Context, key string) (io.ReadSeekCloser, attributes, error) {
	file, err := os.Open(f.path(key))
	if err != nil {
		return nil, attributes{}, err
	}
	info, err := file.Stat()
	if err == nil && info.IsDir() {
		err = fs.ErrNotExist
	}
	if err != nil {
		_ = file.Close()
		return nil, attributes{}, err
	}
	etag := fmt.Sprintf(`"%x-%x"`, info.ModTime().UnixNano(), info.Size())
	return file, attributes{info.Size(), octetStream, etag, info.ModTime(), info.Mode().IsRegular()}, nil
}

// write leaves the file and the folders down to it on the disk.
func (f folder) write(_ context.Context, key, _ string, r io.Reader, _ int64) error {
	path := f.path(key)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	if _, err = io.Copy(file, r); err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return f.sync(path)
}

// sync leaves the name of a file, and the folders down to it, on the disk.
func (f folder) sync(path string) (err error) {
	for dir := filepath.Dir(path); err == nil && len(dir) >= len(f); dir = filepath.Dir(dir) {
		err = syncFolder(dir)
	}
	return err
}

func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// copying is the turn of copies: they go on one at a time, so that they leave the disk to others (reliability R24).
var copying = semaphore.NewWeighted(1)

// copy gives a file a second name, which costs nothing however large it is: a file is never written to, only replaced. Where
// the file system has no second names, or the two are on different ones, the kernel copies the bytes (copy_file_range).
func (f folder) copy(ctx context.Context, from, to string) error {
	file, a, err := f.open(ctx, from)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	if a.regular && link(f.path(from), f.path(to)) == nil {
		return f.sync(f.path(to))
	}
	if err := copying.Acquire(ctx, 1); err != nil {
		return err
	}
	defer copying.Release(1)
	return f.write(ctx, to, "", file, a.Size)
}

// link gives a file a second name, which may be that of another file.
func link(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	err := os.Link(from, to)
	if errors.Is(err, fs.ErrExist) && os.Remove(to) == nil {
		err = os.Link(from, to)
	}
	return err
}

// remove also removes the folder that the file was in, if it is empty then. Earlier versions left a second file beside
// each, with its attributes.
func (f folder) remove(_ context.Context, key string) error {
	path := f.path(key)
	err := os.Remove(path)
	_ = os.Remove(path + ".attrs")
	if strings.Contains(key, "/") {
		_ = os.Remove(filepath.Dir(path))
	}
	return err
}

func (f folder) below(_ context.Context, prefix string) (keys []string, err error) {
	err = filepath.WalkDir(f.path(prefix), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if !strings.HasSuffix(path, ".attrs") {
			keys = append(keys, filepath.ToSlash(path[len(f)+1:]))
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return keys, err
}

func (f folder) ping(context.Context) error {
	if _, err := os.Stat(string(f)); err != nil {
		return fmt.Errorf("blob: the folder of uploads is gone, bring it back: %w", err)
	}
	return nil
}

// sign signs nothing: a folder has no server of its own.
func (f folder) sign(context.Context, string, string, time.Duration) (string, error) {
	return "", errors.ErrUnsupported
}

func (f folder) close() {}
