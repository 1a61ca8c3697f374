package admin

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/graph/signin"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/identity"
	"github.com/covertrack/covertrack/model/receiver"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

// IdentityCommand is `covertrack identity`.
func IdentityCommand() *cli.Command {
	about := func() []cli.Flag {
		return append(command.DatabaseFlags(), command.BaseURLFlag("the path alone is printed"))
	}
	return &cli.Command{
		Name:  "identity",
		Usage: "let people sign in with their company's identity provider (OpenID Connect)",
		Description: `Examples:
   covertrack identity add --issuer https://login.example.com --client-id covertrack --client-secret-file secret --staff
   covertrack identity list
   covertrack identity test 0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e12`,
		Commands: []*cli.Command{
			addIdentityCommand(),
			{
				Name: "list",
				Usage: "list the providers: id, issuer, whose people, domains, roles, whether the directory has a token, and " +
					"the two addresses that the provider must know",
				Description: "Example:\n   covertrack identity list", Flags: about(), Action: command.OnSchema(listIdentities),
			},
			ofIdentity("test", "fetch the discovery document and the keys of a provider, and say what is wrong",
				append(about(), command.SigningKeyFlags()...), testIdentity),
			ofIdentity("scim-token", "make the token that the provider's directory shows (SCIM), print it once, and end the one before",
				about(), makeScimToken),
			ofIdentity("remove", "remove a provider; who signed in with it is signed out within five seconds on every node",
				command.DatabaseFlags(), removeIdentity),
		},
	}
}

func ofIdentity(
	name, usage string, flags []cli.Flag, run func(context.Context, *cli.Command, *storage.Store, *identity.Provider) error,
) *cli.Command {
	return &cli.Command{
		Name: name, Usage: usage, Description: "Example:\n   covertrack identity " + name + " 0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e12",
		Arguments: []cli.Argument{&cli.StringArg{Name: "id", UsageText: "ID"}}, Flags: flags,
		Action: command.Action(func(ctx context.Context, cmd *cli.Command) error {
			if cmd.StringArg("id") == "" {
				return command.Usagef(cmd, "name the provider by its id")
			}
			return command.OnSchema(func(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
				p, err := store.IdentityProvider(ctx, scalar.ParseID(cmd.StringArg("id")))
				if err != nil {
					return err
				}
				return run(ctx, cmd, store, p)
			})(ctx, cmd)
		}),
	}
}

func addIdentityCommand() *cli.Command {
	return &cli.Command{
		Name:  "add",
		Usage: "add a provider; prints its id and the two addresses that the provider must know",
		Description: `Without --map, the values support and operator (staff), or viewer, analyst, approver and admin (a lender), give
these roles.

Examples:
   covertrack identity add --issuer https://login.example.com --client-id covertrack --client-secret-file secret --staff
   covertrack identity add --issuer https://login.harbor.example --client-id covertrack --client-secret-file secret \
      --lender "Harbor Example Bank" --domain harbor.example --roles-claim groups --map analyst=covertrack-analyst --map admin=it`,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "issuer", Required: true, Usage: "address of the provider, exactly as it writes it"},
			&cli.StringFlag{Name: "client-id", Required: true, Usage: "what this server is called there"},
			command.Setting("client-secret", "", "secret that this server shows there; it is kept encrypted"),
			&cli.BoolFlag{Name: "staff", Usage: "it vouches for the operator's staff"},
			&cli.StringFlag{Name: "lender", Usage: "id or name of the lender whose people it vouches for, in place of --staff"},
			&cli.StringSliceFlag{Name: "domain", Usage: "domain of the work addresses that lead to it, like example.com; may be repeated"},
			&cli.StringFlag{Name: "roles-claim", Value: "roles",
				Usage: "claim of its ID tokens that says what somebody is; dots lead into objects"},
			&cli.StringSliceFlag{Name: "map",
				Usage: "a role and the value of the claim that gives it, like analyst=covertrack-analyst; may be repeated"},
			command.BaseURLFlag("the path alone is printed"),
		}, command.DatabaseFlags(), command.SigningKeyFlags()),
		Action: command.Action(func(ctx context.Context, cmd *cli.Command) error {
			keys, err := command.SigningKeys(cmd)
			if err != nil {
				return err
			}
			input, err := identityInput(cmd)
			if err != nil {
				return err
			}
			return command.OnSchema(func(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
				if err := command.ClaimSigningKey(ctx, store, keys); err != nil {
					return err
				}
				return addIdentity(ctx, cmd, store, input, receiver.NewIdentityKey(keys))
			})(ctx, cmd)
		}),
	}
}

// identityInput returns what the flags say, but the lender.
func identityInput(cmd *cli.Command) (in model.CreateIdentityProviderInput, err error) {
	if cmd.Bool("staff") == (cmd.String("lender") != "") {
		return in, command.Usagef(cmd, "give either --staff or --lender")
	}
	if cmd.String("client-secret") == "" {
		return in, command.Usagef(cmd, "give the secret of the client in a file, with --client-secret-file")
	}
	roles := []*model.RoleMappingInput{}
	for _, text := range cmd.StringSlice("map") {
		role, value, _ := strings.Cut(text, "=")
		if !model.Role(role).IsValid() || value == "" {
			return in, command.Usagef(cmd, "--map is %q; it takes a role and a value, like analyst=covertrack-analyst", text)
		}
		roles = append(roles, &model.RoleMappingInput{Role: model.Role(role), Value: value})
	}
	domains := strings.FieldsFunc(strings.Join(cmd.StringSlice("domain"), ","), func(r rune) bool { return r == ',' || r == ' ' })
	staff, claim := cmd.Bool("staff"), cmd.String("roles-claim")
	return model.CreateIdentityProviderInput{
		Issuer: cmd.String("issuer"), ClientID: cmd.String("client-id"), ClientSecret: cmd.String("client-secret"),
		Staff: graphql.OmittableOf(&staff), Domains: graphql.OmittableOf(domains), RolesClaim: graphql.OmittableOf(&claim),
		Roles: graphql.OmittableOf(roles),
	}, nil
}

func addIdentity(
	ctx context.Context, cmd *cli.Command, store *storage.Store, in model.CreateIdentityProviderInput, key receiver.Key,
) error {
	p, err := command.InTx(ctx, store, func(ctx context.Context, tx *command.Tx) (*identity.Provider, error) {
		if ref := cmd.String("lender"); ref != "" {
			lender, err := tx.LenderByRef(ctx, ref)
			if err != nil {
				return nil, fmt.Errorf("there is no lender %q; `covertrack org list` shows them", ref)
			}
			in.Lender = graphql.OmittableOf(&lender.ID)
		}
		return tx.AddIdentityProvider(ctx, in, key)
	})
	if err != nil {
		return inFlags(err)
	}
	p.Locate(cmd.String("base-url"))
	_, err = fmt.Fprintf(cmd.Root().Writer, "%s\nredirect URI: %s\nback-channel logout URI: %s\n", p.ID, p.RedirectURL, p.LogoutURL)
	return err
}

// inFlags says all that is wrong with an input.
func inFlags(err error) error {
	domain, ok := errors.AsType[*fault.Error](err)
	if !ok || len(domain.Violations) < 2 {
		return err
	}
	var all []string
	for _, v := range domain.Violations {
		all = append(all, v.Message)
	}
	return errors.New(strings.Join(all, " "))
}

func listIdentities(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	providers, err := store.IdentityProviders(ctx)
	if err != nil {
		return err
	}
	lenders, err := store.Lenders(ctx)
	if err != nil {
		return err
	}
	names := map[uuid.UUID]string{}
	for _, l := range lenders {
		names[l.ID] = l.Name
	}
	table := command.NewTable(cmd)
	for _, p := range providers {
		whose := "staff"
		if p.LenderID != nil {
			whose = names[*p.LenderID]
		}
		scim := "no SCIM token"
		if p.HasScimToken() {
			scim = "SCIM token"
		}
		p.Locate(cmd.String("base-url"))
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s: %s\t%s\t%s\t%s\n", p.ID, p.Issuer, whose,
			cmp.Or(strings.Join(p.Domains, ","), "no domain"), p.RolesClaim, p.Mappings, scim, p.RedirectURL, p.LogoutURL)
	}
	return table.Flush()
}

func testIdentity(ctx context.Context, cmd *cli.Command, _ *storage.Store, p *identity.Provider) error {
	keys, err := command.SigningKeys(cmd)
	if err != nil {
		return err
	}
	wrong := signin.NewClient(receiver.NewIdentityKey(keys), time.Now).Check(ctx, p)
	if len(wrong) > 0 {
		return errors.New(strings.Join(wrong, "\n"))
	}
	p.Locate(cmd.String("base-url"))
	_, err = fmt.Fprintf(cmd.Root().Writer, "%s answers, and its keys can be read.\nIt must know the redirect URI %s\n",
		p.Host(), p.RedirectURL)
	return err
}

func makeScimToken(ctx context.Context, cmd *cli.Command, store *storage.Store, p *identity.Provider) error {
	text, err := credentials.NewToken(credentials.TokenKindScim, rand.Reader)
	if err != nil {
		return err
	}
	digest := text.Digest()
	p.ScimDigest = digest[:]
	_, err = command.InTx(ctx, store, func(ctx context.Context, tx *command.Tx) (none struct{}, err error) {
		tx.AuditAdministration("identityProvider.updated", "identityProvider", p.ID, map[string]any{"scimToken": "new"})
		return none, tx.SaveScimToken(ctx, p)
	})
	if err != nil {
		return err
	}
	p.Locate(cmd.String("base-url"))
	_, err = fmt.Fprintf(cmd.Root().Writer, "%s\ntenant URL: %s\n", text.Reveal(), p.ScimURL)
	return err
}

func removeIdentity(ctx context.Context, cmd *cli.Command, store *storage.Store, p *identity.Provider) error {
	_, err := command.InTx(ctx, store, func(ctx context.Context, tx *command.Tx) (none struct{}, err error) {
		tx.AuditAdministration("identityProvider.deleted", "identityProvider", p.ID, map[string]any{"issuer": p.Issuer})
		return none, tx.DeleteIdentityProvider(ctx, p.ID)
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(cmd.Root().Writer, "removed", p.ID, p.Issuer)
	return err
}
