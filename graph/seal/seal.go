// Package seal encrypts what a browser keeps for us, such as a cookie: it says nothing, cannot be made up, and ends. It may
// import model.
package seal

import (
	"crypto/cipher"
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/covertrack/covertrack/model/credentials"
)

// Seal is the key for one purpose. It is safe for concurrent use.
type Seal struct{ aeads []cipher.AEAD } // the first closes, all open

// New derives the key from the signing keys of the installation, so that every node can open what another has sealed.
// Nothing that was sealed for one purpose can be opened for another.
func New(keys credentials.SigningKeys, purpose string) (s Seal) {
	for _, signingKey := range keys {
		aead, err := cipher.NewGCMWithRandomNonce(credentials.DerivedCipher(signingKey, purpose))
		if err != nil {
			panic(err) // of a block that AES does not have
		}
		s.aeads = append(s.aeads, aead)
	}
	return s
}

// Close returns data that can be opened until a time, as a text without spaces or quotes.
func (s Seal) Close(data []byte, until time.Time) string {
	plain := binary.BigEndian.AppendUint64(nil, uint64(until.Unix())) //nolint:gosec // no time before 1970
	return base64.RawURLEncoding.EncodeToString(s.aeads[0].Seal(nil, nil, append(plain, data...), nil))
}

// Open returns the data of a text that Close made, and until when it can be opened, if that is after now.
func (s Seal) Open(text string, now time.Time) (data []byte, until time.Time, ok bool) {
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return nil, time.Time{}, false
	}
	for _, aead := range s.aeads {
		if plain, err := aead.Open(nil, nil, sealed, nil); err == nil && len(plain) >= 8 {
			until = time.Unix(int64(binary.BigEndian.Uint64(plain)), 0) //nolint:gosec // ours
			return plain[8:], until, now.Before(until)
		}
	}
	return nil, time.Time{}, false
}
