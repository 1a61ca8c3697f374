package graph

import (
	"io"
	"sync"
)

// Buffer takes a response's data. Whoever got it from NewBuffer may Free it once nobody reads the data any more: the ETag is made,
// the idempotency key has its copy, and the reply is written.
type Buffer struct{ bytes []byte }

// kept is the greatest buffer that waits for another use: one huge page is not to hold its memory for good.
const kept = 1 << 20

var buffers = sync.Pool{New: func() any { return new(Buffer) }}

// NewBuffer is an empty buffer.
func NewBuffer() *Buffer { return buffers.Get().(*Buffer) }

// Free gives the buffer, and the memory of what it took, to whoever needs one next.
func (b *Buffer) Free() {
	if cap(b.bytes) <= kept {
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

// MarshalGQL has the buffer stand for the value that it took.
func (b *Buffer) MarshalGQL(w io.Writer) { _, _ = w.Write(b.bytes) }
