package evidence

import (
	"net/http"
	"strings"

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
	network := engine.NetworkOf(r.Context())
	if wait, ok := p.guesses.Has(network, 1); !ok {
		p.refuse(w, r, errBusy(wait))
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
		_, _ = p.guesses.Spend(network, 1)
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

// redeem finds the link of an address.
func (p *Page) redeem(r *http.Request) (uuid.UUID, error) {
	secret, ok := model.ParseEvidenceSecret(r.PathValue("capability"))
	if !ok {
		return uuid.Nil, errUnusable
	}
	return p.desk.redeem(r.Context(), secret)
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
