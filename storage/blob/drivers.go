package blob

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"cloud.google.com/go/storage"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	cdk "gocloud.dev/blob"
	_ "gocloud.dev/blob/azureblob" // azblob://
	_ "gocloud.dev/blob/gcsblob"   // gs://
	_ "gocloud.dev/blob/memblob"   // mem://
)

// openBucket opens the store at address. folder is its root if the store is a folder, else "".
func openBucket(ctx context.Context, address, dataDir string, log *slog.Logger) (bucket *cdk.Bucket, folder string, err error) {
	if address == "" {
		return openFolder(filepath.Join(dataDir, "blobs"))
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, "", fmt.Errorf("blob: the store's address is no URL, use file://, s3://, gs:// or azblob://: %w", err)
	}
	if u.Scheme == "file" {
		return openFolderURL(u)
	}
	bucket, err = opener(u.Scheme, log).OpenBucketURL(ctx, u)
	if err != nil {
		return nil, "", fmt.Errorf("blob: cannot open the %s:// store, check its address and credentials: %w", u.Scheme, err)
	}
	return bucket, "", nil
}

// CheckURL returns what is wrong with the form of a store's address; nil if nothing is. It contacts nothing.
func CheckURL(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return errors.New("it is no URL; it looks like s3://bucket, gs://bucket, azblob://container or file:///folder")
	}
	if address != "" && u.Scheme != "file" && !cdk.DefaultURLMux().ValidBucketScheme(u.Scheme) {
		return fmt.Errorf("there is no store of the scheme %q; it looks like s3://bucket, gs://bucket, azblob://container "+
			"or file:///folder", u.Scheme)
	}
	return nil
}

// signsUploads reports whether the store at address can itself sign a PUT with a content type. The uploads of other
// stores come to our own handler.
func signsUploads(address string) bool {
	return strings.HasPrefix(address, "s3://") || strings.HasPrefix(address, "gs://")
}

// signDirect returns the store's own signed PUT for key.
func (s *Store) signDirect(ctx context.Context, key, contentType string, expires time.Duration) (string, error) {
	options := &cdk.SignedURLOptions{Method: http.MethodPut, Expiry: expires}
	options.BeforeSign = func(as func(any) bool) error {
		var put *s3.PutObjectInput
		var sign *storage.SignedURLOptions
		switch {
		case as(&put): // s3blob does not accept the type as an option, but the SDK signs it as a header of the request
			put.ContentType = aws.String(contentType)
		case as(&sign): // version 4 covers the headers
			sign.ContentType, sign.Scheme = contentType, storage.SigningSchemeV4
		}
		return nil
	}
	ctx, ended := s.within(ctx, s.patience.look) // the credentials may have to be fetched
	signed, err := s.bucket.SignedURL(ctx, key, options)
	ended(err)
	return signed, err
}
