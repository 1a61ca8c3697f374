package command

import (
	"log/slog"
	"os"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/storage/blob"
)

// OpenBlobs opens the object store of the flags. It creates the data folder if there is none.
func OpenBlobs(cmd *cli.Command, baseURL string, keys credentials.SigningKeys, log *slog.Logger) (*blob.Store, error) {
	dataDir := cmd.String("data-dir")
	if err := os.MkdirAll(dataDir, 0o755); err != nil {
		return nil, err
	}
	return blob.Open(blob.Config{
		URL: cmd.String("blob-url"), DataDir: dataDir, BaseURL: baseURL, SigningKeys: keys, Logger: log,
		MinFree: int64(cmd.Int("min-free-space")) << 20,
	})
}

// OpenFiles opens the object store of the flags for a command that gives nobody an address of a file: what it signs is
// signed with a key of the moment.
func OpenFiles(cmd *cli.Command, log *slog.Logger) (*blob.Store, error) {
	return OpenBlobs(cmd, "http://localhost", MomentaryKeys(), log)
}

// CheckFileFlags refuses signing keys that are too short, and an object store that has no known form.
func CheckFileFlags(cmd *cli.Command) error {
	if given := cmd.String("signing-key"); given != "" {
		if _, err := SigningKeys(cmd); err != nil {
			return err
		}
	}
	if err := blob.CheckURL(cmd.String("blob-url")); err != nil {
		return Usagef(cmd, "--blob-url: %w", err)
	}
	return nil
}

// TryFiles opens the object store and closes it again, so that what is wrong with its flags is reported before the
// database is started.
func TryFiles(cmd *cli.Command, baseURL string, keys credentials.SigningKeys, log *slog.Logger) error {
	blobs, err := OpenBlobs(cmd, baseURL, keys, log)
	if err != nil {
		return err
	}
	return blobs.Close()
}
