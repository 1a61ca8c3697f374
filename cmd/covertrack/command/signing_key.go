package command

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/storage"
)

const (
	// minSigningKey is the fewest characters of a signing key.
	minSigningKey = 32
	// maxPreviousKeys is how many keys are accepted besides the one that signs.
	maxPreviousKeys = 2
)

// makeOne says how a signing key is made.
const makeOne = "as by `openssl rand -hex 32`"

// SigningKeyFlags are the key that signs and those that are accepted besides.
func SigningKeyFlags() []cli.Flag {
	return []cli.Flag{
		Setting("signing-key", "", "secret text of at least 32 characters that signs addresses of files and encrypts secrets, the same "+
			"on every node (default with an embedded Postgres only: made once, in --data-dir/signing.key)"),
		&cli.StringSliceFlag{Name: "signing-key-previous", Sources: FromEnv("signing-key-previous"),
			Usage: "while the signing key is replaced: another one that is accepted too; may be given twice"},
	}
}

// ErrNoSigningKey means that no key is given, and none may be made.
var ErrNoSigningKey = errors.New("there is no signing key")

// MomentaryKeys returns a key that nobody else has, for what nobody else has to read.
func MomentaryKeys() credentials.SigningKeys {
	return credentials.SigningKeys{[]byte(rand.Text() + rand.Text())}
}

// SigningKeys returns the keys of the flags. Without --signing-key it is the text of signing.key in the data folder, which
// is made if the Postgres is embedded there. The characters themselves are the key, so there is no encoding that a
// deployment could get wrong.
func SigningKeys(cmd *cli.Command) (credentials.SigningKeys, error) {
	from, given := "--signing-key", cmd.String("signing-key")
	if given == "" {
		from = filepath.Join(cmd.String("data-dir"), "signing.key")
		text, err := os.ReadFile(from)
		if errors.Is(err, fs.ErrNotExist) {
			if cmd.String("database-url") != "" {
				return nil, Usagef(cmd, "%w: with a --database-url all nodes need the same one; "+
					"give --signing-key at least %d random characters, %s, and keep them", ErrNoSigningKey, minSigningKey, makeOne)
			}
			text, err = makeSigningKey(from)
		}
		if err != nil {
			return nil, fmt.Errorf("signing key: %w", err)
		}
		given = string(text)
	}
	isEmpty := func(key string) bool { return strings.TrimSpace(key) == "" } // the end of a file, or a variable without a value
	previous := slices.DeleteFunc(cmd.StringSlice("signing-key-previous"), isEmpty)
	if len(previous) > maxPreviousKeys {
		return nil, Usagef(cmd, "--signing-key-previous names %d keys; it takes two at most", len(previous))
	}
	var keys credentials.SigningKeys
	for i, text := range append([]string{given}, previous...) {
		if i > 0 {
			from = "--signing-key-previous"
		}
		key := []byte(strings.TrimSpace(text))
		if len(key) < minSigningKey {
			return nil, Usagef(cmd, "the signing key of %s has %d characters; give it at least %d random ones, %s",
				from, len(key), minSigningKey, makeOne)
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// ClaimSigningKey returns an error unless one of the keys is the database's. The first key of all becomes it.
func ClaimSigningKey(ctx context.Context, store *storage.Store, keys credentials.SigningKeys) error {
	own := credentials.Fingerprint(keys.Current())
	recorded, err := store.ClaimSigningKey(ctx, own)
	if err != nil || keys.Has(recorded) {
		return err
	}
	return fmt.Errorf("the signing key is not the one of this database: it has the fingerprint %s, and the database's has %s; "+
		"give every node the same --signing-key. To replace the key, name the old one with --signing-key-previous until "+
		"`covertrack keys rotate` has run; if the old one is lost, run `covertrack keys rotate --lost`", own, recorded)
}

// makeSigningKey writes a new key and returns what is in the file then: another process may have written it first.
// Since the file is linked to its place, it is never seen half written.
func makeSigningKey(path string) ([]byte, error) {
	var random [32]byte
	_, _ = rand.Read(random[:]) // never fails
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
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
