package console

import (
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/fault"
)

// signIn exchanges a credential for a cookie.
func (c *Console) signIn(w http.ResponseWriter, r *http.Request) {
	if err := c.checkSender(r); err != nil {
		c.refuse(w, r, err)
		return
	}
	sent, err := readCredential(w, r)
	if err != nil {
		c.refuse(w, r, err)
		return
	}
	token, err := c.staffToken(r, sent)
	if err != nil {
		c.refuse(w, r, c.charge(w, r, err))
		return
	}
	c.give(w, r, token[:], c.now().Add(sessionTime))
	w.WriteHeader(http.StatusNoContent)
}

// charge counts a failure to sign in, and returns what is answered to it: another error if there were too many.
func (c *Console) charge(w http.ResponseWriter, r *http.Request, err error) error {
	if code := fault.CodeOf(err); code != fault.CodeUnauthorized && code != fault.CodeForbidden {
		return err
	}
	wait, ok := c.failures.Charge(engine.NetworkOf(r.Context()))
	if ok {
		return err
	}
	w.Header().Set("Retry-After", strconv.Itoa(int(wait/time.Second)))
	return fault.New(fault.CodeRateLimited, "Signing in failed too often; wait as long as Retry-After says before you try another token.")
}

// staffToken returns the digest of the staff token that a credential stands for, which can be used now.
func (c *Console) staffToken(r *http.Request, sent credential) (token [32]byte, err error) {
	if c.noTokens {
		return token, fault.New(fault.CodeForbidden, "Tokens open no console here; sign in with your company's provider.")
	}
	if token, err = c.tokenOf(sent); err != nil {
		return token, err
	}
	caller, err := c.engine.AuthenticateDigest(r.Context(), token, "")
	if err == nil {
		err = caller.Allow("", model.PermissionSupport, false)
	}
	return token, err
}

// tokenOf returns the digest of the token that a credential stands for.
func (c *Console) tokenOf(sent credential) (token [32]byte, err error) {
	if sent.token != "" {
		text, err := credentials.ParseToken(sent.token)
		return text.Digest(), err
	}
	token, ok := c.links.redeem(sent.link, c.now())
	if !ok {
		return token, fault.New(fault.CodeUnauthorized, "The link was used already, or its two minutes are over. Sign in with a token.")
	}
	return token, nil
}

// signOut removes the cookie. Of a person it ends the session, also that of a copy of the cookie, and answers where the
// provider ends its own; of a token a copy ends with its time or its token.
func (c *Console) signOut(w http.ResponseWriter, r *http.Request) {
	if err := c.checkSender(r); err != nil {
		c.refuse(w, r, err)
		return
	}
	of, _ := c.sessionOf(r)
	if of.person == uuid.Nil {
		http.SetCookie(w, c.cookie(r, "", -1))
		w.WriteHeader(http.StatusNoContent)
		return
	}
	p, err := c.people.End(r.Context(), of.person)
	if err != nil {
		c.refuse(w, r, err)
		return
	}
	http.SetCookie(w, c.cookie(r, "", -1))
	says := map[string]any{"provider": nil, "address": nil}
	if p != nil {
		if address := c.client.EndSession(r.Context(), p, c.baseURL+Path); address != "" {
			says["provider"], says["address"] = p.Host(), address
		}
	}
	answer(w, says)
}

// Caller returns the caller whose session a request to /graphql has, nil without a cookie: for Options.Session of the
// door. The error is `unauthorized` for a session that has ended, and for a request that may come from another page.
func (c *Console) Caller(r *http.Request, portfolio string) (*model.Principal, error) {
	if len(r.CookiesNamed(c.cookieName(r, cookieName))) == 0 {
		return nil, nil //nolint:nilnil // a request without a session
	}
	if c.checkSender(r) != nil {
		return nil, fault.New(fault.CodeUnauthorized,
			"The console's cookie counts only with the header `%s` and an `Origin` of this server; or send `Authorization: Bearer <token>`.",
			senderHeader)
	}
	of, ok := c.sessionOf(r)
	if !ok {
		return nil, fault.New(fault.CodeUnauthorized, "The session has ended. Sign in again.")
	}
	caller, err := c.callerOf(r, of, portfolio)
	if err != nil {
		return nil, err
	}
	signedIn := *caller
	signedIn.SessionEnds = of.ends
	return &signedIn, nil
}

// callerOf returns who has a session, while what it rests on is good.
func (c *Console) callerOf(r *http.Request, of session, portfolio string) (*model.Principal, error) {
	if of.person != uuid.Nil {
		return c.engine.AuthenticateSession(r.Context(), of.person, portfolio)
	}
	if c.noTokens {
		return nil, fault.New(fault.CodeUnauthorized, "Tokens open no console here any more. Sign in with your company's provider.")
	}
	caller, err := c.engine.AuthenticateDigest(r.Context(), of.token, portfolio)
	if err == nil {
		err = caller.Allow("", model.PermissionSupport, false)
	}
	return caller, err
}
