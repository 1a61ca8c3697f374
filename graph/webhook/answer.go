package webhook

import (
	"bufio"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/covertrack/covertrack/model"
)

const (
	// maxHeader is how many bytes of an answer are read before its body, with all answers that are only on the way (1xx).
	maxHeader = 16 << 10
	// maxBody is how many bytes of an answer's body are kept.
	maxBody = model.WebhookAnswerBytes
	// maxFrame is how many bytes are read for them: the body may come in chunks, which have sizes between.
	maxFrame = 4 * maxBody
)

// answer is what a receiver has said. Without a status there was none.
type answer struct {
	status int
	body   []byte
}

// The errors of an answer.
var (
	errTooLarge = errors.New("the header of the answer is too large")
	errNotHTTP  = errors.New("the answer is not HTTP/1")
)

// readAnswer reads the answer to a request: its status, and what it can get of the body. Once it has the status it
// calls decided, and there are no errors after that.
//
// The client of the standard library would return a status only with a whole header, so a receiver that has said 200
// and then goes on too slowly or for too long would seem not to have answered.
func readAnswer(conn io.Reader, r *http.Request, decided func()) (answer, error) {
	raw := &io.LimitedReader{R: conn, N: maxHeader}
	in := bufio.NewReader(raw)
	line, status, err := readStatus(in)
	if err != nil {
		if errors.Is(err, io.EOF) && raw.N == 0 {
			err = errTooLarge
		}
		return answer{}, err
	}
	decided()
	whole := bufio.NewReader(io.MultiReader(strings.NewReader(line+"\r\n"), in))
	response, err := http.ReadResponse(whole, r) //nolint:bodyclose // closing it would read the rest
	if err != nil {
		return answer{status: status}, nil //nolint:nilerr // the status has decided
	}
	raw.N = maxFrame
	body, _ := io.ReadAll(io.LimitReader(response.Body, maxBody)) // what came is kept
	return answer{status, body}, nil
}

// readStatus reads the status line of the answer, and all answers before it that are only on the way.
func readStatus(in *bufio.Reader) (line string, status int, err error) {
	for {
		if line, err = readLine(in); err != nil {
			return "", 0, err
		}
		if status, err = parseStatus(line); err != nil {
			return "", 0, err
		}
		if status >= 200 || status == http.StatusSwitchingProtocols {
			return line, status, nil
		}
		for line != "" {
			if line, err = readLine(in); err != nil {
				return "", 0, err
			}
		}
	}
}

// readLine reads a line to its end; part of a line is none.
func readLine(in *bufio.Reader) (string, error) {
	line, err := in.ReadString('\n')
	return strings.TrimRight(line, "\r\n"), err
}

func parseStatus(line string) (int, error) {
	version, rest, _ := strings.Cut(line, " ")
	code, _, _ := strings.Cut(rest, " ")
	status, err := strconv.ParseUint(code, 10, 16)
	if (version != "HTTP/1.1" && version != "HTTP/1.0") || err != nil || len(code) != 3 || status < 100 {
		return 0, errNotHTTP
	}
	return int(status), nil
}
