package main

import (
	"bufio"
	"bytes"
	"cmp"
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

// shot is one request.
type shot struct {
	method, path, token, body string
	keyed                     bool // it has an Idempotency-Key of its own
}

// job is what to send to a server, and for how long.
type job struct {
	addr   string
	shots  []shot // sent in turn
	accept string // sent as Accept-Encoding, unless it is empty
	conns  int    // connections that send at the same time, each its next request after the response to the last one
	// rate is how many requests a second fall due, whatever becomes of those before them. The latency of a request counts
	// from when it was due. 0 sends a request after each response.
	rate  float64
	lasts time.Duration
	count int // requests to send, in place of lasts, unless it is 0
}

// result is the outcome of a job, or of what else is measured in a round.
type result struct {
	requests       int
	seconds        float64
	p50, p99, p999 float64 // latencies in seconds: none of this share of the requests took longer
	bytes          int64   // of all bodies together, as they were sent
	cpu            float64 // of the nodes meanwhile in seconds, where it is taken
}

// run runs a job. It returns an error at the first response that is not 2xx, and if no request ended in time. It does as
// little as it can, because it shares the cores with what is measured: net/http would cost a third of what a server does.
func (j job) run(ctx context.Context) (result, error) {
	shooters := make([]*shooter, j.conns)
	for i := range shooters {
		conn, err := net.Dial("tcp", j.addr)
		if err != nil {
			return result{}, err
		}
		defer func() { _ = conn.Close() }()
		shooters[i] = &shooter{job: &j, conn: conn, reader: bufio.NewReaderSize(conn, 64<<10)}
	}
	var sent atomic.Int64
	begun := time.Now()
	group, ctx := errgroup.WithContext(ctx)
	for _, s := range shooters {
		group.Go(func() error { return s.fire(ctx, &sent, begun) })
	}
	err := group.Wait()
	r := result{seconds: time.Since(begun).Seconds()}
	var times []time.Duration
	for _, s := range shooters {
		times = append(times, s.times...)
		r.bytes += s.bytes
	}
	if r.requests = len(times); r.requests == 0 {
		return r, errors.Join(err, errors.New("no request ended in time"))
	}
	slices.Sort(times)
	at := func(thousandths int) float64 { return times[len(times)*thousandths/1000].Seconds() }
	r.p50, r.p99, r.p999 = at(500), at(990), at(999)
	return r, err
}

// shooter is one connection.
type shooter struct {
	job    *job
	conn   net.Conn
	reader *bufio.Reader
	out    []byte
	times  []time.Duration
	bytes  int64
}

// fire sends the next request of the job until its end, whichever connection sent the one before.
func (s *shooter) fire(ctx context.Context, sent *atomic.Int64, begun time.Time) error {
	for ctx.Err() == nil {
		n, due := int(sent.Add(1))-1, time.Now()
		if s.job.rate > 0 {
			due = begun.Add(time.Duration(float64(n) / s.job.rate * float64(time.Second)))
		}
		if s.job.count > 0 && n >= s.job.count || s.job.count == 0 && due.Sub(begun) > s.job.lasts {
			return nil
		}
		time.Sleep(time.Until(due))
		shot := s.job.shots[n%len(s.job.shots)]
		if err := s.shoot(shot); err != nil {
			return fmt.Errorf("%s %s: %w", shot.method, shot.path, err)
		}
		s.times = append(s.times, time.Since(due))
	}
	return nil
}

func (s *shooter) shoot(shot shot) error {
	s.out = shot.appendRequest(s.out[:0], s.job.accept)
	if _, err := s.conn.Write(s.out); err != nil {
		return err
	}
	status, body, err := readAnswer(s.reader)
	if err != nil {
		return err
	}
	if status >= "300" {
		text, _ := io.ReadAll(io.LimitReader(body, 500))
		return fmt.Errorf("%s: %s", status, text)
	}
	size, err := io.Copy(io.Discard, body)
	s.bytes += size
	return err
}

var (
	runName = strconv.FormatInt(time.Now().UnixNano(), 36) // what this run writes differs from what others wrote
	keys    atomic.Int64
)

// appendRequest appends the bytes of the request. It allocates nothing.
func (s shot) appendRequest(b []byte, accept string) []byte {
	b = join(b, s.method, " ", s.path, " HTTP/1.1\r\nHost: bench.example\r\nAuthorization: Bearer ", s.token)
	if accept != "" {
		b = join(b, "\r\nAccept-Encoding: ", accept)
	}
	if s.keyed {
		b = strconv.AppendInt(join(b, "\r\nIdempotency-Key: ", runName, "-"), keys.Add(1), 10)
	}
	if s.body != "" {
		b = strconv.AppendInt(join(b, "\r\nContent-Type: application/json\r\nContent-Length: "), int64(len(s.body)), 10)
	}
	return join(b, "\r\n\r\n", s.body)
}

func join(b []byte, parts ...string) []byte {
	for _, part := range parts {
		b = append(b, part...)
	}
	return b
}

// readAnswer reads a response up to its body, and of its header only the length.
func readAnswer(r *bufio.Reader) (status string, body io.Reader, err error) {
	line, err := r.ReadSlice('\n')
	if err != nil || len(line) < len("HTTP/1.1 200") {
		return "", nil, cmp.Or(err, errors.New("the answer is not HTTP/1.1"))
	}
	status = string(line[len("HTTP/1.1 "):len("HTTP/1.1 200")])
	for {
		if line, err = r.ReadSlice('\n'); err != nil {
			return status, body, err
		}
		name, value, _ := bytes.Cut(bytes.TrimSpace(line), []byte(": "))
		switch {
		case len(name) == 0 && body == nil:
			return status, nil, errors.New("the answer does not say where its body ends")
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
