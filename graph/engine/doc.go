// Package engine runs GraphQL operations for both doors, REST and GraphQL over HTTP.
//
// A door makes a Call and gives it to Engine.Do, which runs these steps: a query is executed on a replica (replica.go)
// or on the primary; a mutation runs in one transaction (transaction.go) together with its idempotency key, its audit
// events and the stored reply. Resolvers get what they need of the call from RequestOf, and what the query asks for
// from SelectionOf. What a response may cost is in cost.go, what callers see of an error in error.go, who calls in
// caller.go, where from in client.go, and how often the database is asked about tokens in lookup.go. Subscriptions are in
// stream.go: each runs once for all who watch the same (broadcast.go, follow.go), is woken by changes (change.go), and
// ends with the rights of its callers (vigil.go). The stored verdicts of cases are brought up to date before a transaction
// ends (verdict.go). Results are written by the plans of package graph/encode (buffer.go),
// and in tests by gqlgen too (compare.go).
//
// It may import model, storage, graph/encode, graph/generated, graph/strict and graph/verdict, but neither the resolvers (package
// graph) nor a door: New takes the resolvers, and the program joins them. What every operation needs is
// added here; what only one noun needs belongs to its resolvers, and what only one door needs belongs to that door.
package engine
