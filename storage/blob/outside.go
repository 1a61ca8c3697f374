package blob

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
)

// Outside is a bucket of S3, or a folder of one, whose files others write: their names are as they are.
type Outside struct{ *s3Bucket }

// OutsideFile is one of its files.
type OutsideFile struct {
	Name    string
	Size    int64
	Changed time.Time
}

// OpenOutside opens s3://bucket/folder, with the parameters and the credentials of a Store. It contacts nothing.
func OpenOutside(address string) (Outside, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" {
		return Outside{}, errors.New("it looks like s3://bucket/folder?region=eu-west-1")
	}
	b, err := openS3(u, slog.Default())
	if err != nil {
		return Outside{}, err
	}
	if folder := strings.Trim(u.Path, "/"); folder != "" {
		b.prefix += folder + "/"
	}
	return Outside{b}, nil
}

// List returns the files that lie directly in the folder.
func (o Outside) List(ctx context.Context) (files []OutsideFile, err error) {
	ctx, wait := o.within(ctx, o.patience.data)
	defer wait.end()
	for object := range o.client.ListObjectsIter(ctx, o.name, minio.ListObjectsOptions{Prefix: o.prefix}) {
		if object.Err != nil {
			return nil, notExist(object.Err)
		}
		wait.begin()
		if !strings.HasSuffix(object.Key, "/") {
			files = append(files, OutsideFile{object.Key[len(o.prefix):], object.Size, object.LastModified})
		}
	}
	return files, nil
}

// Read returns a file if it has at most so many bytes; else the error is ErrTooLarge.
func (o Outside) Read(ctx context.Context, name string, most int64) ([]byte, error) {
	file, a, err := o.open(ctx, name)
	if err != nil {
		return nil, wrap("open", name, err)
	}
	defer func() { _ = file.Close() }()
	if a.Size > most {
		return nil, ErrTooLarge
	}
	content, err := io.ReadAll(file)
	return content, wrap("read", name, err)
}
