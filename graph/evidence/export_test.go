package evidence

import (
	"context"
	"io"
	"time"
)

// Judge returns the media type of a file that is taken.
func Judge(f io.ReaderAt, size int64) (string, error) {
	k, err := judge(f, size)
	if err != nil {
		return "", err
	}
	return k.mediaType, nil
}

// NameOf is the name that a file of a type is kept under.
func NameOf(given, mediaType string) string {
	for i := range kinds {
		if kinds[i].mediaType == mediaType {
			return nameOf(given, &kinds[i])
		}
	}
	return ""
}

// Scan runs the command on a file, and waits no longer than within.
func (s *Scanner) Scan(ctx context.Context, path string, within time.Duration) error {
	if s == nil {
		return s.scan(ctx, path)
	}
	hurried := *s
	hurried.within = within
	return hurried.scan(ctx, path)
}
