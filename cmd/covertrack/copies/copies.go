package copies

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/graph/installation"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
)

// RestoredFlag lets a copy of a database be served.
func RestoredFlag() cli.Flag {
	return &cli.BoolFlag{Name: "restored", Sources: command.FromEnv("restored"),
		Usage: "serve a copy of a database: no mail is sent, no background job runs, nothing is removed"}
}

// whatToDo is said to everybody whose database is not the one that owns the object store.
const whatToDo = `
This is how a copy of a database looks: a restored backup, a clone, or what a failover that lost transactions left. If it
ran like the original, letters would be sent again, and files could be removed that only the original knows.

To look at it, without mail, jobs and clean-up:
   covertrack serve --restored …
To give it files of its own and run it beside the original:
   covertrack adopt --blob-url <another bucket, prefix or folder> --copy-from <the original's> …
To have it take the original's place, which must never run again on this object store:
   covertrack adopt …
docs/guide/database.md, "Restore", has the steps.`

// ExplainRefusal adds what a refusal means and what to do. It returns every other error as it is.
func ExplainRefusal(err error) error {
	if refusal, ok := errors.AsType[*installation.Refusal](err); ok {
		return fmt.Errorf("%w\n%s", refusal, whatToDo)
	}
	return err
}

// onFiles opens the object store of the flags and runs fn on it and the database.
func onFiles(cmd *cli.Command, store *storage.Store, fn func(installation.Config) error) error {
	log := slog.New(slog.NewTextHandler(cmd.Root().ErrWriter, &slog.HandlerOptions{Level: slog.LevelWarn}))
	blobs, err := command.OpenFiles(cmd, log)
	if err != nil {
		return err
	}
	defer func() { _ = blobs.Close() }()
	return fn(installation.Config{Store: store, Blobs: blobs, Now: time.Now, Logger: log})
}

// RequireOwner returns an error unless the database owns the object store of the flags.
func RequireOwner(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	return onFiles(cmd, store, func(c installation.Config) error {
		return ExplainRefusal(installation.Require(ctx, c))
	})
}

// AdoptCommand is `covertrack adopt`.
func AdoptCommand() *cli.Command {
	return &cli.Command{
		Name:  "adopt",
		Usage: "make a copy of a database an installation of its own, which then serves, sends and removes like any other",
		Description: `Works on the database of --database-url and the object store of --blob-url, which is the copy's own from then on. Files of
documents are copied there from --copy-from, those of the right size excepted that are there already; they are removed
nowhere. The database gets a new id. Whether the copy sends letters is for the --smtp-url of its server to say.

A store whose owner wrote to it within the last hour is taken over with --take-over only. The owner sends and removes
nothing from then on.

Examples:
   covertrack adopt --database-url postgres://app@staging/covertrack --blob-url s3://staging --copy-from s3://covertrack
   covertrack adopt --database-url postgres://app@new/covertrack --blob-url s3://covertrack
   covertrack adopt --data-dir /srv/copy`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "copy-from", Usage: "object store that has the files, in the form of --blob-url " +
				"(default: they are in --blob-url)"},
			&cli.BoolFlag{Name: "take-over", Usage: "even if the owner of the object store wrote to it within the last hour"},
			&cli.BoolFlag{Name: "allow-missing", Usage: "even if files of documents are missing"},
		}, append(command.DatabaseFlags(), command.FileFlags()...)...),
		Action: command.Action(func(ctx context.Context, cmd *cli.Command) error {
			if err := command.CheckFileFlags(cmd); err != nil {
				return err
			}
			if err := blob.CheckURL(cmd.String("copy-from")); err != nil {
				return command.Usagef(cmd, "--copy-from: %w", err)
			}
			return command.OnSchema(adopt)(ctx, cmd)
		}),
	}
}

func adopt(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	return onFiles(cmd, store, func(c installation.Config) error {
		adoption := installation.Adoption{
			Config: c, TakeOver: cmd.Bool("take-over"), AllowMissing: cmd.Bool("allow-missing"), Progress: showProgress(cmd),
		}
		if from := cmd.String("copy-from"); from != "" {
			var err error
			if adoption.From, err = blob.OpenSource(from, c.Logger); err != nil {
				return err
			}
			defer func() { _ = adoption.From.Close() }()
		}
		adopted, err := adoption.Run(ctx)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(cmd.Root().Writer, adopted.Describe())
		return err
	})
}

// BackupCommand is `covertrack backup`.
func BackupCommand() *cli.Command {
	return &cli.Command{
		Name:        "backup",
		Usage:       "check a backup that was restored, or a running installation",
		Description: "Example:\n   covertrack backup verify --database-url postgres://app@copy/covertrack --blob-url s3://copy",
		Commands: []*cli.Command{{
			Name:  "verify",
			Usage: "say whether every migration is known, every total right and every document's file there",
			Description: `Changes nothing, and works beside a running server. Counts all records, and asks the object store for each document's
file: allow a minute for every hundred thousand. Prints a line for each thing that is wrong, and exits with 1 if there
is any.

Examples:
   covertrack backup verify --database-url postgres://app@copy/covertrack --blob-url s3://copy
   covertrack backup verify --data-dir /srv/copy`,
			Flags: append(command.DatabaseFlags(), command.FileFlags()...),
			Action: command.Action(func(ctx context.Context, cmd *cli.Command) error {
				if err := command.CheckFileFlags(cmd); err != nil {
					return err
				}
				return command.Administration(verifyBackup)(ctx, cmd)
			}),
		}},
	}
}

func verifyBackup(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	out := cmd.Root().Writer
	return onFiles(cmd, store, func(c installation.Config) error {
		done, err := installation.Verification{
			Config: c, Progress: showProgress(cmd), Wrong: func(what string) { _, _ = fmt.Fprintln(out, "wrong:", what) },
		}.Run(ctx)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "looked at %d migrations, the totals of %d tables and the files of %d documents\n",
			done.Migrations, done.Tables, done.Documents)
		if done.Wrong > 0 {
			return fmt.Errorf("the backup is not whole: %d of its things are wrong", done.Wrong)
		}
		return err
	})
}

// showProgress shows a bar on stderr while documents are handled, once that takes a moment.
func showProgress(cmd *cli.Command) installation.Progress {
	var bar *progressbar.ProgressBar
	begun := time.Now()
	return func(done, all int) {
		if bar == nil && time.Since(begun) < time.Second {
			return
		}
		if bar == nil {
			bar = progressbar.NewOptions(all, progressbar.OptionSetWriter(cmd.Root().ErrWriter),
				progressbar.OptionSetDescription("documents"), progressbar.OptionShowCount(),
				progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionSetWidth(40),
				progressbar.OptionOnCompletion(func() { _, _ = fmt.Fprintln(cmd.Root().ErrWriter) }))
		}
		_ = bar.Set(done)
	}
}
