package blob

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/url"
	"time"
)

// markKey is where a store keeps the mark of the installation that owns it. No upload and no document has such a key:
// theirs have a slash.
const markKey = "covertrack-installation.json"

// ErasuresKey is where a store keeps the list of what was erased, which has no personal data.
const ErasuresKey = "covertrack-erasures.json"

// maxMark is much more than a mark has.
const maxMark = 1 << 20

// Mark returns the mark of the installation that owns the store, or nil if there is none.
func (s *Store) Mark(ctx context.Context) ([]byte, error) {
	text, err := s.Read(ctx, markKey, maxMark)
	if errors.Is(err, ErrNotFound) {
		return nil, nil
	}
	return text, err
}

// WriteMark replaces the mark. Nobody ever reads half of one.
func (s *Store) WriteMark(ctx context.Context, text []byte) error {
	return s.Write(ctx, markKey, "application/json", bytes.NewReader(text))
}

// Name returns the name of the bucket and of the prefix in it, which a copy of the store cannot have. It is empty for a
// folder, which can be moved to another path and is the same store then.
func (s *Store) Name() string { return s.name }

// Copy copies the file under key from another store, unless one of its size is there already. It reports whether it did.
// Errors wrap ErrNotFound or ErrInvalidKey.
func (s *Store) Copy(ctx context.Context, from *Store, key string) (copied bool, err error) {
	file, source, err := from.open(ctx, key)
	if err != nil {
		return false, err
	}
	defer func() { _ = file.Close() }()
	switch size, err := s.Stat(ctx, key); {
	case err == nil && size == source.Size:
		return false, nil
	case err != nil && !errors.Is(err, ErrNotFound):
		return false, err
	}
	content := struct{ io.Reader }{file} // the rest of it would wait without a limit
	return true, wrap("write", key, s.bucket.write(ctx, key, source.ContentType, content, source.Size))
}

// nameOf returns the name of the store at an address.
func nameOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme == "file" {
		return ""
	}
	name := u.Scheme + "://" + u.Host
	if prefix := u.Query().Get("prefix"); prefix != "" {
		name += "/" + prefix
	}
	return name
}

// OpenSource opens a store to copy files from. It signs nothing, and changes nothing in the store.
func OpenSource(address string, log *slog.Logger) (*Store, error) {
	s := &Store{name: nameOf(address), clock: time.Now, log: log, maxUpload: MaxUpload}
	var err error
	s.bucket, err = openBucket(address, "", log)
	return s, err
}
