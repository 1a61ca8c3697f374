package blob

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"gocloud.dev/gcerrors"
)

// markKey is where a store keeps the mark of the installation that owns it. No upload and no document has such a key:
// theirs have a slash.
const markKey = "covertrack-installation.json"

// Mark returns the mark of the installation that owns the store, or nil if there is none.
func (s *Store) Mark(ctx context.Context) ([]byte, error) {
	if s.folder != "" {
		text, err := os.ReadFile(filepath.Join(s.folder, markKey))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return text, wrap("read", markKey, err)
	}
	ctx, ended := s.within(ctx, s.patience.look)
	text, err := s.bucket.ReadAll(ctx, markKey)
	ended(err)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil, nil
	}
	return text, wrap("read", markKey, err)
}

// WriteMark replaces the mark. Nobody ever reads half of one.
func (s *Store) WriteMark(ctx context.Context, text []byte) error {
	if s.folder != "" {
		return wrap("write", markKey, s.writeMarkFile(text))
	}
	return s.Write(ctx, markKey, "application/json", bytes.NewReader(text))
}

// writeMarkFile does not use fileblob: that writes the attributes of a file in place, so another node may read half of
// them, and a crash may leave half of them.
func (s *Store) writeMarkFile(text []byte) error {
	var random [8]byte
	_, _ = rand.Read(random[:]) // never fails
	path := filepath.Join(s.folder, markKey)
	f, err := os.OpenFile(fmt.Sprintf("%s.%x.tmp", path, random), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncPath(s.folder)
}

// Name returns the name of the bucket and of the prefix in it, which a copy of the store cannot have. It is empty for a
// folder, which can be moved to another path and is the same store then.
func (s *Store) Name() string { return s.name }

// Copy copies the file under key from another store, unless one of its size is there already. It reports whether it did.
// Errors wrap ErrNotFound or ErrInvalidKey.
func (s *Store) Copy(ctx context.Context, from *Store, key string) (copied bool, err error) {
	source, err := from.attributes(ctx, key)
	if err != nil {
		return false, err
	}
	switch size, _, err := s.Stat(ctx, key); {
	case err == nil && size == source.Size:
		return false, nil
	case err != nil && !errors.Is(err, ErrNotFound):
		return false, err
	}
	r, err := from.bucket.NewReader(ctx, key, nil)
	if err != nil {
		return false, wrap("read", key, err)
	}
	return true, errors.Join(s.Write(ctx, key, source.ContentType, r), r.Close())
}

// nameOf returns the name of the store at an address.
func nameOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme == "file" || u.Scheme == "mem" {
		return ""
	}
	name := u.Scheme + "://" + u.Host
	if prefix := u.Query().Get("prefix"); prefix != "" {
		name += "/" + prefix
	}
	return name
}

// OpenSource opens a store to copy files from. It signs nothing, and changes nothing in the store.
func OpenSource(ctx context.Context, address string, log *slog.Logger) (*Store, error) {
	s := &Store{name: nameOf(address), clock: time.Now, log: log, maxUpload: MaxUpload, patience: usualPatience}
	var err error
	s.bucket, s.folder, err = openBucket(ctx, address, "", log)
	return s, err
}
