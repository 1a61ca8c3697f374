// Package engine runs GraphQL operations for both doors, REST and GraphQL over HTTP.
//
// A door makes a Call and gives it to Engine.Do (do.go), which runs these steps: a query is executed on a replica
// (replica.go) or on the primary; a mutation runs in one transaction (transaction.go) together with its idempotency key,
// its audit events and the stored reply. Resolvers get what they need of the call from RequestOf, and what the query asks
// for from SelectionOf. Work that takes long is done outside of the transaction (deferred.go). What a response may cost is
// in cost.go, what callers see of an error in error.go, who may call a field in directive.go, who calls in caller.go,
// where from in client.go, and how often the database is asked about tokens in lookup.go. Subscriptions are in stream.go:
// each runs once for all who watch the same (broadcast.go, follow.go), is woken by changes (change.go), and ends with the
// rights of its callers (token_watch.go). Results are written by the plans of package graph/encode (buffer.go), and in
// tests by gqlgen too (compare.go).
//
// It may import model, storage, graph/encode, graph/generated and graph/strict. It knows neither the resolvers (package
// graph) nor a door nor a capability such as verdicts, files or the feed: the program gives New the resolvers, which have
// what they need, and Config.BeforeCommit. A door that lets in callers without a token authenticates them by a hook of its
// own. What every operation needs is added here; what only one noun needs belongs to its resolvers, and what
// only one door needs belongs to that door.
package engine
