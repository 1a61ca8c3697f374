package blob

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/encrypt"
)

// An s3Bucket is a bucket of S3, or of one of the many services that speak its protocol.
type s3Bucket struct {
	client    *minio.Client
	name      string
	prefix    string // of every key
	sse       encrypt.ServerSide
	patience  patience
	closeIdle func()
	log       *slog.Logger
}

func (b *s3Bucket) open(ctx context.Context, key string) (io.ReadSeekCloser, attributes, error) {
	ctx, wait := b.within(ctx, b.patience.look)
	object, err := b.client.GetObject(ctx, b.name, b.prefix+key, minio.GetObjectOptions{})
	var info minio.ObjectInfo
	if err == nil {
		info, err = object.Stat()
	}
	if err != nil {
		wait.end()
		return nil, attributes{}, notExist(err)
	}
	wait.rest()
	wait.limit = b.patience.data
	return &s3File{object, wait}, attributes{Size: info.Size, ContentType: info.ContentType, ETag: `"` + info.ETag + `"`,
		ModTime: info.LastModified}, nil
}

// An s3File limits the waits for its next bytes.
type s3File struct {
	*minio.Object
	wait *wait
}

// Read returns the next bytes.
func (f *s3File) Read(p []byte) (int, error) {
	f.wait.begin()
	defer f.wait.rest()
	return f.Object.Read(p)
}

// Close ends the call too.
func (f *s3File) Close() error {
	defer f.wait.end()
	return f.Object.Close()
}

// write sends one request, whose length comes before its bytes. What is large is a file or comes from another store, which
// know their size; everything else is read into memory first.
func (b *s3Bucket) write(ctx context.Context, key, contentType string, r io.Reader, size int64) error {
	if size < 0 {
		content, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		r, size = bytes.NewReader(content), int64(len(content))
	}
	ctx, wait := b.within(ctx, b.patience.data)
	defer wait.end()
	_, err := b.client.PutObject(ctx, b.name, b.prefix+key, r, size, minio.PutObjectOptions{
		ContentType: contentType, ServerSideEncryption: b.sse, DisableMultipart: true, Progress: wait,
	})
	return notExist(err)
}

// copy lets the store copy by itself.
func (b *s3Bucket) copy(ctx context.Context, from, to string) error {
	ctx, wait := b.within(ctx, b.patience.copy)
	defer wait.end()
	_, err := b.client.CopyObject(ctx,
		minio.CopyDestOptions{Bucket: b.name, Object: b.prefix + to, Encryption: b.sse},
		minio.CopySrcOptions{Bucket: b.name, Object: b.prefix + from})
	return notExist(err)
}

func (b *s3Bucket) remove(ctx context.Context, key string) error {
	ctx, wait := b.within(ctx, b.patience.look)
	defer wait.end()
	return notExist(b.client.RemoveObject(ctx, b.name, b.prefix+key, minio.RemoveObjectOptions{}))
}

func (b *s3Bucket) below(ctx context.Context, folder string) (keys []string, err error) {
	ctx, wait := b.within(ctx, b.patience.data)
	defer wait.end()
	options := minio.ListObjectsOptions{Prefix: b.prefix + folder + "/", Recursive: true}
	for object := range b.client.ListObjectsIter(ctx, b.name, options) {
		if object.Err != nil {
			return nil, notExist(object.Err)
		}
		wait.begin()
		keys = append(keys, object.Key[len(b.prefix):])
	}
	return keys, nil
}

// ping lists one key, which needs no other permission than below does.
func (b *s3Bucket) ping(ctx context.Context) error {
	ctx, wait := b.within(ctx, b.patience.look)
	defer wait.end()
	for object := range b.client.ListObjectsIter(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix, MaxKeys: 1}) {
		switch err := notExist(object.Err); {
		case errors.Is(err, fs.ErrNotExist):
			return errors.New("blob: the bucket does not exist, create it")
		case err != nil:
			return fmt.Errorf("blob: the object store does not answer, check its address and credentials: %w", err)
		}
		break
	}
	return nil
}

// sign returns a URL whose signature covers the content type.
func (b *s3Bucket) sign(ctx context.Context, key, contentType string, expires time.Duration) (string, error) {
	ctx, wait := b.within(ctx, b.patience.look) // the credentials may have to be fetched
	defer wait.end()
	header := http.Header{"Content-Type": {contentType}}
	signed, err := b.client.PresignHeader(ctx, http.MethodPut, b.name, b.prefix+key, expires, nil, header)
	if err != nil {
		return "", err
	}
	return signed.String(), nil
}

func (b *s3Bucket) close() { b.closeIdle() }

// notExist returns fs.ErrNotExist if the store said 404, else err.
func notExist(err error) error {
	if minio.ToErrorResponse(err).StatusCode == http.StatusNotFound {
		return fs.ErrNotExist
	}
	return err
}
