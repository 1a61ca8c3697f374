package blob

import (
	"context"
	"errors"
)

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
		return wrap("copy", from, s.bucket.Copy(ctx, to, from, nil))
	}
	r, err := s.bucket.NewReader(ctx, from, nil)
	if err != nil {
		return wrap("copy", from, err)
	}
	return errors.Join(s.Write(ctx, to, contentType, r), r.Close())
}
