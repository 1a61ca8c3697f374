// Package graph is the engine and the resolvers: all logic that is not pure.
//
// The engine (engine.go) authenticates, guards, opens one transaction a mutation, and runs operations for both doors. A
// resolver reads: authorise, load, ask the model, save. It may import model, storage, graph/encode and graph/generated. To add a noun,
// add its file here with the query and mutation resolvers, and its relations to relate.go's callers; a field of the
// schema without a resolver does not compile; one that is bound to a method is also named in encode/bindings.go.
package graph
