package receiver

import (
	"crypto/cipher"
	"errors"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/credentials"
)

// NonceBytes is how many random bytes Seal takes.
const NonceBytes = 12

// Key encrypts the secrets of endpoints, and those of others that must be kept to be used.
type Key struct{ aeads []cipher.AEAD } // the first encrypts, all decrypt

// NewKey derives the key from the signing keys of the installation.
func NewKey(keys credentials.SigningKeys) Key { return newKey(keys, "covertrack secrets of webhooks") }

// NewIdentityKey derives the key for the secrets of identity providers.
func NewIdentityKey(keys credentials.SigningKeys) Key {
	return newKey(keys, "covertrack secrets of identity providers")
}

func newKey(keys credentials.SigningKeys, purpose string) (k Key) {
	for _, signingKey := range keys {
		aead, err := cipher.NewGCM(credentials.DerivedCipher(signingKey, purpose))
		if err != nil {
			panic(err) // of a block that AES does not have
		}
		k.aeads = append(k.aeads, aead)
	}
	return k
}

// Seal returns the secret of an endpoint as it is stored. The nonce is new random bytes.
func (k Key) Seal(endpoint uuid.UUID, s Secret, nonce [NonceBytes]byte) []byte {
	return k.aeads[0].Seal(nonce[:], nonce[:], s.Key, endpoint[:])
}

// Reseal returns a sealed secret as the first of the keys seals it, and whether it was sealed by another one of them.
func (k Key) Reseal(endpoint uuid.UUID, sealed []byte, nonce [NonceBytes]byte) (resealed []byte, changed bool, err error) {
	if _, err := (Key{k.aeads[:1]}).Open(endpoint, sealed); err == nil {
		return sealed, false, nil
	}
	secret, err := k.Open(endpoint, sealed)
	if err != nil {
		return sealed, false, err
	}
	return k.Seal(endpoint, secret, nonce), true, nil
}

// errUnreadableSecret says what to do about a secret that was sealed with another key, or for another endpoint.
var errUnreadableSecret = errors.New("the secret of the webhook endpoint was encrypted with another signing key; rotate it")

// Open returns the secret that Seal made for the endpoint.
func (k Key) Open(endpoint uuid.UUID, sealed []byte) (Secret, error) {
	if len(sealed) < NonceBytes {
		return Secret{}, errUnreadableSecret
	}
	for _, aead := range k.aeads {
		if key, err := aead.Open(nil, sealed[:NonceBytes], sealed[NonceBytes:], endpoint[:]); err == nil {
			return Secret{key}, nil
		}
	}
	return Secret{}, errUnreadableSecret
}
