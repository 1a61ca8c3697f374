package webhook

import (
	"bytes"
	"context"
	"crypto/x509"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/receiver"
)

const (
	// statusWithin bounds an attempt until the status line of the answer: looking up the name, dialling, TLS and all.
	statusWithin = 15 * time.Second
	// restWithin bounds what is read behind the status line.
	restWithin = time.Second
)

// SenderConfig is what a sender works with. Now is required.
type SenderConfig struct {
	URLs     receiver.URLs
	Now      func() time.Time
	Resolver *net.Resolver                         // nil for the system's
	Roots    *x509.CertPool                        // that sign receivers' certificates; nil for the system's
	Proxy    func(*http.Request) (*url.URL, error) // nil for that of the environment (HTTPS_PROXY, NO_PROXY)
	Within   time.Duration                         // until the status line; 0 for 15 s
}

// Sender sends messages to receivers. It is safe for concurrent use.
type Sender struct {
	SenderConfig
	allows func(netip.Addr) bool
}

// NewSender returns a sender.
func NewSender(cfg SenderConfig) *Sender {
	if cfg.Proxy == nil {
		cfg.Proxy = http.ProxyFromEnvironment
	}
	if cfg.Within == 0 {
		cfg.Within = statusWithin
	}
	return &Sender{SenderConfig: cfg, allows: cfg.URLs.Allows}
}

// Message is what is sent to a receiver.
type Message struct {
	URL     string
	ID      string // of the event: the receiver's key to drop repetitions
	Body    []byte
	Secrets []receiver.Secret // that sign
}

// Send makes one attempt. The status line decides: what comes behind it is read for a second more, and only a part.
func (s *Sender) Send(ctx context.Context, m Message) model.WebhookOutcome {
	begun, at := time.Now(), s.Now()
	a, err := s.exchange(ctx, m, at)
	return model.WebhookOutcome{
		At: at, Duration: time.Since(begun), Status: a.status, Error: reasonOf(a, err), Answer: a.body,
	}
}

func (s *Sender) exchange(ctx context.Context, m Message, at time.Time) (answer, error) {
	if vs := s.URLs.Check("/url", m.URL); len(vs) > 0 {
		return answer{}, errNeverDialled // it was allowed when it was saved: the flag has changed since
	}
	waiting, cancel := context.WithTimeout(ctx, s.Within)
	defer cancel()
	request, err := http.NewRequestWithContext(waiting, http.MethodPost, m.URL, bytes.NewReader(m.Body))
	if err != nil {
		return answer{}, errNeverDialled
	}
	conn, err := s.dial(waiting, request)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = conn.Close() }()
	release := bound(waiting, conn)
	sign(request, m, at)
	failed := request.Write(conn)
	a, err := readAnswer(conn, request, func() {
		release()
		_ = conn.SetDeadline(time.Now().Add(restWithin))
	})
	if err != nil && failed != nil {
		err = failed
	}
	return a, err
}

// bound has the connection end with the context, until it is released.
func bound(ctx context.Context, conn net.Conn) (release func()) {
	if deadline, ok := ctx.Deadline(); ok {
		_ = conn.SetDeadline(deadline)
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	return func() { stop() }
}

// sign gives the request its headers.
func sign(r *http.Request, m Message, at time.Time) {
	r.Header = http.Header{
		"Content-Type":      {"application/json"},
		"User-Agent":        {"covertrack"},
		"Webhook-Id":        {m.ID},
		"Webhook-Timestamp": {strconv.FormatInt(at.Unix(), 10)},
		"Webhook-Signature": {receiver.Signature(m.Secrets, m.ID, at, m.Body)},
	}
	r.Close = true
}
