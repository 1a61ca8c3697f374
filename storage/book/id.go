package book

import (
	"encoding/binary"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
)

// ids makes UUIDs of version 7 (RFC 9562 section 5.7) that follow from the seed and the times asked for.
type ids struct {
	random *rand.Rand
	last   int64
	count  uint16 // within the millisecond, so that order is kept there too
}

func (s *ids) at(t time.Time) (id uuid.UUID) {
	ms := t.UnixMilli()
	if s.count++; ms != s.last {
		s.last, s.count = ms, 0
	}
	binary.BigEndian.PutUint64(id[:8], uint64(ms)<<16|0x7000|uint64(s.count&0x0fff))
	binary.BigEndian.PutUint64(id[8:], s.random.Uint64()>>2|0x8000000000000000)
	return id
}
