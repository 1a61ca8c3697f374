package storage

import (
	"context"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// ClaimSigningKey records the fingerprint of the installation's signing key, unless there is one, and returns the one there is.
func (h Handle) ClaimSigningKey(ctx context.Context, fingerprint string) (recorded string, err error) {
	claim := h.db.NewRaw("INSERT INTO signing_key (fingerprint) VALUES (?) ON CONFLICT (one) DO NOTHING", fingerprint)
	if _, err = rows.Exec(ctx, h.db, claim); err != nil {
		return "", err
	}
	return h.SigningKey(ctx)
}

// SigningKey returns the fingerprint of the installation's signing key, "" if none was ever used.
func (h Handle) SigningKey(ctx context.Context) (fingerprint string, err error) {
	const query = "SELECT COALESCE((SELECT fingerprint FROM signing_key), '')"
	return fingerprint, rows.Scan(ctx, h.db, rows.Planned, h.db.NewRaw(query), &fingerprint)
}

// ReplaceSigningKey records another fingerprint.
func (h Handle) ReplaceSigningKey(ctx context.Context, fingerprint string) error {
	_, err := rows.Exec(ctx, h.db, h.db.NewRaw("INSERT INTO signing_key (fingerprint) VALUES (?) "+
		"ON CONFLICT (one) DO UPDATE SET fingerprint = EXCLUDED.fingerprint, since = now()", fingerprint))
	return err
}

// LockWebhookSecrets returns all endpoints of the portfolio, whose secrets nobody else changes until the transaction ends.
func (p *Portfolio) LockWebhookSecrets(ctx context.Context) ([]*model.WebhookEndpoint, error) {
	return rows.Read[model.WebhookEndpoint](ctx, p.db, rows.Planned, WebhookEndpoints.Select(p).Order("t.id").For("NO KEY UPDATE"))
}

// SaveWebhookSecrets saves the secrets of an endpoint as they are encrypted now, and nothing else: they are the same secrets.
func (p *Portfolio) SaveWebhookSecrets(ctx context.Context, e *model.WebhookEndpoint) error {
	_, err := rows.Exec(ctx, p.db, p.db.NewUpdate().Model(e).Column("secret", "old_secret").WherePK())
	return err
}

// PublishKey keeps a public key of the installation for good: what its private key signed can be verified after that is gone.
func (h Handle) PublishKey(ctx context.Context, key []byte) error {
	_, err := rows.Exec(ctx, h.db, h.db.NewRaw("INSERT INTO published_keys (key) VALUES (?) ON CONFLICT DO NOTHING", key))
	return err
}

// PublishedKeys returns the public keys that the installation ever had, the newest first.
func (h Handle) PublishedKeys(ctx context.Context) (keys [][]byte, err error) {
	found, err := rows.Read[struct{ Key []byte }](ctx, h.db, rows.Planned,
		h.db.NewRaw("SELECT key FROM published_keys ORDER BY since DESC, key"))
	for _, f := range found {
		keys = append(keys, f.Key)
	}
	return keys, err
}
