package console

import (
	"net/http"
	"time"
)

const (
	cookieName = "covertrack_console"
	// hostPrefix makes browsers take a cookie from this host by https only, and from no other host of the domain.
	hostPrefix = "__Host-"
	// sessionTime is how long somebody stays signed in: a working day.
	sessionTime = 12 * time.Hour
	// sealPurpose keeps the cookies of earlier releases good.
	sealPurpose = "covertrack sessions of the console"
)

// A session is what the cookie says: whose token was shown, and until when that counts.
type session struct {
	token [32]byte // its digest
	ends  time.Time
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
		digest, ends, ok := c.cookies.Open(cookie.Value, c.now())
		if ok && len(digest) == len(of.token) {
			return session{token: [32]byte(digest), ends: ends}, true
		}
	}
	return session{}, false
}
