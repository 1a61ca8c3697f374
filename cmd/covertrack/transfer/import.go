package transfer

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
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
			&cli.BoolFlag{Name: "confirm", Usage: "somebody has looked at it: write it even if it changes much or has few rows"},
			&cli.StringFlag{Name: "watch", Usage: "folder, or s3://bucket/folder, whose new files are imported as they come"},
			&cli.DurationFlag{Name: "every", Usage: "how often --watch looks", Value: 10 * time.Second},
			&cli.StringFlag{Name: "template", Usage: "print a template: loans, insureds, assets, policies or all"},
		}, command.DatabaseFlags()...), command.FileFlags()...),
		Action: command.Action(runImport),
	}
}

func runImport(ctx context.Context, cmd *cli.Command) error {
	holdLittle(192)
	collectLess()
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
	if cmd.Duration("every") <= 0 {
		return command.Usagef(cmd, "--every: say how often, like 10s")
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
		var files []file
		for _, path := range cmd.Args().Slice() {
			content, err := readFile(path, largest)
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			files = append(files, file{filepath.Base(path), content})
		}
		i, err := t.begin(ctx, files, input)
		if err != nil {
			return err
		}
		return t.run(ctx, i.ID, input)
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

// file is a file to be imported.
type file struct {
	name    string
	content []byte
}

func digestOf(content []byte) string { return fmt.Sprintf("%x", sha256.Sum256(content)) }

// mappingOf is what the flags say of the columns, as the input of mapImport.
func mappingOf(cmd *cli.Command) (map[string]any, error) {
	columns := []any{}
	for _, text := range cmd.StringSlice("map") {
		column, to, ok := strings.Cut(text, "=")
		if !ok {
			return nil, command.Usagef(cmd, "--map %q: say COLUMN=MEMBER", text)
		}
		columns = append(columns, map[string]any{"column": column, "to": to})
	}
	for _, text := range cmd.StringSlice("set") {
		to, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, command.Usagef(cmd, "--set %q: say MEMBER=VALUE", text)
		}
		columns = append(columns, map[string]any{"to": to, "value": value})
	}
	for name, values := range answers {
		if v := cmd.String(name); v != "" && values[v] == "" {
			return nil, command.Usagef(cmd, "--%s is %q; it takes %s", name, v, strings.Join(slices.Sorted(maps.Keys(values)), " or "))
		}
	}
	input := map[string]any{"columns": columns}
	if name := cmd.String("save-mapping"); name != "" {
		input["saveAs"] = name
	}
	return input, nil
}

// answers are what flags can say to a question.
var answers = map[string]map[string]importing.Format{
	"date":    {"day-first": importing.FormatDayFirst, "month-first": importing.FormatMonthFirst},
	"decimal": {"point": importing.FormatPoint, "comma": importing.FormatComma},
}

// answer is what the flags say to a question; "" if they do not.
func (t *transfer) answer(q importing.Question) importing.Format {
	for name, values := range answers {
		if said := values[t.cmd.String(name)]; said != "" && slices.Contains(q.Answers, said) {
			return said
		}
	}
	return ""
}

// run brings an import as far as the flags say.
func (t *transfer) run(ctx context.Context, id uuid.UUID, input map[string]any) error {
	i, err := t.follow(ctx, id)
	if err != nil {
		return err
	}
	if i.State == model.ImportStateMapping || isSaid(input) {
		if i, err = t.say(ctx, i, input); err != nil {
			return err
		}
	}
	t.print(summary(i))
	if err := t.printRefusals(ctx, i); err != nil {
		return err
	}
	if i.State == model.ImportStateChecked && t.cmd.Bool("commit") {
		if i, err = t.commit(ctx, i); err != nil {
			return err
		}
	}
	switch {
	case i.State != model.ImportStateCommitted:
	case i.Counts.Create+i.Counts.Change == 0:
		t.print("Written. Nothing came in.\n")
	default:
		t.print(fmt.Sprintf("Written. What came in is on hold until the import %s is released.\n", i.ID))
	}
	return nil
}

// isSaid reports whether flags say something of the columns, beside a mapping that was saved.
func isSaid(input map[string]any) bool {
	return len(input["columns"].([]any)) > 0 || input["saveAs"] != nil
}

// commit writes what was tried, unless a person has to look at it.
func (t *transfer) commit(ctx context.Context, i *importing.Import) (*importing.Import, error) {
	if len(i.WaitsFor) > 0 && !t.cmd.Bool("confirm") {
		return nil, fmt.Errorf("it waits for a person: %s. Look at the import %s, then commit it in the console, "+
			"by POST /rest/imports/%s/commit, or with --confirm", spokenDoubts(i.WaitsFor), i.ID, i.ID)
	}
	commit := map[string]any{"allOrNone": t.cmd.Bool("all-or-none")}
	if err := t.do(ctx, "commitImport", "CommitImportInput", i.ID, commit); err != nil {
		return nil, err
	}
	return t.follow(ctx, i.ID)
}

func (t *transfer) print(text string) { _, _ = fmt.Fprint(t.cmd.Root().Writer, text) }

// begin makes an import of files.
func (t *transfer) begin(ctx context.Context, files []file, input map[string]any) (*importing.Import, error) {
	in := model.CreateImportInput{Complete: some(t.cmd.Bool("complete")), AllOrNone: some(t.cmd.Bool("all-or-none"))}
	if name := t.cmd.String("name"); name != "" {
		in.Name = some(name)
	}
	if name := t.cmd.String("mapping"); name != "" {
		in.Mapping = some(name)
	}
	if t.cmd.String("watch") != "" && !isSaid(input) {
		in.Commit = some(t.cmd.Bool("commit")) // by itself, so that a server goes on with it if the command is killed
	}
	for _, f := range files {
		in.Files = append(in.Files, &model.ImportFileInput{FileName: f.name})
	}
	i, vs := importing.New(storage.NewID(), in, t.principal, t.engine.Now())
	for _, f := range files {
		vs.Append(importing.CheckFileName("/fileName", f.name))
	}
	if err := vs.Err(); err != nil {
		return nil, err
	}
	if i.MappingName != nil {
		saved, err := stored.MappingOf(ctx, t.store.For(i.PortfolioID), t.principal.LenderID, *i.MappingName)
		if err == nil && saved == nil {
			err = fmt.Errorf("the lender has no mapping %q", *i.MappingName)
		}
		if err != nil {
			return nil, err
		}
	}
	for n, f := range files {
		key := fmt.Sprintf("%s/%d", i.Folder(), n)
		if err := t.blobs.Write(ctx, key, "application/octet-stream", bytes.NewReader(f.content)); err != nil {
			return nil, err
		}
		i.Files = append(i.Files, &importing.File{FileName: f.name, Size: int64(len(f.content)), BlobKey: key, Digest: digestOf(f.content)})
	}
	return i, t.store.InTx(ctx, i.PortfolioID, func(ctx context.Context, tx *storage.Tx) error {
		trail := storage.NewTrail(model.SystemOrigin(i.PortfolioID, i.RequestID(), i.CreatedAt))
		trail.Add("import.created", "import", i.ID, map[string]model.Change{"name": {To: i.Name}, "state": {To: i.State}})
		return errors.Join(stored.Imports.Insert(ctx, tx.For(i.PortfolioID), i), trail.Save(ctx, tx))
	})
}

func some[T any](v T) graphql.Omittable[*T] { return graphql.OmittableOf(&v) }

// follow does the import's work, unless a server does it already, until it waits for somebody, and tells how far it is. It is an
// error if the import fails.
func (t *transfer) follow(ctx context.Context, id uuid.UUID) (*importing.Import, error) {
	key := storage.ImportKey{PortfolioID: t.principal.PortfolioID, ID: id}
	done := make(chan error, 1)
	go func() { done <- t.worker.RunOne(ctx, key) }()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for isDone := false; ; {
		select {
		case err := <-done:
			if err != nil {
				return nil, err
			}
			isDone = true
		case <-tick.C:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		i, err := stored.Imports.One(ctx, t.store.For(key.PortfolioID), id)
		switch {
		case err != nil:
			return nil, err
		case i.State == model.ImportStateFailed:
			return nil, errors.New(*i.Failure)
		case isDone && !importing.IsWork(i.State):
			return i, nil
		case i.Rows > 0 && !isDone:
			_, _ = fmt.Fprintf(t.cmd.Root().ErrWriter, "%s: %d of %d rows\n", i.State, i.Done, i.Rows)
		}
	}
}

// say says what the columns are, as the flags have it.
func (t *transfer) say(ctx context.Context, i *importing.Import, input map[string]any) (*importing.Import, error) {
	t.print(columnsOf(i))
	columns := input["columns"].([]any)
	for _, q := range i.Questions() {
		if f := t.answer(q); f != "" {
			columns = append(columns, map[string]any{"column": q.Column, "format": string(f)})
		}
	}
	input = maps.Clone(input)
	input["columns"] = columns
	if err := t.do(ctx, "mapImport", "MapImportInput", i.ID, input); err != nil {
		_, _ = fmt.Fprint(t.cmd.Root().ErrWriter, questionsOf(i))
		return nil, err
	}
	return t.follow(ctx, i.ID)
}

// do moves the import by an operation of clients.
func (t *transfer) do(ctx context.Context, field, input string, id uuid.UUID, value map[string]any) error {
	op, err := t.engine.Compile("import.graphql", "mutation($id: ID!, $input: "+input+") { "+field+"(id: $id, input: $input) { id } }")
	if err != nil {
		return err
	}
	return t.engine.Work(ctx, engine.Work{Principal: t.principal, RequestID: "import-" + id.String()}, func(ctx context.Context) error {
		_, err := t.engine.Run(ctx, op, map[string]any{"id": id.String(), "input": value})
		return err
	})
}

// saveRefused writes the file of refused rows where the command runs, to be mended and sent again.
func (t *transfer) saveRefused(ctx context.Context, f *importing.File) error {
	content, err := t.blobs.Read(ctx, f.Refused, 4*largest)
	if err != nil {
		return err
	}
	name := importwork.RefusedName(f)
	if err := os.WriteFile(name, content, 0o600); err != nil {
		return err
	}
	t.print("The refused rows are in " + name + ", with the reasons; mend them and send the file again.\n")
	return nil
}
