package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	cdk "gocloud.dev/blob"
	"gocloud.dev/gcerrors"
)

// MaxUpload is the greatest size of an upload, in bytes.
const MaxUpload = 50 << 20

var (
	// ErrNotFound says that nothing is kept under the key.
	ErrNotFound = errors.New("blob: not found")
	// ErrTooLarge says that an upload exceeds MaxUpload.
	ErrTooLarge = errors.New("blob: the upload is larger than 50 MiB")
)

// Stat answers the size and the content type kept for key; the store may
// have normalised the type (lower case, spaces). ErrNotFound, ErrInvalidKey.
func (s *Store) Stat(ctx context.Context, key string) (size int64, contentType string, err error) {
	a, err := s.attributes(ctx, key)
	if err != nil {
		return 0, "", err
	}
	return a.Size, a.ContentType, nil
}

func (s *Store) attributes(ctx context.Context, key string) (*cdk.Attributes, error) {
	if err := checkKey(key); err != nil {
		return nil, err
	}
	a, err := s.bucket.Attributes(ctx, key)
	return a, wrap("look up", key, err)
}

// Write keeps all of r under key, replacing what was there. Nothing becomes
// visible unless r ends without an error; in a folder it has then reached the
// disk. It does not bound the size. ErrInvalidKey.
func (s *Store) Write(ctx context.Context, key, contentType string, r io.Reader) error {
	if err := errors.Join(checkKey(key), checkType(contentType)); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var file *os.File // stays nil unless the store is a folder
	w, err := s.bucket.NewWriter(ctx, key, &cdk.WriterOptions{
		ContentType: contentType,
		BeforeWrite: func(as func(any) bool) error { as(&file); return nil },
	})
	if err != nil {
		return wrap("write", key, err)
	}
	_, err = io.Copy(w, r)
	if err == nil && file != nil {
		err = file.Sync()
	}
	if err != nil {
		cancel() // Close keeps what was written unless the context is over
		_ = w.Close()
		return wrap("write", key, err)
	}
	if err := w.Close(); err != nil {
		return wrap("write", key, err)
	}
	if file != nil {
		return wrap("write", key, syncEntry(s.folder, key))
	}
	return nil
}

// Delete removes what is kept under key. That there is nothing is no error, so
// that a clean-up can be repeated. ErrInvalidKey.
func (s *Store) Delete(ctx context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	err := wrap("delete", key, s.bucket.Delete(ctx, key))
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

// DeleteBelow removes what is kept under keys that begin with folder and a
// slash, all but keep, which may be empty. That there is nothing is no error.
// ErrInvalidKey.
func (s *Store) DeleteBelow(ctx context.Context, folder, keep string) error {
	if err := checkKey(folder); err != nil {
		return err
	}
	objects := s.bucket.List(&cdk.ListOptions{Prefix: folder + "/"})
	for {
		object, err := objects.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return wrap("list what is below", folder, err)
		}
		if object.Key == keep {
			continue
		}
		if err := s.Delete(ctx, object.Key); err != nil {
			return err
		}
	}
	if s.folder != "" {
		_ = os.Remove(filepath.Join(s.folder, filepath.FromSlash(folder))) // succeeds when it is empty
	}
	return nil
}

// wrap gives the driver's error our words, and ErrNotFound its name.
func wrap(doing, key string, err error) error {
	switch {
	case err == nil:
		return nil
	case gcerrors.Code(err) == gcerrors.NotFound:
		return fmt.Errorf("%w: %s", ErrNotFound, key)
	default:
		return fmt.Errorf("blob: cannot %s %s: %w", doing, key, err)
	}
}
