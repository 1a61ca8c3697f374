// Package fire is the load generator of `make bench`: some kept-alive connections, each of which sends one request
// after another. It does as little work as it can, because it shares the cores with what is measured.
package fire

import (
	"bufio"
	"bytes"
	"context"
	"errors"
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
	// Shots are sent in turn in place of Method, Paths, Bodies and Keyed; it may be empty.
	Shots []Shot
	// Accept is sent as Accept-Encoding, if it is not empty.
	Accept string
	// Conns is how many connections send at the same time.
	Conns int
	// Rate is how many requests a second fall due, whatever becomes of those before them. The latency of a request counts
	// from when it was due: what waits for an answer that is late is late too. 0 sends a request after each response.
	Rate float64
	// For is how long to send. If Count is not 0, it is the number of requests to send instead.
	For   time.Duration
	Count int
}

// Shot is a request of a job that sends several kinds.
type Shot struct {
	Method, Path, Body string
	Keyed              bool
}

// Result is the outcome of a job.
type Result struct {
	Requests int
	Seconds  float64
	// P50, P99 and P999 are latencies in seconds: of half of the requests, of 99 % and of 99.9 % none was longer.
	P50, P99, P999 float64
	// Bytes is the size of all bodies together, as they were sent.
	Bytes int64
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
		group.Go(func() error { return s.fire(ctx, &sent, begun, until) })
	}
	err := group.Wait()
	result := Result{Seconds: time.Since(begun).Seconds()}
	var times []time.Duration
	for _, s := range shooters {
		times = append(times, s.times...)
		result.Bytes += s.bytes
	}
	if result.Requests = len(times); result.Requests == 0 {
		return result, errors.Join(err, errors.New("no request ended in time"))
	}
	slices.Sort(times)
	result.P50, result.P99 = times[len(times)/2].Seconds(), times[len(times)*99/100].Seconds()
	result.P999 = times[len(times)*999/1000].Seconds()
	return result, err
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
