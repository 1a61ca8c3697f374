package command

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/storage/blob"
)

// OpenBlobs opens the object store of the flags. It creates the data folder if there is none.
func OpenBlobs(cmd *cli.Command, baseURL string, log *slog.Logger) (*blob.Store, error) {
	dataDir := cmd.String("data-dir")
	if err := os.MkdirAll(dataDir, 0o755); err != nil {
		return nil, err
	}
	key, err := SigningKey(cmd.String("signing-key"), dataDir)
	if err != nil {
		return nil, err
	}
	return blob.Open(blob.Config{
		URL: cmd.String("blob-url"), DataDir: dataDir, BaseURL: baseURL, SigningKey: key, Logger: log,
		MinFree: int64(cmd.Int("min-free-space")) << 20,
	})
}

// CheckFileFlags refuses a signing key that is too short, and an object store that has no known form.
func CheckFileFlags(cmd *cli.Command) error {
	if given := cmd.String("signing-key"); given != "" {
		if _, err := SigningKey(given, ""); err != nil {
			return usageError{err, cmd.FullName()}
		}
	}
	if err := blob.CheckURL(cmd.String("blob-url")); err != nil {
		return Usagef(cmd, "--blob-url: %w", err)
	}
	return nil
}

// TryFiles opens the object store and closes it again, so that what is wrong with its flags is reported before the
// database is started.
func TryFiles(cmd *cli.Command, baseURL string, log *slog.Logger) error {
	blobs, err := OpenBlobs(cmd, baseURL, log)
	if err != nil {
		return err
	}
	return blobs.Close()
}

// minSigningKey is the fewest characters of a signing key.
const minSigningKey = 32

// SigningKey returns the given text or, if that is empty, the text of a file in the data folder, which it creates if
// there is none. The characters themselves are the key, so there is no encoding that a deployment could get wrong.
func SigningKey(given, dataDir string) ([]byte, error) {
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
