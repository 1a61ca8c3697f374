package signin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/coreos/go-oidc/v3/oidc"
	jose "github.com/go-jose/go-jose/v4"

	"github.com/covertrack/covertrack/model/identity"
)

// Check asks a provider for its discovery document and its keys, and returns what is wrong; nothing if people can sign in.
func (c *Client) Check(ctx context.Context, p *identity.Provider) (wrong []string) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	if _, err := c.key.Open(p.ID, p.Sealed); err != nil {
		wrong = append(wrong, "The client secret was encrypted with another signing key; remove the provider and add it again.")
	}
	fresh := &documents{http: c.http, now: c.now}
	doc, err := fresh.read(ctx, p, nil)
	if mismatch, ok := errors.AsType[*oidc.IssuerMismatchError](err); ok {
		return append(wrong, fmt.Sprintf("The provider calls itself %q: give that as the issuer, exactly.", mismatch.Discovered))
	}
	if err != nil {
		return append(wrong, fmt.Sprintf("The discovery document could not be read: %s.", err))
	}
	if methods := doc.claims.PKCE; len(methods) > 0 && !slices.Contains(methods, "S256") {
		wrong = append(wrong, "The provider does not take PKCE with S256, which is used.")
	}
	keys, err := c.keys(ctx, doc.claims.KeysURL)
	switch {
	case err != nil:
		wrong = append(wrong, fmt.Sprintf("The keys at %s could not be read: %s.", doc.claims.KeysURL, err))
	case keys == 0:
		wrong = append(wrong, fmt.Sprintf("There is no key at %s that an ID token could be signed with.", doc.claims.KeysURL))
	}
	return wrong
}

// keys returns how many keys that sign are published at an address.
func (c *Client) keys(ctx context.Context, address string) (n int, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, err
	}
	answer, err := c.http.Do(r)
	if err != nil {
		return 0, err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("the answer is %s", answer.Status)
	}
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&set); err != nil {
		return 0, err
	}
	for _, raw := range set.Keys {
		var key jose.JSONWebKey
		if json.Unmarshal(raw, &key) == nil && key.IsPublic() && key.Use != "enc" {
			n++
		}
	}
	return n, nil
}
