package encode

import (
	"io"
	"sync"
)

// Buffer is what results are appended to. Whoever got it from NewBuffer may Free it once nobody reads its bytes any more.
type Buffer struct{ bytes []byte }

// kept is the greatest buffer that waits for another use: one huge page is not to hold its memory for good.
const kept = 1 << 20

var buffers = sync.Pool{New: func() any { return new(Buffer) }}

// NewBuffer is an empty buffer.
func NewBuffer() *Buffer { return buffers.Get().(*Buffer) }

// Free gives the buffer, and the memory of its bytes, to whoever needs one next.
func (b *Buffer) Free() {
	if cap(b.bytes) <= kept {
		b.Reset()
		buffers.Put(b)
	}
}

// Reset empties the buffer.
func (b *Buffer) Reset() { b.bytes = b.bytes[:0] }

// Bytes are valid until the next Reset or Free.
func (b *Buffer) Bytes() []byte { return b.bytes }

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

// MarshalGQL has the buffer stand for the value that was appended to it.
func (b *Buffer) MarshalGQL(w io.Writer) { _, _ = w.Write(b.bytes) }
