package serve

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/cmd/covertrack/compress"
	"github.com/covertrack/covertrack/cmd/covertrack/serve/access"
	"github.com/covertrack/covertrack/cmd/covertrack/serve/health"
	"github.com/covertrack/covertrack/graph/console"
	graphqldoor "github.com/covertrack/covertrack/graph/door"
	"github.com/covertrack/covertrack/graph/dossier"
	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/evidence"
	"github.com/covertrack/covertrack/graph/playground"
	"github.com/covertrack/covertrack/graph/reader"
	"github.com/covertrack/covertrack/graph/signin/issuer"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/restcompat"
)

// RequestTimeout is the longest that a request may take (contract section 2, Limits), at both doors.
const RequestTimeout = 30 * time.Second

// door is the listening server. It listens before the service behind it is ready, so that a port that is taken is
// reported at once, and probes work during a long migration.
type door struct {
	Server  *http.Server
	handler atomic.Pointer[http.Handler]
	leaving atomic.Bool // responses close their connections
}

// OpenDoor serves on the listener. Its limits protect it from slow clients (reliability R7).
func OpenDoor(listener net.Listener, log *slog.Logger) *door {
	d := &door{}
	starting := startingHandler()
	d.handler.Store(&starting)
	d.Server = &http.Server{
		Handler:           d,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      RequestTimeout + 15*time.Second,
		IdleTimeout:       60 * time.Second,
		ConnContext:       reader.WithConn,
		MaxHeaderBytes:    64 << 10, // of each connection; restcompat.BoundHeaders refuses less
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	if tcp, ok := listener.(*net.TCPListener); ok {
		listener = identified{tcp}
	}
	go func() {
		if err := d.Server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("the listener failed", "error", err)
		}
	}()
	return d
}

// Serve lets the requests through to the service.
func (d *door) Serve(handler http.Handler) { d.handler.Store(&handler) }

// ServeHTTP passes a request to the service.
func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if d.leaving.Load() {
		w.Header().Set("Connection", "close")
	}
	(*d.handler.Load()).ServeHTTP(w, r)
}

// leave serves for the time of delay, and closes each connection after its next response. Meanwhile the load balancer
// sees that the node is not ready, and no request arrives on a connection that is being closed.
func (d *door) leave(delay time.Duration) {
	d.leaving.Store(true)
	time.Sleep(delay)
}

// drain stops listening and waits for the requests in flight. It cuts off those that take longer than drainWithin.
func (d *door) drain() error {
	ctx, cancel := context.WithTimeout(context.Background(), drainWithin)
	defer cancel()
	if err := d.Server.Shutdown(ctx); err != nil {
		return errors.Join(errors.New("requests were cut off: they did not end in time"), d.Server.Close())
	}
	return nil
}

// Close cuts off all requests.
func (d *door) Close() { _ = d.Server.Close() }

// startingHandler handles requests until the service is ready.
func startingHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", health.Alive)
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		restcompat.WriteProblem(w, fault.New(fault.CodeUnavailable, "The server is starting; try again shortly."))
	})
	return access.Identified(mux)
}

// NewHandler returns the handler of all paths of the program.
func NewHandler(s *Service) (http.Handler, error) {
	rest, err := restcompat.NewServer(s.Engine, restcompat.Options{
		BaseURL: s.BaseURL, Timeout: RequestTimeout, Logger: s.Log, Version: s.Version,
		Middleware: []func(http.Handler) http.Handler{s.Gate.Middleware(refuseREST)},
	})
	if err != nil {
		return nil, err
	}
	s.Blobs.SetGuard(s.guardUpload)
	mux := http.NewServeMux()
	if err := mountDocs(mux, rest, s.BaseURL, s.Version); err != nil {
		return nil, err
	}
	if err := s.openConsole(); err != nil {
		return nil, err
	}
	mux.Handle(console.Path, s.console.Handler())
	mux.Handle(console.Path+"/", s.console.Handler())
	if s.demo != nil {
		mux.Handle(issuer.Path, s.demo.Handler())
		mux.Handle(issuer.Path+"/", s.demo.Handler())
	}
	if err := s.openTools(mux, rest); err != nil {
		return nil, err
	}
	mux.Handle("/graphql", s.GraphQL.Handler(graphqldoor.Options{
		Timeout: RequestTimeout, TrustedOnly: s.TrustedOnly, Session: s.console.Caller,
		Middleware: []func(http.Handler) http.Handler{s.Gate.Middleware(s.GraphQL.WriteRefusal)},
	}))
	mux.Handle("/schema.graphql", s.GraphQL.SchemaHandler(s.Gate.Middleware(s.GraphQL.WriteRefusal)))
	page, err := playground.Handler(s.GraphQL.StaffOnly, rest.Playground())
	if err != nil {
		return nil, err
	}
	mux.Handle("/playground", page)
	mux.Handle("/playground/", page)
	links, err := s.evidencePage()
	if err != nil {
		return nil, err
	}
	mux.Handle(evidence.Path, links)
	if err := s.openScim(mux); err != nil {
		return nil, err
	}
	mux.Handle("/files/", s.Blobs.Handler())
	mux.HandleFunc("GET "+dossier.KeysPath, s.Dossiers.ServeKeys)
	mux.HandleFunc("GET /healthz", health.Alive)
	mux.HandleFunc("GET /readyz", s.Health.Ready)
	mux.Handle("GET /metrics", s.Metrics.Handler())
	mux.HandleFunc("/", rest.NotFound)
	measured := s.Metrics.Measured(allowOrigins(s.Origins, compressed(restFirst(rest, mux))))
	return access.Identified(restcompat.BoundHeaders(s.Traces.Traced(access.Logged(measured, s.Proxies, s.Log)))), nil
}

// compressed encodes what the doors and the pages answer. Files are as their clients made them, and Prometheus' handler
// encodes by itself.
func compressed(next http.Handler) http.Handler {
	encoded := compress.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if door := access.DoorOf(r.URL.Path); door == "" || door == "files" {
			next.ServeHTTP(w, r)
			return
		}
		encoded.ServeHTTP(w, r)
	})
}

// restPattern is the route of the REST door in the log.
const restPattern = "/rest/"

// restFirst sends requests to the REST door without the mux: most requests are for it, and it has a router of its own. The
// mux would redirect a path such as //rest/cases with a page of HTML; nothing of ours is there.
func restFirst(rest *restcompat.Server, others http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		isREST := strings.HasPrefix(r.URL.Path, restPattern)
		path := r.URL.Path
		if isREST && r.URL.RawPath != "" {
			path = r.URL.RawPath // two slashes may be a part of an id
		}
		if strings.Contains(path, "//") {
			rest.NotFound(w, r)
			return
		}
		if isREST {
			r.Pattern = restPattern
			rest.ServeHTTP(w, r)
			return
		}
		others.ServeHTTP(w, r)
	})
}

func refuseREST(w http.ResponseWriter, _ *http.Request, err error) { restcompat.WriteProblem(w, err) }

// identified accepts connections on which each answer has an id, also those that net/http gives before any handler runs: to
// more than 64 KiB of header, and to what is no HTTP. So a connection needs no memory for a header that is refused.
type identified struct{ *net.TCPListener }

// Accept waits for a connection.
func (l identified) Accept() (net.Conn, error) {
	conn, err := l.AcceptTCP()
	return identifiedConn{conn}, err
}

type identifiedConn struct{ *net.TCPConn }

const plainHeader = "\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"

// Write writes an answer of a handler as it is. Those of net/http itself have no header but plainHeader.
func (c identifiedConn) Write(b []byte) (int, error) {
	status, _, found := bytes.Cut(b, []byte(plainHeader))
	if !found || bytes.Contains(status, []byte("\r\n")) {
		return c.TCPConn.Write(b)
	}
	id := uuid.NewString()
	header := "\r\n" + engine.RequestIDHeader + ": " + id
	answer := append(bytes.Clone(status), (header + string(b[len(status):]))...)
	if bytes.HasPrefix(b, []byte("HTTP/1.1 431 ")) {
		answer = headerTooLarge(id)
	}
	if _, err := c.TCPConn.Write(answer); err != nil {
		return 0, err
	}
	return len(b), nil
}

func headerTooLarge(id string) []byte {
	problem := restcompat.Problem(fault.New(fault.CodeHeaderTooLarge,
		"The request line and the header must have at most %d KiB.", restcompat.MaxHeaderBytes>>10), id)
	problem.Header.Set(engine.RequestIDHeader, id)
	var b bytes.Buffer
	_ = (&http.Response{
		StatusCode: problem.Status, ProtoMajor: 1, ProtoMinor: 1, Header: problem.Header, Close: true,
		ContentLength: int64(len(problem.Body)), Body: io.NopCloser(bytes.NewReader(problem.Body)),
	}).Write(&b) // a buffer takes everything
	return b.Bytes()
}
