package sample

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/urfave/cli/v3"
	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/cmd/covertrack/demo"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
)

// DemoCommand is `covertrack demo`.
func DemoCommand() *cli.Command {
	return &cli.Command{
		Name:  "demo",
		Usage: "load the demo data if there is none, and print its tokens",
		Description: `Three lenders with a plan each (full, basic, none) in both modes, and two members of staff. The tokens are made by the
first run and kept in demo-tokens.json in --data-dir. One that was revoked, or lost with the file, is made again. On a
database with other lenders it asks first.

Examples:
   covertrack demo
   covertrack demo --json | jq -r '.lenders[0].tokens.test'`,
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "json",
				Usage: "print JSON: lenders with organization, tokens and portfolios, and the staff's tokens"},
			&cli.BoolFlag{Name: "yes", Usage: "do not ask, even if the database has other lenders"},
		}, append(command.DatabaseFlags(), command.FileFlags()...)...),
		Commands: []*cli.Command{removeCommand()},
		Action: command.OnSchema(func(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
			access, err := PrepareDemo(ctx, cmd, store, slog.New(slog.DiscardHandler))
			if err != nil {
				return err
			}
			if cmd.Bool("json") {
				return json.NewEncoder(cmd.Root().Writer).Encode(access)
			}
			return access.print(cmd.Root().Writer)
		}),
	}
}

// PrepareDemo loads the demo data into each of its portfolios that is empty, and makes the tokens that are missing, unless
// that is not agreed to. Nodes that start together take turns.
func PrepareDemo(ctx context.Context, cmd *cli.Command, store *storage.Store, log *slog.Logger) (*Access, error) {
	if err := agree(ctx, cmd, store); err != nil {
		return nil, err
	}
	unlock, err := store.LockMigrations(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	saved := demoTokens(cmd.String("data-dir"))
	earlier, err := saved.read()
	if err != nil {
		return nil, err
	}
	access, err := command.InTx(ctx, store, func(ctx context.Context, tx *command.Tx) (*Access, error) {
		return demoTx{tx}.access(ctx, earlier)
	})
	if err != nil {
		return nil, err
	}
	if err := saved.write(access); err != nil {
		return nil, err
	}
	blobs, err := command.OpenFiles(cmd, log)
	if err != nil {
		return nil, err
	}
	defer func() { _ = blobs.Close() }()
	for i, lender := range access.Lenders {
		for _, portfolio := range lender.portfolios {
			size := demo.Small
			if i == 0 && portfolio.Mode == model.ModeTest {
				size = demo.Large
			}
			if err := loadDemo(ctx, store, blobs, portfolio, size, log); err != nil {
				return nil, fmt.Errorf("demo data of %s, %s: %w", lender.Name, portfolio.Mode, err)
			}
		}
	}
	return access, nil
}

// loadDemo fills one portfolio in one transaction, if it is empty. The files come first: no record refers to them yet.
func loadDemo(
	ctx context.Context, store *storage.Store, blobs *blob.Store, portfolio *model.Portfolio, size demo.Size, log *slog.Logger,
) error {
	begun, rows := time.Now(), 0
	err := store.Load(ctx, portfolio.ID, func(ctx context.Context, l *storage.Loader) error {
		empty, err := l.IsEmpty(ctx)
		if err != nil || !empty {
			return err
		}
		records, files := demo.Make(portfolio, size, BookOptions(0))
		if err := WriteFiles(ctx, blobs, files); err != nil {
			return err
		}
		return records.Write(ctx, l, func(_ string, n int) { rows += n })
	})
	if rows > 0 && err == nil {
		log.Info("loaded demo data", "lender", portfolio.LenderName, "mode", portfolio.Mode, "rows", rows,
			"took", time.Since(begun).Round(time.Millisecond))
	}
	return err
}

// WriteFiles writes several files at a time, since each one waits for the disk.
func WriteFiles(ctx context.Context, blobs *blob.Store, files []demo.File) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(8)
	for _, f := range files {
		group.Go(func() error { return blobs.Write(ctx, f.Key, f.Type, bytes.NewReader(f.Content)) })
	}
	return group.Wait()
}

// print prints the tokens for people.
func (a *Access) print(w io.Writer) error {
	text := "Tokens for the demo data:\n"
	for _, l := range a.Lenders {
		text += fmt.Sprintf("\n  %s (plan %s)\n    live      %s\n    test      %s\n",
			l.Name, l.Plan, l.Tokens[model.ModeLive], l.Tokens[model.ModeTest])
	}
	_, err := fmt.Fprintf(w, "%s\n  Staff, for /graphql\n    support   %s\n    operator  %s\n",
		text, a.Staff.Support, a.Staff.Operator)
	return err
}

// Announce prints the tokens, if there are any, and what to do with them.
func (a *Access) Announce(cmd *cli.Command, baseURL string, consoleLink func(digest [32]byte) string, log *slog.Logger) {
	if a == nil {
		return
	}
	w := cmd.Root().Writer
	err := a.print(w)
	var operator credentials.TokenText
	if err == nil {
		operator, err = credentials.ParseToken(a.Staff.Operator)
	}
	if err == nil {
		_, err = fmt.Fprintf(w, firstSteps, consoleLink(operator.Digest()), baseURL, baseURL, baseURL, a.Staff.Support,
			a.Lenders[0].Tokens[model.ModeTest], baseURL, startAfresh(cmd))
	}
	if err != nil {
		log.Warn("could not print the tokens", "error", err)
	}
}

// firstSteps is what a new user needs. The curl line can be pasted into a shell.
const firstSteps = `
Console: %s
                          (signs in as the operator once, within two minutes; later, with a staff token)
Console, as somebody:     %s/demo-login
The API, described:       %s/docs
GraphQL, with examples:   %s/playground
                          (its token: %s)
Try it:

curl -H 'Authorization: Bearer %s' '%s/rest/cases?limit=2'

Stop:         Ctrl-C
Start afresh: %s
Another port: --addr 127.0.0.1:8081, or COVERTRACK_ADDR=127.0.0.1:8081
`

// startAfresh says how to lose all data.
func startAfresh(cmd *cli.Command) string {
	if cmd.String("database-url") != "" {
		return "stop it, then give it an empty database and an empty object store"
	}
	return "stop it, then delete the folder " + cmd.String("data-dir")
}

// demoLenders are the lenders of the demo data and the plans of their organizations (contract section 8).
var demoLenders = []demoLenderPlan{
	{"Harbor Example Bank", "full"},
	{"Prairie Example Credit Union", "basic"},
	{"Summit Example Lending", "none"},
}

// demoLenderPlan is a lender and its plan.
type demoLenderPlan struct{ name, plan string }

// staffName is the name of the tokens of the demo's staff.
const staffName = "demo"

// Access has the tokens for the demo data. Its JSON is part of the contract.
type Access struct {
	Lenders []*demoLender `json:"lenders"`
	Staff   struct {
		Support  string `json:"support"`
		Operator string `json:"operator"`
	} `json:"staff"`
}

type demoLender struct {
	Name         string                   `json:"name"`
	Lender       uuid.UUID                `json:"lender"`
	Organization uuid.UUID                `json:"organization"`
	Plan         string                   `json:"plan"`
	Tokens       map[model.Mode]string    `json:"tokens"`
	Portfolios   map[model.Mode]uuid.UUID `json:"portfolios"`

	portfolios []*model.Portfolio
}

// demoTx is the transaction that makes who may see the demo data.
type demoTx struct{ *command.Tx }

// demoAccess creates the lenders and their organizations if they are missing, and a token for every mode and role that
// has none from earlier.
func (tx demoTx) access(ctx context.Context, earlier *Access) (*Access, error) {
	access := &Access{}
	for _, l := range demoLenders {
		lender, err := tx.prepareLender(ctx, l.name, l.plan, earlier)
		if err != nil {
			return nil, err
		}
		access.Lenders = append(access.Lenders, lender)
	}
	access.Staff = earlier.Staff
	expires := tx.At.Add(model.TokenLifetime)
	for role, text := range map[model.StaffRole]*string{
		model.StaffRoleSupport: &access.Staff.Support, model.StaffRoleOperator: &access.Staff.Operator,
	} {
		var err error
		if *text, err = tx.keepOrMint(ctx, *text, &model.Token{Name: staffName, Role: &role, ExpiresAt: &expires}); err != nil {
			return nil, err
		}
	}
	return access, nil
}

func (tx demoTx) prepareLender(ctx context.Context, name, plan string, earlier *Access) (*demoLender, error) {
	lender, err := tx.EnsureLender(ctx, name)
	if err != nil {
		return nil, err
	}
	if err := tx.introduce(ctx, lender); err != nil {
		return nil, err
	}
	org, err := tx.ensureOrganization(ctx, name, lender, plan)
	if err != nil {
		return nil, err
	}
	l := &demoLender{
		Name: lender.Name, Lender: lender.ID, Organization: org.ID, Plan: org.PlanKey,
		Tokens: map[model.Mode]string{}, Portfolios: map[model.Mode]uuid.UUID{},
	}
	if l.portfolios, err = tx.PortfoliosOf(ctx, lender); err != nil {
		return nil, err
	}
	for _, p := range l.portfolios {
		l.Portfolios[p.Mode], p.Lender = p.ID, lender
	}
	expires := tx.At.Add(model.TokenLifetime)
	for _, mode := range []model.Mode{model.ModeLive, model.ModeTest} {
		token := &model.Token{Name: name + " demo", OrganizationID: &org.ID, Mode: &mode, ExpiresAt: &expires}
		if l.Tokens[mode], err = tx.keepOrMint(ctx, earlier.token(name, mode), token); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// introduce gives a lender whom its letters name, unless it has anybody.
func (tx demoTx) introduce(ctx context.Context, lender *model.Lender) error {
	if lender.ReplyAddress() != nil {
		return nil
	}
	before := *lender
	demo.Introduce(lender)
	lender.UpdatedAt = tx.At
	tx.AuditAdministration("lender.updated", "lender", lender.ID, model.Changes(before, *lender))
	return tx.UpdateLender(ctx, lender)
}

// ensureOrganization returns the lender's organization of that name, or creates it.
func (tx demoTx) ensureOrganization(
	ctx context.Context, name string, lender *model.Lender, plan string,
) (*model.Organization, error) {
	orgs, err := tx.Organizations(ctx)
	if err != nil {
		return nil, err
	}
	for _, org := range orgs {
		if org.Name == name && org.LenderID == lender.ID {
			return org, nil
		}
	}
	return tx.AddOrganization(ctx, name, lender, plan)
}
