package admin

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/google/uuid"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/cmd/covertrack/copies"
	"github.com/covertrack/covertrack/graph/exporting"
	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/erasing"
)

// EraseCommand is `covertrack erase`.
func EraseCommand() *cli.Command {
	return &cli.Command{
		Name:  "erase",
		Usage: "remove the personal data of an insured, a case, a contact or a whole lender for good",
		Description: `Removes records, versions, files, letters and evidence, and what the trail, findings, tasks, receivers and stored
answers say of them; of the trail, who, what and when stay. Prints what went, and what it left and why. It works beside a running
server and can be repeated; one that was cut off is finished by the next start of a server. The object store keeps a list of what
was erased, without personal data: a backup that is restored on it has the same erased when it is first served.

Examples:
   covertrack erase --insured 01920c2e-7f3a-7c41-9b2e-3f6d5a8b9c0d --dry-run
   covertrack erase --case 01920c2e-7f3a-7c41-9b2e-3f6d5a8b9c0d
   covertrack erase --contact robin.vale@example.com`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "insured", Usage: "id of the insured"},
			&cli.StringFlag{Name: "case", Usage: "id of the case; with it go insureds whom no other names"},
			&cli.StringFlag{Name: "contact", Usage: "e-mail address of brokers, users and people who sign in"},
			&cli.StringFlag{Name: "lender", Usage: "name or id of the lender"},
			&cli.BoolFlag{Name: "dry-run", Usage: "say what would go, and erase nothing"},
		}, append(command.DatabaseFlags(), command.FileFlags()...)...),
		Action: command.Action(func(ctx context.Context, cmd *cli.Command) error {
			given := 0
			for _, name := range []string{"insured", "case", "contact", "lender"} {
				if cmd.String(name) != "" {
					given++
				}
			}
			if given != 1 {
				return command.Usagef(cmd, "give one of --insured, --case, --contact and --lender")
			}
			if err := command.CheckFileFlags(cmd); err != nil {
				return err
			}
			return command.OnSchema(erase)(ctx, cmd)
		}),
	}
}

func erase(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	if err := copies.RequireOwner(ctx, cmd, store); err != nil {
		return err
	}
	blobs, err := command.OpenFiles(cmd, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { _ = blobs.Close() }()
	e := erasing.Eraser{Store: store, Blobs: blobs, Now: command.Now, By: command.Actor()}
	of, err := erasureOf(ctx, cmd, e)
	if err != nil {
		return err
	}
	report, err := e.Run(ctx, of, cmd.Bool("dry-run"))
	if err != nil {
		return err
	}
	if !cmd.Bool("dry-run") {
		_, err := jobs.UploadCleaner{Store: store, Blobs: blobs}.Clean(ctx, command.Now())
		_, failed := (&exporting.Runner{Store: store, Blobs: blobs}).Clean(ctx, command.Now())
		if err := errors.Join(err, failed); err != nil {
			return fmt.Errorf("the records are erased, and the clean-up of a server will remove their files: %w", err)
		}
	}
	return printErasure(cmd, report)
}

// erasureOf is what the flags name.
func erasureOf(ctx context.Context, cmd *cli.Command, e erasing.Eraser) (erasing.Erasure, error) {
	if email := cmd.String("contact"); email != "" {
		return e.FindContact(ctx, email)
	}
	if ref := cmd.String("lender"); ref != "" {
		lender, err := e.Store.LenderByRef(ctx, ref)
		if err != nil {
			return erasing.Erasure{}, err
		}
		return erasing.Erasure{Kind: erasing.Lender, IDs: []uuid.UUID{lender.ID}}, nil
	}
	if id := cmd.String("case"); id != "" {
		return erasing.Erasure{Kind: erasing.Case, IDs: []uuid.UUID{scalar.ParseID(id)}}, nil
	}
	return erasing.Erasure{Kind: erasing.Insured, IDs: []uuid.UUID{scalar.ParseID(cmd.String("insured"))}}, nil
}

func printErasure(cmd *cli.Command, report erasing.Report) error {
	verb := "erased"
	if cmd.Bool("dry-run") {
		verb = "would erase"
	}
	table := command.NewTable(cmd)
	for _, gone := range report.Gone {
		_, _ = fmt.Fprintf(table, "%s\t%d\t%s\n", verb, gone.N, gone.What)
	}
	for _, kept := range report.Kept {
		_, _ = fmt.Fprintf(table, "kept\t\t%s\n", kept)
	}
	return table.Flush()
}
