package receiver

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

// SecretBytes is how many random bytes a secret has.
const SecretBytes = 32

// Overlap is how long the secret before signs too after a rotation, so that no receiver has to change at the same
// moment.
const Overlap = 24 * time.Hour

// Secret signs what is delivered to one receiver. It prints nothing of itself.
type Secret struct{ Key []byte }

// NewSecret makes a secret of SecretBytes random bytes.
func NewSecret(random []byte) Secret { return Secret{random} }

// Reveal returns the secret as its receiver gets it, once.
func (s Secret) Reveal() string {
	return webhookSecretPrefix + base64.StdEncoding.EncodeToString(s.Key)
}

// String returns nothing of the secret.
func (Secret) String() string { return "…" }

// GoString returns String, for %#v.
func (s Secret) GoString() string { return s.String() }

// Signature returns the header webhook-signature of a message: a signature by each secret.
func Signature(secrets []Secret, id string, at time.Time, body []byte) string {
	signatures := make([]string, len(secrets))
	for i, s := range secrets {
		mac := hmac.New(sha256.New, s.Key)
		mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "."))
		mac.Write(body)
		signatures[i] = "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	}
	return strings.Join(signatures, " ")
}
