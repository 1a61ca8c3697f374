// Package feed keeps the feed of events going: it gives committed events their places ([Placer]), and wakes those who
// wait for the next one ([Hub]). The reads are resolvers, in package graph.
//
// An event is written by the transaction of its change, to the audit trail and to the outbox. After the commit one of
// the nodes moves it from the outbox into the feed and gives it its place there. Places of a portfolio are given by one
// transaction at a time, so they become visible in their order: who has read up to a place has missed nothing before it
// (docs/dev/decisions/events.md has what was turned down).
//
// The package may import model and storage.
package feed
