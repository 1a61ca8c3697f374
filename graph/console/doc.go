// Package console is the page at /console where staff work the portfolios: the door of the browser's session.
//
// The page is a client of the public GraphQL schema and of nothing else. What stands behind it here: its files, which
// `make console` builds from src into files; the session, which exchanges a staff token for a cookie that no script can
// read; and its GraphQL texts, which the program gives to the door of GraphQL as trusted documents.
//
// Staff show a token, or everybody comes from an identity provider (provider.go); callerOf (session.go) alone knows what a
// session rests on.
//
// The package may import graph/engine, graph/rates, graph/seal, graph/signin, graph/strict and model.
package console
