package engine

import (
	"io"
	"sync"
)

// Buffer takes a response's data. After NewBuffer, call Free once the data is no longer read: the ETag is computed, the
// idempotency key has its copy, and the reply is written.
type Buffer struct{ bytes []byte }

// largestKept is the largest buffer that is kept for reuse: one huge page must not hold its memory for ever.
const largestKept = 1 << 20

var buffers = sync.Pool{New: func() any { return new(Buffer) }}

// NewBuffer returns an empty buffer.
func NewBuffer() *Buffer { return buffers.Get().(*Buffer) }

// Free lets the buffer and its memory be used again.
func (b *Buffer) Free() {
	if cap(b.bytes) <= largestKept {
		buffers.Put(b)
	}
}

// Write appends; it never fails.
func (b *Buffer) Write(p []byte) (int, error) {
	b.bytes = append(b.bytes, p...)
	return len(p), nil
}

// WriteString appends; it never fails.
func (b *Buffer) WriteString(s string) (int, error) {
	b.bytes = append(b.bytes, s...)
	return len(s), nil
}

// MarshalGQL writes what the buffer has: gqlgen uses the buffer in place of the value.
func (b *Buffer) MarshalGQL(w io.Writer) { _, _ = w.Write(b.bytes) }
