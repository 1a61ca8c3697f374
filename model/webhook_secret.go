package model

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"
)

// webhookSecretPrefix begins the text of a secret (Standard Webhooks, "Signature scheme").
const webhookSecretPrefix = "whsec_"

// WebhookSecretBytes is how many random bytes a secret has.
const WebhookSecretBytes = 32

// WebhookOverlap is how long the secret before signs too after a rotation, so that no receiver has to change at the same
// moment.
const WebhookOverlap = 24 * time.Hour

// WebhookSecret signs what is delivered to one receiver. It prints nothing of itself.
type WebhookSecret struct{ key []byte }

// NewWebhookSecret makes a secret of WebhookSecretBytes random bytes.
func NewWebhookSecret(random []byte) WebhookSecret { return WebhookSecret{random} }

// Reveal returns the secret as its receiver gets it, once.
func (s WebhookSecret) Reveal() string {
	return webhookSecretPrefix + base64.StdEncoding.EncodeToString(s.key)
}

// String returns nothing of the secret.
func (WebhookSecret) String() string { return "…" }

// GoString returns String, for %#v.
func (s WebhookSecret) GoString() string { return s.String() }

// WebhookSignature returns the header webhook-signature of a message: a signature by each secret.
func WebhookSignature(secrets []WebhookSecret, id string, at time.Time, body []byte) string {
	signatures := make([]string, len(secrets))
	for i, s := range secrets {
		mac := hmac.New(sha256.New, s.key)
		mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "."))
		mac.Write(body)
		signatures[i] = "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	}
	return strings.Join(signatures, " ")
}
