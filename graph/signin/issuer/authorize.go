package issuer

import (
	"crypto/rand"
	"html/template"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// codeFor is how long a code is good.
const codeFor = time.Minute

// code is what somebody comes back with to the client: good once.
type code struct {
	realm     *Realm
	person    Person
	nonce     string
	challenge string
	until     time.Time
}

// choice is a person on the page, and where a click leads.
type choice struct {
	Person
	Address string
}

type group struct {
	Title   string
	Choices []choice
}

// page shows the people of all realms. A click begins at the console, as a provider may begin a sign-in (OpenID Connect Core,
// section 4).
func (i *Issuer) page(w http.ResponseWriter, _ *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	var groups []group
	for _, of := range i.realms {
		g := group{Title: of.Title}
		for _, p := range of.People {
			query := url.Values{"iss": {i.Of(of.Name)}, "login_hint": {p.Email}}
			g.Choices = append(g.Choices, choice{p, "/console/signin/begin?" + query.Encode()})
		}
		groups = append(groups, g)
	}
	show(w, groups)
}

// authorize sends somebody back with a code: whom the login_hint names, or else who is chosen on a page.
func (i *Issuer) authorize(w http.ResponseWriter, r *http.Request, of *Realm) {
	query := r.URL.Query()
	if query.Get("client_id") != ClientID || query.Get("redirect_uri") != of.Redirect {
		http.Error(w, "This client is not known, or not at this address.", http.StatusBadRequest)
		return
	}
	if query.Get("response_type") != "code" || query.Get("code_challenge_method") != "S256" {
		i.back(w, r, of, url.Values{"error": {"invalid_request"}})
		return
	}
	for _, p := range of.People {
		if strings.EqualFold(p.Email, query.Get("login_hint")) {
			i.back(w, r, of, url.Values{"code": {i.newCode(of, p, query)}})
			return
		}
	}
	g := group{Title: of.Title}
	for _, p := range of.People {
		query.Set("login_hint", p.Email)
		g.Choices = append(g.Choices, choice{p, r.URL.Path + "?" + query.Encode()})
	}
	show(w, []group{g})
}

func (i *Issuer) newCode(of *Realm, p Person, query url.Values) string {
	i.mu.Lock()
	defer i.mu.Unlock()
	now := i.now()
	for text, c := range i.codes {
		if now.After(c.until) {
			delete(i.codes, text)
		}
	}
	text := rand.Text()
	i.codes[text] = &code{
		realm: of, person: p, nonce: query.Get("nonce"), challenge: query.Get("code_challenge"), until: now.Add(codeFor),
	}
	return text
}

// back sends the browser back to the client.
func (i *Issuer) back(w http.ResponseWriter, r *http.Request, of *Realm, with url.Values) {
	with.Set("state", r.URL.Query().Get("state"))
	with.Set("iss", i.Of(of.Name))
	http.Redirect(w, r, of.Redirect+"?"+with.Encode(), http.StatusSeeOther)
}

// logout ends nothing, for there is no session here, and leads back.
func (i *Issuer) logout(w http.ResponseWriter, r *http.Request, of *Realm) {
	client, _, _ := strings.Cut(of.Redirect, "/console/")
	if back := r.URL.Query().Get("post_logout_redirect_uri"); strings.HasPrefix(back, client+"/") {
		http.Redirect(w, r, back, http.StatusSeeOther)
		return
	}
	http.Redirect(w, r, Path, http.StatusSeeOther)
}

func show(w http.ResponseWriter, groups []group) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("Cache-Control", "no-store")
	_ = page.Execute(w, groups) // it fails when nobody reads any more
}

var page = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Demo sign-in</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 34rem; margin: 2rem auto; padding: 0 1rem }
ul { list-style: none; padding: 0 }
li a { display: block; padding: .6rem .8rem; margin: .4rem 0; border: 1px solid; border-radius: .4rem }
li a { text-decoration: none; color: inherit }
li a:hover, li a:focus-visible { outline: 2px solid Highlight }
</style>
<main>
<h1>Demo sign-in</h1>
<p>This is the identity provider of the demo. Whom do you want to be?</p>
{{range .}}<h2>{{.Title}}</h2>
<ul>{{range .Choices}}<li><a href="{{.Address}}"><strong>{{.Name}}</strong>, {{.Person.Title}}<br>{{.Email}}</a></li>
{{end}}</ul>
{{end}}</main>
</html>
`))
