package signin

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/google/uuid"
	"golang.org/x/oauth2"

	"github.com/covertrack/covertrack/model/identity"
)

// documentFor is how long a discovery document is believed without looking again.
const documentFor = 10 * time.Minute

// skew is how much the clocks of a provider and of this server may differ.
const skew = time.Minute

// document is what a provider says of itself.
type document struct {
	provider *oidc.Provider
	verifier *oidc.IDTokenVerifier
	claims   documentClaims
	read     time.Time
}

type documentClaims struct {
	KeysURL      string   `json:"jwks_uri"`
	EndSession   string   `json:"end_session_endpoint"`
	NamesIssuer  bool     `json:"authorization_response_iss_parameter_supported"`
	Scopes       []string `json:"scopes_supported"`
	TokenMethods []string `json:"token_endpoint_auth_methods_supported"`
	PKCE         []string `json:"code_challenge_methods_supported"`
}

// documents are those that were read, and keep the keys of their providers.
type documents struct {
	http *http.Client
	now  func() time.Time

	mu    sync.Mutex
	known map[uuid.UUID]*document
}

// of returns the document of a provider. One that was read before stands in for a provider that is away.
func (d *documents) of(ctx context.Context, p *identity.Provider) (*document, error) {
	d.mu.Lock()
	known := d.known[p.ID]
	d.mu.Unlock()
	if known != nil && d.now().Sub(known.read) < documentFor {
		return known, nil
	}
	read, err := d.read(ctx, p, known)
	if err != nil {
		if known != nil {
			return known, nil
		}
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.known[p.ID] = read
	return read, nil
}

// read fetches the document. The keys that were fetched for the one before are kept, if they are at the same place.
func (d *documents) read(ctx context.Context, p *identity.Provider, before *document) (*document, error) {
	provider, err := oidc.NewProvider(oidc.ClientContext(ctx, d.http), p.Issuer)
	if err != nil {
		return nil, err
	}
	doc := &document{provider: provider, read: d.now()}
	if err := provider.Claims(&doc.claims); err != nil {
		return nil, err
	}
	if err := doc.check(p); err != nil {
		return nil, err
	}
	if before != nil && before.claims.KeysURL == doc.claims.KeysURL {
		doc.verifier = before.verifier
		return doc, nil
	}
	keys := newClient(&seldom{RoundTripper: d.http.Transport.(bounded).RoundTripper, now: d.now})
	doc.verifier = provider.VerifierContext(oidc.ClientContext(context.WithoutCancel(ctx), keys), &oidc.Config{
		ClientID: p.ClientID, Now: func() time.Time { return d.now().Add(-skew) },
	})
	return doc, nil
}

// check returns what is wrong with the addresses of a document.
func (d *document) check(p *identity.Provider) (err error) {
	endpoint := d.provider.Endpoint()
	for _, address := range [][2]string{
		{"authorization_endpoint", endpoint.AuthURL}, {"token_endpoint", endpoint.TokenURL}, {"jwks_uri", d.claims.KeysURL},
	} {
		if !p.MayCall(address[1]) {
			err = errors.Join(err, fmt.Errorf("the discovery document has no %s with https", address[0]))
		}
	}
	return err
}

// config is how this server talks to a provider, as the client that it was registered as.
func (d *document) config(p *identity.Provider, secret, redirect string) *oauth2.Config {
	endpoint := d.provider.Endpoint()
	endpoint.AuthStyle = oauth2.AuthStyleInHeader
	if methods := d.claims.TokenMethods; len(methods) > 0 && !slices.Contains(methods, "client_secret_basic") {
		endpoint.AuthStyle = oauth2.AuthStyleInParams
	}
	scopes := []string{oidc.ScopeOpenID, "profile", "email"}
	if slices.Contains(d.claims.Scopes, p.RolesClaim) {
		scopes = append(scopes, p.RolesClaim)
	}
	return &oauth2.Config{ClientID: p.ClientID, ClientSecret: secret, Endpoint: endpoint, RedirectURL: redirect, Scopes: scopes}
}
