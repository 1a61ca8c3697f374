package signin

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"net/http"
	"net/url"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/google/uuid"
	"golang.org/x/oauth2"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/identity"
	"github.com/covertrack/covertrack/model/receiver"
)

// Client talks to identity providers. It is safe for concurrent use.
type Client struct {
	key       receiver.Key
	http      *http.Client
	documents *documents
	now       func() time.Time
}

// NewClient returns a client that reads the secrets of providers with the key.
func NewClient(key receiver.Key, now func() time.Time) *Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.ResponseHeaderTimeout = within
	plain := newClient(transport)
	return &Client{
		key: key, http: plain, now: now,
		documents: &documents{http: plain, now: now, known: map[uuid.UUID]*document{}},
	}
}

// Flow is what a browser keeps while its user is at a provider: sealed, so that no script and no other site reads it.
type Flow struct {
	Provider uuid.UUID `json:"p"`
	State    string    `json:"s"` // comes back in the address, and must be this one
	Nonce    string    `json:"n"` // comes back in the ID token, and must be this one
	Verifier string    `json:"v"` // of PKCE: without it the code is worth nothing
	Next     string    `json:"x"` // the path that is opened afterwards
}

// Begin returns the address of the provider that a browser is sent to, and what it keeps meanwhile. redirect is the address
// that it comes back to.
func (c *Client) Begin(ctx context.Context, p *identity.Provider, redirect, hint string) (address string, flow Flow, err error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	doc, err := c.documents.of(ctx, p)
	if err != nil {
		return "", flow, away(p, err)
	}
	flow = Flow{Provider: p.ID, State: rand.Text(), Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier()}
	options := []oauth2.AuthCodeOption{oidc.Nonce(flow.Nonce), oauth2.S256ChallengeOption(flow.Verifier)}
	if hint != "" {
		options = append(options, oauth2.SetAuthURLParam("login_hint", hint))
	}
	return doc.config(p, "", redirect).AuthCodeURL(flow.State, options...), flow, nil
}

// Finish takes what a browser came back with, and returns who it is. The error is a Refusal; with it comes who it is only if
// they have no role any more.
func (c *Client) Finish(
	ctx context.Context, p *identity.Provider, flow Flow, redirect string, query url.Values,
) (*identity.Arrival, error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	if subtle.ConstantTimeCompare([]byte(query.Get("state")), []byte(flow.State)) != 1 {
		return nil, refuse("state", nil, "This answer of %s belongs to another attempt to sign in. Begin again here.", p.Host())
	}
	doc, err := c.documents.of(ctx, p)
	if err != nil {
		return nil, away(p, err)
	}
	if issuer := query.Get("iss"); issuer != p.Issuer && (issuer != "" || doc.claims.NamesIssuer) {
		return nil, refuse("issuer", nil, "The answer came from another provider than %s. Begin again here.", p.Host())
	}
	if query.Has("error") || query.Get("code") == "" {
		return nil, refuse("denied", errText(query.Get("error")+" "+query.Get("error_description")), "%s did not let you sign in (%s).",
			p.Host(), shown(query.Get("error")))
	}
	raw, err := c.exchange(ctx, p, doc, flow, redirect, query.Get("code"))
	if err != nil {
		return nil, err
	}
	token, err := doc.verify(ctx, p, raw, flow.Nonce, c.now())
	if err != nil {
		return nil, err
	}
	arrival, err := p.Arrive(token)
	if err != nil {
		return arrival, &Refusal{Reason: "role", Shown: err}
	}
	return arrival, nil
}

// exchange turns a code into an ID token.
func (c *Client) exchange(ctx context.Context, p *identity.Provider, doc *document, flow Flow, redirect, code string) (string, error) {
	secret, err := c.key.Open(p.ID, p.Sealed)
	if err != nil {
		return "", refuse("secret", err, "The secret of %s cannot be read any more. Ask the operator to add the provider again.", p.Host())
	}
	ctx = context.WithValue(ctx, oauth2.HTTPClient, c.http)
	token, err := doc.config(p, string(secret.Key), redirect).Exchange(ctx, code, oauth2.VerifierOption(flow.Verifier))
	if err != nil {
		return "", exchangeRefusal(p, err)
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok || raw == "" {
		return "", refuse("id_token", nil, "%s sent no ID token. Ask the operator to look at it with `covertrack identity test`.", p.Host())
	}
	return raw, nil
}

// EndSession returns the address at which the provider ends its own session too; "" if it has none, or does not answer.
func (c *Client) EndSession(ctx context.Context, p *identity.Provider, back string) string {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	doc, err := c.documents.of(ctx, p)
	if err != nil || !p.MayCall(doc.claims.EndSession) {
		return ""
	}
	address, err := url.Parse(doc.claims.EndSession)
	if err != nil {
		return ""
	}
	query := address.Query()
	query.Set("client_id", p.ClientID)
	query.Set("post_logout_redirect_uri", back)
	address.RawQuery = query.Encode()
	return address.String()
}

// Logout reads a logout token (OpenID Connect Back-Channel Logout), and returns what it ends: a session of the provider, or all
// of a subject, that began before. `invalid_value`.
func (c *Client) Logout(ctx context.Context, p *identity.Provider, raw string) (*oidc.LogoutToken, error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	doc, err := c.documents.of(ctx, p)
	if err != nil {
		return nil, away(p, err)
	}
	token, err := doc.verifier.VerifyLogout(ctx, raw)
	if err == nil && (token.IssuedAt.After(c.now().Add(skew)) || c.now().Sub(token.IssuedAt) > logoutFor) {
		err = errText("it was not issued just now")
	}
	if err != nil {
		return nil, &Refusal{
			Reason: "logout", Cause: err, Shown: fault.New(fault.CodeInvalidValue, "The logout token is not valid.").Because(err),
		}
	}
	return token, nil
}

// logoutFor is how old a logout token may be.
const logoutFor = 10 * time.Minute
