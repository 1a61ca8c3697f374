// Package signin is the client of identity providers: it sends people there, takes what they come back with, and believes
// none of it that is not proven (OpenID Connect, authorization code with PKCE, by go-oidc).
//
// client.go has the two steps of signing in, verify.go what an ID token must be, document.go what a provider says of itself
// and its keys, transport.go how far a provider is trusted as a server, check.go what an operator is told about one. The
// sessions are graph/console's; the rules are model/identity's.
//
// The package may import model.
package signin
