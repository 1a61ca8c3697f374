package receiver

import (
	"crypto/cipher"
	"errors"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/credentials"
)

// NonceBytes is how many random bytes Seal takes.
const NonceBytes = 12

// Key encrypts the secrets of endpoints, for they must be kept to sign with.
type Key struct{ aead cipher.AEAD }

// NewKey derives the key from the signing key of the installation, which is not empty.
func NewKey(signingKey []byte) Key {
	aead, err := cipher.NewGCM(credentials.DerivedCipher(signingKey, "covertrack secrets of webhooks"))
	if err != nil {
		panic(err) // of a block that AES does not have
	}
	return Key{aead}
}

// Seal returns the secret of an endpoint as it is stored. The nonce is new random bytes.
func (k Key) Seal(endpoint uuid.UUID, s Secret, nonce [NonceBytes]byte) []byte {
	return k.aead.Seal(nonce[:], nonce[:], s.Key, endpoint[:])
}

// errUnreadableSecret says what to do about a secret that was sealed with another key, or for another endpoint.
var errUnreadableSecret = errors.New("the secret of the webhook endpoint was encrypted with another signing key; rotate it")

// Open returns the secret that Seal made for the endpoint.
func (k Key) Open(endpoint uuid.UUID, sealed []byte) (Secret, error) {
	if len(sealed) < NonceBytes {
		return Secret{}, errUnreadableSecret
	}
	key, err := k.aead.Open(nil, sealed[:NonceBytes], sealed[NonceBytes:], endpoint[:])
	if err != nil {
		return Secret{}, errUnreadableSecret
	}
	return Secret{key}, nil
}
