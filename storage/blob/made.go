package blob

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/covertrack/covertrack/model/fault"
)

// Maker writes the file of a key that is kept nowhere. An error before the first byte is told; after one the connection is cut,
// so that nobody takes a part for the whole.
type Maker func(ctx context.Context, key string, w io.Writer) error

// SetMaker has the files whose keys begin with a folder and a slash made by make when they are downloaded. It must be called
// before the handler serves.
func (s *Store) SetMaker(folder string, make Maker) {
	if s.makers == nil {
		s.makers = map[string]Maker{}
	}
	s.makers[folder] = make
}

// CopyTo writes the file under key to what to returns, which is called with its size once the file is there. Errors wrap
// ErrNotFound or ErrInvalidKey.
func (s *Store) CopyTo(ctx context.Context, key string, to func(size int64) (io.Writer, error)) error {
	file, a, err := s.open(ctx, key)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	w, err := to(a.Size)
	if err != nil {
		return err
	}
	n, err := io.Copy(w, file)
	if err == nil && n != a.Size {
		err = io.ErrUnexpectedEOF
	}
	return wrap("read", key, err)
}

// makeWithin is the most time that a file may take to be made, however slow its reader is.
const makeWithin = 15 * time.Minute

// taking is how fast a file that is made has to be read.
type taking struct {
	within time.Duration // for what was written last; in all, so much longer than all that was written takes at the rate
	rate   int64         // bytes a second, on average
}

var usualTaking = taking{within: 30 * time.Second, rate: 16 << 10}

// makerOf returns who makes the file of a key; nil for one that is kept.
func (s *Store) makerOf(key string) Maker {
	folder, _, _ := strings.Cut(key, "/")
	return s.makers[folder]
}

// make sends a file that is made now. It has no validator and no ranges.
func (s *Store) make(w http.ResponseWriter, r *http.Request, t ticket, write Maker) {
	describe(w.Header(), t, attributes{})
	w.Header().Del("Etag")
	w.Header().Set("Cache-Control", "private, no-store")
	if r.Method == http.MethodHead {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), makeWithin)
	defer cancel()
	out := &madeWriter{w: w, conn: http.NewResponseController(w), ctx: ctx, taking: cmp.Or(s.taking, usualTaking)}
	out.wait()
	defer func() { _ = out.conn.SetWriteDeadline(time.Time{}) }() // the connection may serve another request next
	err := write(ctx, t.key, out)
	refusal, isDomain := errors.AsType[*fault.Error](err)
	switch {
	case err == nil:
	case out.begun:
		s.log.WarnContext(r.Context(), "a file that was being made was cut off", "key", t.key, "error", err)
		panic(http.ErrAbortHandler)
	case isDomain && refusal.Code == fault.CodeNotFound:
		writeProblem(w, http.StatusNotFound, refusal.Code, refusal.Message)
	default:
		s.unavailable(w, r, err)
	}
}

// errSlow ends the making of a file whose reader does not keep the pace: who reads slowly keeps others from a place.
var errSlow = errors.New("the reader is too slow")

// madeWriter moves the connection's deadline on with each write.
type madeWriter struct {
	w      http.ResponseWriter
	conn   *http.ResponseController
	ctx    context.Context // ends the making, also between two writes
	taking taking
	begun  bool
	bytes  int64
	waited time.Duration // for the reader
}

func (m *madeWriter) wait() { _ = m.conn.SetWriteDeadline(time.Now().Add(makeWithin)) }

// Write sends a part.
func (m *madeWriter) Write(b []byte) (int, error) {
	m.begun = true
	left := m.taking.within + time.Duration(m.bytes)*time.Second/time.Duration(m.taking.rate) - m.waited
	if err := m.ctx.Err(); err != nil {
		return 0, err
	}
	if left <= 0 {
		return 0, errSlow
	}
	begun := time.Now()
	_ = m.conn.SetWriteDeadline(begun.Add(min(m.taking.within, left)))
	n, err := m.w.Write(b)
	m.bytes, m.waited = m.bytes+int64(n), m.waited+time.Since(begun)
	m.wait() // until the next part there is nothing to take
	return n, err
}
