package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// MaxUpload is the largest size of an upload, in bytes.
const MaxUpload = 50 << 20

var (
	// ErrNotFound means that there is no file under the key.
	ErrNotFound = errors.New("blob: not found")
	// ErrTooLarge means that an upload is larger than MaxUpload, or a file larger than its reader wants.
	ErrTooLarge = errors.New("blob: the file is too large")
)

func (s *Store) open(ctx context.Context, key string) (io.ReadSeekCloser, attributes, error) {
	if err := checkKey(key); err != nil {
		return nil, attributes{}, err
	}
	file, a, err := s.bucket.open(ctx, key)
	return file, a, wrap("open", key, err)
}

// Stat returns the size of the file under key. Errors wrap ErrNotFound or ErrInvalidKey.
func (s *Store) Stat(ctx context.Context, key string) (size int64, err error) {
	file, a, err := s.open(ctx, key)
	if err != nil {
		return 0, err
	}
	return a.Size, file.Close()
}

// Read returns the file under key if it has at most so many bytes. Errors wrap ErrNotFound, ErrInvalidKey or ErrTooLarge.
func (s *Store) Read(ctx context.Context, key string, most int64) ([]byte, error) {
	file, a, err := s.open(ctx, key)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	if a.Size > most {
		return nil, ErrTooLarge
	}
	content, err := io.ReadAll(file)
	return content, wrap("read", key, err)
}

// Write stores all of r under key and replaces what was there. Unless r ends without an error, nothing changes. When
// Write has returned, the file of a folder is on the disk. It does not limit the size. Errors wrap ErrInvalidKey.
func (s *Store) Write(ctx context.Context, key, contentType string, r io.Reader) error {
	if err := errors.Join(checkKey(key), checkType(contentType)); err != nil {
		return err
	}
	size := int64(-1)
	if sized, ok := r.(interface{ Size() int64 }); ok {
		size = sized.Size()
	}
	return wrap("write", key, s.bucket.write(ctx, key, contentType, r, size))
}

// Claim has an upload under a second key, for which no signed upload may exist, and returns its size there. The upload is kept, so that a
// claim whose transaction fails can be repeated: delete it later, with those that were never claimed.
// Errors wrap ErrNotFound, ErrInvalidKey or ErrTooLarge; after ErrTooLarge there is no copy.
func (s *Store) Claim(ctx context.Context, upload, key string) (size int64, err error) {
	if size, err = s.Stat(ctx, upload); err != nil {
		return 0, err
	}
	if size > s.maxUpload { // checked before the copy, since an object store accepts terabytes
		return 0, ErrTooLarge
	}
	if err := checkKey(key); err != nil {
		return 0, err
	}
	if err := s.bucket.copy(ctx, upload, key); err != nil {
		return 0, wrap("copy", upload, err)
	}
	// Another PUT may have replaced the upload meanwhile: only the copy can be trusted.
	if size, err = s.Stat(ctx, key); err != nil {
		return 0, err
	}
	if size > s.maxUpload {
		return 0, errors.Join(ErrTooLarge, s.Delete(ctx, key))
	}
	return size, nil
}

// Delete removes the file under key. It is no error if there is none, so that a clean-up can be repeated. Errors wrap
// ErrInvalidKey.
func (s *Store) Delete(ctx context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if err := wrap("delete", key, s.bucket.remove(ctx, key)); !errors.Is(err, ErrNotFound) {
		return err
	}
	return nil
}

// DeleteBelow removes the files whose keys begin with folder and a slash, except keep, which may be empty, and what a writer that was
// killed has left there. It is no error if there are none. Errors wrap ErrInvalidKey.
func (s *Store) DeleteBelow(ctx context.Context, folder, keep string) error {
	if err := checkKey(folder); err != nil {
		return err
	}
	keys, err := s.bucket.below(ctx, folder)
	if err != nil {
		return wrap("list what is below", folder, err)
	}
	for _, key := range keys {
		if key == keep {
			continue
		}
		if unfinished.MatchString(key) { // no key of ours
			err = s.bucket.remove(ctx, key)
		} else {
			err = s.Delete(ctx, key)
		}
		if err != nil && !errors.Is(err, ErrNotFound) {
			return wrap("delete", key, err)
		}
	}
	return nil
}

// wrap says in our words what failed, and turns the bucket's fs.ErrNotExist into ErrNotFound.
func wrap(doing, key string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: %s", ErrNotFound, key)
	default:
		return fmt.Errorf("blob: cannot %s %s: %w", doing, key, err)
	}
}
