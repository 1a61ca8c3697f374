package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/exporting"
	"github.com/covertrack/covertrack/model"
	export "github.com/covertrack/covertrack/model/exporting"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/storage"
)

// ExportCommand is `covertrack export`.
func ExportCommand() *cli.Command {
	return &cli.Command{
		Name:  "export",
		Usage: "take a portfolio out as files",
		Description: `Writes a file for each noun into a folder, all as they are at one moment, with columns.csv about their columns and
export.json with the cursor of the feed behind that moment. The folder appears when all of it is whole.

Examples:
   covertrack export --portfolio ID --format csv
   covertrack export --portfolio ID --format parquet --noun cases --noun policies --to ./friday
   covertrack export --portfolio ID --format xlsx --on 2026-03-31`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "portfolio", Usage: "the portfolio's id, as `quota list` prints it", Required: true},
			&cli.StringFlag{Name: "format", Usage: "csv, ndjson, parquet or xlsx", Value: string(model.ExportFormatCSV)},
			&cli.StringSliceFlag{Name: "noun", Usage: "only these, such as cases; may be repeated"},
			&cli.StringFlag{Name: "on", Usage: "a past day: the book as it was known at its end, as far as versions tell"},
			&cli.StringFlag{Name: "to", Usage: "the folder, which must not exist (default: one of the present moment)"},
		}, command.DatabaseFlags()...),
		Action: command.OnSchema(runExport),
	}
}

// holdLittle has garbage collected before all memory is more than so many megabytes, unless GOMEMLIMIT is set in the environment.
func holdLittle(megabytes int64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(megabytes << 20)
	}
}

// collectLess lets garbage grow to twice the live data, unless GOGC is set in the environment: an import reads and makes so many
// records that Go's own setting costs it a fifth of its time.
func collectLess() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
}

func runExport(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	holdLittle(44)
	portfolio, err := store.Portfolio(ctx, scalar.ParseID(cmd.String("portfolio")))
	if err != nil {
		return err
	}
	e, err := asked(cmd)
	if err != nil {
		return err
	}
	e.PortfolioID = portfolio.ID
	folder := cmd.String("to")
	if folder == "" {
		folder = "export-" + e.CreatedAt.Format("20060102-150405")
	}
	if _, err := os.Stat(folder); err == nil {
		return command.Usagef(cmd, "--to %s exists already; name a folder that does not", folder)
	}
	lists, err := restcompat.NewLists(engine.New(engine.Config{Store: store, Now: time.Now, Logger: slog.Default()}, &graph.Resolver{}))
	if err != nil {
		return err
	}
	if err := recordExport(ctx, store, e); err != nil {
		return err
	}
	set, err := writeFolder(ctx, folder, &exporting.Book{Store: store, Lists: lists, Now: time.Now}, e)
	if err != nil {
		return err
	}
	return report(cmd, folder, set)
}

// asked makes the export that the flags ask for.
func asked(cmd *cli.Command) (*export.Export, error) {
	in := model.CreateExportInput{Format: model.ExportFormat(cmd.String("format"))}
	if !in.Format.IsValid() {
		return nil, command.Usagef(cmd, "--format is csv, ndjson, parquet or xlsx")
	}
	nouns := make([]model.ExportNoun, len(cmd.StringSlice("noun")))
	for i, name := range cmd.StringSlice("noun") {
		if nouns[i] = model.ExportNoun(name); !nouns[i].IsValid() {
			return nil, command.Usagef(cmd, "--noun is one of %s", strings.Trim(fmt.Sprint(model.AllExportNoun), "[]"))
		}
	}
	in.Nouns = graphql.OmittableOf(nouns)
	if text := cmd.String("on"); text != "" {
		day, err := time.Parse(time.DateOnly, text)
		if err != nil {
			return nil, command.Usagef(cmd, "--on is a day such as 2026-03-31")
		}
		in.On = graphql.OmittableOf(&day)
	}
	all := &model.Principal{Actor: model.SystemActor, Entitlements: model.AllEntitlement}
	e, err := export.New(storage.NewID(), in, all, 0, command.Now())
	if err != nil {
		return nil, command.Usagef(cmd, "--noun or --on: %w", err)
	}
	return e, nil
}

// recordExport writes to the audit trail that the book is taken out.
func recordExport(ctx context.Context, store *storage.Store, e *export.Export) error {
	return store.InTx(ctx, e.PortfolioID, func(ctx context.Context, tx *storage.Tx) error {
		trail := storage.NewTrail(model.SystemOrigin(e.PortfolioID, "covertrack export", e.CreatedAt))
		trail.Add("export.created", "export", e.ID, model.Changes((*export.Export)(nil), *e))
		return trail.Save(ctx, tx)
	})
}

// writeFolder makes the folder, whole or not at all.
func writeFolder(ctx context.Context, folder string, book *exporting.Book, e *export.Export) (*exporting.Set, error) {
	part := folder + ".part"
	if err := os.Mkdir(part, 0o750); err != nil {
		return nil, err
	}
	set, err := book.WriteAll(ctx, e, func(_ context.Context, name, _ string, r io.Reader) error {
		file, err := os.OpenFile(filepath.Join(part, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		_, err = io.Copy(file, r)
		return errors.Join(err, file.Close())
	})
	if err == nil {
		err = os.Rename(part, folder)
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(part))
	}
	return set, nil
}

func report(cmd *cli.Command, folder string, set *exporting.Set) error {
	table := command.NewTable(cmd)
	for _, f := range set.Files {
		history := ""
		if f.History != nil {
			history = *f.History
		}
		_, _ = fmt.Fprintf(table, "%s\t%d records\t%s\n", filepath.Join(folder, f.Name), f.Records, history)
	}
	_, _ = fmt.Fprintf(table, "cursor\t%s\t\n", set.Cursor)
	return table.Flush()
}
