// Package identity has the rules of identity providers: which one an address leads to, how its secret is kept, and which
// roles its claims give. Talking to one is package graph/signin's.
//
// It lies above the nouns: it imports model and the rooms below it, and model never imports it. It is pure.
package identity
