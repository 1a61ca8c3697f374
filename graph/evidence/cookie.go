package evidence

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
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

// A seal signs what a browser keeps for us. Each use has a name that is signed too, so that nothing that was sealed for
// one use, or is signed elsewhere with the same key, passes for another.
type seal struct {
	key []byte
	use string
}

// close returns the data with its signature and the end of its time, as a text without spaces or quotes.
func (s seal) close(data string, until time.Time) string {
	plain := binary.BigEndian.AppendUint64(nil, uint64(until.Unix())) //nolint:gosec // no time before 1970
	plain = append(plain, data...)
	return base64.RawURLEncoding.EncodeToString(append(plain, s.sign(plain)...))
}

// open returns the data of a text that close made, if its time has not passed.
func (s seal) open(text string, now time.Time) (data string, ok bool) {
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(sealed) < 8+sha256.Size {
		return "", false
	}
	plain, signature := sealed[:len(sealed)-sha256.Size], sealed[len(sealed)-sha256.Size:]
	until := int64(binary.BigEndian.Uint64(plain)) //nolint:gosec // ours, or the signature is wrong
	if !hmac.Equal(signature, s.sign(plain)) || now.Unix() >= until {
		return "", false
	}
	return string(plain[8:]), true
}

func (s seal) sign(plain []byte) []byte {
	h := hmac.New(sha256.New, s.key)
	_, _ = h.Write([]byte("covertrack evidence " + s.use + " v1\x00"))
	_, _ = h.Write(plain)
	return h.Sum(nil)
}

// setCookie lets the browser use the page of the link, and no other link's.
func (p *Page) setCookie(w http.ResponseWriter, link uuid.UUID) {
	until := p.now().Add(visitTime)
	http.SetCookie(w, &http.Cookie{
		Name: cookieName, Value: p.cookies.close(link.String(), until), Path: formPath + link.String(),
		MaxAge: int(visitTime.Seconds()), HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: strings.HasPrefix(p.baseURL, "https:"),
	})
}

// hasCookie reports whether the browser has opened the link. A browser may send several cookies of the name.
func (p *Page) hasCookie(r *http.Request, link uuid.UUID) bool {
	for _, cookie := range r.CookiesNamed(cookieName) {
		if id, ok := p.cookies.open(cookie.Value, p.now()); ok && id == link.String() {
			return true
		}
	}
	return false
}
