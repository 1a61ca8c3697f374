package console

import (
	"crypto/rand"
	"crypto/sha256"
	"sync"
	"time"
)

// linkTime is how long a link opens the console, once.
const linkTime = 2 * time.Minute

// links are those that were handed out and not used yet. They live in the memory of the process that made them.
type links struct {
	mu    sync.Mutex
	known map[[32]byte]link // by the digest of their secret
}

type link struct {
	token [32]byte // the digest of the token that it stands for
	until time.Time
}

// Link returns an address that opens the console once, as the owner of the token with the digest.
func (c *Console) Link(token [32]byte) string {
	secret := rand.Text()
	c.links.mu.Lock()
	defer c.links.mu.Unlock()
	c.links.known[sha256.Sum256([]byte(secret))] = link{token: token, until: c.now().Add(linkTime)}
	return c.baseURL + Path + "#link=" + secret
}

// redeem returns the token of a link, and ends the link.
func (l *links) redeem(secret string, now time.Time) (token [32]byte, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	digest := sha256.Sum256([]byte(secret))
	found, ok := l.known[digest]
	delete(l.known, digest)
	return found.token, ok && now.Before(found.until)
}
