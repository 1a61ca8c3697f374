package blob

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
)

// Try writes a small file, reads it back and removes it, for `covertrack doctor`. The error says which of these failed.
func (s *Store) Try(ctx context.Context) error {
	var random [16]byte
	_, _ = rand.Read(random[:]) // never fails
	key, text := "doctor/"+hex.EncodeToString(random[:]), []byte("covertrack doctor wrote this; it may be removed\n")
	if err := s.Write(ctx, key, "text/plain", bytes.NewReader(text)); err != nil {
		return err
	}
	got, err := s.Read(ctx, key, int64(len(text)))
	if err == nil && !bytes.Equal(got, text) {
		err = errors.New("blob: what was read is not what was written")
	}
	return errors.Join(err, s.Delete(ctx, key))
}
