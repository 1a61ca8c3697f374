package sample

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/cmd/covertrack/demo"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/erasing"
)

// isDemo reports whether a lender is one of the demo data.
func isDemo(lender *model.Lender) bool {
	return slices.ContainsFunc(demoLenders, func(d demoLenderPlan) bool { return d.name == lender.Name })
}

// agree returns an error unless the database may get the demo data: it has it already, it has no other lenders, or the caller
// says yes.
func agree(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	lenders, err := store.Lenders(ctx)
	if err != nil || cmd.Bool("yes") {
		return err
	}
	others := slices.DeleteFunc(slices.Clone(lenders), isDemo)
	if len(others) == 0 || len(lenders)-len(others) == len(demoLenders) {
		return nil
	}
	question := fmt.Sprintf("this database has lenders of its own, like %s, and the demo data would be beside them", others[0].Name)
	if asks(cmd) {
		_, _ = fmt.Fprintf(cmd.Root().ErrWriter, "%s.\nLoad it? [y/N] ", question)
		answer, _ := bufio.NewReader(cmd.Root().Reader).ReadString('\n')
		if slices.Contains([]string{"y", "yes"}, strings.ToLower(strings.TrimSpace(answer))) {
			return nil
		}
	}
	return errors.New(question + "; run `covertrack demo --yes` if that is meant (`covertrack demo remove` removes it again)")
}

// asks reports whether there is somebody to ask.
func asks(cmd *cli.Command) bool {
	if cmd.Name != "demo" {
		return false
	}
	from, isFile := cmd.Root().Reader.(*os.File)
	if !isFile {
		return true
	}
	about, err := from.Stat()
	return err == nil && about.Mode()&fs.ModeCharDevice != 0
}

// removeCommand is `covertrack demo remove`.
func removeCommand() *cli.Command {
	return &cli.Command{
		Name:  "remove",
		Usage: "remove the demo data, with everything that was added to it",
		Description: `Removes the three lenders of the demo data with their organizations, tokens, records, audit trail and files, and revokes the
tokens of the demo's staff. Nothing else is touched. It works beside a running server.

Example:
   covertrack demo remove --database-url postgres://app@db.example.com/covertrack`,
		Action: command.OnSchema(removeDemo),
	}
}

func removeDemo(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	blobs, err := command.OpenFiles(cmd, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { _ = blobs.Close() }()
	lenders, err := store.Lenders(ctx)
	if err != nil {
		return err
	}
	removed := 0
	for _, lender := range lenders {
		if !isDemo(lender) {
			continue
		}
		portfolios, err := store.RemoveLender(ctx, lender.ID)
		for _, p := range portfolios {
			err = errors.Join(err, erasing.DeleteFiles(ctx, blobs, p.ID))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", lender.Name, err)
		}
		removed++
	}
	if err := revokeStaff(ctx, store, removed); err != nil {
		return err
	}
	if err := os.Remove(demoTokens(cmd.String("data-dir")).path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	_, err = fmt.Fprintf(cmd.Root().Writer, "removed %d lenders of the demo data\n", removed)
	return err
}

// revokeStaff revokes the tokens of the demo's staff, and records the removal.
func revokeStaff(ctx context.Context, store *storage.Store, removed int) error {
	_, err := command.InTx(ctx, store, func(ctx context.Context, tx *command.Tx) (none struct{}, err error) {
		tokens, err := tx.Tokens(ctx)
		for _, token := range tokens {
			if err == nil && token.Role != nil && token.Name == staffName && token.RevokedAt == nil {
				_, _, err = tx.RevokeToken(ctx, token.ID, storage.Owner{}, tx.At)
				tx.AuditAdministration("token.revoked", "token", token.ID, map[string]string{"name": token.Name})
			}
		}
		if err == nil {
			err = removeDemoProvider(ctx, tx)
		}
		if removed > 0 {
			tx.AuditAdministration("demo.removed", "lender", uuid.Nil, map[string]int{"lenders": removed})
		}
		return none, err
	})
	return err
}

// removeDemoProvider removes the provider by which the demo's staff signed in; those of lenders go with them.
func removeDemoProvider(ctx context.Context, tx *command.Tx) error {
	providers, err := tx.IdentityProviders(ctx)
	for _, p := range providers {
		if err == nil && demo.IsProvider(p, "operator") {
			err = tx.DeleteIdentityProvider(ctx, p.ID)
		}
	}
	return err
}
