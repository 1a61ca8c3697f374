package compress

import (
	"io"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// encoder writes a body in an encoding. Reset prepares it for another one.
type encoder interface {
	io.WriteCloser
	Flush() error
	Reset(w io.Writer)
}

// coding is an encoding of bodies, with a pool of its encoders: making one costs far more than using it.
type coding struct {
	name string
	pool sync.Pool
}

// codings are those that we send; of equal ones negotiate prefers the first.
var codings = []*coding{
	{name: "gzip", pool: sync.Pool{New: newGzip}},
	{name: "zstd", pool: sync.Pool{New: newZstd}},
}

// gzipLevel takes half of the time of level 6, the usual one, so that a page costs the server little more than a plain one.
// It makes lists 3 % (documents) to 16 % (policies) larger.
const gzipLevel = 3

func newGzip() any {
	encoder, err := gzip.NewWriterLevel(nil, gzipLevel)
	if err != nil {
		panic("gzip: " + err.Error()) // only for a level that it does not know
	}
	return encoder
}

// zstdWindow holds a full page of a list. Each encoder keeps about twice as much memory.
const zstdWindow = 512 << 10

func newZstd() any {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
		zstd.WithWindowSize(zstdWindow), zstd.WithLowerEncoderMem(true))
	if err != nil {
		panic("zstd: " + err.Error()) // only for options that it does not know
	}
	return encoder
}

// open returns an encoder to w. Give it to put once it is closed.
func (c *coding) open(w io.Writer) encoder {
	e := c.pool.Get().(encoder)
	e.Reset(w)
	return e
}

func (c *coding) put(e encoder) {
	e.Reset(nil) // keeps no request alive
	c.pool.Put(e)
}
