package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/graph/importing"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/graph/sandbox"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage"
)

// sandboxBench is a server, and what moves the clocks of its sandboxes.
type sandboxBench struct {
	*resttest.Server
	c      *resttest.Client // of the test portfolio
	worker *sandbox.Worker
}

func newSandboxBench(t testing.TB) *sandboxBench {
	t.Helper()
	s := resttest.New(t)
	return &sandboxBench{s, s.As(s.HarborTest.Token), sandboxWorker(t, s)}
}

func sandboxWorker(t testing.TB, s *resttest.Server, actors ...sandbox.Actor) *sandbox.Worker {
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	return sandbox.New(sandbox.Config{
		Store: s.Store, Blobs: s.Blobs, FollowUp: renewal.Config{MailOff: true, Logger: log}, Now: time.Now, Logger: log, Actors: actors,
	})
}

// trial is a sandbox with a book.
type trial struct {
	*sandboxBench
	in       *resttest.Client
	path, id string
	names    map[string]string // of records, by their ids
}

const trialStart = "2027-01-01T09:00:00Z"

func (b *sandboxBench) trial(t testing.TB) *trial {
	t.Helper()
	made := b.c.Post(t, sandboxes, object{"name": "A trial", "now": trialStart}, http.StatusCreated)
	id := made["id"].(string)
	return &trial{b, b.As(made["token"].(string)), sandboxes + "/" + id, id, map[string]string{id: "sandbox"}}
}

// call gives a record a name, by which it is known in all trials.
func (x *trial) call(id any, format string, args ...any) string {
	x.names[id.(string)] = fmt.Sprintf(format, args...)
	return id.(string)
}

// loans adds loans whose policies end so many days after the start, of which two thirds have a broker.
func (x *trial) loans(t testing.TB, ends []int) {
	t.Helper()
	start, err := time.Parse(time.RFC3339, trialStart)
	require.NoError(t, err)
	program := x.call(x.in.Get(t, "/rest/programs")["data"].([]any)[0].(object)["id"], "program")
	profile := x.call(x.in.Get(t, "/rest/risk-profiles")["data"].([]any)[0].(object)["id"], "profile")
	var brokers, loans, policies []object
	for i, days := range ends {
		loan := object{"status": "OPEN", "loanNumber": fmt.Sprint("LN-", i)}
		policy := object{
			"startDate": start.AddDate(-1, 0, days).Format(time.DateOnly), "endDate": start.AddDate(0, 0, days).Format(time.DateOnly),
		}
		if i%2 == 0 {
			loan["program"], policy["productType"] = program, "property"
		} else {
			loan["riskProfile"], policy["coverageLayer"], policy["coverageTypes"] = profile, "primary", []any{"generalLiability"}
			policy["perils"] = []any{}
		}
		if i%3 != 2 {
			brokers = append(brokers, object{"email": fmt.Sprintf("broker%d@example.com", i), "firstName": "A", "lastName": "Broker"})
		}
		loans, policies = append(loans, loan), append(policies, policy)
	}
	known := x.add(t, "/rest/brokers/batch", "broker", brokers)
	for i, loan := range loans {
		if i%3 != 2 {
			loan["insuranceContacts"], known = []any{known[0]}, known[1:]
		}
	}
	for i, id := range x.add(t, "/rest/cases/batch", "loan", loans) {
		policies[i]["caseId"] = id
	}
	x.add(t, "/rest/policies/batch", "policy", policies)
}

// add makes records, as many at once as one call takes, and gives them names.
func (x *trial) add(t testing.TB, path, name string, items []object) (ids []string) {
	t.Helper()
	for some := range slices.Chunk(items, 100) {
		for _, made := range x.in.Do(t, http.MethodPost, path, object{"items": some}).Created(t) {
			ids = append(ids, x.call(made["id"], "%s %d", name, len(ids)))
		}
	}
	return ids
}

// advance moves the clock, and returns the sandbox as it is then.
func (x *trial) advance(t testing.TB, by string) object {
	t.Helper()
	x.c.Post(t, x.path+"/advance", object{"by": by}, http.StatusAccepted)
	require.NoError(t, x.worker.Run(t.Context()))
	return x.c.Get(t, x.path)
}

var anyID = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)

// story is all that the sandbox has, each record by its name or, if the program made it, without its id.
func (x *trial) story(t *testing.T) (lines []string) {
	t.Helper()
	for _, list := range []string{"cases", "policies", "tasks", "renewal-notices", "audit-events"} {
		for offset := 0; ; offset += 200 {
			page := x.in.Get(t, fmt.Sprintf("/rest/%s?limit=200&offset=%d", list, offset))["data"].([]any)
			for _, record := range page {
				text, err := json.Marshal(record)
				require.NoError(t, err)
				lines = append(lines, list+" "+anyID.ReplaceAllStringFunc(string(text), func(id string) string {
					if name, ok := x.names[id]; ok {
						return name
					}
					return "-"
				}))
			}
			if len(page) < 200 {
				break
			}
		}
	}
	slices.Sort(lines)
	return lines
}

// TestSandboxClock moves a clock: what is due on the way happens at its moment, and each event has that time.
func TestSandboxClock(t *testing.T) {
	t.Parallel()
	x := newSandboxBench(t).trial(t)
	x.loans(t, []int{60, 60})
	shown := x.advance(t, "P90D")
	require.Equal(t, []any{"ready", "2027-04-01T09:00:00.000Z", nil}, []any{shown["state"], shown["now"], shown["target"]})

	const notices = "{ renewalNotices { nodes { step state dueAt settledAt } } tasks { nodes { type createdAt } } }"
	seen := x.in.Query(t, notices, nil)
	all := seen["renewalNotices"].(object)["nodes"].([]any)
	require.NotEmpty(t, all)
	for _, n := range all {
		if notice := n.(object); notice["dueAt"].(string) > "2027-01-01T09" && notice["dueAt"].(string) < "2027-04-01T09" {
			require.NotEqual(t, "planned", notice["state"], "%v", notice)
			require.Equal(t, notice["dueAt"], notice["settledAt"], "%v", notice)
		}
	}
	days := map[string]bool{}
	for _, e := range x.in.Get(t, "/rest/audit-events?limit=200")["data"].([]any) {
		at := e.(object)["at"].(string)
		require.True(t, at >= "2027-01-01T09" && at <= "2027-04-01T09:00:00.000Z", at)
		days[at[:10]] = true
	}
	require.Greater(t, len(days), 3, "events have the times at which they would have happened")
	require.Equal(t, "2027-04-01T09:00:00.000Z", x.in.Post(t, "/rest/insured-groups", object{"name": "x"}, http.StatusCreated)["createdAt"])
}

// TestSandboxOneStepOrMany draws books: advancing by 90 days at once and in ninety steps leaves the same, but for ids.
func TestSandboxOneStepOrMany(t *testing.T) {
	t.Parallel()
	b := newSandboxBench(t)
	draws := rapid.SliceOfN(rapid.IntRange(-30, 120), 5, 9)
	for seed := range 2 {
		ends := draws.Example(seed)
		one, many := b.trial(t), b.trial(t)
		one.loans(t, ends)
		many.loans(t, ends)
		one.advance(t, "P90D")
		for range 90 {
			require.Equal(t, "ready", many.advance(t, "P1D")["state"])
		}
		want, got := one.story(t), many.story(t)
		require.Equal(t, strings.Join(want, "\n"), strings.Join(got, "\n"), "%v", ends)
		require.Greater(t, len(want), 10*len(ends))
		for _, x := range []*trial{one, many} {
			require.Equal(t, http.StatusNoContent, x.c.Do(t, http.MethodDelete, x.path, nil).Status)
		}
	}
}

// TestSandboxExports asks for the export of a schedule by the sandbox's clock, and writes it at once.
func TestSandboxExports(t *testing.T) {
	t.Parallel()
	b := newSandboxBench(t)
	x := b.trial(t)
	exporter := exportBenchOn(t, b.Server)
	x.in.Post(t, schedules, object{"format": "csv", "nouns": []any{"cases"}, "every": "daily", "hour": 3}, http.StatusCreated)
	require.NoError(t, exporter.runner.Run(t.Context()))
	require.Empty(t, x.in.Get(t, exports)["data"], "the clock stands still")
	x.advance(t, "P1D")
	require.NoError(t, exporter.runner.Run(t.Context()))
	made := x.in.Get(t, exports)["data"].([]any)
	require.Len(t, made, 1)
	require.Equal(t, []any{"done", "2027-01-02T09:00:00.000Z"}, []any{made[0].(object)["state"], made[0].(object)["createdAt"]})
	require.NoError(t, exporter.runner.Run(t.Context()))
	require.Len(t, x.in.Get(t, exports)["data"], 1)
}

// TestSandboxAway writes to an address that is away: the letter says what keeps it back, and is given up in days, with a task.
func TestSandboxAway(t *testing.T) {
	t.Parallel()
	x := newSandboxBench(t).trial(t)
	x.loans(t, []int{70})
	broker := x.in.Get(t, "/rest/brokers")["data"].([]any)[0].(object)["id"].(string)
	x.in.Patch(t, "/rest/brokers/"+broker, object{"email": "ann+away@example.com"})
	letter := func() object {
		const first = `{ renewalNotices(filter: {step: request}) { nodes { state blockedBy nextAttemptAt deliveries { attempts state } } } }`
		return x.in.Query(t, first, nil)["renewalNotices"].(object)["nodes"].([]any)[0].(object)
	}
	now := x.advance(t, "P10D")["now"].(string)
	n := letter()
	require.Equal(t, []any{"planned", "recipients"}, []any{n["state"], n["blockedBy"]})
	require.Greater(t, n["nextAttemptAt"].(string), now)
	x.advance(t, "P7D")
	n = letter()
	require.Equal(t, []any{"failed", nil}, []any{n["state"], n["blockedBy"]})
	require.Equal(t, []any{object{"attempts": 24.0, "state": "abandoned"}}, n["deliveries"])
	require.Equal(t, "undeliverable", x.in.Get(t, "/rest/tasks?type=renewalFollowUp")["data"].([]any)[0].(object)["reason"])
	require.Empty(t, x.c.Get(t, x.path+"/mail")["data"])
}

// stumbling is an actor that cancels the worker's context in its first action.
type stumbling struct {
	at   time.Time
	end  context.CancelFunc
	acts int
}

func (s *stumbling) Next(context.Context, uuid.UUID) (time.Time, bool, error) {
	return s.at, s.acts == 0, nil
}

func (s *stumbling) Act(ctx context.Context, _ uuid.UUID, _ time.Time) error {
	s.acts++
	s.end()
	return ctx.Err()
}

// TestSandboxKilled ends the node that moves a clock, in the midst of a moment; one of two others goes on, and nothing is twice or
// missing.
func TestSandboxKilled(t *testing.T) {
	t.Parallel()
	b := newSandboxBench(t)
	ends := []int{40, 55, 70}
	whole, cut := b.trial(t), b.trial(t)
	whole.loans(t, ends)
	cut.loans(t, ends)
	whole.advance(t, "P90D")

	ctx, end := context.WithCancel(t.Context())
	actor := &stumbling{at: time.Date(2027, time.January, 26, 0, 0, 0, 0, time.UTC), end: end}
	cut.c.Post(t, cut.path+"/advance", object{"by": "P90D"}, http.StatusAccepted)
	require.Error(t, sandboxWorker(t, b.Server, actor).Run(ctx))
	require.Equal(t, []any{"advancing", "2027-01-26T00:00:00.000Z"}, []any{cut.c.Get(t, cut.path)["state"], cut.c.Get(t, cut.path)["now"]})
	var nodes errgroup.Group
	for range 2 {
		node := sandboxWorker(t, b.Server)
		nodes.Go(func() error { return node.Run(t.Context()) })
	}
	require.NoError(t, nodes.Wait())
	require.Equal(t, "ready", cut.c.Get(t, cut.path)["state"])
	require.Equal(t, strings.Join(whole.story(t), "\n"), strings.Join(cut.story(t), "\n"))
}

// TestSandboxRemoved leaves nothing of a sandbox that was removed, or that nobody has used for 30 days.
func TestSandboxRemoved(t *testing.T) {
	t.Parallel()
	b := newSandboxBench(t)
	before := b.Contents(t)
	removed, idle := b.trial(t), b.trial(t)
	removed.loans(t, []int{30, 40, 50})
	removed.advance(t, "P60D")
	require.Equal(t, http.StatusNoContent, b.c.Do(t, http.MethodDelete, removed.path, nil).Status)
	n, err := b.worker.Clean(t.Context(), time.Now())
	require.NoError(t, err)
	require.Equal(t, 1, n)
	idle.c.Get(t, idle.path)
	n, err = b.worker.Clean(t.Context(), time.Now().AddDate(0, 0, 31))
	require.NoError(t, err)
	require.Equal(t, 1, n)
	after := b.Contents(t)
	for _, changes := range []string{"audit_events", "token_writes", "tokens", "record_counts", "value_counts", "river_job"} { // of who asked
		delete(before, changes)
		delete(after, changes)
	}
	require.Equal(t, before, after)
	idle.in.Do(t, http.MethodGet, "/rest/cases", nil).Problem(t, http.StatusUnauthorized, "unauthorized")

	b.trial(t).loans(t, []int{30})
	gone, err := b.Store.RemoveLender(t.Context(), b.Harbor.Organization.LenderID)
	require.NoError(t, err)
	require.Len(t, gone, 3, "with a lender go its sandboxes")
	left, err := b.Store.AllPortfolios(t.Context())
	require.NoError(t, err)
	require.Len(t, left, 2)
}

// BenchmarkSandboxYear moves a clock by a year in which each loan's policy ends: 200 loans may take 20 s, and 10,000 five minutes.
func BenchmarkSandboxYear(b *testing.B) {
	for _, loans := range []int{200, 10_000} {
		b.Run(fmt.Sprint(loans), func(b *testing.B) {
			for range b.N {
				b.StopTimer()
				x := newSandboxBench(b).trial(b)
				ends := make([]int, loans)
				for i := range ends {
					ends[i] = 1 + 364*i/loans
				}
				x.loans(b, ends)
				x.Exec(b, "ANALYZE") // as autovacuum does, which a throw-away Postgres has not
				b.StartTimer()
				statements, trips := x.Count(func() { require.Equal(b, "ready", x.advance(b, "P1Y")["state"]) })
				b.ReportMetric(float64(statements)/float64(loans), "statements/loan")
				b.ReportMetric(float64(trips)/float64(loans), "trips/loan")
			}
		})
	}
}

// BenchmarkSandboxNeighbour lists and writes in the portfolio of another lender on the same node, alone and while the clock of a
// sandbox of 1,000 loans moves by a year.
func BenchmarkSandboxNeighbour(b *testing.B) {
	x := newSandboxBench(b).trial(b)
	ends := make([]int, 1000)
	for i := range ends {
		ends[i] = 1 + 364*i/len(ends)
	}
	x.loans(b, ends)
	near := neighbour{x.As(x.Prairie.Token), x.Case(b, x.Prairie).String()}
	x.Exec(b, "ANALYZE")
	near.uses(b, 2*time.Second) // which prepares statements
	for b.Loop() {
		near.report(b, "alone", near.uses(b, 10*time.Second))
		x.c.Post(b, x.path+"/advance", object{"by": "P1Y"}, http.StatusAccepted)
		moved := make(chan error, 1)
		go func() { moved <- x.worker.Run(b.Context()) }()
		near.report(b, "beside", near.uses(b, 10*time.Second))
		require.NoError(b, <-moved)
	}
}

// neighbour is somebody who uses a portfolio.
type neighbour struct {
	*resttest.Client
	caseID string
}

// uses lists and writes in turns for a time, and returns how long each took, in order of that.
func (n neighbour) uses(b *testing.B, during time.Duration) map[string][]time.Duration {
	took := map[string][]time.Duration{}
	for end := time.Now().Add(during); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		begun := time.Now()
		require.Equal(b, http.StatusOK, n.Do(b, http.MethodGet, "/rest/cases?limit=20", nil).Status)
		listed := time.Now()
		require.Equal(b, http.StatusOK, n.Do(b, http.MethodPatch, "/rest/cases/"+n.caseID, object{"loanNumber": uuid.NewString()}).Status)
		took["list"], took["write"] = append(took["list"], listed.Sub(begun)), append(took["write"], time.Since(listed))
	}
	for _, of := range took {
		slices.Sort(of)
	}
	return took
}

func (n neighbour) report(b *testing.B, when string, took map[string][]time.Duration) {
	for what, of := range took {
		for _, percent := range []int{50, 99} {
			b.ReportMetric(of[len(of)*percent/100].Seconds()*1000, fmt.Sprintf("ms-%s-%s-p%d", what, when, percent))
		}
	}
}

// TestSandboxAdvanceAfterImport: the clock waits for an import that is at work, or what it writes would be written at the end of the way.
func TestSandboxAdvanceAfterImport(t *testing.T) {
	t.Parallel()
	in := newSandboxBench(t).trial(t)
	file := object{"fileName": "loans.csv", "directUploadKey": in.in.Upload(t, "loans.csv", []byte("Loan Number,Loan Amount\nLN-1,100\n"))}
	made := in.in.Post(t, "/rest/imports", object{"files": []any{file}}, http.StatusCreated)
	refused := in.c.Post(t, in.path+"/advance", object{"by": "P60D"}, http.StatusConflict)
	require.Equal(t, "invalid_transition", refused["code"])
	worker := importing.New(importing.Config{
		Engine: in.Engine, Store: in.Store, Blobs: in.Blobs, Logger: slog.New(slog.NewTextHandler(t.Output(), nil)), Operations: graph.ImportOperations,
	})
	require.NoError(t, worker.RunOne(t.Context(), storage.ImportKey{PortfolioID: uuid.MustParse(in.id), ID: uuid.MustParse(made["id"].(string))}))
	require.Equal(t, "mapping", in.in.Get(t, "/rest/imports/"+made["id"].(string))["state"])
	in.c.Post(t, in.path+"/advance", object{"by": "P60D"}, http.StatusAccepted)
}
