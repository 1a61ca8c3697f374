package serve

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/cmd/covertrack/demo"
	"github.com/covertrack/covertrack/graph/signin/issuer"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/identity"
)

// openDemo makes the provider of the demo's people, and has them sign in with it.
func (s *Service) openDemo(ctx context.Context, cmd *cli.Command) error {
	if !cmd.Bool("demo") {
		return nil
	}
	made := issuer.New(s.BaseURL, s.SigningKeys.Current(), time.Now)
	for _, realm := range demo.Realms() {
		p, err := command.InTx(ctx, s.Store, func(ctx context.Context, tx *command.Tx) (*identity.Provider, error) {
			return s.demoProvider(ctx, tx, made, realm)
		})
		if err != nil {
			s.Log.Warn("the demo has no page to sign in at", "path", issuer.Path, "error", err)
			return nil
		}
		p.Locate(s.BaseURL)
		realm.Redirect = p.RedirectURL
		made.Add(&realm.Realm)
	}
	s.demo = made
	return nil
}

// demoProvider returns the provider of a realm. It is replaced if its address or its secret has changed.
func (s *Service) demoProvider(ctx context.Context, tx *command.Tx, made *issuer.Issuer, realm *demo.Realm) (*identity.Provider, error) {
	providers, err := tx.LockIdentityProviders(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range providers {
		if !demo.IsProvider(p, realm.Name) {
			continue
		}
		if secret, err := s.Graph.IdentityKey.Open(p.ID, p.Sealed); err == nil && p.Issuer == made.Of(realm.Name) &&
			string(secret.Key) == made.ClientSecret() {
			return p, nil
		}
		if err := tx.DeleteIdentityProvider(ctx, p.ID); err != nil {
			return nil, err
		}
	}
	staff := realm.Lender == ""
	in := model.CreateIdentityProviderInput{
		Issuer: made.Of(realm.Name), ClientID: issuer.ClientID, ClientSecret: made.ClientSecret(), Staff: graphql.OmittableOf(&staff),
		Domains: graphql.OmittableOf(realm.Domain),
	}
	if !staff {
		lender, err := tx.LenderByRef(ctx, realm.Lender)
		if err != nil {
			return nil, err
		}
		in.Lender = graphql.OmittableOf(&lender.ID)
	}
	return tx.AddIdentityProvider(ctx, in, s.Graph.IdentityKey)
}
