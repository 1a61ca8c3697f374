package signin

import (
	"errors"
	"io"
	"net/http"
	"sync"
	"time"
)

const (
	// within is how long everything that one request needs of a provider may take, together.
	within = 4 * time.Second
	// mostBytes is how long an answer of a provider may be: a token of 200 groups has about 10 kB.
	mostBytes = 128 << 10
	// keysEvery is how often keys are fetched at most because a token names one that is not known, and failedEvery how often it
	// is tried again after no answer.
	keysEvery   = time.Minute
	failedEvery = 2 * time.Second
)

var (
	errTooLarge  = errors.New("the answer is too large")
	errKeysFresh = errors.New("the key is not published: the keys were fetched less than a minute ago")
)

// newClient returns a client that takes no redirect and no large answer.
func newClient(through http.RoundTripper) *http.Client {
	return &http.Client{
		Transport: bounded{through}, Timeout: within,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// bounded bounds answers.
type bounded struct{ http.RoundTripper }

// RoundTrip sends a request.
func (t bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := t.RoundTripper.RoundTrip(r)
	if err == nil {
		answer.Body = &boundedBody{ReadCloser: answer.Body, left: mostBytes}
	}
	return answer, err
}

type boundedBody struct {
	io.ReadCloser
	left int
}

// Read fails when more comes than mostBytes.
func (b *boundedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.left -= n; b.left < 0 {
		return 0, errTooLarge
	}
	return n, err
}

// seldom lets a request for keys through once in keysEvery.
type seldom struct {
	http.RoundTripper
	now func() time.Time

	mu   sync.Mutex
	next time.Time
}

// RoundTrip sends a request, if it is time.
func (s *seldom) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	now := s.now()
	isEarly := now.Before(s.next)
	if !isEarly {
		s.next = now.Add(failedEvery)
	}
	s.mu.Unlock()
	if isEarly {
		return nil, errKeysFresh
	}
	answer, err := s.RoundTripper.RoundTrip(r)
	if err == nil && answer.StatusCode == http.StatusOK {
		s.mu.Lock()
		s.next = now.Add(keysEvery)
		s.mu.Unlock()
	}
	return answer, err
}
