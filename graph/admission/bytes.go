package admission

import (
	"io"
	"net/http"
	"strconv"

	"github.com/google/uuid"

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
