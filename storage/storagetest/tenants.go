package storagetest

import (
	"context"
	"hash/maphash"
	"runtime"
	"strings"
	"testing"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest/scoped"
)

// Sweeps are the functions of package storage whose statements are of several portfolios, or of one that they must find
// first, and why. Everything else names the portfolio of each table: then a distributed database sends the statement to
// the one node that has the portfolio.
var Sweeps = map[string]string{
	"(*Store).ExportsDue":               "finds exports of any portfolio that nobody writes",
	"(*Store).ExportsExpired":           "finds exports of any portfolio that are to be removed",
	"(*Store).ExportSchedulesDue":       "finds schedules of any portfolio whose time has come",
	"(*Store).FailingWebhooks":          "finds the endpoints that have failed for too long",
	"(*Store).FeedEnds":                 "a node asks once for all feeds that somebody waits for",
	"(*Store).Miscounts":                "verifies all portfolios",
	"(*Store).OldestUnplaced":           "a metric of the node",
	"(*Store).RemoveEvents":             "finds the feeds that there are",
	"(*Store).TakeWebhook":              "finds the endpoint that has waited longest",
	"(*Store).UnplacedPortfolios":       "finds the portfolios that have events without positions",
	"(*Store).Usages":                   "metrics of all portfolios",
	"(*Store).caseKeys":                 "finds cases of any portfolio, to look at their verdicts",
	"(*Store).dropMonth":                "takes a month of all portfolios out of the totals",
	"(*Store).portfoliosWith":           "finds the portfolios that have something due",
	"(*Store).portfoliosWithDeliveries": "finds the portfolios that have deliveries of webhooks",
	"(*Store).portfoliosWithOldKeys":    "finds the portfolios whose keys are to be removed",
	"Handle.CountDocuments":             "verifies the files of all portfolios",
	"Handle.DeleteUploads":              "removes uploads of any portfolios at once",
	"Handle.DocumentFiles":              "verifies the files of all portfolios",
	"Handle.DueNotices":                 "a metric of the node",
	"Handle.LenderDocument":             "a lender has two portfolios, and the document may be in either",
	"Handle.LendersWithoutReply":        "warns about any lender",
	"Handle.OldUploads":                 "finds uploads of any portfolio that are to be removed",
	"Handle.OpenTasksOf":                "a lender has two portfolios, and people may be users of both",
	"Handle.PortfoliosWithTask":         "finds the portfolios that have a task about mail",
	"Handle.PortfoliosWithoutTask":      "finds the portfolios that have no task about mail",
	"Handle.SuspendedAssignees":         "finds the portfolios in which somebody who was suspended has tasks",
	"Handle.WebhookBacklog":             "a metric of the node",
	"(*Store).lockHeads":                "locks the feeds of many portfolios on one server, and on nodes one",
	"storage/importing.Waiting":         "finds imports of any portfolio that wait, and whose they are",
	"storage/importing.keysOf":          "finds imports of any portfolio that have something to be done",
	"Handle.evidenceLink":               "who comes with a link names no portfolio: the link tells it",
}

// tenantsTables selects the tables of portfolios, and their partitions.
const tenantsTables = `SELECT c.relname::text FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
	WHERE c.relnamespace = quote_ident(current_schema())::regnamespace AND c.relkind IN ('r', 'p')
		AND a.attname = 'portfolio_id' AND NOT a.attisdropped`

// guard fails the test when the program sends a statement on a table of portfolios that does not name the portfolio. What
// tests send themselves is their own affair.
type guard struct {
	t      testing.TB
	sweeps map[string]string
	inner  pgx.QueryTracer // nil if none
	tables map[string]bool // nil until the store is open
}

// looked has, by the shape of a statement, the tables that it does not bind to a portfolio: no two tests look at the same
// shape. It is bounded, as tests send statements of any length.
var looked, _ = lru.New[uint64, []string](10_000)

var shapes = maphash.MakeSeed()

// shape is the same for statements that differ in their values alone. It allocates nothing, for budgets count that.
func shape(statement string) uint64 {
	var h maphash.Hash
	h.SetSeed(shapes)
	quoted := false
	for _, c := range []byte(statement) {
		if c == '\'' {
			quoted = !quoted
		}
		if !quoted && (c < '0' || c > '9') {
			_ = h.WriteByte(c)
		}
	}
	return h.Sum64()
}

// protect has the guard know which tables there are.
func (g *guard) protect(t testing.TB, store *storage.Store) {
	t.Helper()
	found, err := store.Pool().Pgx().Query(t.Context(), tenantsTables)
	require.NoError(t, err)
	tables, err := pgx.CollectRows(found, pgx.RowTo[string])
	require.NoError(t, err)
	g.tables = make(map[string]bool, len(tables))
	for _, table := range tables {
		g.tables[table] = true
	}
}

// check looks at one statement.
func (g *guard) check(statement string) {
	if len(g.tables) == 0 || strings.Contains(statement, "SAVEPOINT ") { // each of which has a name of its own
		return
	}
	is := shape(statement)
	unscoped, ok := looked.Get(is)
	if !ok {
		unscoped = scoped.Unscoped(statement, func(table string) bool { return g.tables[table] })
		looked.Add(is, unscoped)
	}
	if len(unscoped) == 0 {
		return
	}
	if by := sender(); by != "" && g.sweeps[by] == "" {
		g.t.Errorf("%s sends a statement that does not name the portfolio of %s: %s", by, strings.Join(unscoped, ", "), statement)
	}
}

// module is how the names of all packages of the program begin.
const module = "github.com/covertrack/covertrack/"

// sender is the function of package storage that sends a statement, as the package calls it; "" for a test.
func sender() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(3, callers)])
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		name, ok := strings.CutPrefix(f.Function, module)
		switch {
		case strings.HasSuffix(f.File, "_test.go"), strings.HasPrefix(name, "restcompat/resttest."):
			return ""
		case !ok, strings.HasPrefix(name, "storage/rows."), strings.HasPrefix(name, "storage/postgres."):
		case strings.HasPrefix(name, "storage/storagetest.") && !strings.Contains(name, "storagetest.(*guard)"):
			return ""
		case strings.HasPrefix(name, "storage/importing."):
			name, _, _ = strings.Cut(name, ".func")
			return name
		case strings.HasPrefix(name, "storage."):
			name, _, _ = strings.Cut(strings.TrimPrefix(name, "storage."), ".func")
			return name
		}
	}
	return "an unknown function"
}

// TraceQueryStart looks at a statement.
func (g *guard) TraceQueryStart(ctx context.Context, conn *pgx.Conn, start pgx.TraceQueryStartData) context.Context {
	g.check(start.SQL)
	if g.inner != nil {
		return g.inner.TraceQueryStart(ctx, conn, start)
	}
	return ctx
}

// TraceQueryEnd is the other half of pgx.QueryTracer.
func (g *guard) TraceQueryEnd(ctx context.Context, conn *pgx.Conn, end pgx.TraceQueryEndData) {
	if g.inner != nil {
		g.inner.TraceQueryEnd(ctx, conn, end)
	}
}

// TraceBatchStart looks at all statements of a batch.
func (g *guard) TraceBatchStart(ctx context.Context, conn *pgx.Conn, start pgx.TraceBatchStartData) context.Context {
	for _, q := range start.Batch.QueuedQueries {
		g.check(q.SQL)
	}
	if inner, ok := g.inner.(pgx.BatchTracer); ok {
		return inner.TraceBatchStart(ctx, conn, start)
	}
	return ctx
}

// TraceBatchQuery is a part of pgx.BatchTracer.
func (g *guard) TraceBatchQuery(ctx context.Context, conn *pgx.Conn, query pgx.TraceBatchQueryData) {
	if inner, ok := g.inner.(pgx.BatchTracer); ok {
		inner.TraceBatchQuery(ctx, conn, query)
	}
}

// TraceBatchEnd is the other half of pgx.BatchTracer.
func (g *guard) TraceBatchEnd(ctx context.Context, conn *pgx.Conn, end pgx.TraceBatchEndData) {
	if inner, ok := g.inner.(pgx.BatchTracer); ok {
		inner.TraceBatchEnd(ctx, conn, end)
	}
}
