package fire

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"strconv"
	"sync/atomic"
	"time"
)

// shooter is one connection.
type shooter struct {
	job    *Job
	conn   net.Conn
	reader *bufio.Reader
	times  []time.Duration
	bytes  int64
	out    []byte
}

// fire takes the next request of the job again and again, whichever connection sent the one before.
func (s *shooter) fire(ctx context.Context, sent *atomic.Int64, begun, until time.Time) error {
	for ctx.Err() == nil {
		n := int(sent.Add(1)) - 1
		due := time.Now()
		if s.job.Rate > 0 {
			due = begun.Add(time.Duration(float64(n) / s.job.Rate * float64(time.Second)))
		}
		if s.job.Count > 0 && n >= s.job.Count || s.job.Count == 0 && due.After(until) {
			return nil
		}
		time.Sleep(time.Until(due))
		if err := s.shoot(n); err != nil {
			return err
		}
		s.times = append(s.times, time.Since(due))
	}
	return nil
}

func (s *shooter) shoot(n int) error {
	shot := s.job.shot(n)
	if _, err := s.conn.Write(s.request(n, shot)); err != nil {
		return err
	}
	status, body, err := readAnswer(s.reader)
	if err != nil {
		return err
	}
	if status >= "300" {
		text, _ := io.ReadAll(io.LimitReader(body, 500))
		return fmt.Errorf("%s %s: %s: %s", shot.Method, shot.Path, status, text)
	}
	size, err := io.Copy(io.Discard, body)
	s.bytes += size
	return err
}

// shot returns the n-th request of a job.
func (j *Job) shot(n int) Shot {
	if len(j.Shots) > 0 {
		return j.Shots[n%len(j.Shots)]
	}
	shot := Shot{Method: j.Method, Path: j.Paths[n%len(j.Paths)], Keyed: j.Keyed}
	if len(j.Bodies) > 0 {
		shot.Body = j.Bodies[n%len(j.Bodies)]
	}
	return shot
}

var (
	run  = strconv.FormatInt(time.Now().UnixNano(), 36) // makes a key differ from those of other runs
	keys atomic.Int64
)

// request returns the bytes of the n-th request. They are valid until the next call.
func (s *shooter) request(n int, shot Shot) []byte {
	b := s.out[:0]
	b = append(append(b, shot.Method...), ' ')
	b = append(b, shot.Path...)
	b = append(b, " HTTP/1.1\r\nHost: bench.example\r\nAuthorization: Bearer "...)
	token := s.job.Token
	if len(s.job.Tokens) > 0 {
		token = s.job.Tokens[n%len(s.job.Tokens)]
	}
	b = append(b, token...)
	if s.job.Accept != "" {
		b = append(append(b, "\r\nAccept-Encoding: "...), s.job.Accept...)
	}
	if shot.Keyed {
		b = append(append(b, "\r\nIdempotency-Key: "...), run...)
		b = strconv.AppendInt(append(b, '-'), keys.Add(1), 10)
	}
	if shot.Body != "" {
		b = append(b, "\r\nContent-Type: application/json\r\nContent-Length: "...)
		b = strconv.AppendInt(b, int64(len(shot.Body)), 10)
	}
	s.out = append(append(b, "\r\n\r\n"...), shot.Body...)
	return s.out
}
