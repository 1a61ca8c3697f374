package sample

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/schollz/progressbar/v3"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/cmd/covertrack/demo"
	"github.com/covertrack/covertrack/model"
	letters "github.com/covertrack/covertrack/model/letter"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/book"
)

// LoadCommand is `covertrack load`.
func LoadCommand() *cli.Command {
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
		}, command.DatabaseFlags()...), command.FileFlags()...),
		Action: command.Action(func(ctx context.Context, cmd *cli.Command) error {
			if cases := cmd.Int("cases"); cases < 1 {
				return command.Usagef(cmd, "--cases is %d; it takes a number of at least 1", cases)
			}
			if documents := cmd.Int("documents"); documents < 0 {
				return command.Usagef(cmd, "--documents is %d; it takes 0, for 12 a case, or more", documents)
			}
			return command.OnSchema(loadPortfolio)(ctx, cmd)
		}),
	}
}

func loadPortfolio(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	portfolio, err := testPortfolio(ctx, store, cmd.String("lender"))
	if err != nil {
		return err
	}
	opt := demo.LoadOptions{Options: BookOptions(cmd.Uint64("seed")), Cases: cmd.Int("cases"), Documents: cmd.Int("documents")}
	opt.Notice = shortNoticeText
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
		return demo.Load(ctx, l, portfolio, opt)
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

// BookOptions are those of demo data and loads: as of today, with their renewals followed up.
func BookOptions(seed uint64) book.Options {
	return book.Options{Seed: seed, Today: command.Now().Truncate(24 * time.Hour), Notice: demo.NoticeText}
}

// shortNoticeText is noticeText without demands and findings, which take most of the time.
func shortNoticeText(n *model.RenewalNotice, facts letters.Facts) error {
	facts.Compliance.RiskProfile = nil
	return demo.NoticeText(n, facts)
}

// testPortfolio returns the lender's test portfolio. It creates the lender if there is none.
func testPortfolio(ctx context.Context, store *storage.Store, ref string) (*model.Portfolio, error) {
	if err := command.CheckName("--lender", ref); err != nil {
		return nil, err
	}
	return command.InTx(ctx, store, func(ctx context.Context, tx *command.Tx) (portfolio *model.Portfolio, err error) {
		lender, err := tx.EnsureLender(ctx, ref)
		if err != nil {
			return nil, err
		}
		portfolios, err := tx.PortfoliosOf(ctx, lender)
		for _, p := range portfolios {
			if p.Mode == model.ModeTest {
				portfolio = p
			}
		}
		return portfolio, err
	})
}

// writeSharedFile stores the one file of all documents and returns its key.
func writeSharedFile(ctx context.Context, cmd *cli.Command, portfolio uuid.UUID) (string, error) {
	blobs, err := command.OpenFiles(cmd, slog.Default())
	if err != nil {
		return "", err
	}
	defer func() { _ = blobs.Close() }()
	key := portfolio.String() + "/load/document"
	content := bytes.NewReader(book.PDF("Synthetic document", "Made for load tests."))
	return key, blobs.Write(ctx, key, "application/pdf", content)
}

// tally counts rows by noun, in the order of their first appearance.
type tally []count

type count struct {
	noun string
	rows int
}

func (t *tally) add(noun string, rows int) {
	i := slices.IndexFunc(*t, func(c count) bool { return c.noun == noun })
	if i < 0 {
		i = len(*t)
		*t = append(*t, count{noun: noun})
	}
	(*t)[i].rows += rows
}

func (t tally) print(cmd *cli.Command, portfolio uuid.UUID, took time.Duration) error {
	table, all := command.NewTable(cmd), 0
	_, _ = fmt.Fprintf(table, "portfolio\t%s\n", portfolio)
	for _, c := range t {
		_, _ = fmt.Fprintf(table, "%s\t%d\n", c.noun, c.rows)
		all += c.rows
	}
	_, _ = fmt.Fprintf(table, "all rows\t%d in %s, %.0f a second\n",
		all, took.Round(time.Millisecond), float64(all)/took.Seconds())
	return table.Flush()
}
