package blob

import (
	"io"
	"net/http"
	"time"
)

// A pace is how long an upload may take: as long as it gets on. A limit on the whole would refuse slow lines; a limit on
// each read alone would let a client hold a connection for days.
type pace struct {
	pause time.Duration // at most so long without a byte
	start time.Duration // what an upload may take besides its bytes' own time
	rate  int64         // bytes a second, on average after start
}

// uploadPace lets 50 MiB take 14 minutes, which a line of half a megabit does.
var uploadPace = pace{pause: 15 * time.Second, start: 30 * time.Second, rate: 64 << 10}

// answerWithin is how long the response to an upload may take to be written once the last byte has come.
const answerWithin = 45 * time.Second

// until is when a read that begins now must have ended.
func (p pace) until(begun, now time.Time, received int64) time.Time {
	whole := begun.Add(p.start + time.Duration(received)*time.Second/time.Duration(p.rate))
	if next := now.Add(p.pause); next.Before(whole) {
		return next
	}
	return whole
}

// paced is a body whose connection is given up when it does not keep the pace. What is done between two reads is not the
// sender's time.
type paced struct {
	io.Reader
	pace     pace
	conn     *http.ResponseController
	begun    time.Time
	rested   time.Time // when the last read ended
	received int64
}

// KeepPace returns a body that must come as fast as an upload. The connection's deadlines move on with it.
func KeepPace(w http.ResponseWriter, body io.Reader) io.Reader { return uploadPace.keep(w, body) }

func (p pace) keep(w http.ResponseWriter, body io.Reader) *paced {
	now := time.Now()
	return &paced{Reader: body, pace: p, conn: http.NewResponseController(w), begun: now, rested: now}
}

// Read moves the connection's deadlines on before it waits. Where they cannot be moved, slow uploads only fail sooner.
func (b *paced) Read(p []byte) (int, error) {
	now := time.Now()
	b.begun = b.begun.Add(now.Sub(b.rested))
	_ = b.conn.SetReadDeadline(b.pace.until(b.begun, now, b.received))
	_ = b.conn.SetWriteDeadline(now.Add(b.pace.pause + answerWithin))
	n, err := b.Reader.Read(p)
	b.received += int64(n)
	b.rested = time.Now()
	return n, err
}
