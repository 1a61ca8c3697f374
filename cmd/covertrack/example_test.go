package main

import (
	"bytes"
	"context"
	bits "encoding/binary"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/demo"
	"github.com/covertrack/covertrack/cmd/covertrack/sample"
	ordered "github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/book"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// exampleDay is the day on which the examples of the OpenAPI document were recorded.
var exampleDay = time.Date(2026, time.March, 2, 0, 0, 0, 0, time.UTC)

// newDemo serves Harbor's test portfolio with the demo data of a day, on a clock.
func newDemo(t *testing.T, day time.Time, now func() time.Time, changes ...func(*blob.Config)) *resttest.Server {
	t.Helper()
	s := resttest.Serve(t, storagetest.NewWorld(t), now, changes...)
	fillWithDemo(t, s.World, s.Blobs, day)
	return s
}

// fillWithDemo loads the demo data of a day into Harbor's test portfolio.
func fillWithDemo(t *testing.T, world *storagetest.World, blobs *blob.Store, day time.Time) {
	t.Helper()
	portfolios, err := world.Store.Portfolios(t.Context())
	require.NoError(t, err)
	i := slices.IndexFunc(portfolios, func(p *model.Portfolio) bool { return p.ID == world.HarborTest.Portfolio.ID() })
	records, files := demo.Make(portfolios[i], demo.Large, book.Options{Today: day, Notice: demo.NoticeText})
	require.NoError(t, sample.WriteFiles(t.Context(), blobs, files))
	require.NoError(t, world.Store.Load(t.Context(), portfolios[i].ID, func(ctx context.Context, l *storage.Loader) error {
		return records.Write(ctx, l, nil)
	}))
	world.PlaceEvents(t)
	_, err = world.Store.Pool().Pgx().Exec(t.Context(), "UPDATE lenders SET time_zone = 'America/Chicago' WHERE id = $1",
		portfolios[i].LenderID)
	require.NoError(t, err)
}

// TestExamples sends every request that /docs offers, as the page does, to a server with the demo data of a day. The
// server checks each response against the document.
func TestExamples(t *testing.T) {
	t.Parallel()
	leapDay := time.Date(2028, time.February, 29, 0, 0, 0, 0, time.UTC)
	for _, day := range []time.Time{time.Now().UTC().Truncate(24 * time.Hour), leapDay} {
		t.Run(day.Format(time.DateOnly), func(t *testing.T) {
			t.Parallel()
			s := newDemo(t, day, func() time.Time { return day.Add(10 * time.Hour) })
			var document openAPI
			require.NoError(t, json.Unmarshal(s.OpenAPI(t), &document))
			document.trials = newTrials(t, s, day.Add(10*time.Hour))
			for _, method := range []string{"get", "patch", "put", "post", "delete"} { // a draft is changed before it is published
				for path, operations := range document.Paths {
					if op, ok := operations[method]; ok {
						document.try(t, s.As(s.HarborTest.Token), strings.ToUpper(method), path, op)
					}
				}
			}
		})
	}
}

// try sends the request that the page makes of the examples.
func (d *openAPI) try(t *testing.T, client *resttest.Client, method, path string, op openAPIOperation) {
	t.Helper()
	var payload any
	if len(op.RequestBody.Content) > 0 {
		body := op.RequestBody.Content["application/json"].Examples["default"].Value
		require.NotEmpty(t, body, "%s has no example: add it to exampleRequests", op.OperationID)
		payload = []byte(body)
	}
	address, payload := d.trials.own(method, d.address(t, path, op), payload)
	r := d.trials.client(method, path, client).Do(t, method, address, payload)
	good := []int{http.StatusOK, http.StatusCreated, http.StatusAccepted, http.StatusNoContent, http.StatusSeeOther}
	require.Contains(t, good, r.Status, "%s: %s", op.OperationID, r.Body)
	require.NotContains(t, string(r.Body), `"data":[]`, "%s: the example finds nothing", op.OperationID)
}

// openAPI is what the page at /docs takes from the document for a request.
type openAPI struct {
	Paths      map[string]map[string]openAPIOperation
	Components struct{ Parameters map[string]openAPIParameter }

	trials *trials
}

type openAPIOperation struct {
	OperationID string
	Parameters  []openAPIParameter
	RequestBody struct {
		Content map[string]struct {
			Examples map[string]struct{ Value json.RawMessage }
		}
	}
}

type openAPIParameter struct {
	Ref      string `json:"$ref"`
	Name, In string
	Example  any
	Schema   struct{ Default any }
}

// address is the path with its query: the page sends the examples of parameters, and the defaults of those without one.
func (d *openAPI) address(t *testing.T, path string, op openAPIOperation) string {
	query := url.Values{}
	for _, p := range op.Parameters {
		if p.Ref != "" {
			p = d.Components.Parameters[strings.TrimPrefix(p.Ref, "#/components/parameters/")]
		}
		value := p.Example
		if value == nil {
			value = p.Schema.Default
		}
		switch {
		case p.In == "path":
			require.NotNil(t, value, "%s has no example of {%s}", op.OperationID, p.Name)
			path = strings.Replace(path, "{"+p.Name+"}", value.(string), 1)
		case p.In == "query" && value != nil && p.Name != "metadata":
			query.Set(p.Name, queryText(value))
		}
	}
	return path + "?" + query.Encode()
}

// queryText is the value of a query parameter as text; the items of a list are separated by commas.
func queryText(value any) string {
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	words := make([]string, len(list))
	for i, item := range list {
		words[i] = strings.Trim(string(ordered.Encode(item)), `"`)
	}
	return strings.Join(words, ",")
}

// TestExampleFile keeps restcompat/openapi_examples.json what a server with the demo data of one day answers.
func TestExampleFile(t *testing.T) {
	t.Parallel()
	const file = "../../restcompat/openapi_examples.json"
	recorded := recordExamples(t)
	if *update {
		require.NoError(t, os.WriteFile(file, recorded, 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), string(recorded), "run make generate twice and look at the diff")
}

// recordExamples sends the example of each endpoint, those that only read first, and returns the requests with the
// answers.
func recordExamples(t *testing.T) []byte {
	t.Helper()
	morning := exampleDay.Add(10 * time.Hour)
	s := newDemo(t, exampleDay, func() time.Time { return morning }, func(c *blob.Config) {
		c.BaseURL = "https://covertrack.example.com"
	})
	records := &demoRecords{t: t, server: s, client: s.As(s.HarborTest.Token), used: map[string]bool{}}
	x := newTrials(t, s, morning)
	requests := exampleRequests(records)
	maps.Copy(requests, x.requests(records))
	entries, made := map[string]*ordered.Object{}, &madeIDs{}
	for _, reads := range []bool{true, false} {
		for _, ep := range s.REST.Endpoints() {
			request, ok := requests[ep.Operation]
			require.True(t, ok, "%s has no example: add it to exampleRequests", ep.Operation)
			if reads == (ep.Method == http.MethodGet) {
				entries[ep.Operation] = records.record(x.client(ep.Method, ep.Path, records.client), ep, request, made)
			}
		}
	}
	require.Len(t, requests, len(entries), "exampleRequests has an operation that is none any more")
	file := &ordered.Object{}
	for _, ep := range s.REST.Endpoints() {
		file.Set(ep.Operation, entries[ep.Operation])
	}
	var out bytes.Buffer
	require.NoError(t, json.Indent(&out, ordered.Encode(file), "", "  "))
	return append(out.Bytes(), '\n')
}

// record sends a request and returns its entry in the file.
func (d *demoRecords) record(client *resttest.Client, ep restcompat.Endpoint, request exampleRequest, made *madeIDs) *ordered.Object {
	entry := &ordered.Object{}
	set := func(name string, value any, given bool) {
		if given {
			entry.Set(name, value)
		}
	}
	query := url.Values{}
	for _, p := range request.query.Members {
		query.Set(p.Name, queryText(p.Value))
	}
	path := strings.NewReplacer("{id}", request.id, "{deliveryId}", request.below, "{externalId}", request.key).Replace(ep.Path)
	var payload any
	if request.body != "" {
		payload = request.body
	}
	r := client.Do(d.t, ep.Method, path+"?"+query.Encode(), payload)
	require.Equal(d.t, ep.Status, r.Status, "%s: %s", ep.Operation, r.Body)
	set("id", string(made.replaced([]byte(request.id))), request.id != "")
	set("deliveryId", string(made.replaced([]byte(request.below))), request.below != "")
	set("externalId", request.key, request.key != "")
	set("query", &request.query, len(request.query.Members) > 0)
	set("body", decoded(d.t, made.replaced([]byte(request.body))), request.body != "")
	set("note", request.note, request.note != "")
	set("answer", decoded(d.t, made.replaced(r.Body)), true)
	return entry
}

func decoded(t *testing.T, text []byte) any {
	t.Helper()
	if len(text) == 0 {
		return nil
	}
	value, err := ordered.Decode(text)
	require.NoError(t, err, "%s", text)
	return value
}

// madeIDs replaces what is different each time: ids that the server made, signatures, and secrets of links.
type madeIDs struct{ ids []string }

var (
	idForm        = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`)
	signatureForm = regexp.MustCompile(`(signature=)[\w-]+`)
	onceForm      = regexp.MustCompile(`("secret":"whsec_)[^"]+`)
	tokenForm     = regexp.MustCompile(`("token":"sandbox_)[^"]+`)
	cursorForm    = regexp.MustCompile(`("cursor":")[\w-]{32}"`)
	evidenceForm  = regexp.MustCompile(`http://[\w.:]+(/evidence/)[\w-]{43}`)
)

func (m *madeIDs) replaced(answer []byte) []byte {
	answer = signatureForm.ReplaceAll(answer, []byte("${1}UzRfYW5fZXhhbXBsZV9vZl9hX3NpZ25hdHVyZQ"))
	answer = onceForm.ReplaceAll(answer, []byte("${1}QW4gZXhhbXBsZSBvZiBhIHNlY3JldCBvZiBhIHdlYmg="))
	answer = tokenForm.ReplaceAll(answer, []byte("${1}AnExampleOfTheTextThatAToken0Has0000"))
	answer = cursorForm.ReplaceAll(answer, []byte(`${1}AZyrHUAAcAC7uw8kMZ0vLQAAAAAAAAAq"`))
	answer = evidenceForm.ReplaceAll(answer, []byte("https://covertrack.example.com${1}QW4gZXhhbXBsZSBvZiBhIHNlY3JldCBvZiBhIGxpbms"))
	return idForm.ReplaceAllFunc(answer, func(text []byte) []byte {
		id := uuid.MustParse(string(text))
		if at := time.UnixMilli(int64(bits.BigEndian.Uint64(id[:8]) >> 16)); at.Before(exampleDay) {
			return text // of the demo data
		}
		return []byte(m.replacement(string(text)))
	})
}

// replacement returns an id that follows from how many other ids were replaced before.
func (m *madeIDs) replacement(id string) string {
	i := 0
	for i < len(m.ids) && m.ids[i] != id {
		i++
	}
	if i == len(m.ids) {
		m.ids = append(m.ids, id)
	}
	made := uuid.NewSHA1(uuid.NameSpaceURL, []byte{byte(i >> 8), byte(i)})
	at := uint64(exampleDay.Add(10*time.Hour).UnixMilli()) + uint64(i)
	bits.BigEndian.PutUint64(made[:8], at<<16|0x7000|uint64(bits.BigEndian.Uint16(made[6:8])&0x0fff))
	return made.String()
}
