package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

// Guard decides whether an upload to key may come, before its bytes do: size is what it will have, at most MaxUpload if
// the client did not say. It may set headers of the response. If it lets the upload come, ended is called when it has,
// with the size that was stored, or -1 if nothing was. Errors are domain errors.
type Guard func(ctx context.Context, header http.Header, key string, size int64) (ended func(stored int64), err error)

// SetGuard has all later uploads decided by guard. It must be called before the handler serves.
func (s *Store) SetGuard(guard Guard) { s.guard = guard }

// allowed has the guard decide, and writes its refusal.
func (s *Store) allowed(w http.ResponseWriter, r *http.Request, t ticket, size int64) (ended func(stored int64), ok bool) {
	if s.guard == nil {
		return func(int64) {}, true
	}
	ended, err := s.guard(r.Context(), w.Header(), t.key, size)
	if err == nil {
		return ended, true
	}
	refusal, isDomain := errors.AsType[*fault.Error](err)
	switch {
	case !isDomain:
		s.unavailable(w, r, err)
	case refusal.Code == fault.CodeRateLimited:
		writeProblem(w, http.StatusTooManyRequests, refusal.Code, refusal.Message)
	case refusal.Code == fault.CodeQuotaExceeded:
		writeProblem(w, http.StatusUnprocessableEntity, refusal.Code, refusal.Message)
	default:
		s.unavailable(w, r, err)
	}
	return nil, false
}

// FreeBytes returns how much room the file system of a folder has; ok is false for other stores.
func (s *Store) FreeBytes() (free int64, ok bool) {
	var at unix.Statfs_t
	if f, ok := s.bucket.(folder); !ok || unix.Statfs(string(f), &at) != nil {
		return 0, false
	}
	return int64(at.Bavail) * int64(at.Bsize), true //nolint:unconvert // the type is another one on macOS
}

// ErrNoRoom ends what would take the room that uploads leave.
var ErrNoRoom = errors.New("blob: the folder of files has less free than must be left")

// Bounded returns a reader of what is to be written that ends with ErrNoRoom while the file system has less than uploads leave.
func (s *Store) Bounded(r io.Reader) io.Reader { return &boundedByRoom{Reader: r, store: s} }

// lookEach is after how many bytes it is looked again.
const lookEach = 8 << 20

type boundedByRoom struct {
	io.Reader
	store *Store
	left  int // until the next look
}

// Read reads a part.
func (b *boundedByRoom) Read(p []byte) (int, error) {
	if b.left <= 0 {
		if free, known := b.store.FreeBytes(); known && free < b.store.minFree {
			return 0, ErrNoRoom
		}
		b.left = lookEach
	}
	n, err := b.Reader.Read(p)
	b.left -= n
	return n, err
}

// MinFree returns the room that uploads leave.
func (s *Store) MinFree() int64 { return s.minFree }

// reserve keeps room for an upload, so that any number at once leave what they must. It reports whether there is enough.
// What has come of an upload counts twice until it ends: the last of many is refused a little early.
func (s *Store) reserve(size int64) (release func(), ok bool) {
	release = func() { s.coming.Add(-size) }
	coming := s.coming.Add(size)
	if free, known := s.FreeBytes(); known && s.minFree > 0 && free-coming < s.minFree {
		release()
		return nil, false
	}
	return release, true
}

// isFull reports whether the file system, or the part of it that is ours, has no room.
func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// noRoom says that there is none, and logs why.
func (s *Store) noRoom(w http.ResponseWriter, r *http.Request, why error) {
	s.log.ErrorContext(r.Context(), "no room for an upload", "error", why)
	w.Header().Set("Retry-After", "60")
	writeProblem(w, http.StatusInsufficientStorage, fault.CodeInsufficientStorage,
		"The server has no room for the file. Everything else works; try again later.")
}

// errFloor is why an upload is refused before the disk is full.
func (s *Store) errFloor() error {
	return fmt.Errorf("the folder of uploads has less than %s free, which uploads leave", model.Bytes(s.minFree))
}
