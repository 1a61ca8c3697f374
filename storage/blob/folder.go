package blob

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"time"

	cdk "gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
)

// staleAfter is much longer than any upload may take.
const staleAfter = time.Hour

// unfinished matches the name that fileblob gives a file until it is complete.
var unfinished = regexp.MustCompile(`\.[0-9a-f]{16}\.tmp$`)

// openFolderURL opens file:///absolute/folder, or file://./relative/folder.
func openFolderURL(u *url.URL) (*cdk.Bucket, string, error) {
	if u.RawQuery != "" {
		return nil, "", errors.New("blob: file:// takes no parameters, remove what follows the question mark")
	}
	switch u.Host {
	case "", "localhost":
		return openFolder(filepath.FromSlash(u.Path))
	case ".":
		return openFolder("." + filepath.FromSlash(u.Path))
	default:
		return nil, "", fmt.Errorf("blob: file://%s names a host, write file:///folder or file://./folder", u.Host)
	}
}

// openFolder opens dir and creates it if it is missing.
func openFolder(dir string) (*cdk.Bucket, string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, "", fmt.Errorf("blob: cannot find the folder of uploads: %w", err)
	}
	bucket, err := fileblob.OpenBucket(dir, &fileblob.Options{
		CreateDir:   true,
		DirFileMode: 0o700,
		NoTempDir:   true, // the rename that completes an upload must not cross file systems
	})
	if err != nil {
		return nil, "", fmt.Errorf("blob: cannot open the folder of uploads, make it writable or name another: %w", err)
	}
	return bucket, dir, nil
}

// sweep removes the unfinished files that a crash left behind.
func sweep(folder string, now time.Time) error {
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
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

// syncEntry makes sure that the attributes of key and the folders down to it are on the disk. The content must be
// there.
func syncEntry(folder, key string) error {
	path := filepath.Join(folder, filepath.FromSlash(key))
	err := syncPath(path + ".attrs")
	for dir := filepath.Dir(path); err == nil && len(dir) >= len(folder); dir = filepath.Dir(dir) {
		err = syncPath(dir)
	}
	return err
}

func syncPath(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
