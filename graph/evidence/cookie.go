package evidence

import (
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
)

const (
	cookieName = "covertrack_evidence"
	// visitTime is how long a browser may use the page after it has opened the link.
	visitTime = 12 * time.Hour
)

// setCookie lets the browser use the page of the link, and no other link's.
func (p *Page) setCookie(w http.ResponseWriter, link uuid.UUID) {
	until := p.now().Add(visitTime)
	http.SetCookie(w, &http.Cookie{
		Name: cookieName, Value: p.cookies.Close([]byte(link.String()), until), Path: formPath + link.String(),
		MaxAge: int(visitTime.Seconds()), HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: strings.HasPrefix(p.baseURL, "https:"),
	})
}

// hasCookie reports whether the browser has opened the link. A browser may send several cookies of the name.
func (p *Page) hasCookie(r *http.Request, link uuid.UUID) bool {
	for _, cookie := range r.CookiesNamed(cookieName) {
		if id, _, ok := p.cookies.Open(cookie.Value, p.now()); ok && string(id) == link.String() {
			return true
		}
	}
	return false
}
