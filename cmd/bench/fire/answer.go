package fire

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net/http/httputil"
	"strconv"
)

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
