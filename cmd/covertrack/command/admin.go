package command

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"os/user"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/identity"
	"github.com/covertrack/covertrack/model/receiver"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

// NewTable returns a writer to stdout that aligns columns separated by tabs.
func NewTable(cmd *cli.Command) *tabwriter.Writer {
	return tabwriter.NewWriter(cmd.Root().Writer, 0, 0, 2, ' ', 0)
}

// Tx is the transaction of one administrative command, with its audit events, which belong to no portfolio.
type Tx struct {
	*storage.Tx
	At    time.Time
	trail *storage.Trail
}

// InTx runs fn and saves its audit events, in one transaction. It returns what fn returns.
func InTx[T any](
	ctx context.Context, store *storage.Store, fn func(ctx context.Context, tx *Tx) (T, error),
) (made T, err error) {
	err = store.InTx(ctx, uuid.Nil, func(ctx context.Context, t *storage.Tx) error {
		origin := model.AuditOrigin{Actor: model.Actor{Kind: model.ActorKindSystem, Name: Actor()}, RequestID: uuid.NewString(), At: Now()}
		tx := &Tx{Tx: t, At: origin.At, trail: storage.NewTrail(origin)}
		if made, err = fn(ctx, tx); err != nil {
			return err
		}
		return tx.trail.Save(ctx, t)
	})
	return made, err
}

// Actor is whom the trail names for what commands do.
func Actor() string {
	if u, err := user.Current(); err == nil {
		return "command line of " + u.Username
	}
	return "command line"
}

// AuditAdministration adds an audit event of no portfolio, which InTx saves with the transaction.
func (tx *Tx) AuditAdministration(action, subjectType string, subject uuid.UUID, changes any) {
	tx.trail.Add(action, subjectType, subject, changes)
}

// Now returns the time as precisely as the database stores it.
func Now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }

// CheckName returns what is wrong with a flag's value as a name; nil if nothing is.
func CheckName(flag, value string) error {
	if vs := scalar.CheckName(flag, value); len(vs) > 0 {
		return errors.New(vs[0].Message)
	}
	return nil
}

// EnsureLender returns the lender of that name or id, or creates one of that name with its two portfolios.
func (tx *Tx) EnsureLender(ctx context.Context, ref string) (*model.Lender, error) {
	lender, err := tx.LenderByRef(ctx, ref)
	if fault.CodeOf(err) != fault.CodeNotFound || scalar.ParseID(ref) != uuid.Nil {
		return lender, err
	}
	lender, err = tx.CreateLender(ctx, ref, tx.At)
	if err != nil {
		return nil, err
	}
	tx.AuditAdministration("lender.created", "lender", lender.ID, map[string]string{"name": lender.Name})
	return lender, nil
}

// PortfoliosOf returns the portfolios of the lender, by mode.
func (tx *Tx) PortfoliosOf(ctx context.Context, lender *model.Lender) ([]*model.Portfolio, error) {
	all, err := tx.Portfolios(ctx)
	return slices.DeleteFunc(all, func(p *model.Portfolio) bool { return p.LenderID != lender.ID }), err
}

// AddOrganization creates an organization of the lender. Errors are `duplicate` and `unknown_reference`.
func (tx *Tx) AddOrganization(
	ctx context.Context, name string, lender *model.Lender, plan string,
) (*model.Organization, error) {
	org, err := tx.CreateOrganization(ctx, name, lender.ID, plan, tx.At)
	if err != nil {
		return nil, err
	}
	tx.AuditAdministration("organization.created", "organization", org.ID, map[string]any{"name": name, "lenderId": lender.ID, "plan": plan})
	return org, nil
}

// Mint saves a token with a new id, digest and time, and returns its text.
func (tx *Tx) Mint(ctx context.Context, token *model.Token) (string, error) {
	kind := credentials.TokenKindStaff
	if token.Mode != nil {
		kind = credentials.TokenKind(*token.Mode)
	}
	text, err := credentials.NewToken(kind, rand.Reader)
	if err != nil {
		return "", err
	}
	digest := text.Digest()
	token.ID, token.Digest, token.CreatedAt = storage.NewID(), digest[:], tx.At
	token.Scope = cmp.Or(token.Scope, model.TokenScopeFull)
	if err := tx.InsertToken(ctx, token); err != nil {
		return "", err
	}
	tx.AuditAdministration("token.created", "token", token.ID, map[string]any{
		"name": token.Name, "organizationId": token.OrganizationID, "mode": token.Mode, "role": token.Role, "accountRole": token.AccountRole,
		"expiresAt": token.ExpiresAt, "scope": token.Scope, "allowedAddresses": token.AllowedAddresses,
	})
	return text.Reveal(), nil
}

// AddIdentityProvider saves an identity provider with its secret encrypted. The errors are those of identity.New.
func (tx *Tx) AddIdentityProvider(ctx context.Context, in model.CreateIdentityProviderInput, key receiver.Key) (*identity.Provider, error) {
	others, err := tx.LockIdentityProviders(ctx)
	if err != nil {
		return nil, err
	}
	p, err := identity.New(storage.NewID(), in, true, others, tx.At)
	if err != nil {
		return nil, err
	}
	var nonce [receiver.NonceBytes]byte
	_, _ = rand.Read(nonce[:]) // it never fails
	p.Sealed = key.Seal(p.ID, receiver.Secret{Key: []byte(in.ClientSecret)}, nonce)
	tx.AuditAdministration("identityProvider.created", "identityProvider", p.ID, p.Changes())
	return p, tx.InsertIdentityProvider(ctx, p)
}
