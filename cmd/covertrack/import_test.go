package main

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/blob/s3test"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestImportCommand says what files would do, answers questions by flags, writes with --commit, and takes the files of a folder as
// they come.
func TestImportCommand(t *testing.T) {
	w := storagetest.NewWorld(t)
	program := w.Program(t, w.Harbor).String()
	x := &terminal{dsn: w.Store.Pool().Pgx().Config().ConnString()}
	t.Chdir(t.TempDir()) // where refused rows are written
	args := func(more ...string) []string {
		return append([]string{"import", "--portfolio", w.Harbor.Portfolio.ID().String(), "--data-dir", "data"}, more...)
	}
	write := func(name, text string) {
		t.Helper()
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	loans := func() (n int) {
		require.NoError(t, w.Store.Pool().Pgx().QueryRow(t.Context(), "SELECT count(*) FROM cases WHERE import_id IS NOT NULL").Scan(&n))
		return n
	}
	template := runLine(t, "import", "--template", "loans")
	require.Contains(t, template.stdout, "Loan number,")
	require.Contains(t, template.stdout, "LN-1001,")

	write("loans.csv", "Loan Number,Loan Amount,Maturity Date\nLN-1,100.00,03/04/2031\nLN-2,many,03/04/2031\n")
	asked := x.run(t, args("loans.csv", "--set", "case.program="+program)...)
	require.NotZero(t, asked.code)
	require.Contains(t, asked.stderr, "Answer with --date day-first or month-first")
	set := []string{"loans.csv", "--set", "case.program=" + program, "--date", "day-first", "--save-mapping", "servicing"}
	tried := x.ok(t, args(set...)...)
	require.Contains(t, tried, "Create 1 · change 0 · unchanged 0 · refused 1")
	require.Contains(t, tried, "loans.csv, row 3, Loan Amount: ")
	require.FileExists(t, "loans-refused.csv")
	require.Zero(t, loans(), "nothing is written")
	require.Contains(t, x.ok(t, args("loans.csv", "--mapping", "servicing", "--commit")...), "on hold until the import")
	require.Equal(t, 1, loans())
	var looked int
	require.NoError(t, w.Store.Pool().Pgx().QueryRow(t.Context(),
		"SELECT reltuples FROM pg_class WHERE oid = 'cases'::regclass").Scan(&looked))
	require.Equal(t, 1, looked, "Postgres plans for what came in")
	require.Contains(t, x.ok(t, args("loans.csv", "--mapping", "servicing", "--commit")...),
		"Create 0 · change 0 · unchanged 1 · refused 1")
	require.Contains(t, x.run(t, args("loans.csv", "--mapping", "servicing", "--set", "case.moon=1")...).stderr, "`to` is no member",
		"what flags say beside a saved mapping is not left out")
	changed := args("loans.csv", "--mapping", "servicing", "--commit", "--name", "nightly")
	write("loans.csv", "Loan Number,Loan Amount,Maturity Date\nLN-1,200.00,03/04/2031\n")
	waits := x.run(t, changed...)
	require.Contains(t, waits.stderr, "it waits for a person: it would change more than a fifth of the book")
	require.Contains(t, x.ok(t, append(changed, "--confirm")...), "Written.")

	require.NoError(t, os.Mkdir("nightly", 0o700))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, append(args("--watch", "nightly", "--mapping", "servicing", "--every", "20ms", "--commit"), "--database-url", x.dsn),
			t.Output(), t.Output())
	}()
	for n, text := range []string{"LN-3,1.00,03/04/2031\n", "LN-4,1.00,03/04/2031\n"} {
		write(filepath.Join("nightly", []string{"a.csv", "b.csv"}[n]), "Loan Number,Loan Amount,Maturity Date\n"+text)
		require.Eventually(t, func() bool { return loans() == 2+n }, 20*time.Second, 20*time.Millisecond)
	}
	stop()
	require.Zero(t, <-ended)
	require.Contains(t, x.run(t, args("--watch", "nowhere", "--mapping", "servicing")...).stderr, "nowhere is no folder")
}

// TestImportWatchBucket takes the files of a bucket as they come, and again when something in one changes, also after a restart.
func TestImportWatchBucket(t *testing.T) {
	address := s3test.Start(t)
	w, files := storagetest.NewWorld(t), t.TempDir()
	x := &terminal{dsn: w.Store.Pool().Pgx().Config().ConnString()}
	bucket, err := blob.Open(blob.Config{
		URL: address, BaseURL: "http://127.0.0.1", SigningKeys: resttest.SigningKeys, Logger: slog.New(slog.DiscardHandler),
	})
	require.NoError(t, err)
	put := func(name, lines string) {
		t.Helper()
		content := "Loan Number,Loan Amount\n" + lines
		require.NoError(t, bucket.Write(t.Context(), "nightly/"+name, "text/csv", bytes.NewReader([]byte(content))))
	}
	args := func(more ...string) []string {
		return append([]string{"import", "--portfolio", w.Harbor.Portfolio.ID().String(), "--data-dir", files}, more...)
	}
	first := filepath.Join(files, "first.csv")
	require.NoError(t, os.WriteFile(first, []byte("Loan Number,Loan Amount\nLN-0,1.00\n"), 0o600))
	x.ok(t, args(first, "--set", "case.program="+w.Program(t, w.Harbor).String(), "--save-mapping", "servicing")...)
	watching := args("--watch", strings.Replace(address, "?", "/nightly?", 1), "--mapping", "servicing", "--every", "20ms", "--commit")
	watch := func(isDone func() bool) {
		t.Helper()
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan int, 1)
		go func() { ended <- run(ctx, append(watching, "--database-url", x.dsn), t.Output(), t.Output()) }()
		require.Eventually(t, isDone, 30*time.Second, 20*time.Millisecond)
		stop()
		require.Zero(t, <-ended)
	}
	count := func(query string) (n int) {
		require.NoError(t, w.Store.Pool().Pgx().QueryRow(t.Context(), "SELECT count(*) FROM "+query).Scan(&n))
		return n
	}
	has := func(loan, amount string) bool {
		return count("cases WHERE loan_number = '"+loan+"' AND loan_amount ->> 'amount' = '"+amount+"'") == 1
	}
	put("a.csv", "LN-1,1.00\n")
	put("a-refused.csv", "LN-9,9.00\n")
	put("deeper/b.csv", "LN-8,8.00\n")
	watch(func() bool { return has("LN-1", "1.00") && count("imports WHERE state = 'committed'") == 1 })
	put("a.csv", "LN-1,2.00\n")
	put("b.csv", "LN-2,3.00\n")
	watch(func() bool {
		return has("LN-1", "2.00") && has("LN-2", "3.00") && count("imports WHERE state = 'committed'") == 3
	})
	put("a.csv", "LN-1,1.00\n")
	watch(func() bool { return has("LN-1", "1.00") && count("imports WHERE state = 'committed'") == 4 })
	require.Equal(t, 2, count("cases"), "not what was refused, nor what lies deeper")
	require.Equal(t, 5, count("imports"), "each file once, and again as it was before a change")
	gone := args("--watch", strings.Replace(address, "?", "-none?", 1), "--mapping", "servicing")
	require.Contains(t, x.run(t, gone...).stderr, "--watch: ")
}
