package transfer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/graph/engine"
	importwork "github.com/covertrack/covertrack/graph/importing"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
	stored "github.com/covertrack/covertrack/storage/importing"
)

// ImportCommand is `covertrack import`.
func ImportCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "bring a lender's book in from CSV or XLSX files",
		ArgsUsage: "FILE…",
		Description: `Says what the files would do, and writes nothing without --commit. What came in is on hold until somebody releases it, so no
letter leaves because of an import.

Examples:
   covertrack import --template loans                           print a template with an example row
   covertrack import loans.csv --portfolio ID                   say what the file would do
   covertrack import loans.csv --portfolio ID --date month-first --set "case.riskProfile=Commercial" --save-mapping servicing
                                                                answer questions, and save the mapping
   covertrack import loans.csv --portfolio ID --mapping servicing --commit
   covertrack import --watch /srv/nightly --portfolio ID --mapping servicing --name nightly --complete --commit`,
		Flags: append(append([]cli.Flag{
			&cli.StringFlag{Name: "portfolio", Usage: "id of the portfolio, as `covertrack quota list` shows it"},
			&cli.StringFlag{Name: "mapping", Usage: "name of a mapping that was saved"},
			&cli.StringFlag{Name: "save-mapping", Usage: "name under which the mapping is saved for the lender"},
			&cli.BoolFlag{Name: "commit", Usage: "write the rows that are not refused"},
			&cli.BoolFlag{Name: "all-or-none", Usage: "write nothing if a row is refused, up to 5,000 rows"},
			&cli.StringSliceFlag{Name: "map", Usage: `what a column is, like "Ln No=case.loanNumber"; nothing behind = leaves it out`},
			&cli.StringSliceFlag{Name: "set", Usage: `what all rows have that say nothing themselves, like "asset.assetType=multifamily"`},
			&cli.StringFlag{Name: "date", Usage: "day-first or month-first, where the dates of a column do not say it"},
			&cli.StringFlag{Name: "decimal", Usage: "point or comma, where the amounts of a column do not say it"},
			&cli.StringFlag{Name: "name", Usage: "name of a file that comes again and again"},
			&cli.BoolFlag{Name: "complete", Usage: "the files have the whole book: a loan that they lack gets a task"},
			&cli.StringFlag{Name: "watch", Usage: "folder whose new files are imported as they come"},
			&cli.StringFlag{Name: "template", Usage: "print a template: loans, insureds, assets, policies or all"},
		}, command.DatabaseFlags()...), command.FileFlags()...),
		Action: command.Action(runImport),
	}
}

func runImport(ctx context.Context, cmd *cli.Command) error {
	holdLittle(128)
	if name := cmd.String("template"); name != "" {
		return printTemplate(cmd, name)
	}
	if _, err := uuid.Parse(cmd.String("portfolio")); err != nil {
		return command.Usagef(cmd, "--portfolio: name the portfolio by its id")
	}
	input, err := mappingOf(cmd)
	if err != nil {
		return err
	}
	if cmd.Args().Len() == 0 && cmd.String("watch") == "" {
		return command.Usagef(cmd, "name the files, or a folder with --watch")
	}
	return command.OnSchema(func(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
		t, err := open(ctx, cmd, store)
		if err != nil {
			return err
		}
		defer func() { _ = t.blobs.Close() }()
		if cmd.String("watch") != "" {
			return t.watch(ctx, input)
		}
		files := map[string][]byte{}
		for _, path := range cmd.Args().Slice() {
			if files[filepath.Base(path)], err = os.ReadFile(path); err != nil {
				return err
			}
		}
		return t.run(ctx, files, input)
	})(ctx, cmd)
}

// transfer is what an import on the command line works with.
type transfer struct {
	cmd       *cli.Command
	store     *storage.Store
	blobs     *blob.Store
	engine    *engine.Engine
	worker    *importwork.Worker
	principal *model.Principal
}

func open(ctx context.Context, cmd *cli.Command, store *storage.Store) (*transfer, error) {
	log := slog.New(slog.NewTextHandler(cmd.Root().ErrWriter, &slog.HandlerOptions{Level: slog.LevelWarn}))
	portfolio, err := store.Portfolio(ctx, uuid.MustParse(cmd.String("portfolio")))
	if err != nil {
		return nil, err
	}
	blobs, err := command.OpenFiles(cmd, log)
	if err != nil {
		return nil, err
	}
	e := engine.New(engine.Config{Store: store, Now: time.Now, Logger: log, BeforeCommit: graph.KeepVerdicts}, &graph.Resolver{Blobs: blobs})
	return &transfer{
		cmd: cmd, store: store, blobs: blobs, engine: e,
		worker: importwork.New(importwork.Config{Engine: e, Store: store, Blobs: blobs, Logger: log, Operations: graph.ImportOperations}),
		principal: &model.Principal{
			Actor: model.Actor{Kind: model.ActorKindSystem, Name: "covertrack import"}, LenderID: portfolio.LenderID, PortfolioID: portfolio.ID,
			Mode: portfolio.Mode, Entitlements: model.AllEntitlement,
		},
	}, nil
}

// mappingOf is what the flags say of the columns.
func mappingOf(cmd *cli.Command) (in model.MapImportInput, err error) {
	var columns []*model.ImportColumnInput
	for _, text := range cmd.StringSlice("map") {
		column, to, ok := strings.Cut(text, "=")
		if !ok {
			return in, command.Usagef(cmd, "--map %q: say COLUMN=MEMBER", text)
		}
		columns = append(columns, &model.ImportColumnInput{Column: some(column), To: some(to)})
	}
	for _, text := range cmd.StringSlice("set") {
		to, value, ok := strings.Cut(text, "=")
		if !ok {
			return in, command.Usagef(cmd, "--set %q: say MEMBER=VALUE", text)
		}
		columns = append(columns, &model.ImportColumnInput{To: some(to), Value: some(value)})
	}
	for name, values := range map[string][]string{"date": {"day-first", "month-first"}, "decimal": {"point", "comma"}} {
		if v := cmd.String(name); v != "" && v != values[0] && v != values[1] {
			return in, command.Usagef(cmd, "--%s is %q; it takes %s or %s", name, v, values[0], values[1])
		}
	}
	if columns != nil {
		in.Columns = graphql.OmittableOf(columns)
	}
	if name := cmd.String("save-mapping"); name != "" {
		in.SaveAs = graphql.OmittableOf(&name)
	}
	return in, nil
}

func some(text string) graphql.Omittable[*string] { return graphql.OmittableOf(&text) }

// run imports files.
func (t *transfer) run(ctx context.Context, files map[string][]byte, input model.MapImportInput) error {
	i, err := t.begin(ctx, files)
	if err != nil {
		return err
	}
	if i, err = t.follow(ctx, i.ID); err != nil {
		return err
	}
	if i.State == model.ImportStateMapping {
		if i, err = t.say(ctx, i, input); err != nil {
			return err
		}
	}
	t.print(summary(i))
	if err := t.printRefusals(ctx, i); err != nil {
		return err
	}
	switch {
	case i.State == model.ImportStateFailed:
		return errors.New(*i.Failure)
	case i.State != model.ImportStateChecked || !t.cmd.Bool("commit"):
		return nil
	case len(i.WaitsFor) > 0 && t.cmd.String("watch") != "":
		t.print("It waits for a person: " + spokenDoubts(i.WaitsFor) + ". Commit it by `commitImport`, or in the console.\n")
		return nil
	}
	if err := t.change(ctx, i.ID, func(i *importing.Import) error { return i.Commit(t.cmd.Bool("all-or-none")) }); err != nil {
		return err
	}
	if i, err = t.follow(ctx, i.ID); err != nil {
		return err
	}
	if i.State == model.ImportStateFailed {
		return errors.New(*i.Failure)
	}
	t.print(fmt.Sprintf("Written. What came in is on hold until the import %s is released.\n", i.ID))
	return nil
}

func (t *transfer) print(text string) { _, _ = fmt.Fprint(t.cmd.Root().Writer, text) }

// begin makes an import of files.
func (t *transfer) begin(ctx context.Context, files map[string][]byte) (*importing.Import, error) {
	in := model.CreateImportInput{Complete: flag(t.cmd.Bool("complete")), AllOrNone: flag(t.cmd.Bool("all-or-none"))}
	for name := range files {
		in.Files = append(in.Files, &model.ImportFileInput{FileName: name})
	}
	if name := t.cmd.String("name"); name != "" {
		in.Name = some(name)
	}
	if name := t.cmd.String("mapping"); name != "" {
		in.Mapping = some(name)
	}
	i, vs := importing.New(storage.NewID(), in, t.principal, t.engine.Now())
	p := t.store.For(t.principal.PortfolioID)
	if i.MappingName != nil {
		saved, err := stored.MappingOf(ctx, p, t.principal.LenderID, *i.MappingName)
		if err == nil && saved == nil {
			err = fmt.Errorf("the lender has no mapping %q", *i.MappingName)
		}
		if err != nil {
			return nil, err
		}
	}
	for name, content := range files {
		vs.Append(importing.CheckFileName("/fileName", name))
		f := &importing.File{FileName: name, Size: int64(len(content)), BlobKey: fmt.Sprintf("imports/%s/%s/%d", i.PortfolioID, i.ID, len(i.Files))}
		i.Files = append(i.Files, f)
		if vs.Err() == nil {
			if err := t.blobs.Write(ctx, f.BlobKey, "application/octet-stream", bytes.NewReader(content)); err != nil {
				return nil, err
			}
		}
	}
	if err := vs.Err(); err != nil {
		return nil, err
	}
	return i, t.store.InTx(ctx, i.PortfolioID, func(ctx context.Context, tx *storage.Tx) error {
		return stored.Imports.Insert(ctx, tx.For(i.PortfolioID), i)
	})
}

func flag(v bool) graphql.Omittable[*bool] { return graphql.OmittableOf(&v) }

// follow does the import's work, unless a server does it already, until it waits for somebody, and tells how far it is.
func (t *transfer) follow(ctx context.Context, id uuid.UUID) (*importing.Import, error) {
	done := make(chan error, 1)
	key := storage.ImportKey{PortfolioID: t.principal.PortfolioID, ID: id}
	go func() { done <- t.worker.RunOne(ctx, key) }()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		isDone := false
		select {
		case err := <-done:
			if err != nil {
				return nil, err
			}
			isDone = true
			done = nil
		case <-tick.C:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		i, err := stored.Imports.One(ctx, t.store.For(key.PortfolioID), id)
		if err != nil {
			return nil, err
		}
		if !importing.IsWork(i.State) && (isDone || done == nil) {
			return i, nil
		}
		if i.Rows > 0 && !isDone {
			_, _ = fmt.Fprintf(t.cmd.Root().ErrWriter, "%s: %d of %d rows\n", i.State, i.Done, i.Rows)
		}
	}
}

// say says what the columns are, as the flags have it.
func (t *transfer) say(ctx context.Context, i *importing.Import, input model.MapImportInput) (*importing.Import, error) {
	t.print(columnsOf(i))
	columns := input.Columns.Value()
	for _, q := range i.Questions() {
		if f := t.answer(q); f != "" {
			columns = append(columns, &model.ImportColumnInput{Column: some(q.Column), Format: graphql.OmittableOf(&f)})
		}
	}
	if columns != nil {
		input.Columns = graphql.OmittableOf(columns)
	}
	err := t.change(ctx, i.ID, func(i *importing.Import) error { return i.Map(input) })
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, questionsOf(i))
	}
	if name := input.SaveAs.Value(); name != nil {
		if err := t.saveMapping(ctx, i.ID, *name); err != nil {
			return nil, err
		}
	}
	return t.follow(ctx, i.ID)
}

// answer is what the flags say to a question; "" if they do not.
func (t *transfer) answer(q importing.Question) importing.Format {
	for _, name := range []string{"date", "decimal"} {
		switch said := t.cmd.String(name); {
		case name == "date" && q.Answers[0] == importing.FormatDayFirst && said != "":
			return map[string]importing.Format{"day-first": importing.FormatDayFirst, "month-first": importing.FormatMonthFirst}[said]
		case name == "decimal" && q.Answers[0] == importing.FormatPoint && said != "":
			return importing.Format(said)
		}
	}
	return ""
}

// change moves the import.
func (t *transfer) change(ctx context.Context, id uuid.UUID, move func(*importing.Import) error) error {
	return t.store.InTx(ctx, t.principal.PortfolioID, func(ctx context.Context, tx *storage.Tx) error {
		p := tx.For(t.principal.PortfolioID)
		i, err := stored.Imports.Lock(ctx, p, id)
		if err != nil {
			return err
		}
		if err := move(i); err != nil {
			return err
		}
		i.UpdatedAt = t.engine.Now()
		return stored.Imports.Update(ctx, p, i)
	})
}

func (t *transfer) saveMapping(ctx context.Context, id uuid.UUID, name string) error {
	return t.store.InTx(ctx, t.principal.PortfolioID, func(ctx context.Context, tx *storage.Tx) error {
		p := tx.For(t.principal.PortfolioID)
		i, err := stored.Imports.One(ctx, p, id)
		if err != nil {
			return err
		}
		return stored.SaveMapping(ctx, p, t.principal.LenderID, name, i.Mapping, t.engine.Now())
	})
}
