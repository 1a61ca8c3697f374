package blob

import (
	"context"
	"fmt"
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
	_ "gocloud.dev/blob/s3blob"    // s3://
)

// openBucket opens the store at address. folder is its root if the store is a folder, else "".
func openBucket(ctx context.Context, address, dataDir string) (bucket *cdk.Bucket, folder string, err error) {
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
	bucket, err = cdk.OpenBucket(ctx, address)
	if err != nil {
		return nil, "", fmt.Errorf("blob: cannot open the %s:// store, check its address and credentials: %w",
			u.Scheme, err)
	}
	return bucket, "", nil
}

// directSigner returns a function that changes options so that the store itself signs a PUT with options.ContentType.
// It is nil for stores whose uploads come to our own handler.
func directSigner(address string) func(*cdk.SignedURLOptions) {
	switch scheme, _, _ := strings.Cut(address, "://"); scheme {
	case "s3":
		return bindTypeS3
	case "gs":
		return bindTypeGCS
	default:
		return nil
	}
}

// bindTypeS3 moves the type into the request that is signed: s3blob does not accept it as an option, but the SDK signs
// it as a header of the request.
func bindTypeS3(o *cdk.SignedURLOptions) {
	contentType := o.ContentType
	o.ContentType = ""
	o.BeforeSign = func(as func(any) bool) error {
		var put *s3.PutObjectInput
		if as(&put) {
			put.ContentType = aws.String(contentType)
		}
		return nil
	}
}

// bindTypeGCS asks for signatures of version 4, which cover the headers.
func bindTypeGCS(o *cdk.SignedURLOptions) {
	o.BeforeSign = func(as func(any) bool) error {
		var sign *storage.SignedURLOptions
		if as(&sign) {
			sign.Scheme = storage.SigningSchemeV4
		}
		return nil
	}
}

// signDirect returns the store's own signed PUT for key.
func (s *Store) signDirect(ctx context.Context, key, contentType string, expires time.Duration) (string, error) {
	options := &cdk.SignedURLOptions{Method: http.MethodPut, ContentType: contentType, Expiry: expires}
	s.direct(options)
	return s.bucket.SignedURL(ctx, key, options)
}
