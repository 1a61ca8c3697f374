// Package issuer is a small OpenID provider of our own: `serve --demo` shows it at /demo-login, with people to be, one click
// each. Tests give it faults, and so it is their adversary too. It keeps codes in memory, and nothing of it is for real
// people.
//
// issuer.go has its addresses, authorize.go the page and the codes, token.go what it signs.
package issuer
