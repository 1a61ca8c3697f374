package admin

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

// TokenCommand is `covertrack token`.
func TokenCommand() *cli.Command {
	return &cli.Command{
		Name:  "token",
		Usage: "create, list and revoke tokens",
		Description: `Examples:
   covertrack token create --org 0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e10 --mode test
   covertrack token create --staff support --name "Ann Example"
   covertrack token list
   covertrack token revoke 0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e11`,
		Commands: []*cli.Command{
			createTokenCommand(),
			command.Plain("list", "list the tokens: id, name, mode or staff role, scope, addresses, last use, expiry, and whether it is usable",
				"Example:\n   covertrack token list", command.OnSchema(listTokens)),
			{
				Name:        "revoke",
				Usage:       "end a token for good, within five seconds on every node",
				Description: "Example:\n   covertrack token revoke 0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e11",
				Arguments:   []cli.Argument{&cli.StringArg{Name: "id", UsageText: "ID"}},
				Flags:       command.DatabaseFlags(),
				Action: command.Action(func(ctx context.Context, cmd *cli.Command) error {
					if cmd.StringArg("id") == "" {
						return command.Usagef(cmd, "name the token by its id")
					}
					return command.OnSchema(revokeToken)(ctx, cmd)
				}),
			},
		},
	}
}

func createTokenCommand() *cli.Command {
	return &cli.Command{
		Name:  "create",
		Usage: "create a token and print it, this once",
		Description: `Only a digest of the token is kept: what is printed cannot be shown again.

Examples:
   covertrack token create --org 0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e10 --mode live --name "Nightly import" --expires 720h
   covertrack token create --org 0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e10 --mode live --scope read --allow 203.0.113.0/24 --allow 2001:db8::/32
   covertrack token create --org 0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e10 --mode live --role viewer --name "Reports"
   covertrack token create --staff operator --name "Ann Example"`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "org", Usage: "id of the organization that the token belongs to"},
			&cli.StringFlag{Name: "mode", Usage: "live or test: the portfolio that it opens"},
			&cli.StringFlag{Name: "staff",
				Usage: "support (reads any portfolio) or operator (writes and administers too), in place of --org"},
			&cli.StringFlag{Name: "name", Usage: "what the token is for, or whose it is (default: the organization's name)"},
			&cli.StringFlag{Name: "expires", Value: model.TokenLifetime.String(), DefaultText: "365 days",
				Usage: "time until it expires, like 720h, or never"},
			&cli.StringFlag{Name: "role", Usage: "viewer, analyst, approver or admin: what a service account may do (default: all that its " +
				"organization may, but for people and tokens)"},
			&cli.StringFlag{Name: "scope", Value: string(model.TokenScopeFull), Usage: "full, or read: queries and GET requests only"},
			&cli.StringSliceFlag{Name: "allow",
				Usage: "address or network that it may be used from, like 203.0.113.0/24; may be repeated (default: any address)"},
		}, command.DatabaseFlags()...),
		Action: command.Action(func(ctx context.Context, cmd *cli.Command) error {
			if err := checkTokenFlags(cmd); err != nil {
				return err
			}
			return command.OnSchema(createToken)(ctx, cmd)
		}),
	}
}

// checkTokenFlags refuses wrong combinations of flags before the database is opened.
func checkTokenFlags(cmd *cli.Command) error {
	org, mode, staff := cmd.String("org"), cmd.String("mode"), cmd.String("staff")
	switch {
	case (org == "") == (staff == ""):
		return command.Usagef(cmd, "give either --org and --mode or --staff")
	case org != "" && !model.Mode(mode).IsValid():
		return command.Usagef(cmd, "--mode is %q; it takes live or test", mode)
	case staff != "" && mode != "":
		return command.Usagef(cmd, "a staff token has no --mode: it chooses the portfolio with each request")
	case staff != "" && !staffRole(staff).IsValid():
		return command.Usagef(cmd, "--staff is %q; it takes support or operator", staff)
	case staff != "" && cmd.String("name") == "":
		return command.Usagef(cmd, "a staff token needs the --name of the person")
	case staff != "" && cmd.String("role") != "":
		return command.Usagef(cmd, "--role is for the tokens of organizations; --staff says what staff may do")
	case cmd.String("role") != "" && !model.Role(cmd.String("role")).OfLender():
		return command.Usagef(cmd, "--role is %q; it takes viewer, analyst, approver or admin", cmd.String("role"))
	case !model.TokenScope(cmd.String("scope")).IsValid():
		return command.Usagef(cmd, "--scope is %q; it takes full or read", cmd.String("scope"))
	}
	if _, err := expiry(cmd); err != nil {
		return err
	}
	_, err := allowedNetworks(cmd)
	return err
}

// expiry returns when the token of --expires expires, nil for never.
func expiry(cmd *cli.Command) (*time.Time, error) {
	given := cmd.String("expires")
	if given == "never" {
		return nil, nil
	}
	in, err := time.ParseDuration(given)
	if err != nil || in <= 0 {
		return nil, command.Usagef(cmd, "--expires is %q; it takes a time to come, like 720h, or never", given)
	}
	at := command.Now().Add(in)
	return &at, nil
}

// allowedNetworks returns the networks of --allow.
func allowedNetworks(cmd *cli.Command) ([]string, error) {
	given := cmd.StringSlice("allow")
	for _, text := range given {
		if _, reason := model.ParseNetwork(text); reason != "" {
			return nil, command.Usagef(cmd, "--allow: %q %s", text, reason)
		}
	}
	networks, vs := model.ParseAllowedAddresses("/allow", given)
	if len(vs) > 0 {
		return nil, command.Usagef(cmd, "%s", vs[0].Message)
	}
	return networks, nil
}

func staffRole(flag string) model.StaffRole { return model.StaffRole(strings.ToUpper(flag)) }

func createToken(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	expires, err := expiry(cmd)
	if err != nil {
		return err
	}
	networks, err := allowedNetworks(cmd)
	if err != nil {
		return err
	}
	token := &model.Token{
		Name: cmd.String("name"), ExpiresAt: expires, Scope: model.TokenScope(cmd.String("scope")), AllowedAddresses: networks,
	}
	if staff := cmd.String("staff"); staff != "" {
		role := staffRole(staff)
		token.Role = &role
	} else {
		org, err := organization(ctx, store, cmd.String("org"))
		if err != nil {
			return err
		}
		mode := model.Mode(cmd.String("mode"))
		token.OrganizationID, token.Mode, token.Name = &org.ID, &mode, cmp.Or(token.Name, org.Name)
	}
	if role := model.Role(cmd.String("role")); role != "" {
		token.AccountRole = &role
	}
	if err := command.CheckName("--name", token.Name); err != nil {
		return err
	}
	text, err := command.InTx(ctx, store, func(ctx context.Context, tx *command.Tx) (string, error) { return tx.Mint(ctx, token) })
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(cmd.Root().Writer, text)
	return err
}

func organization(ctx context.Context, store *storage.Store, id string) (*model.Organization, error) {
	orgs, err := store.Organizations(ctx)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(orgs, func(o *model.Organization) bool { return o.ID == scalar.ParseID(id) }); i >= 0 {
		return orgs[i], nil
	}
	return nil, fmt.Errorf("there is no organization %q; `covertrack org list` shows them", id)
}

func listTokens(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	tokens, err := store.Tokens(ctx)
	if err != nil {
		return err
	}
	table := command.NewTable(cmd)
	for _, t := range tokens {
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\tused %s\texpires %s\t%s\n",
			t.ID, t.Name, modeOf(t), t.Scope, addresses(t), orNever(t.LastUsedAt), orNever(t.ExpiresAt), stateOf(t))
	}
	return table.Flush()
}

func modeOf(t *model.Token) string {
	if t.Role != nil {
		return "staff " + strings.ToLower(string(*t.Role))
	}
	if t.AccountRole != nil {
		return string(*t.Mode) + " as " + string(*t.AccountRole)
	}
	return string(*t.Mode)
}

func addresses(t *model.Token) string {
	if len(t.AllowedAddresses) == 0 {
		return "from anywhere"
	}
	return "from " + strings.Join(t.AllowedAddresses, ",")
}

func orNever(at *time.Time) string {
	if at == nil {
		return "never"
	}
	return at.UTC().Format(time.RFC3339)
}

func stateOf(t *model.Token) string {
	switch {
	case t.RevokedAt != nil:
		return "revoked"
	case !t.Usable(command.Now()):
		return "expired"
	default:
		return "usable"
	}
}

func revokeToken(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	token, err := command.InTx(ctx, store, func(ctx context.Context, tx *command.Tx) (*model.Token, error) {
		token, ended, err := tx.RevokeToken(ctx, scalar.ParseID(cmd.StringArg("id")), storage.Owner{}, tx.At)
		if ended {
			tx.AuditAdministration("token.revoked", "token", token.ID, map[string]string{"name": token.Name})
		}
		return token, err
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(cmd.Root().Writer, "revoked", token.ID, token.Name)
	return err
}
