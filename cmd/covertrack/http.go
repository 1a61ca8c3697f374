package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/covertrack/covertrack/graph/admission"
	graphqldoor "github.com/covertrack/covertrack/graph/door"
	"github.com/covertrack/covertrack/graph/playground"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/restcompat"
)

// requestTimeout cuts a request off (contract section 2, Limits). The REST door has the same limit of its own.
const requestTimeout = 30 * time.Second

// door is the listening server. It is open before the service behind it is ready, so that a taken port is told at once and
// probes are answered while a long migration runs.
type door struct {
	server  *http.Server
	handler atomic.Pointer[http.Handler]
	leaving atomic.Bool // answers close their connections
}

// openDoor serves on the listener. Its limits keep slow clients from holding it (reliability R7).
func openDoor(listener net.Listener, log *slog.Logger) *door {
	d := &door{}
	starting := startingHandler()
	d.handler.Store(&starting)
	d.server = &http.Server{
		Handler:           d,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      requestTimeout + 15*time.Second,
		IdleTimeout:       60 * time.Second,
		MaxHeaderBytes:    16<<10 - 4<<10, // net/http allows 4 KiB more than it is told
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	go func() {
		if err := d.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("the listener failed", "error", err)
		}
	}()
	return d
}

// serve puts the service behind the door.
func (d *door) serve(handler http.Handler) { d.handler.Store(&handler) }

// ServeHTTP passes a request to the service.
func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if d.leaving.Load() {
		w.Header().Set("Connection", "close")
	}
	(*d.handler.Load()).ServeHTTP(w, r)
}

// leave goes on answering for so long, and ends each connection with its next answer: the load balancer learns meanwhile that
// the node is unready, and no request comes upon a connection that is being closed.
func (d *door) leave(delay time.Duration) {
	d.leaving.Store(true)
	time.Sleep(delay)
}

// drain stops accepting and waits for the requests in flight, and cuts those off that take too long.
func (d *door) drain() error {
	ctx, cancel := context.WithTimeout(context.Background(), drainWithin)
	defer cancel()
	if err := d.server.Shutdown(ctx); err != nil {
		return errors.Join(errors.New("requests were cut off: they did not end in time"), d.server.Close())
	}
	return nil
}

func (d *door) close() { _ = d.server.Close() }

// startingHandler answers while there is no service yet.
func startingHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", alive)
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		restcompat.WriteProblem(w, model.NewError(model.CodeUnavailable, "The server is starting; try again shortly."))
	})
	return identified(mux)
}

// newHandler is all paths of the program.
func newHandler(s *service) (http.Handler, error) {
	rest, err := restcompat.NewServer(s.engine, restcompat.Options{
		BaseURL: s.baseURL, Timeout: requestTimeout, Logger: s.log, Middleware: s.middleware(refuseREST),
	})
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mountDocs(mux, rest)
	mux.Handle("/graphql", s.graphql.Handler(graphqldoor.Options{
		Timeout: requestTimeout, Middleware: s.middleware(s.graphql.WriteRefusal), TrustedOnly: s.trustedOnly,
	}))
	mux.Handle("/schema.graphql", s.graphql.SchemaHandler())
	page, err := playground.Handler(s.graphql, rest.Playground())
	if err != nil {
		return nil, err
	}
	mux.Handle("/playground", page)
	mux.Handle("/playground/", page)
	mux.Handle("/files/", s.blobs.Handler())
	mux.HandleFunc("GET /healthz", alive)
	mux.HandleFunc("GET /readyz", s.health.ready)
	mux.Handle("GET /metrics", s.metrics.handler())
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		restcompat.WriteProblem(w, model.NewError(model.CodeNotFound, "There is nothing here; the API is below /rest and at /graphql, and /docs describes it."))
	})
	return identified(s.traces.traced(logged(s.metrics.measured(allowOrigins(s.origins, restFirst(rest, mux))), s.log))), nil
}

// restPattern is what the log calls the route to the REST door.
const restPattern = "/rest/"

// restFirst has the REST door, which most requests are for and which routes by itself, before all other routes.
func restFirst(rest, others http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, restPattern) {
			r.Pattern = restPattern
			rest.ServeHTTP(w, r)
			return
		}
		others.ServeHTTP(w, r)
	})
}

// middleware is what stands between authentication and both doors.
func (s *service) middleware(refuse admission.Refuse) []func(http.Handler) http.Handler {
	return []func(http.Handler) http.Handler{s.gate.Middleware(refuse)}
}

func refuseREST(w http.ResponseWriter, _ *http.Request, err error) { restcompat.WriteProblem(w, err) }
