package restcompat

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model/columns"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
)

const (
	// maxTable is how many records one table of text/csv has.
	maxTable = 100_000
	// tableWithin is how long one may take.
	tableWithin = 5 * time.Minute
	contentCSV  = "text/csv"
)

// wish is how much Accept wants a media type, by the range that is the most exact of those that hold for it.
type wish struct{ exact, q float64 }

func (w *wish) see(exact, q float64) {
	if exact > w.exact || exact == w.exact && q > w.q {
		*w = wish{exact, q}
	}
}

// negotiates reports whether Accept chooses what the endpoint answers.
func (ep *endpoint) negotiates() bool {
	return ep.method == http.MethodGet && ep.status == http.StatusOK
}

// wantsCSV reports whether Accept prefers text/csv to JSON. It must be named: `*/*` is JSON. `not_acceptable`.
func (ep *endpoint) wantsCSV(accept []string) (bool, error) {
	if len(accept) == 0 || !ep.negotiates() {
		return false, nil
	}
	var csv, other wish
	isRead := false
	for one := range strings.SplitSeq(strings.Join(accept, ","), ",") {
		name, params, err := mime.ParseMediaType(one)
		if err != nil || !strings.Contains(name, "/") {
			continue
		}
		isRead = true
		q := 1.0
		if text, ok := params["q"]; ok {
			q, _ = strconv.ParseFloat(text, 64)
		}
		switch {
		case name == contentCSV:
			csv.see(3, q)
		case name == "text/*":
			csv.see(2, q)
		case name == "application/json" || strings.HasSuffix(name, "+json"):
			other.see(3, q)
		case name == "application/*":
			other.see(2, q)
		case name == "*/*":
			other.see(1, q)
		}
	}
	switch {
	case ep.table != nil && csv.q > 0 && csv.q >= other.q:
		return true, nil
	case other.q > 0 || !isRead:
		return false, nil
	case ep.table != nil:
		return false, fault.New(fault.CodeNotAcceptable, "This address answers `application/json` or `text/csv`; `Accept` takes neither.")
	default:
		return false, fault.New(fault.CodeNotAcceptable, "This address answers `application/json`, which `Accept` does not take.")
	}
}

// csvStream is a list on its way as text/csv: page after page, each read as any other, so that it holds no connection while it
// is written. Everything is refused before the first byte; what fails later cuts the connection off, so that no client takes a
// part for the whole.
type csvStream struct {
	*Server
	*exchange
	call engine.Call
	w    http.ResponseWriter

	failed error
	next   string // the cursor of the next page; "" at the end
	part   []byte
}

func (s *Server) serveCSV(x *exchange, call engine.Call, w http.ResponseWriter) {
	r := x.request
	ctx, leave, err := s.engine.OpenStream(r.Context(), call.Principal)
	if err != nil {
		w.Header().Set("Retry-After", engine.StreamRetryAfter)
		WriteProblem(w, err)
		return
	}
	defer leave()
	ctx, cancel := context.WithTimeout(ctx, tableWithin)
	defer cancel()
	defer context.AfterFunc(r.Context(), func() {
		if errors.Is(r.Context().Err(), context.Canceled) { // the client has gone; the time of a usual request is another matter
			cancel()
		}
	})()
	c := &csvStream{Server: s, exchange: x, call: call, w: w}
	_, isPage := x.vars["limit"]
	if !isPage {
		x.vars["limit"] = page.MaxLimit
	}
	if err := c.first(ctx, isPage); err != nil {
		WriteProblem(w, err)
		return
	}
	header := w.Header()
	header.Set("Content-Type", contentCSV+"; charset=utf-8; header=present")
	header.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.csv"`, c.table.noun.Name))
	if isPage && c.next != "" && c.vars["limit"] != 0 {
		header.Add("Link", "<"+x.nextURL(c.next)+`>; rel="next"`)
	}
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return
	}
	if err := c.rest(ctx, isPage); err != nil {
		s.options.Logger.WarnContext(ctx, "a table was cut off", "error", err)
		panic(http.ErrAbortHandler)
	}
}

// first reads the first page, and refuses a list that is too long.
func (c *csvStream) first(ctx context.Context, isPage bool) error {
	c.part = c.table.noun.AppendHeading(nil)
	total := 0
	err := c.read(ctx, c.table.first, func(outcome engine.Outcome) (err error) {
		total, err = totalIn(outcome)
		return err
	})
	if offset, ok := c.vars["offset"].(int); ok {
		total -= offset
	}
	if err == nil && !isPage && total > maxTable {
		return fault.New(fault.CodeValidationFailed,
			"%d records match, and a table has at most %d; narrow the filter, or make an export: `POST /rest/exports`.", total, maxTable)
	}
	return err
}

// rest writes what was read, and reads on.
func (c *csvStream) rest(ctx context.Context, isPage bool) error {
	for n := page.MaxLimit; ; n += page.MaxLimit {
		if err := c.Server.engine.WritePart(ctx, c.call.Principal, c.w, c.part); err != nil {
			return err
		}
		c.part = c.part[:0]
		if isPage || c.next == "" {
			return nil
		}
		if n > maxTable+page.MaxLimit {
			return fmt.Errorf("the list of %s grows while it is read", c.table.noun.Name)
		}
		c.vars["after"] = c.next
		delete(c.vars, "offset")
		if err := c.read(ctx, c.table.rest, func(engine.Outcome) error { return nil }); err != nil {
			return err
		}
	}
}

// read adds a page to the part that is to be written.
func (c *csvStream) read(ctx context.Context, op *engine.Operation, see func(engine.Outcome) error) error {
	c.failed = nil
	call := c.call
	call.Operation, call.Buffer = op, engine.NewBuffer()
	defer call.Buffer.Free()
	call.Render = func(outcome engine.Outcome) engine.Reply {
		if c.failed = c.add(op, outcome); c.failed == nil {
			c.failed = see(outcome)
		}
		return engine.Reply{}
	}
	_ = c.Server.engine.Do(ctx, call)
	return c.failed
}

func (c *csvStream) add(op *engine.Operation, outcome engine.Outcome) error {
	if len(outcome.Errors) > 0 || outcome.Data == nil {
		return refusalOf(outcome.Errors)
	}
	if c.withKeys {
		outcome.Data = op.WithKeys(outcome.Data)
	}
	c.next = outcome.NextCursor
	return c.table.noun.Each(recordsIn(outcome), func(row *columns.Row) error {
		c.part = row.AppendCSV(c.part)
		return nil
	})
}
