package credentials

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
)

// DerivedCipher returns AES-256 with a key for one purpose alone, derived from the signing key of the installation, which
// is not empty (HKDF, RFC 5869). What is encrypted for one purpose cannot be decrypted for another.
func DerivedCipher(signingKey []byte, purpose string) cipher.Block {
	key, err := hkdf.Key(sha256.New, signingKey, nil, purpose, 32)
	if err != nil {
		panic(err) // of a length that the hash cannot make
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		panic(err) // of a length that AES does not have
	}
	return block
}
