package credentials

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
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

// DossierKey returns the key that signs dossiers. It is derived, so that every node has the same.
func (k SigningKeys) DossierKey() ed25519.PrivateKey {
	seed, err := hkdf.Key(sha256.New, k.Current(), nil, "covertrack signature of dossiers", ed25519.SeedSize)
	if err != nil {
		panic(err) // of a length that the hash cannot make
	}
	return ed25519.NewKeyFromSeed(seed)
}

// PublishedKey is a public key as a JSON Web Key (RFC 8037).
type PublishedKey struct {
	Type      string `json:"kty"`
	Curve     string `json:"crv"`
	ID        string `json:"kid"` // the key's thumbprint (RFC 7638)
	Use       string `json:"use"`
	Algorithm string `json:"alg"`
	X         string `json:"x"`
}

// Publish returns a public key as it is published.
func Publish(key ed25519.PublicKey) PublishedKey {
	x := base64.RawURLEncoding.EncodeToString(key)
	print := sha256.Sum256([]byte(`{"crv":"Ed25519","kty":"OKP","x":"` + x + `"}`))
	id := base64.RawURLEncoding.EncodeToString(print[:])
	return PublishedKey{Type: "OKP", Curve: "Ed25519", ID: id, Use: "sig", Algorithm: "EdDSA", X: x}
}

// Key returns the public key; nil if it is none of this kind.
func (p PublishedKey) Key() ed25519.PublicKey {
	x, err := base64.RawURLEncoding.DecodeString(p.X)
	if err != nil || len(x) != ed25519.PublicKeySize || p.Curve != "Ed25519" {
		return nil
	}
	return x
}

// PublishedKeys is a set of public keys (RFC 7517, section 5).
type PublishedKeys struct {
	Keys []PublishedKey `json:"keys"`
}
