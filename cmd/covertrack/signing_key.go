package main

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// minSigningKey is the fewest characters of a signing key.
const minSigningKey = 32

// signingKey returns the given text or, if that is empty, the text of a file in the data folder, which it creates if
// there is none. The characters themselves are the key, so there is no encoding that a deployment could get wrong.
func signingKey(given, dataDir string) ([]byte, error) {
	from := "--signing-key"
	if given == "" {
		from = filepath.Join(dataDir, "signing.key")
		text, err := os.ReadFile(from)
		if errors.Is(err, fs.ErrNotExist) {
			text, err = makeSigningKey(from)
		}
		if err != nil {
			return nil, fmt.Errorf("signing key: %w", err)
		}
		given = string(text)
	}
	key := []byte(strings.TrimSpace(given))
	if len(key) < minSigningKey {
		return nil, fmt.Errorf("the signing key of %s has %d characters; "+
			"give it at least %d random ones, as by `openssl rand -hex 32`", from, len(key), minSigningKey)
	}
	return key, nil
}

// makeSigningKey writes a new key and returns what is in the file then: another process may have written it first.
// Since the file is linked to its place, it is never seen half written.
func makeSigningKey(path string) ([]byte, error) {
	var random [32]byte
	_, _ = rand.Read(random[:]) // never fails
	f, err := os.CreateTemp(filepath.Dir(path), ".signing.key-*")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.WriteString(hex.EncodeToString(random[:]) + "\n")
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return nil, err
	}
	if err := os.Link(f.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return os.ReadFile(path)
}
