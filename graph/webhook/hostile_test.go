package webhook

import (
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// forever writes a text again and again until the connection is closed, and says how much that was.
func forever(conn net.Conn, text string) (written int) {
	for {
		n, err := io.WriteString(conn, text)
		if written += n; err != nil {
			return written
		}
	}
}

// drip writes a text a byte at a time, with pauses.
func drip(conn net.Conn, text string) {
	for i := range text {
		if _, err := conn.Write([]byte{text[i]}); err != nil {
			return
		}
		time.Sleep(patience / 8)
	}
}

// TestSendHostile costs a bounded time and a bounded part of what a receiver says.
func TestSendHostile(t *testing.T) {
	t.Parallel()
	const ok = "HTTP/1.1 200 OK\r\n"
	padding := strings.Repeat("x", 64<<10)
	late, rest := patience+5*time.Second, patience+restWithin+5*time.Second
	for name, c := range map[string]struct {
		answer func(net.Conn)
		status int
		reason string
		within time.Duration
	}{
		"silent":        {func(conn net.Conn) { _, _ = conn.Read(make([]byte, 1)) }, 0, reasonTimeout, late},
		"closes":        {func(net.Conn) {}, 0, reasonBroken, late},
		"half a status": {func(conn net.Conn) { _, _ = io.WriteString(conn, "HTTP/1.1 20") }, 0, reasonBroken, late},
		"slow status":   {func(conn net.Conn) { drip(conn, ok) }, 0, reasonTimeout, late},
		"endless status": {func(conn net.Conn) { _, _ = io.WriteString(conn, "HTTP/1.1 200 "); forever(conn, padding) }, 0,
			reasonTooLarge, late},
		"endless noise":   {func(conn net.Conn) { forever(conn, padding) }, 0, reasonTooLarge, late},
		"on the way":      {func(conn net.Conn) { forever(conn, "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n") }, 0, reasonTooLarge, late},
		"slow on the way": {func(conn net.Conn) { drip(conn, strings.Repeat("HTTP/1.1 100 C\r\n\r\n", 9)) }, 0, reasonTimeout, late},
		"slow header":     {func(conn net.Conn) { _, _ = io.WriteString(conn, ok); drip(conn, strings.Repeat("A: b\r\n", 99)) }, 200, "", rest},
		"huge header":     {func(conn net.Conn) { _, _ = io.WriteString(conn, ok+"A: "); forever(conn, padding) }, 200, "", late},
		"endless headers": {func(conn net.Conn) { _, _ = io.WriteString(conn, ok); forever(conn, "A: b\r\n") }, 200, "", late},
		"endless body":    {func(conn net.Conn) { _, _ = io.WriteString(conn, ok+"\r\n"); forever(conn, padding) }, 200, "", late},
		"slow body": {func(conn net.Conn) {
			_, _ = io.WriteString(conn, ok+"Content-Length: 900\r\n\r\n")
			drip(conn, padding)
		}, 200, "", rest},
		"body that never comes": {func(conn net.Conn) {
			_, _ = io.WriteString(conn, ok+"Content-Length: 900\r\n\r\n")
			_, _ = conn.Read(make([]byte, 1))
		}, 200, "", rest},
		"chunks without end": {func(conn net.Conn) {
			_, _ = io.WriteString(conn, ok+"Transfer-Encoding: chunked\r\n\r\n")
			forever(conn, "1;"+strings.Repeat("x", 1000)+"\r\nx\r\n")
		}, 200, "", late},
		"failure with a body": {func(conn net.Conn) { _, _ = io.WriteString(conn, "HTTP/1.1 500 No\r\n\r\n"); forever(conn, padding) },
			500, "", late},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newSender().Send(t.Context(), messageTo(saying(t, c.answer)))
			require.Equal(t, c.status, o.Status)
			require.Equal(t, c.reason, o.Error)
			require.LessOrEqual(t, len(o.Answer), maxBody)
			require.Less(t, o.Duration, c.within)
		})
	}
}

// TestReadAnswerBounded reads no more than it may, whatever is said.
func TestReadAnswerBounded(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		head := rapid.SampledFrom([]string{
			"", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 103 x\r\n\r\n", "HTTP/1.1 103 x\r\n",
			"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n",
		}).Draw(t, "head")
		part := rapid.SampledFrom([]string{"x", "A: b\r\n", "\r\n", "1\r\nx\r\n", "ffff\r\n", "HTTP/1.1 103 x\r\n\r\n"}).Draw(t, "part")
		said := &counted{r: strings.NewReader(head + strings.Repeat(part, 100_000/len(part)))}
		var r io.Reader = said
		if rapid.Bool().Draw(t, "slowly") {
			r = iotest.OneByteReader(r)
		}
		_, _ = readAnswer(r, &http.Request{Method: http.MethodPost}, func() {})
		require.LessOrEqual(t, said.n, maxHeader+maxFrame)
	})
}

type counted struct {
	r io.Reader
	n int
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += n
	return n, err
}

// FuzzReadAnswer takes whatever a receiver says.
func FuzzReadAnswer(f *testing.F) {
	f.Add("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
	f.Add("HTTP/1.1 103 x\r\n\r\nHTTP/1.1 500 x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n")
	f.Fuzz(func(t *testing.T, said string) {
		decided := 0
		a, err := readAnswer(strings.NewReader(said), &http.Request{Method: http.MethodPost}, func() { decided++ })
		require.Equal(t, err == nil, decided == 1)
		require.Equal(t, err == nil, a.status >= 100)
		require.LessOrEqual(t, len(a.body), maxBody)
	})
}
