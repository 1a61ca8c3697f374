package mcp

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/tidwall/gjson"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/restcompat"
)

// Path is where the tools are served.
const Path = "/mcp"

const sessionHeader = "Mcp-Session-Id"

// Options are the settings of the door.
type Options struct {
	// REST is the REST door whose order of checks a request passes first, and Inner one without limits, which the calls run on:
	// they are within the request that was let in.
	REST, Inner *restcompat.Server
	// BaseURL is the address that clients use. Pages of it and of Origins, each an origin or `*`, may call; no others.
	BaseURL string
	Origins []string
	// Writes adds the tools that write, for tokens that may.
	Writes  bool
	Version string
}

// NewHandler returns the handler of Path. It keeps no sessions, so that any node takes any request and nothing of one is held:
// each POST is a request with a token of its own, with all its answer in JSON.
func NewHandler(o Options) http.Handler {
	d := &door{Options: o}
	reads := sync.OnceValues(func() (*sdk.Server, error) { return d.server(false) })
	writes := sync.OnceValues(func() (*sdk.Server, error) { return d.server(true) })
	d.transport = sdk.NewStreamableHTTPHandler(func(r *http.Request) *sdk.Server {
		made := reads
		if o.Writes && !engine.PrincipalOf(r.Context()).ReadOnly {
			made = writes
		}
		server, _ := made() // the program's own document can be read
		return server
	}, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: strict.MaxBody,
		// A proxy on the same machine is the usual way here; a page of another site is refused by its Origin.
		DisableLocalhostProtection: true,
	})
	return o.REST.Guarded(d)
}

type door struct {
	Options
	transport http.Handler
}

func (d *door) server(writes bool) (*sdk.Server, error) {
	openAPI, err := d.REST.OpenAPI()
	if err != nil {
		return nil, err
	}
	return NewServer(openAPI, d.Version, writes, d.send)
}

type requestKey struct{}

// ServeHTTP serves one request of a caller who was let in.
func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	engine.SeeRoute(r.Context(), Path)
	if origin := r.Header.Get("Origin"); origin != "" && origin != d.BaseURL && !slices.Contains(d.Origins, origin) &&
		!slices.Contains(d.Origins, "*") {
		restcompat.WriteProblem(w, fault.New(fault.CodeForbidden, "Pages of %s may not call this server.", strict.Quote(origin)))
		return
	}
	message := gjson.Result{}
	if r.Method == http.MethodPost {
		raw, err := strict.ReadBody(w, r, true)
		if err == nil {
			message, err = single(raw)
		}
		if err != nil {
			restcompat.WriteProblem(w, err)
			return
		}
		r = withKey(r, message)
		r.Body = io.NopCloser(bytes.NewReader(raw))
	}
	out := &recorder{header: http.Header{}}
	request := &outer{r, w.Header().Get(engine.RequestIDHeader)}
	d.transport.ServeHTTP(out, r.WithContext(context.WithValue(r.Context(), requestKey{}, request)))
	if out.status == 0 { // its time was over before the call's answer
		restcompat.WriteProblem(w, fault.New(fault.CodeUnavailable, "The call took too long."))
		return
	}
	if message.Get("method").String() == "initialize" && out.status == http.StatusOK {
		out.header.Set(sessionHeader, rand.Text())
	}
	maps.Copy(w.Header(), out.header)
	w.WriteHeader(out.status)
	engine.Reply{Body: out.body.Bytes()}.Send(r.Context(), w)
}

// single refuses several messages in one body, which would be many requests for the price of one, and a stream of news, for
// there are none: tools change with the program.
func single(raw []byte) (gjson.Result, error) {
	message := gjson.ParseBytes(raw)
	switch {
	case !json.Valid(raw) || !message.IsObject(): // gjson's own check has no bound of depth
		return message, fault.New(fault.CodeMalformedJSON, "The body must be one message of JSON-RPC, an object.")
	case message.Get("method").String() == "subscriptions/listen":
		return message, fault.New(fault.CodeNotFound, "There is nothing to listen to: the tools of a server do not change.")
	}
	return message, nil
}

// outer is the request that calls are made within.
type outer struct {
	*http.Request
	id string
}

// send makes a call as a part of the request that it came with: with its token, its time, its slot and its id.
func (d *door) send(r *http.Request) (answer *http.Response, err error) {
	defer func() {
		if cause := recover(); cause != nil { // it would end the process: the SDK calls tools in goroutines of their own
			err = fmt.Errorf("the call was cut off: %v", cause)
		}
	}()
	from := r.Context().Value(requestKey{}).(*outer)
	r = r.WithContext(from.Context())
	r.Header["Authorization"] = from.Header["Authorization"]
	out := &recorder{header: http.Header{engine.RequestIDHeader: {from.id}}}
	d.Inner.ServeHTTP(out, r)
	return &http.Response{StatusCode: out.status, Header: out.header, Body: io.NopCloser(&out.body)}, nil
}

// recorder keeps an answer.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header is the answer's.
func (w *recorder) Header() http.Header { return w.header }

// WriteHeader notes the status.
func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

// Write adds to the body.
func (w *recorder) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(p)
}
