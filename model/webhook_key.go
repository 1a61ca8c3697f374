package model

import (
	"crypto/cipher"
	"errors"
	"time"

	"github.com/google/uuid"
)

// WebhookNonceBytes is how many random bytes Seal takes.
const WebhookNonceBytes = 12

// WebhookKey encrypts the secrets of endpoints, for they must be kept to sign with.
type WebhookKey struct{ aead cipher.AEAD }

// NewWebhookKey derives the key from the signing key of the installation, which is not empty.
func NewWebhookKey(signingKey []byte) WebhookKey {
	aead, err := cipher.NewGCM(DerivedCipher(signingKey, "covertrack secrets of webhooks"))
	if err != nil {
		panic(err) // of a block that AES does not have
	}
	return WebhookKey{aead}
}

// Seal returns the secret of an endpoint as it is stored. The nonce is new random bytes.
func (k WebhookKey) Seal(endpoint uuid.UUID, s WebhookSecret, nonce [WebhookNonceBytes]byte) []byte {
	return k.aead.Seal(nonce[:], nonce[:], s.key, endpoint[:])
}

// errUnreadableSecret says what to do about a secret that was sealed with another key, or for another endpoint.
var errUnreadableSecret = errors.New("the secret of the webhook endpoint was encrypted with another signing key; rotate it")

// Open returns the secret that Seal made for the endpoint.
func (k WebhookKey) Open(endpoint uuid.UUID, sealed []byte) (WebhookSecret, error) {
	if len(sealed) < WebhookNonceBytes {
		return WebhookSecret{}, errUnreadableSecret
	}
	key, err := k.aead.Open(nil, sealed[:WebhookNonceBytes], sealed[WebhookNonceBytes:], endpoint[:])
	if err != nil {
		return WebhookSecret{}, errUnreadableSecret
	}
	return WebhookSecret{key}, nil
}

// Secrets returns the secrets that sign for the endpoint, the newest first. It fails when that was encrypted with another
// key; an old one is then left out.
func (e *WebhookEndpoint) Secrets(key WebhookKey, now time.Time) ([]WebhookSecret, error) {
	newest, err := key.Open(e.ID, e.Sealed)
	if err != nil {
		return nil, err
	}
	secrets := []WebhookSecret{newest}
	if e.OldSecretUntil != nil && now.Before(*e.OldSecretUntil) {
		if old, err := key.Open(e.ID, e.OldSealed); err == nil {
			secrets = append(secrets, old)
		}
	}
	return secrets, nil
}
