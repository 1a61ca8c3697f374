package credentials

import (
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/hex"
	"slices"
)

// SigningKeys are the signing keys of an installation, at least one. The first signs and encrypts; what any of them has
// signed or encrypted is accepted, so that a key can be replaced by another while servers run.
type SigningKeys [][]byte

// Current returns the key that signs.
func (k SigningKeys) Current() []byte { return k[0] }

// Has reports whether one of the keys has the fingerprint.
func (k SigningKeys) Has(fingerprint string) bool {
	return slices.ContainsFunc(k, func(key []byte) bool { return Fingerprint(key) == fingerprint })
}

// Fingerprint returns a text that tells a signing key from others, and nothing about it.
func Fingerprint(signingKey []byte) string {
	sum, err := hkdf.Key(sha256.New, signingKey, nil, "covertrack fingerprint of the signing key", 8)
	if err != nil {
		panic(err) // of a length that the hash cannot make
	}
	return hex.EncodeToString(sum)
}
