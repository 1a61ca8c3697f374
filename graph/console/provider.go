package console

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/signin"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/identity"
)

// People keeps the providers, and who came from them.
type People interface {
	// Providers are all of them.
	Providers(ctx context.Context) ([]*identity.Provider, error)
	// Provider finds one; `not_found`.
	Provider(ctx context.Context, id uuid.UUID) (*identity.Provider, error)
	// Begin saves who has arrived, and begins a session; `forbidden` for somebody who is suspended.
	Begin(ctx context.Context, p *identity.Provider, a *identity.Arrival) (*identity.Session, error)
	// Disown takes all roles from somebody who arrived without one.
	Disown(ctx context.Context, p *identity.Provider, a *identity.Arrival) error
	// End ends a session, and returns its provider, nil if it is gone.
	End(ctx context.Context, session uuid.UUID) (*identity.Provider, error)
	// EndAll ends those sessions of a provider that began before a time: of a subject, of a session there, or of both.
	EndAll(ctx context.Context, p *identity.Provider, subject, sid string, before time.Time) (ended int, err error)
}

const (
	flowCookie    = "covertrack_signin"
	flowPurpose   = "covertrack signing in with a provider"
	flowTime      = 10 * time.Minute
	refusedCookie = "covertrack_refused"
	refusedTime   = time.Minute
)

// signInPage answers what the page needs to know before anybody is signed in: the one provider, whether an address chooses
// among several, whether tokens are taken, and why somebody was just refused, once.
func (c *Console) signInPage(w http.ResponseWriter, r *http.Request) {
	providers, err := c.people.Providers(r.Context())
	if err != nil {
		c.refuse(w, r, err)
		return
	}
	says := map[string]any{"provider": nil, "addresses": len(providers) > 1, "tokens": !c.noTokens, "refusal": nil}
	if len(providers) == 1 {
		says["provider"] = providers[0].Host()
	}
	if text, ok := c.take(w, r, refusedCookie, c.flows); ok {
		says["refusal"] = string(text)
	}
	answer(w, says)
}

// chooseProvider sends somebody to the provider of their work address, or to the one that there is.
func (c *Console) chooseProvider(w http.ResponseWriter, r *http.Request) {
	if err := c.checkSender(r); err != nil {
		c.refuse(w, r, err)
		return
	}
	asked, err := readObject(w, r, `{"email": "you@example.com", "next": "/console"}`, map[string]int{"email": 254, "next": 1000})
	if err != nil {
		c.refuse(w, r, err)
		return
	}
	providers, err := c.people.Providers(r.Context())
	if err != nil {
		c.refuse(w, r, err)
		return
	}
	chosen := identity.Choose(providers, asked["email"])
	if chosen == nil && len(providers) == 1 {
		chosen = providers[0]
	}
	if chosen == nil {
		var vs fault.Violations
		vs.Add("/email", fault.CodeInvalidValue, "No sign-in is known for this address. Check how the part behind the @ is written, "+
			"or ask your administrator.")
		c.refuse(w, r, vs.Err())
		return
	}
	address, err := c.begin(w, r, chosen, asked["email"], asked["next"])
	if err != nil {
		c.refuse(w, r, err)
		return
	}
	answer(w, map[string]any{"address": address})
}

// beginElsewhere is where a provider, or a link on a company's own page, begins a sign-in (OpenID Connect Core, section 4).
func (c *Console) beginElsewhere(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	providers, err := c.people.Providers(r.Context())
	if err != nil {
		c.refuse(w, r, err)
		return
	}
	for _, p := range providers {
		if p.Issuer != query.Get("iss") {
			continue
		}
		address, err := c.begin(w, r, p, query.Get("login_hint"), query.Get("target_link_uri"))
		if err != nil {
			c.turnAway(w, r, p, err)
			return
		}
		http.Redirect(w, r, address, http.StatusSeeOther)
		return
	}
	c.turnAway(w, r, nil, fault.New(fault.CodeForbidden, "The provider that sent you is not known here. Give your work address."))
}

// begin keeps in the browser what it must come back with, and returns where to send it.
func (c *Console) begin(w http.ResponseWriter, r *http.Request, p *identity.Provider, hint, next string) (address string, err error) {
	p.Locate(c.baseURL)
	address, flow, err := c.client.Begin(r.Context(), p, p.RedirectURL, hint)
	if err != nil {
		c.logRefusal(r, p, err)
		return "", err
	}
	flow.Next = identity.Next(next, Path)
	kept, err := json.Marshal(flow)
	if err != nil {
		return "", err
	}
	c.keep(w, r, flowCookie, c.flows.Close(kept, c.now().Add(flowTime)), flowTime)
	return address, nil
}

// comeBack takes somebody who comes back from a provider.
func (c *Console) comeBack(w http.ResponseWriter, r *http.Request) {
	var flow signin.Flow
	kept, ok := c.kept(r, flowCookie, c.flows)
	if !ok || json.Unmarshal(kept, &flow) != nil || flow.Provider.String() != r.PathValue("provider") {
		c.turnAway(w, r, nil, &signin.Refusal{Reason: "browser", Shown: fault.New(fault.CodeForbidden,
			"This browser did not begin to sign in with this provider, or longer than ten minutes ago. Begin again here.")})
		return
	}
	if r.URL.Query().Get("state") == flow.State { // else it goes on in another tab: a link must not end it
		c.forget(w, r, flowCookie)
	}
	p, err := c.people.Provider(r.Context(), flow.Provider)
	if err != nil {
		c.turnAway(w, r, nil, err)
		return
	}
	p.Locate(c.baseURL)
	arrival, err := c.client.Finish(r.Context(), p, flow, p.RedirectURL, r.URL.Query())
	if arrival != nil && err != nil {
		err = cmp.Or(c.people.Disown(r.Context(), p, arrival), err)
	}
	if err != nil {
		c.turnAway(w, r, p, err)
		return
	}
	begun, err := c.people.Begin(r.Context(), p, arrival)
	if err != nil {
		c.turnAway(w, r, p, err)
		return
	}
	c.log.InfoContext(r.Context(), "signed in", "person", begun.PersonID, "provider", p.Issuer, "session", begun.ID)
	c.give(w, r, begun.ID[:], begun.ExpiresAt)
	http.Redirect(w, r, flow.Next, http.StatusSeeOther)
}

// turnAway logs why somebody cannot sign in, and has the page say it. What it says is sealed: nobody else can have the page
// say anything.
func (c *Console) turnAway(w http.ResponseWriter, r *http.Request, p *identity.Provider, err error) {
	c.logRefusal(r, p, err)
	said := "Signing in failed. Try again shortly."
	if domain, ok := errors.AsType[*fault.Error](c.charge(w, r, err)); ok && domain.Code != fault.CodeInternal {
		said = domain.Message
	}
	c.keep(w, r, refusedCookie, c.flows.Close([]byte(said), c.now().Add(refusedTime)), refusedTime)
	http.Redirect(w, r, Path, http.StatusSeeOther)
}

func (c *Console) logRefusal(r *http.Request, p *identity.Provider, err error) {
	reason, issuer := string(fault.CodeOf(err)), ""
	if refusal, ok := errors.AsType[*signin.Refusal](err); ok {
		reason = refusal.Reason
	}
	if p != nil {
		issuer = p.Issuer
	}
	c.log.WarnContext(r.Context(), "sign-in refused", "reason", reason, "provider", issuer, "client", engine.NetworkOf(r.Context()),
		"error", err)
}

// logOut ends the sessions that a logout token names (OpenID Connect Back-Channel Logout).
func (c *Console) logOut(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 64<<10)
	refuse := func(p *identity.Provider, err error) {
		c.logRefusal(r, p, err)
		status := http.StatusBadRequest
		if fault.CodeOf(err) == fault.CodeUnavailable {
			status = http.StatusServiceUnavailable
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(`{"error":"invalid_request"}`))
	}
	id, err := uuid.Parse(r.PathValue("provider"))
	if err != nil {
		refuse(nil, fault.NotFound("identity provider"))
		return
	}
	p, err := c.people.Provider(r.Context(), id)
	if err != nil {
		refuse(nil, err)
		return
	}
	token, err := c.client.Logout(r.Context(), p, r.PostFormValue("logout_token"))
	if err != nil {
		refuse(p, err)
		return
	}
	ended, err := c.people.EndAll(r.Context(), p, token.Subject, token.SessionID, token.IssuedAt.Add(time.Minute))
	if err != nil {
		refuse(p, err)
		return
	}
	c.log.InfoContext(r.Context(), "signed out by the provider", "provider", p.Issuer, "subject", token.Subject, "sessions", ended)
}

func answer(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body) // it fails when nobody reads any more
}
