package evidence

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// open exchanges a link for a cookie. It changes nothing else, so that a program that looks at the links of a mail does
// no harm; what only looks (HEAD, prefetch) learns nothing.
func (p *Page) open(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodHead || strings.Contains(r.Header.Get("Sec-Purpose")+r.Header.Get("Purpose"), "prefetch") {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	link, err := p.redeem(r)
	if err == nil {
		p.setCookie(w, link)
		http.Redirect(w, r, formPath+link.String(), http.StatusSeeOther)
		return
	}
	n := p.noticeIf(r, err)
	if n == errUnusable {
		if wait, ok := p.guesses.Charge(engine.NetworkOf(r.Context())); !ok {
			n = errBusy(wait)
		}
	}
	p.refuse(w, r, n)
}

// noticeIf is the notice of an error.
func (p *Page) noticeIf(r *http.Request, err error) *notice {
	if n, ok := err.(*notice); ok { //nolint:errorlint // ours are never wrapped
		return n
	}
	return p.noticeOf(r, err)
}

// redeemWithin bounds how long a link waits for its turn and its look-up.
const redeemWithin = 5 * time.Second

// redeem finds the link of an address. A good one is found whatever came before it; networks that failed too often take turns,
// so that they do not keep the database busy.
func (p *Page) redeem(r *http.Request) (uuid.UUID, error) {
	secret, ok := model.ParseEvidenceSecret(r.PathValue("capability"))
	if !ok {
		return uuid.Nil, errUnusable
	}
	turns := p.redeeming
	if p.guesses.Suspects(engine.NetworkOf(r.Context())) {
		turns = p.suspected
	}
	ctx, cancel := context.WithTimeout(r.Context(), redeemWithin)
	defer cancel()
	if err := turns.Acquire(ctx, 1); err != nil {
		return uuid.Nil, errBusy(time.Second)
	}
	defer turns.Release(1)
	return p.desk.redeem(ctx, secret)
}

// A visit is one request of somebody who has opened the link in this browser.
type visit struct {
	link uuid.UUID
	path string // of the form
	*request
}

// visited admits browsers that have the link's cookie, while the link is usable.
func (p *Page) visited(next func(w http.ResponseWriter, r *http.Request, v *visit)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		link := scalar.ParseID(r.PathValue("link"))
		if link == uuid.Nil || !p.hasCookie(r, link) {
			p.refuse(w, r, errNoCookie)
			return
		}
		if wait, ok := p.requests.Spend(link, 1); !ok {
			p.refuse(w, r, errBusy(wait))
			return
		}
		asked, err := p.desk.ask(r.Context(), link)
		if err != nil {
			p.refuse(w, r, err)
			return
		}
		next(w, r, &visit{link, formPath + link.String(), asked})
	}
}
