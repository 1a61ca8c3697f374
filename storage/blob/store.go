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

// MaxUpload is the largest size of an upload, in bytes.
const MaxUpload = 50 << 20

var (
	// ErrNotFound means that there is no file under the key.
	ErrNotFound = errors.New("blob: not found")
	// ErrTooLarge means that an upload is larger than MaxUpload, or a file larger than its reader wants.
	ErrTooLarge = errors.New("blob: the file is too large")
)

// Stat returns the size and the content type of the file under key. The store may have normalised the type (lower case,
// spaces). Errors wrap ErrNotFound or ErrInvalidKey.
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
	ctx, ended := s.within(ctx, s.patience.look)
	a, err := s.bucket.Attributes(ctx, key)
	ended(err)
	return a, wrap("look up", key, err)
}

// Read returns the file under key if it has at most so many bytes. Errors wrap ErrNotFound, ErrInvalidKey or ErrTooLarge.
func (s *Store) Read(ctx context.Context, key string, most int64) ([]byte, error) {
	size, _, err := s.Stat(ctx, key)
	switch {
	case err != nil:
		return nil, err
	case size > most:
		return nil, ErrTooLarge
	}
	ctx, ended := s.within(ctx, s.patience.look)
	content, err := s.bucket.ReadAll(ctx, key)
	ended(err)
	return content, wrap("read", key, err)
}

// Write stores all of r under key and replaces what was there. Unless r ends without an error, nothing changes. When
// Write has returned, the file of a folder is on the disk. It does not limit the size. Errors wrap ErrInvalidKey.
func (s *Store) Write(ctx context.Context, key, contentType string, r io.Reader) error {
	if err := errors.Join(checkKey(key), checkType(contentType)); err != nil {
		return err
	}
	ctx, stall, cancel := s.watchStall(ctx)
	defer cancel()
	var file *os.File // stays nil unless the store is a folder
	w, err := s.bucket.NewWriter(ctx, key, &cdk.WriterOptions{
		ContentType: contentType,
		BeforeWrite: func(as func(any) bool) error { as(&file); return nil },
	})
	if err != nil {
		return wrap("write", key, err)
	}
	_, err = io.Copy(stall.writer(w), r)
	if err == nil && file != nil {
		err = file.Sync()
	}
	if err != nil {
		cancel() // without it Close would store what was written
		_ = w.Close()
		return wrap("write", key, err)
	}
	stall.wait()
	if err = w.Close(); err == nil && file != nil {
		err = syncEntry(s.folder, key)
	}
	return wrap("write", key, err)
}

// Claim copies an upload to key, for which no signed upload may exist, and returns the size and content type of the
// copy. The upload is kept, so that a claim whose transaction fails can be repeated: delete it later, with those that
// were never claimed. Errors wrap ErrNotFound, ErrInvalidKey or ErrTooLarge; after ErrTooLarge there is no copy.
func (s *Store) Claim(ctx context.Context, upload, key string) (size int64, contentType string, err error) {
	size, contentType, err = s.Stat(ctx, upload)
	if err != nil {
		return 0, "", err
	}
	if size > s.maxUpload { // checked before the copy, since an object store accepts terabytes
		return 0, "", ErrTooLarge
	}
	if err := s.copy(ctx, upload, key, contentType); err != nil {
		return 0, "", err
	}
	// Another PUT may have replaced the upload meanwhile: only the copy can be trusted.
	if size, contentType, err = s.Stat(ctx, key); err != nil {
		return 0, "", err
	}
	if size > s.maxUpload {
		return 0, "", errors.Join(ErrTooLarge, s.Delete(ctx, key))
	}
	return size, contentType, nil
}

// copy lets an object store copy by itself. In a folder it uses Write, since fileblob's own copy may be lost in a power
// failure.
func (s *Store) copy(ctx context.Context, from, to, contentType string) error {
	if err := checkKey(to); err != nil {
		return err
	}
	if s.folder == "" {
		ctx, ended := s.within(ctx, s.patience.copy)
		err := s.bucket.Copy(ctx, to, from, nil)
		ended(err)
		return wrap("copy", from, err)
	}
	r, err := s.bucket.NewReader(ctx, from, nil)
	if err != nil {
		return wrap("copy", from, err)
	}
	return errors.Join(s.Write(ctx, to, contentType, r), r.Close())
}

// Delete removes the file under key. It is no error if there is none, so that a clean-up can be repeated. Errors wrap
// ErrInvalidKey.
func (s *Store) Delete(ctx context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	ctx, ended := s.within(ctx, s.patience.look)
	err := s.bucket.Delete(ctx, key)
	ended(err)
	if err := wrap("delete", key, err); !errors.Is(err, ErrNotFound) {
		return err
	}
	return nil
}

// DeleteBelow removes the files whose keys begin with folder and a slash, except keep, which may be empty. It is no
// error if there are none. Errors wrap ErrInvalidKey.
func (s *Store) DeleteBelow(ctx context.Context, folder, keep string) error {
	if err := checkKey(folder); err != nil {
		return err
	}
	listing, stall, end := s.watchStall(ctx)
	defer end()
	stall.wait()
	objects, failed := s.bucket.List(&cdk.ListOptions{Prefix: folder + "/"}).All(listing)
	for object := range objects {
		stall.rest()
		if object.Key != keep {
			if err := s.Delete(ctx, object.Key); err != nil {
				return err
			}
		}
		stall.wait()
	}
	if err := failed(); err != nil {
		return wrap("list what is below", folder, err)
	}
	if s.folder != "" {
		_ = os.Remove(filepath.Join(s.folder, filepath.FromSlash(folder))) // succeeds if it is empty
	}
	return nil
}

// wrap says in our words what failed, and turns the driver's "not found" into ErrNotFound.
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
