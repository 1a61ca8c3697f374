package admin

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/identity"
	"github.com/covertrack/covertrack/model/receiver"
	"github.com/covertrack/covertrack/storage"
)

// KeysCommand is `covertrack keys`.
func KeysCommand() *cli.Command {
	return &cli.Command{
		Name:        "keys",
		Usage:       "replace the signing key",
		Description: "Example:\n   covertrack keys rotate --signing-key-previous OLD --signing-key NEW",
		Commands: []*cli.Command{{
			Name:  "rotate",
			Usage: "encrypt with --signing-key what --signing-key-previous encrypted; from then on nodes need the new key",
			Description: `Works beside running servers, which must have both keys already. What is encrypted are the secrets of webhooks
and of identity providers. It can be run again. An old node without the new key does not start any more.

Examples:
   covertrack keys rotate --signing-key-file /run/secrets/new --signing-key-previous-file /run/secrets/old
   covertrack keys rotate --signing-key NEW --lost`,
			Flags: append(append(command.DatabaseFlags(), command.SigningKeyFlags()...), &cli.BoolFlag{Name: "lost",
				Usage: "the old key is lost: go on with the new one; the secrets that cannot be read are named, and have to be rotated"}),
			Action: command.Action(func(ctx context.Context, cmd *cli.Command) error {
				keys, err := command.SigningKeys(cmd)
				if err != nil {
					return err
				}
				return command.OnSchema(func(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
					return rotateKeys(ctx, cmd, store, keys)
				})(ctx, cmd)
			}),
		}},
	}
}

func rotateKeys(ctx context.Context, cmd *cli.Command, store *storage.Store, keys credentials.SigningKeys) error {
	if !cmd.Bool("lost") {
		if err := command.ClaimSigningKey(ctx, store, keys); err != nil {
			return err
		}
	}
	portfolios, err := store.AllPortfolios(ctx)
	if err != nil {
		return err
	}
	done := resealing{key: receiver.NewKey(keys)}
	for _, p := range portfolios {
		err := store.InTx(ctx, p.ID, func(ctx context.Context, tx *storage.Tx) error { return done.portfolio(ctx, tx.For(p.ID)) })
		if err != nil {
			return err
		}
	}
	if err := done.identities(ctx, store, receiver.NewIdentityKey(keys)); err != nil {
		return err
	}
	fingerprint := credentials.Fingerprint(keys.Current())
	_, err = command.InTx(ctx, store, func(_ context.Context, tx *command.Tx) (none struct{}, err error) {
		tx.AuditAdministration("signingKey.rotated", "signingKey", uuid.Nil,
			map[string]any{"fingerprint": fingerprint, "secrets": done.changed})
		return none, nil
	})
	if err := errors.Join(err, store.ReplaceSigningKey(ctx, fingerprint)); err != nil {
		return err
	}
	for _, e := range done.unreadable {
		_, _ = fmt.Fprintf(cmd.Root().ErrWriter,
			"webhook endpoint %s of portfolio %s: its secret was encrypted with none of the keys; rotate it\n", e.ID, e.PortfolioID)
	}
	for _, p := range done.unknown {
		_, _ = fmt.Fprintf(cmd.Root().ErrWriter,
			"identity provider %s (%s): its secret was encrypted with none of the keys; remove it and add it again\n", p.ID, p.Issuer)
	}
	_, err = fmt.Fprintf(cmd.Root().Writer,
		"encrypted %d secrets with the new key; nodes need the signing key with the fingerprint %s\n", done.changed, fingerprint)
	return err
}

// resealing is what a rotation has done so far.
type resealing struct {
	key        receiver.Key
	changed    int
	unreadable []*model.WebhookEndpoint
	unknown    []*identity.Provider // whose secrets cannot be read
}

// identities encrypts the secrets of the identity providers.
func (r *resealing) identities(ctx context.Context, store *storage.Store, key receiver.Key) error {
	return store.InTx(ctx, uuid.Nil, func(ctx context.Context, tx *storage.Tx) error {
		providers, err := tx.LockIdentityProviders(ctx)
		for _, p := range providers {
			if err != nil {
				return err
			}
			var nonce [receiver.NonceBytes]byte
			_, _ = rand.Read(nonce[:]) // it never fails
			sealed, changed, wrong := key.Reseal(p.ID, p.Sealed, nonce)
			if wrong != nil {
				r.unknown = append(r.unknown, p)
			}
			if changed {
				p.Sealed = sealed
				r.changed++
				err = tx.SaveIdentitySecret(ctx, p)
			}
		}
		return err
	})
}

// portfolio encrypts the secrets of a portfolio's endpoints.
func (r *resealing) portfolio(ctx context.Context, p *storage.Portfolio) error {
	endpoints, err := p.LockWebhookSecrets(ctx)
	if err != nil {
		return err
	}
	for _, e := range endpoints {
		changed, err := r.reseal(e)
		if err != nil {
			r.unreadable = append(r.unreadable, e)
		}
		if changed == 0 {
			continue
		}
		if err := p.SaveWebhookSecrets(ctx, e); err != nil {
			return err
		}
		r.changed += changed
	}
	return nil
}

// reseal encrypts both secrets of an endpoint and returns how many were. It fails if the newer one cannot be read.
func (r *resealing) reseal(e *model.WebhookEndpoint) (changed int, err error) {
	for _, sealed := range []*[]byte{&e.OldSealed, &e.Sealed} {
		if *sealed == nil {
			continue
		}
		var nonce [receiver.NonceBytes]byte
		_, _ = rand.Read(nonce[:]) // it never fails
		var done bool
		if *sealed, done, err = r.key.Reseal(e.ID, *sealed, nonce); done {
			changed++
		}
	}
	return changed, err
}
