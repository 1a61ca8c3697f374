// Package fire is the load generator of `make bench`: so many connections, kept alive, each sending one request after another.
// It runs in a process of its own and costs as little as it can, for it shares the cores with what is measured.
package fire

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// Job is what to send, and for how long.
type Job struct {
	// Addr is the server's host and port.
	Addr string
	// Method is GET or POST.
	Method string
	// Paths and Bodies are sent in turn; Bodies may be empty.
	Paths, Bodies []string
	Token         string
	// Keyed gives each request an Idempotency-Key of its own.
	Keyed bool
	// Conns is how many connections send at the same time.
	Conns int
	// For is how long; Count, when it is not 0, is how many requests instead.
	For   time.Duration
	Count int
}

// Result is what came of a job.
type Result struct {
	Requests int
	Seconds  float64
	// P50 and P99 are latencies in seconds.
	P50, P99 float64
}

// PerSecond is the rate of requests.
func (r Result) PerSecond() float64 { return float64(r.Requests) / r.Seconds }

// Serve runs the jobs that come in, one JSON object each, and answers each with its Result, or with an object that has the
// member Error.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	decoder, encoder := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var job Job
		if err := decoder.Decode(&job); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		var reply Reply
		result, err := Run(ctx, job)
		if reply.Result = result; err != nil {
			reply.Error = err.Error()
		}
		if err := encoder.Encode(reply); err != nil {
			return err
		}
	}
}

// Reply is an answer of Serve.
type Reply struct {
	Result
	Error string `json:",omitempty"`
}

// Run runs a job. Any answer but 2xx ends it with an error.
func Run(ctx context.Context, job Job) (Result, error) {
	shooters := make([]*shooter, job.Conns)
	for i := range shooters {
		conn, err := net.Dial("tcp", job.Addr)
		if err != nil {
			return Result{}, err
		}
		defer func() { _ = conn.Close() }()
		shooters[i] = &shooter{job: &job, conn: conn, reader: bufio.NewReaderSize(conn, 64<<10)}
	}
	var sent atomic.Int64
	begun := time.Now()
	until := begun.Add(job.For)
	group, ctx := errgroup.WithContext(ctx)
	for _, s := range shooters {
		group.Go(func() error { return s.fire(ctx, &sent, until) })
	}
	err := group.Wait()
	result := Result{Seconds: time.Since(begun).Seconds()}
	var times []time.Duration
	for _, s := range shooters {
		times = append(times, s.times...)
	}
	if result.Requests = len(times); result.Requests == 0 {
		return result, errors.Join(err, errors.New("no request ended in time"))
	}
	slices.Sort(times)
	result.P50, result.P99 = times[len(times)/2].Seconds(), times[len(times)*99/100].Seconds()
	return result, err
}

// shooter is one connection.
type shooter struct {
	job    *Job
	conn   net.Conn
	reader *bufio.Reader
	times  []time.Duration
	out    []byte
}

func (s *shooter) fire(ctx context.Context, sent *atomic.Int64, until time.Time) error {
	for ctx.Err() == nil {
		n := int(sent.Add(1)) - 1
		if s.job.Count > 0 && n >= s.job.Count {
			return nil
		}
		begun := time.Now()
		if s.job.Count == 0 && begun.After(until) {
			return nil
		}
		if err := s.shoot(n); err != nil {
			return err
		}
		s.times = append(s.times, time.Since(begun))
	}
	return nil
}

func (s *shooter) shoot(n int) error {
	if _, err := s.conn.Write(s.request(n)); err != nil {
		return err
	}
	status, body, err := readAnswer(s.reader)
	if err != nil {
		return err
	}
	if status >= "300" {
		text, _ := io.ReadAll(io.LimitReader(body, 500))
		return fmt.Errorf("%s %s: %s: %s", s.job.Method, s.job.Paths[n%len(s.job.Paths)], status, text)
	}
	_, err = io.Copy(io.Discard, body)
	return err
}

var (
	run  = strconv.FormatInt(time.Now().UnixNano(), 36) // no key of another run is used again
	keys atomic.Int64
)

// request is the n-th request's bytes.
func (s *shooter) request(n int) []byte {
	b := s.out[:0]
	b = append(b, s.job.Method...)
	b = append(append(b, ' '), s.job.Paths[n%len(s.job.Paths)]...)
	b = append(b, " HTTP/1.1\r\nHost: bench.example"...)
	b = append(append(b, "\r\nAuthorization: Bearer "...), s.job.Token...)
	if s.job.Keyed {
		b = append(append(b, "\r\nIdempotency-Key: "...), run...)
		b = strconv.AppendInt(append(b, '-'), keys.Add(1), 10)
	}
	if len(s.job.Bodies) > 0 {
		body := s.job.Bodies[n%len(s.job.Bodies)]
		b = append(b, "\r\nContent-Type: application/json\r\nContent-Length: "...)
		b = append(append(strconv.AppendInt(b, int64(len(body)), 10), "\r\n\r\n"...), body...)
	} else {
		b = append(b, "\r\n\r\n"...)
	}
	s.out = b
	return b
}
