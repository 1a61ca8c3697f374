// Package fire is the load generator of `make bench`: some kept-alive connections, each of which sends one request
// after another. It does as little work as it can, because it shares the cores with what is measured.
package fire

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/httputil"
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
	// Tokens are sent in turn in place of Token; it may be empty.
	Tokens []string
	// Keyed gives each request an Idempotency-Key of its own.
	Keyed bool
	// Conns is how many connections send at the same time.
	Conns int
	// For is how long to send. If Count is not 0, it is the number of requests to send instead.
	For   time.Duration
	Count int
}

// Result is the outcome of a job.
type Result struct {
	Requests int
	Seconds  float64
	// P50 and P99 are latencies in seconds.
	P50, P99 float64
}

// PerSecond returns the rate of requests.
func (r Result) PerSecond() float64 { return float64(r.Requests) / r.Seconds }

// Run runs a job. It ends with an error at the first response that is not 2xx, and when no request ended in time.
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
		begun := time.Now()
		if s.job.Count > 0 && n >= s.job.Count || s.job.Count == 0 && begun.After(until) {
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
	run  = strconv.FormatInt(time.Now().UnixNano(), 36) // makes a key differ from those of other runs
	keys atomic.Int64
)

// request returns the bytes of the n-th request. They are valid until the next call.
func (s *shooter) request(n int) []byte {
	b := s.out[:0]
	b = append(append(b, s.job.Method...), ' ')
	b = append(b, s.job.Paths[n%len(s.job.Paths)]...)
	b = append(b, " HTTP/1.1\r\nHost: bench.example\r\nAuthorization: Bearer "...)
	token := s.job.Token
	if len(s.job.Tokens) > 0 {
		token = s.job.Tokens[n%len(s.job.Tokens)]
	}
	b = append(b, token...)
	if s.job.Keyed {
		b = append(append(b, "\r\nIdempotency-Key: "...), run...)
		b = strconv.AppendInt(append(b, '-'), keys.Add(1), 10)
	}
	body := ""
	if len(s.job.Bodies) > 0 {
		body = s.job.Bodies[n%len(s.job.Bodies)]
		b = append(b, "\r\nContent-Type: application/json\r\nContent-Length: "...)
		b = strconv.AppendInt(b, int64(len(body)), 10)
	}
	s.out = append(append(b, "\r\n\r\n"...), body...)
	return s.out
}

// readAnswer reads a response up to its body, and of its header only the length. net/http, which keeps every header,
// would cost a third of what the server does.
func readAnswer(r *bufio.Reader) (status string, body io.Reader, err error) {
	line, err := r.ReadSlice('\n')
	if err != nil {
		return "", nil, err
	}
	if len(line) < len("HTTP/1.1 200") {
		return "", nil, errors.New("the answer is not HTTP/1.1")
	}
	status = string(line[len("HTTP/1.1 "):len("HTTP/1.1 200")])
	for {
		if line, err = r.ReadSlice('\n'); err != nil {
			return status, body, err
		}
		name, value, _ := bytes.Cut(bytes.TrimSpace(line), []byte(": "))
		switch {
		case len(name) == 0 && body == nil:
			return status, body, errors.New("the answer does not say where its body ends")
		case len(name) == 0:
			return status, body, nil
		case bytes.EqualFold(name, []byte("Content-Length")):
			length, err := strconv.ParseInt(string(value), 10, 64)
			if err != nil {
				return status, body, err
			}
			body = io.LimitReader(r, length)
		case bytes.EqualFold(name, []byte("Transfer-Encoding")):
			body = &chunks{r, httputil.NewChunkedReader(r)}
		}
	}
}

// chunks is a chunked body together with the empty line behind its last chunk.
type chunks struct {
	r    *bufio.Reader
	body io.Reader
}

// Read is io.Reader's.
func (c *chunks) Read(p []byte) (int, error) {
	n, err := c.body.Read(p)
	if err == io.EOF {
		_, _ = c.r.ReadSlice('\n')
	}
	return n, err
}
