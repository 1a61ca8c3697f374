package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/schollz/progressbar/v3"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/load"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/book"
)

func loadCommand() *cli.Command {
	return &cli.Command{
		Name:  "load",
		Usage: "make a synthetic portfolio for load tests",
		Description: `Writes to the test portfolio of a lender, all or nothing: of each case 1.4 assets, 3.6 policies with three versions
each, and 12 documents, which share one small file. The same seed makes the same portfolio, with terms that end relative to
today. Prints the portfolio's id and the rows written.

Examples:
   covertrack load --cases 10000
   covertrack load --cases 10000 --documents 1000000
   covertrack load --cases 500 --seed 7 --lender "Acme Bank"`,
		Flags: append(append([]cli.Flag{
			&cli.IntFlag{Name: "cases", Usage: "how many cases", Required: true},
			&cli.IntFlag{Name: "documents", HideDefault: true,
				Usage: "how many documents the cases have all together (default: 12 a case)"},
			&cli.Uint64Flag{Name: "seed", Value: 1,
				Usage: "number that decides about everything left to chance; a portfolio takes each once"},
			&cli.StringFlag{Name: "lender", Value: "Load Example Lender",
				Usage: "name or id of the lender; one that does not exist is created"},
		}, databaseFlags()...), fileFlags()...),
		Action: action(func(ctx context.Context, cmd *cli.Command) error {
			if cases := cmd.Int("cases"); cases < 1 {
				return usagef(cmd, "--cases is %d; it takes a number of at least 1", cases)
			}
			if documents := cmd.Int("documents"); documents < 0 {
				return usagef(cmd, "--documents is %d; it takes 0, for 12 a case, or more", documents)
			}
			return onSchema(loadPortfolio)(ctx, cmd)
		}),
	}
}

func loadPortfolio(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	portfolio, err := testPortfolio(ctx, store, cmd.String("lender"))
	if err != nil {
		return err
	}
	opt := load.Options{
		Options: bookOptions(cmd.Uint64("seed")), Cases: cmd.Int("cases"), Documents: cmd.Int("documents"),
	}
	if opt.BlobKey, err = writeSharedFile(ctx, cmd, portfolio.ID); err != nil {
		return err
	}
	bar := progressbar.NewOptions(opt.Cases, progressbar.OptionSetWriter(cmd.Root().ErrWriter),
		progressbar.OptionSetDescription("cases"), progressbar.OptionShowCount(),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionSetWidth(40))
	var tally tally
	opt.Wrote = func(noun string, rows int) {
		tally.add(noun, rows)
		if noun == "cases" {
			_ = bar.Add(rows)
		}
	}
	begun := time.Now()
	err = store.Load(ctx, portfolio.ID, func(ctx context.Context, l *storage.Loader) error {
		return load.Write(ctx, l, portfolio, opt)
	})
	_, _ = fmt.Fprintln(cmd.Root().ErrWriter)
	if err != nil {
		return err
	}
	if err := store.Analyze(ctx); err != nil {
		return err
	}
	return tally.print(cmd, portfolio.ID, time.Since(begun))
}

// bookOptions are those of demo data and loads: as of today, with their renewals followed up.
func bookOptions(seed uint64) book.Options {
	return book.Options{Seed: seed, Today: now().Truncate(24 * time.Hour), Notice: noticeText}
}

func noticeText(
	portfolio *model.Portfolio, c *model.Case, p *model.Policy, n *model.RenewalNotice,
) (subject, text string, err error) {
	message, err := renewal.Render(portfolio, c, p, n)
	if err != nil {
		return "", "", err
	}
	return message.Subject, message.Text, nil
}

// testPortfolio returns the lender's test portfolio. It creates the lender if there is none.
func testPortfolio(ctx context.Context, store *storage.Store, ref string) (portfolio *model.Portfolio, err error) {
	if err := checkName("--lender", ref); err != nil {
		return nil, err
	}
	err = administratively(ctx, store, func(ctx context.Context, tx *storage.Tx, audit *auditLog) error {
		lender, err := ensureLender(ctx, tx, ref, audit)
		if err != nil {
			return err
		}
		portfolios, err := tx.Portfolios(ctx)
		for _, p := range portfolios {
			if p.LenderID == lender.ID && p.Mode == model.ModeTest {
				portfolio = p
			}
		}
		return err
	})
	return portfolio, err
}

// writeSharedFile stores the one file of all documents and returns its key.
func writeSharedFile(ctx context.Context, cmd *cli.Command, portfolio uuid.UUID) (string, error) {
	blobs, err := openBlobs(ctx, cmd, "http://localhost", slog.Default())
	if err != nil {
		return "", err
	}
	defer func() { _ = blobs.Close() }()
	key := portfolio.String() + "/load/document"
	content := bytes.NewReader(book.PDF("Synthetic document", "Made for load tests."))
	return key, blobs.Write(ctx, key, "application/pdf", content)
}

// tally counts rows by noun, in the order of their first appearance.
type tally struct {
	nouns []string
	rows  map[string]int
	all   int
}

func (t *tally) add(noun string, rows int) {
	if t.rows == nil {
		t.rows = map[string]int{}
	}
	if t.rows[noun] == 0 {
		t.nouns = append(t.nouns, noun)
	}
	t.rows[noun] += rows
	t.all += rows
}

func (t *tally) print(cmd *cli.Command, portfolio uuid.UUID, took time.Duration) error {
	table := newTable(cmd)
	_, _ = fmt.Fprintf(table, "portfolio\t%s\n", portfolio)
	for _, noun := range t.nouns {
		_, _ = fmt.Fprintf(table, "%s\t%d\n", noun, t.rows[noun])
	}
	_, _ = fmt.Fprintf(table, "all rows\t%d in %s, %.0f a second\n",
		t.all, took.Round(time.Millisecond), float64(t.all)/took.Seconds())
	return table.Flush()
}
