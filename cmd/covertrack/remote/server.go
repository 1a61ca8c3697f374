package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/storage/pause"
)

const (
	// within is how long an answer may take: a request of the server, and as long as it waits for news.
	within = 90 * time.Second
	// tries is how often a request is sent that no server answered; pauseBetween is the time to the second.
	tries        = 4
	pauseBetween = 250 * time.Millisecond
	// largestAnswer bounds what is read of an answer.
	largestAnswer = 64 << 20
)

// serverFlags say which server, and who asks.
func serverFlags() []cli.Flag {
	return []cli.Flag{
		command.Setting("url", "", "address of the server, like https://covertrack.example.com"),
		command.Setting("token", "", "token of the portfolio; other users of the machine do not see it in COVERTRACK_TOKEN or --token-file"),
	}
}

// server is a running server, and the token that it is asked with.
type server struct {
	base   *url.URL
	token  string
	kind   credentials.TokenKind
	client http.Client
}

// newServer reads the flags.
func newServer(cmd *cli.Command) (*server, error) {
	base, err := url.Parse(cmd.String("url"))
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, command.Usagef(cmd, "--url is the address of the server, like https://covertrack.example.com")
	}
	base.Path = strings.TrimSuffix(base.Path, "/") + "/" // without it JoinPath makes a relative one
	token, err := credentials.ParseToken(cmd.String("token"))
	if err != nil {
		return nil, command.Usagef(cmd, "--token: %w", err)
	}
	return &server{base: base, token: token.Reveal(), kind: token.Kind(), client: http.Client{
		Timeout:       within, // and no redirect is followed: the token is for this server alone
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// send sends a request with a path below the server's address. One that nobody answered is sent again: it reads, or it has a key.
func (s *server) send(r *http.Request) (answer *http.Response, err error) {
	at := *r.URL
	r.URL = s.base.JoinPath(at.EscapedPath())
	r.URL.RawQuery, r.Host = at.RawQuery, ""
	r.Header.Set("Authorization", "Bearer "+s.token)
	r.Header.Set("User-Agent", "covertrack")
	for n := 1; ; n++ {
		answer, err = s.client.Do(r)
		isAway := err != nil || answer.StatusCode == http.StatusBadGateway || answer.StatusCode == http.StatusServiceUnavailable
		safe := r.Method == http.MethodGet || r.Header.Get("Idempotency-Key") != ""
		if !isAway || !safe || n == tries || !pause.For(r.Context(), pauseBetween<<n) {
			return answer, err
		}
		if answer != nil {
			_ = answer.Body.Close()
		}
		if r.GetBody != nil {
			if r.Body, err = r.GetBody(); err != nil {
				return nil, err
			}
		}
	}
}

// read sends a request and returns the body of the answer; the error says what was refused.
func (s *server) read(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := s.send(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(answer.Body, largestAnswer))
	if err == nil && answer.StatusCode/100 != 2 {
		err = refusal{answer.StatusCode, strings.TrimSpace(fmt.Sprintf("%s answers %s. %s", s.base, answer.Status, reasonOf(text)))}
	}
	return text, err
}

// reasonOf says all that is wrong with a request; nothing of what a proxy answers.
func reasonOf(text []byte) string {
	var problem struct {
		Detail string
		Errors []struct{ Message string }
	}
	_ = json.Unmarshal(text, &problem)
	if len(problem.Errors) < 2 {
		return problem.Detail
	}
	all := make([]string, len(problem.Errors))
	for i, e := range problem.Errors {
		all[i] = e.Message
	}
	return strings.Join(all, " ")
}

// refusal is an answer that is no success.
type refusal struct {
	status int
	text   string
}

// Error says what was answered.
func (r refusal) Error() string { return r.text }

// viewer is what the server knows of the token.
func (s *server) viewer(ctx context.Context) (v struct {
	ReadOnly bool
	Mode     string
}, err error) {
	text, err := s.read(ctx, http.MethodPost, "/graphql", []byte(`{"query":"{ viewer { readOnly mode } }"}`))
	answer := struct{ Data struct{ Viewer any } }{}
	answer.Data.Viewer = &v
	if err == nil {
		err = json.Unmarshal(text, &answer)
	}
	return v, err
}
