package traces

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
	"go.opentelemetry.io/otel"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

const (
	protobufType = "application/x-protobuf"
	// retryFor is how long one batch of spans is sent again, as the specification's own exporters do.
	retryFor = time.Minute
	// maxReply is how much is read of a collector's answer.
	maxReply = 64 << 10
)

// An otlpClient sends spans by OTLP over HTTP, in protobuf. The client of otlptracehttp does the same, but brings gRPC and a
// hundred packages with it, which HTTP has no use for.
type otlpClient struct {
	http     *http.Client
	endpoint string
	header   http.Header
	gzip     bool
}

// setting returns a variable of the exporter: that for traces, or that for all signals.
func setting(name string) string {
	return cmp.Or(os.Getenv("OTEL_EXPORTER_OTLP_TRACES_"+name), os.Getenv("OTEL_EXPORTER_OTLP_"+name))
}

// newOTLPClient reads the variables of the exporter.
func newOTLPClient() (*otlpClient, error) {
	endpoint := os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
	if endpoint == "" {
		endpoint = strings.TrimRight(os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT"), "/") + "/v1/traces"
	}
	if u, err := url.Parse(endpoint); err != nil || u.Host == "" {
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_ENDPOINT is no URL: %q", endpoint)
	}
	header := http.Header{"Content-Type": {protobufType}}
	for pair := range strings.SplitSeq(setting("HEADERS"), ",") {
		name, value, _ := strings.Cut(pair, "=")
		if value, err := url.PathUnescape(strings.TrimSpace(value)); err == nil && value != "" {
			header.Set(strings.TrimSpace(name), value)
		}
	}
	config, err := tlsConfig()
	if err != nil {
		return nil, err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = config
	timeout := 10 * time.Second
	if ms, err := strconv.Atoi(setting("TIMEOUT")); err == nil {
		timeout = time.Duration(ms) * time.Millisecond
	}
	return &otlpClient{&http.Client{Transport: transport, Timeout: timeout}, endpoint, header, setting("COMPRESSION") == "gzip"}, nil
}

// tlsConfig has the certificates that the variables name files of.
func tlsConfig() (*tls.Config, error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if file := setting("CERTIFICATE"); file != "" {
		pem, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_CERTIFICATE: there is no certificate in %s", file)
		}
	}
	if file := setting("CLIENT_CERTIFICATE"); file != "" {
		pair, err := tls.LoadX509KeyPair(file, setting("CLIENT_KEY"))
		if err != nil {
			return nil, err
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}

// Start does nothing.
func (c *otlpClient) Start(context.Context) error { return nil }

// Stop closes the connections.
func (c *otlpClient) Stop(context.Context) error {
	c.http.CloseIdleConnections()
	return nil
}

// UploadTraces sends a batch of spans, again and again if the collector is busy.
func (c *otlpClient) UploadTraces(ctx context.Context, spans []*tracepb.ResourceSpans) error {
	// The request of a collector and TracesData are the same on the wire.
	body, err := proto.Marshal(&tracepb.TracesData{ResourceSpans: spans})
	if err != nil {
		return err
	}
	if c.gzip {
		var small bytes.Buffer
		w := gzip.NewWriter(&small)
		_, err := w.Write(body)
		if err := errors.Join(err, w.Close()); err != nil {
			return err
		}
		body = small.Bytes()
	}
	_, err = backoff.Retry(ctx, func() (struct{}, error) { return struct{}{}, c.post(ctx, body) },
		backoff.WithBackOff(&backoff.ExponentialBackOff{
			InitialInterval: 5 * time.Second, MaxInterval: 30 * time.Second, Multiplier: 1.5, RandomizationFactor: 0.5,
		}),
		backoff.WithMaxElapsedTime(retryFor))
	return err
}

// post sends one request. An error that no repetition can help is permanent.
func (c *otlpClient) post(ctx context.Context, body []byte) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return backoff.Permanent(err)
	}
	r.Header = c.header.Clone()
	if c.gzip {
		r.Header.Set("Content-Encoding", "gzip")
	}
	answer, err := c.http.Do(r)
	if err != nil {
		var failed *url.Error
		if errors.As(err, &failed) && failed.Temporary() {
			return err
		}
		return backoff.Permanent(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxReply))
	if err != nil {
		return backoff.Permanent(err)
	}
	failure := fmt.Errorf("the collector at %s answered %s: %q", c.endpoint, answer.Status, text)
	switch answer.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		if seconds, err := strconv.Atoi(answer.Header.Get("Retry-After")); err == nil {
			return errors.Join(failure, backoff.RetryAfter(seconds))
		}
		return failure
	}
	if answer.StatusCode >= http.StatusMultipleChoices {
		return backoff.Permanent(failure)
	}
	// An answer that has more than an empty message of partial success says which spans were rejected.
	if answer.Header.Get("Content-Type") == protobufType && len(text) > 2 {
		otel.Handle(failure)
	}
	return nil
}
