package fire

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net/http/httputil"
	"strconv"
)

var (
	errNoHTTP   = errors.New("the answer is not HTTP/1.1")
	errNoLength = errors.New("the answer does not say where its body ends")
)

// readAnswer reads a response up to its body. It looks at the status and at how long the body is: net/http, which keeps every
// header, would cost a third of what the server does.
func readAnswer(r *bufio.Reader) (status string, body io.Reader, err error) {
	line, err := r.ReadSlice('\n')
	if err != nil {
		return "", nil, err
	}
	if len(line) < len("HTTP/1.1 200") {
		return "", nil, errNoHTTP
	}
	status = string(line[len("HTTP/1.1 "):len("HTTP/1.1 200")])
	for {
		if line, err = r.ReadSlice('\n'); err != nil {
			return status, body, err
		}
		name, value, _ := bytes.Cut(bytes.TrimSpace(line), []byte(": "))
		switch {
		case len(name) == 0 && body == nil:
			return status, body, errNoLength
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

// chunks is a body in chunks, and the line behind the last one.
type chunks struct {
	r    *bufio.Reader
	body io.Reader
}

// Read reads of the body.
func (c *chunks) Read(p []byte) (int, error) {
	n, err := c.body.Read(p)
	if err == io.EOF {
		_, _ = c.r.ReadSlice('\n')
	}
	return n, err
}
