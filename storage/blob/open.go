package blob

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	cdk "gocloud.dev/blob"
)

// minSigningKey is the length of the signature's hash: a shorter key would be easier to guess than the signature.
const minSigningKey = 32

// Config is what a Store works with.
type Config struct {
	URL        string           // the store's address; empty means the folder DataDir/blobs
	DataDir    string           // used when URL is empty
	BaseURL    string           // this server's public address, to which /files/… is appended
	SigningKey []byte           // at least 32 random bytes, the same on every node
	Clock      func() time.Time // nil means time.Now
	Logger     *slog.Logger     // nil means slog.Default()
	MinFree    int64            // bytes that uploads to a folder leave free on its file system
}

// A Store stores files. It is safe for concurrent use.
type Store struct {
	bucket    *cdk.Bucket
	folder    string // root of the folder store, else empty
	direct    bool   // see signsUploads
	name      string // see Name
	baseURL   string
	macs      sync.Pool // of *mac
	clock     func() time.Time
	log       *slog.Logger
	maxUpload int64
	patience  patience
	closeIdle func() // closes idle connections to the store; nil if it has none of its own
	pace      pace
	guard     Guard // nil: every upload may come
	minFree   int64
	coming    atomic.Int64 // bytes of the uploads that are coming
}

// Open opens the store of c. A folder is created if it is missing, and unfinished files that a crash left there are
// removed. An object store is not contacted; call Ping for that.
func Open(ctx context.Context, c Config) (*Store, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	s := &Store{
		direct:    signsUploads(c.URL),
		name:      nameOf(c.URL),
		baseURL:   strings.TrimRight(c.BaseURL, "/"),
		macs:      sync.Pool{New: func() any { return &mac{keyed: hmac.New(sha256.New, c.SigningKey)} }},
		clock:     c.Clock,
		log:       cmp.Or(c.Logger, slog.Default()),
		maxUpload: MaxUpload,
		patience:  usualPatience,
		pace:      uploadPace,
		minFree:   c.MinFree,
	}
	if s.clock == nil {
		s.clock = time.Now
	}
	var err error
	if s.bucket, s.folder, err = openBucket(ctx, c.URL, c.DataDir, s.log); err != nil {
		return nil, err
	}
	s.closeIdle = idleCloser(s.bucket)
	if s.folder != "" {
		if err := sweep(s.folder, s.clock()); err != nil {
			return nil, fmt.Errorf("blob: cannot clean the folder of uploads, check its permissions: %w", err)
		}
	}
	return s, nil
}

func (c Config) check() error {
	if len(c.SigningKey) < minSigningKey {
		return fmt.Errorf("blob: the signing key has %d bytes, give it at least %d random ones",
			len(c.SigningKey), minSigningKey)
	}
	base, err := url.Parse(c.BaseURL)
	if err != nil || base.Host == "" || base.RawQuery != "" || base.Fragment != "" ||
		(base.Scheme != "http" && base.Scheme != "https") {
		return fmt.Errorf("blob: the base address %q must be like https://covertrack.example.com", c.BaseURL)
	}
	return nil
}

// Ping returns an error unless the store can be reached. It is for the readiness probe.
func (s *Store) Ping(ctx context.Context) error {
	if s.folder != "" {
		if _, err := os.Stat(s.folder); err != nil {
			return fmt.Errorf("blob: the folder of uploads is gone, bring it back: %w", err)
		}
		return nil
	}
	ctx, ended := s.within(ctx, s.patience.look)
	ok, err := s.bucket.IsAccessible(ctx)
	ended(err)
	if err != nil {
		return fmt.Errorf("blob: the object store does not answer, check its address and credentials: %w", err)
	}
	if !ok {
		return errors.New("blob: the bucket does not exist, create it")
	}
	return nil
}

// Close releases the connections to the store.
func (s *Store) Close() error { return s.bucket.Close() }
