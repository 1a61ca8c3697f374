package traces

import (
	"compress/gzip"
	"encoding/pem"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// TestExport sends a span to a collector with TLS, headers and gzip as the variables say. It is busy at first.
func TestExport(t *testing.T) {
	var paths []string
	got := &tracepb.TracesData{}
	collector := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		paths = append(paths, r.URL.Path)
		if len(paths) == 1 {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		if r.Header.Get("Authorization") != "Basic a=b" || r.Header.Get("Content-Type") != "application/x-protobuf" {
			t.Errorf("header: %v", r.Header)
		}
		body, err := gzip.NewReader(r.Body)
		if err != nil {
			t.Error(err)
			return
		}
		content, err := io.ReadAll(body)
		if err != nil || proto.Unmarshal(content, got) != nil {
			t.Errorf("body: %x, %v", content, err)
		}
	}))
	t.Cleanup(collector.Close)
	certificate := filepath.Join(t.TempDir(), "ca.pem")
	require.NoError(t,
		os.WriteFile(certificate, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: collector.Certificate().Raw}), 0o600))
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.URL+"/")
	t.Setenv("OTEL_EXPORTER_OTLP_CERTIFICATE", certificate)
	t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Basic%20a=b,x=y")
	t.Setenv("OTEL_EXPORTER_OTLP_TRACES_COMPRESSION", "gzip")
	traces, err := Start(t.Context(), "v1", slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	_, span := traces.tracer.Start(t.Context(), "a span")
	span.End()
	require.NoError(t, traces.stop(t.Context()))
	require.Equal(t, []string{"/v1/traces", "/v1/traces"}, paths)
	require.Equal(t, "a span", got.GetResourceSpans()[0].GetScopeSpans()[0].GetSpans()[0].GetName())

	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "collector")
	_, err = Start(t.Context(), "v1", slog.New(slog.DiscardHandler))
	require.ErrorContains(t, err, "no URL")
}
