package engine

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/encode"
	"github.com/covertrack/covertrack/graph/reader"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

// Slot is one of the slots that package admission lets requests work in, and what the request holds of the node's memory.
type Slot struct {
	mu           sync.Mutex
	leave        func() // nil once the slot was given back
	unread       Unread
	organization uuid.UUID
	weight       weight
	isWrite      bool // of a mutation, whose reading makes no answer
}

type slotKey struct{}

// WithSlot returns the context of a request that has a slot, and the slot, whose End must be called at its end. Leave gives
// the slot back.
func WithSlot(ctx context.Context, leave func(), unread Unread, organization uuid.UUID) (context.Context, *Slot) {
	s := &Slot{leave: leave, unread: unread, organization: organization}
	return context.WithValue(ctx, slotKey{}, s), s
}

// Leave gives the slot back. Repeated, it does nothing.
func (s *Slot) Leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.leave != nil {
		s.leave()
		s.leave = nil
	}
}

// End gives back the slot and the memory: the answer is written.
func (s *Slot) End() {
	s.Leave()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.weight.read, s.weight.answer = 0, 0
	_ = s.reserve(true)
}

func slotOf(ctx context.Context) *Slot {
	s, _ := ctx.Value(slotKey{}).(*Slot)
	return s
}

// leaveSlot gives back the slot of a request, if it has one.
func leaveSlot(ctx context.Context) {
	if s := slotOf(ctx); s != nil {
		s.Leave()
	}
}

// maxRead is how many bytes of rows one request may read. What is too much for an answer is read again, shorter.
const maxRead = 4 * encode.MaxBytes

// Unread counts the bytes that requests hold until their clients have read the answers (reliability R22). Package admission
// has the limits.
type Unread interface {
	// Count counts the bytes that a request of an organization holds now, instead of those before. Unless it must, it refuses
	// more than there is room for beside others with `unavailable`.
	Count(organization uuid.UUID, before, now int, must bool) error
}

// weight is what one request holds: the rows that were read for it, its answer, and how much of that is counted.
type weight struct{ read, answer, counted int }

// reserve counts what a request holds, if that is much. Small answers are bounded by their number: there are so many slots.
// It is called with the lock.
func (s *Slot) reserve(must bool) error {
	now := s.weight.read + s.weight.answer
	if now <= reader.Large {
		now = 0
	}
	if now == s.weight.counted || s.unread == nil {
		return nil
	}
	err := s.unread.Count(s.organization, s.weight.counted, now, must)
	if err == nil {
		s.weight.counted = now
	}
	return err
}

// ReadRows notes how many bytes of rows the request has read so far: `validation_failed` if they are too many for one
// answer, `unavailable` if others wait to be read.
func (s *Slot) ReadRows(bytes int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if bytes > maxRead && s.isWrite {
		return fault.New(fault.CodeUnavailable, "What the change rests on is too much to be read at once.").Because(errTooMuchRead)
	}
	if bytes > maxRead {
		return tooHeavy()
	}
	s.weight.read = bytes
	return s.reserve(false)
}

// Expect counts what a page will have in the answer, about, before it is written; `unavailable`.
func (r *Request) Expect(ctx context.Context, bytes int) error {
	s := slotOf(ctx)
	if s == nil || bytes <= reader.Large {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.weight.answer += bytes
	return s.reserve(false)
}

// expected is what the answer will have about, as far as that is known.
func expected(ctx context.Context) int {
	s := slotOf(ctx)
	if s == nil {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return min(s.weight.answer, encode.MaxBytes)
}

// PageBytes is about how many bytes a page of the request may have.
func (r *Request) PageBytes() int { return encode.MaxBytes >> r.halved.Load() }

// halves is how often a page is read again with half as much.
const halves = 8

// halve has the list of a query with one root field that turned out too large for an answer be read again, shorter. It
// reports whether there is anything to leave out.
func (r *Request) halve(ctx context.Context, result any) bool {
	list, ok := result.(interface{ Len() int })
	if !ok || r.mutation || list.Len() < 2 || r.halved.Add(1) > halves {
		return false
	}
	r.mu.Lock()
	r.records, r.statements, r.cost = 0, 0, 0
	r.mu.Unlock()
	if s := slotOf(ctx); s != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.weight.answer = 0
	}
	return true
}

var errTooMuchRead = errors.New("a mutation has read more rows than it may")

func tooHeavy() error {
	return fault.New(fault.CodeValidationFailed, "The answer would have more than %s, which is the most that one may have; "+
		"ask for less at once: by limit, by fewer relations, by fewer fields.", model.Bytes(encode.MaxBytes))
}

// settle counts a reply as it is: from then on it is all that the request holds.
func settle(ctx context.Context, reply Reply) Reply {
	s := slotOf(ctx)
	if s == nil {
		return reply
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.weight.read, s.weight.answer = 0, len(reply.Body)
	_ = s.reserve(true)
	return reply
}

// Send writes a reply's body. The writing of a large one takes as long as its reader wants, and no slot.
func (r Reply) Send(ctx context.Context, w http.ResponseWriter) {
	if len(r.Body) <= reader.Large {
		_, _ = w.Write(r.Body)
		return
	}
	settle(ctx, r) // as Do does: a door has answers of its own too
	leaveSlot(ctx)
	reader.Write(ctx, w, r.Body)
}

// streamPart is how long one part of a stream may take to be written, unless its reader gets on.
const streamPart = 30 * time.Second

// WritePart writes a part of an answer, for which it gives the slot back, and takes one again for the next part. The error is
// that of ctx.
func (e *Engine) WritePart(ctx context.Context, caller *model.Principal, w http.ResponseWriter, part []byte) error {
	leaveSlot(ctx)
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(streamPart))
	reader.Write(ctx, w, part)
	leave, err := e.streams.Refresh(ctx, caller)
	if s := slotOf(ctx); s != nil && err == nil {
		s.mu.Lock()
		s.leave = leave
		s.mu.Unlock()
		return nil
	}
	if err == nil {
		leave()
	}
	return err
}

// Streams limits what stays open until something happens: subscriptions, and requests that wait for news (reliability
// R12). Package admission has the limits; without them there is no limit.
type Streams interface {
	// Open counts a stream of the caller until it calls leave: `too_many_streams` when the token or the organization
	// has enough of them, `unavailable` when the node has.
	Open(caller *model.Principal) (leave func(), err error)
	// Refresh waits for a slot to work in for the streams of the caller, who gives it back by leave. The error is that of
	// ctx.
	Refresh(ctx context.Context, caller *model.Principal) (leave func(), err error)
}

// StreamRetryAfter is how long, in seconds, a caller waits whose stream was refused: that soon the streams of readers
// that do not read have ended.
const StreamRetryAfter = "10"

// unlimited are streams without limits.
type unlimited struct{}

func (unlimited) Open(*model.Principal) (func(), error) { return func() {}, nil }

func (unlimited) Refresh(ctx context.Context, _ *model.Principal) (func(), error) {
	return func() {}, ctx.Err()
}
