package admission

import (
	"io"
	"net/http"
	"strconv"
	"sync"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/covertrack/covertrack/graph/rates"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

// byteRates has a bucket for each token, and for each portfolio that uploads. A bucket holds the bytes of a minute.
type byteRates struct{ *rates.Rates[uuid.UUID] }

// spend takes n bytes; `rate_limited` with Retry-After if there are fewer. What is larger than a bucket costs a full one.
func (l *byteRates) spend(id uuid.UUID, n int64, header http.Header) error {
	n = min(n, int64(l.Burst))
	if n <= 0 {
		return nil
	}
	left, isThere := l.Take(id, int(n))
	if isThere {
		return nil
	}
	header.Set("Retry-After", strconv.Itoa(max(l.Seconds(float64(n)-left), 1)))
	return fault.New(fault.CodeRateLimited,
		"%s a minute may be sent; wait as long as Retry-After says.", model.Bytes(int64(l.Burst)))
}

// owe takes n bytes that have come already, even if there are fewer: the next ones wait for them.
func (l *byteRates) owe(id uuid.UUID, n int64) {
	l.Owe(id, int(min(n, int64(l.Burst))))
}

// ChargeUpload takes the bytes of an upload from its portfolio's rate; `rate_limited` with Retry-After.
func (g *Gate) ChargeUpload(portfolio uuid.UUID, n int64, header http.Header) error {
	if g.bytes == nil {
		return nil
	}
	return g.bytes.spend(portfolio, n, header)
}

// chargeBody takes a request's body from its token's rate. One whose length is not known pays for what was read of it,
// when it is settled.
func (g *Gate) chargeBody(token uuid.UUID, w http.ResponseWriter, r *http.Request) (owed *owedBody, err error) {
	if g.bytes == nil || r.ContentLength == 0 {
		return nil, nil
	}
	if r.ContentLength > 0 {
		return nil, g.bytes.spend(token, r.ContentLength, w.Header())
	}
	if err := g.bytes.spend(token, 1, w.Header()); err != nil {
		return nil, err
	}
	owed = &owedBody{ReadCloser: r.Body, rates: g.bytes, token: token}
	r.Body = owed
	return owed, nil
}

// owedBody counts what is read of a body.
type owedBody struct {
	io.ReadCloser
	rates *byteRates
	token uuid.UUID
	n     int64
}

// Read counts.
func (b *owedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.n += int64(n)
	return n, err
}

// settle has the token pay. A nil body owes nothing.
func (b *owedBody) settle() {
	if b != nil && b.n > 0 {
		b.rates.owe(b.token, b.n)
	}
}

// How many bytes may be held for answers that their clients have not read yet (reliability R22).
const (
	unreadOfOrganization = 64 << 20
	unreadOfNode         = 256 << 20
	// toldEach is how much they change before it is told.
	toldEach = 8 << 20
	// bytesOfStream is what an open stream keeps alive: its connection, two stacks, and what is on its way.
	bytesOfStream = 64 << 10
)

var unreadBytes = prometheus.NewGauge(prometheus.GaugeOpts{
	Name: "covertrack_unread_bytes", Help: "Bytes held for large answers that their clients have not read yet.",
})

// unread counts the bytes that large answers hold, in all and of each organization, and those of open streams, which
// are bounded by their number.
type unread struct {
	mu            sync.Mutex
	all           int
	organizations map[uuid.UUID]int
	streams       int
	told          func(bytes int) // nil: nobody
	said          int
}

// isFull reports whether an organization's clients, or those of the node, have to read before more is begun.
func (u *unread) isFull(organization uuid.UUID) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.all >= unreadOfNode || u.organizations[organization] >= unreadOfOrganization
}

// Count counts the bytes that a request of an organization holds now, instead of those before. Unless it must, it refuses
// more than there is room for beside other requests with `unavailable`. One that is alone has room.
func (u *unread) Count(organization uuid.UUID, before, now int, must bool) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	all, own := u.all-before, u.organizations[organization]-before
	isTooMuch := own > 0 && own+now > unreadOfOrganization || all > 0 && all+now > unreadOfNode
	if now > before && !must && isTooMuch {
		return errUnread()
	}
	u.all = all + now
	unreadBytes.Set(float64(u.all))
	u.tell()
	if u.organizations[organization] = own + now; own+now == 0 {
		delete(u.organizations, organization)
	}
	return nil
}

// countStreams counts so many more streams.
func (u *unread) countStreams(more int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.streams += more
	u.tell()
}

// tell is called with the lock.
func (u *unread) tell() {
	held := u.all + u.streams*bytesOfStream
	if u.told != nil && (held-u.said >= toldEach || u.said-held >= toldEach) {
		u.said = held
		u.told(held)
	}
}

func errUnread() error {
	return fault.New(fault.CodeUnavailable,
		"Too much that was answered is not read yet; read it, or come again in a moment, with fewer requests at once.")
}
