// Package feed keeps the feed of events going: it gives committed events their positions ([Placer]), and wakes those who
// wait for the next one ([Hub]). The reads are resolvers, in package graph.
//
// An event is written by the transaction of its change, to the audit trail and to the outbox. After the commit one of
// the nodes moves it from the outbox to a position in the feed. One transaction at a time does this for a portfolio, so
// positions become visible in their order: a reader who has read up to one has missed nothing before it
// (docs/dev/decisions/events.md has what was turned down).
//
// The package may import model and storage.
package feed
