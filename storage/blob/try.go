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
	return errors.Join(s.readBack(ctx, key, text), s.Delete(ctx, key))
}

func (s *Store) readBack(ctx context.Context, key string, want []byte) error {
	ctx, ended := s.within(ctx, s.patience.look)
	text, err := s.bucket.ReadAll(ctx, key)
	ended(err)
	if err == nil && !bytes.Equal(text, want) {
		err = errors.New("it is not what was written")
	}
	return wrap("read", key, err)
}
