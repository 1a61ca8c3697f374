package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"path/filepath"
	"time"
)

// A bucket keeps files under keys that checkKey allows: a folder, or a bucket of S3. An error is fs.ErrNotExist if there
// is no such file.
type bucket interface {
	// open returns a file to be read, and what it is. Nothing of it is fetched yet.
	open(ctx context.Context, key string) (io.ReadSeekCloser, attributes, error)
	// write replaces the file by all of r, or changes nothing if it fails. The size of r is -1 if it is not known.
	write(ctx context.Context, key, contentType string, r io.Reader, size int64) error
	// copy has the file under a second key, and replaces what was there. What happens to the first one later is no concern of it.
	copy(ctx context.Context, from, to string) error
	remove(ctx context.Context, key string) error
	// below returns the keys that begin with folder and a slash.
	below(ctx context.Context, folder string) ([]string, error)
	ping(ctx context.Context) error
	// sign returns a URL of the store's own for one PUT, or errors.ErrUnsupported.
	sign(ctx context.Context, key, contentType string, expires time.Duration) (string, error)
	close()
}

// attributes describe a file.
type attributes struct {
	Size        int64
	ContentType string // application/octet-stream if the bucket does not keep it
	ETag        string // as in the header
	ModTime     time.Time

	regular bool // a file of a folder, and no pipe or the like
}

// openBucket opens the store at address, or the folder below dataDir if the address is empty.
func openBucket(address, dataDir string, log *slog.Logger) (bucket, error) {
	if address == "" {
		return openFolder(filepath.Join(dataDir, "blobs"))
	}
	if err := CheckURL(address); err != nil {
		return nil, fmt.Errorf("blob: the address of the store is wrong: %w", err)
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	if u.Scheme == "file" {
		return openFolderURL(u)
	}
	b, err := openS3(u, log)
	if err != nil {
		return nil, fmt.Errorf("blob: cannot open the s3:// store, check its address: %w", err)
	}
	return b, nil
}

// CheckURL returns what is wrong with the form of a store's address; nil if nothing is. It contacts nothing.
func CheckURL(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return errors.New("it is no URL; it looks like s3://bucket or file:///folder")
	}
	switch u.Scheme {
	case "s3", "file":
		return nil
	case "gs":
		return errors.New("gs:// is not supported; use Google Cloud's S3 interface with an HMAC key: " +
			"s3://bucket?endpoint=https://storage.googleapis.com&use_path_style=true")
	case "azblob":
		return errors.New("azblob:// is not supported; put a gateway from S3 to Azure before the container, and use " +
			"s3://bucket?endpoint=https://gateway&use_path_style=true")
	case "":
		if address == "" {
			return nil
		}
	}
	return fmt.Errorf("there is no store of the scheme %q; it looks like s3://bucket or file:///folder", u.Scheme)
}
