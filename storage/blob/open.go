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
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/covertrack/covertrack/model/credentials"
)

// minSigningKey is the length of the signature's hash: a shorter key would be easier to guess than the signature.
const minSigningKey = 32

// Config is what a Store works with.
type Config struct {
	URL     string // the store's address; empty means the folder DataDir/blobs
	DataDir string // used when URL is empty
	BaseURL string // this server's public address, to which /files/… is appended
	// SigningKeys have at least 32 random bytes each, and are the same on every node.
	SigningKeys credentials.SigningKeys
	Clock       func() time.Time // nil means time.Now
	Logger      *slog.Logger     // nil means slog.Default()
	MinFree     int64            // bytes that uploads to a folder leave free on its file system
}

// A Store stores files. It is safe for concurrent use.
type Store struct {
	bucket    bucket
	name      string // see Name
	baseURL   string
	macs      []*sync.Pool // of *mac, one for each signing key
	clock     func() time.Time
	log       *slog.Logger
	maxUpload int64
	pace      pace
	guard     Guard            // nil: every upload may come
	makers    map[string]Maker // of the files that are made, by their folders
	taking    taking           // the pace of who reads them
	minFree   int64
	coming    atomic.Int64 // bytes of the uploads that are coming
}

// Open opens the store of c. A folder is created if it is missing, and unfinished files that a crash left there are
// removed. An object store is not contacted; call Ping for that.
func Open(c Config) (*Store, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	s := &Store{
		name:      nameOf(c.URL),
		baseURL:   strings.TrimRight(c.BaseURL, "/"),
		clock:     c.Clock,
		log:       cmp.Or(c.Logger, slog.Default()),
		maxUpload: MaxUpload,
		pace:      uploadPace,
		minFree:   c.MinFree,
	}
	if s.clock == nil {
		s.clock = time.Now
	}
	for _, key := range c.SigningKeys {
		s.macs = append(s.macs, &sync.Pool{New: func() any { return &mac{keyed: hmac.New(sha256.New, key)} }})
	}
	var err error
	if s.bucket, err = openBucket(c.URL, c.DataDir, s.log); err != nil {
		return nil, err
	}
	if f, ok := s.bucket.(folder); ok {
		if err := f.sweep(s.clock()); err != nil {
			return nil, fmt.Errorf("blob: cannot clean the folder of uploads, check its permissions: %w", err)
		}
	}
	return s, nil
}

func (c Config) check() error {
	if len(c.SigningKeys) == 0 {
		return errors.New("blob: there is no signing key")
	}
	for _, key := range c.SigningKeys {
		if len(key) < minSigningKey {
			return fmt.Errorf("blob: the signing key has %d bytes, give it at least %d random ones", len(key), minSigningKey)
		}
	}
	base, err := url.Parse(c.BaseURL)
	if err != nil || base.Host == "" || base.RawQuery != "" || base.Fragment != "" ||
		(base.Scheme != "http" && base.Scheme != "https") {
		return fmt.Errorf("blob: the base address %q must be like https://covertrack.example.com", c.BaseURL)
	}
	return nil
}

// Ping returns an error unless the store can be reached. It is for the readiness probe.
func (s *Store) Ping(ctx context.Context) error { return s.bucket.ping(ctx) }

// Close closes the connections to the store.
func (s *Store) Close() error {
	s.bucket.close()
	return nil
}
