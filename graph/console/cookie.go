package console

import (
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"net/http"
	"time"

	"github.com/covertrack/covertrack/model/credentials"
)

const (
	cookieName = "covertrack_console"
	// hostPrefix makes browsers take a cookie from this host by https only, and from no other host of the domain.
	hostPrefix = "__Host-"
	// sessionTime is how long somebody stays signed in: a working day.
	sessionTime = 12 * time.Hour
)

// A session is what the cookie says: whose token was shown, and until when that counts.
type session struct {
	token [32]byte // its digest
	ends  time.Time
}

// A seal encrypts sessions, so that a cookie says nothing and cannot be made up.
type seal struct{ aead cipher.AEAD }

// newSeal derives the key from the signing key of the installation. Every node can open what another has sealed.
func newSeal(signingKey []byte) seal {
	aead, err := cipher.NewGCMWithRandomNonce(credentials.DerivedCipher(signingKey, "covertrack sessions of the console"))
	if err != nil {
		panic(err) // of a block that AES does not have
	}
	return seal{aead}
}

// close returns the session as the value of a cookie.
func (s seal) close(of session) string {
	plain := binary.BigEndian.AppendUint64(nil, uint64(of.ends.Unix())) //nolint:gosec // no time before 1970
	plain = append(plain, of.token[:]...)
	return base64.RawURLEncoding.EncodeToString(s.aead.Seal(nil, nil, plain, nil))
}

// open returns the session of a value that close made, if it has not ended.
func (s seal) open(value string, now time.Time) (of session, ok bool) {
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(value)
	if err != nil {
		return session{}, false
	}
	plain, err := s.aead.Open(nil, nil, sealed, nil)
	if err != nil || len(plain) != 8+sha256.Size {
		return session{}, false
	}
	of.ends = time.Unix(int64(binary.BigEndian.Uint64(plain)), 0) //nolint:gosec // ours
	copy(of.token[:], plain[8:])
	return of, now.Before(of.ends)
}

// cookie returns the cookie of a browser, with a value and the seconds that it is kept; -1 removes it.
func (c *Console) cookie(r *http.Request, value string, maxAge int) *http.Cookie {
	return &http.Cookie{
		Name: c.cookieName(r), Value: value, Path: "/", MaxAge: maxAge,
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: c.isHTTPS(r),
	}
}

func (c *Console) cookieName(r *http.Request) string {
	if c.isHTTPS(r) {
		return hostPrefix + cookieName
	}
	return cookieName
}

// sessionOf returns the session of a browser. It may send several cookies of the name.
func (c *Console) sessionOf(r *http.Request) (of session, ok bool) {
	for _, cookie := range r.CookiesNamed(c.cookieName(r)) {
		if of, ok = c.cookies.open(cookie.Value, c.now()); ok {
			return of, true
		}
	}
	return session{}, false
}
