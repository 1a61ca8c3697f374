package embedded

import (
	"time"

	"golang.org/x/sys/unix"
)

const (
	// roomToRun is what a server needs to recover and to go on: two segments of its log of writes.
	roomToRun     = 32 << 20
	lookForRoom   = time.Second
	tellWaitEvery = 5 * time.Minute
)

// hasRoom reports whether the disk has what a server needs, or that is not known.
func (c *cluster) hasRoom() bool {
	var at unix.Statfs_t
	if unix.Statfs(c.data, &at) != nil {
		return true
	}
	return int64(at.Bavail)*int64(at.Bsize) >= roomToRun //nolint:unconvert // the type is another one on macOS
}

// awaitRoom starts the server again, which has ended since its disk was full, once there is room. It reports whether the server
// runs: not if it could not start though there was room, or Stop came first. What was committed is there.
func (s *Server) awaitRoom(ended *process) bool {
	c := s.cluster
	for told := (time.Time{}); ; {
		if time.Since(told) >= tellWaitEvery {
			told = time.Now()
			c.log.Error("the disk is full and embedded Postgres has ended; it starts again when there is room",
				"exit", ended.exit(), "free_at_least", roomToRun, "folder", c.data)
		}
		if sleep(s.life, lookForRoom) != nil {
			return false
		}
		if !c.hasRoom() {
			continue
		}
		if err := s.again(); err == nil {
			return true
		} else if c.hasRoom() {
			c.log.Error("embedded Postgres cannot start again", "error", err)
			return false
		}
	}
}

// again starts the server once more, unless Stop has begun.
func (s *Server) again() error {
	s.starting.Lock()
	defer s.starting.Unlock()
	if err := s.life.Err(); err != nil {
		return err
	}
	child, err := s.cluster.bringUp(s.life)
	if err == nil {
		s.child.Store(child)
	}
	return err
}
