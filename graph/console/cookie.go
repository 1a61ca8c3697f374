package console

import (
	"net/http"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/seal"
	"github.com/covertrack/covertrack/model/identity"
)

const (
	cookieName = "covertrack_console"
	// hostPrefix makes browsers take a cookie from this host by https only, and from no other host of the domain.
	hostPrefix = "__Host-"
	// sessionTime is how long somebody stays signed in: a working day.
	sessionTime = identity.SessionTime
	// sealPurpose keeps the cookies of earlier releases good.
	sealPurpose = "covertrack sessions of the console"
)

// A session is what the cookie says: whose token was shown, or which person has signed in, and until when that counts.
type session struct {
	token  [32]byte  // its digest; of no person
	person uuid.UUID // the session of a person; uuid.Nil for a token
	ends   time.Time
}

// give has a browser keep a session.
func (c *Console) give(w http.ResponseWriter, r *http.Request, of []byte, ends time.Time) {
	http.SetCookie(w, c.cookie(r, c.cookies.Close(of, ends), int(ends.Sub(c.now()).Round(time.Minute).Seconds())))
}

// cookie returns the cookie of a browser, with a value and the seconds that it is kept; -1 removes it.
func (c *Console) cookie(r *http.Request, value string, maxAge int) *http.Cookie {
	return &http.Cookie{
		Name: c.cookieName(r, cookieName), Value: value, Path: "/", MaxAge: maxAge,
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: c.isHTTPS(r),
	}
}

// keep has a browser keep a text that it also shows when it comes back from another site.
func (c *Console) keep(w http.ResponseWriter, r *http.Request, name, value string, during time.Duration) {
	cookie := c.cookie(r, value, int(during.Seconds()))
	cookie.Name, cookie.SameSite = c.cookieName(r, name), http.SameSiteLaxMode
	http.SetCookie(w, cookie)
}

// take returns what a browser was given to keep, and has it forget that.
func (c *Console) take(w http.ResponseWriter, r *http.Request, name string, of seal.Seal) (kept []byte, ok bool) {
	if kept, ok = c.kept(r, name, of); ok {
		c.forget(w, r, name)
	}
	return kept, ok
}

// kept returns what a browser was given to keep.
func (c *Console) kept(r *http.Request, name string, of seal.Seal) (kept []byte, ok bool) {
	for _, cookie := range r.CookiesNamed(c.cookieName(r, name)) {
		if data, _, good := of.Open(cookie.Value, c.now()); good {
			kept, ok = data, true
		}
	}
	return kept, ok
}

func (c *Console) forget(w http.ResponseWriter, r *http.Request, name string) {
	c.keep(w, r, name, "", -time.Second)
}

func (c *Console) cookieName(r *http.Request, name string) string {
	if c.isHTTPS(r) {
		return hostPrefix + name
	}
	return name
}

// sessionOf returns the session of a browser. It may send several cookies of the name.
func (c *Console) sessionOf(r *http.Request) (of session, ok bool) {
	for _, cookie := range r.CookiesNamed(c.cookieName(r, cookieName)) {
		data, ends, ok := c.cookies.Open(cookie.Value, c.now())
		switch {
		case ok && len(data) == len(of.token):
			return session{token: [32]byte(data), ends: ends}, true
		case ok && len(data) == len(of.person):
			return session{person: uuid.UUID(data), ends: ends}, true
		}
	}
	return session{}, false
}
