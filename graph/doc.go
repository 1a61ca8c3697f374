// Package graph is the resolvers: one file per noun, with its queries, its mutations and its relations.
//
// A resolver gets the caller, the clock and the database from engine.RequestOf. It loads records from the tables of
// storage, lets model decide, and saves them with their audit events. What nouns have in common is in these files:
//
//   - nodes_gen.go: a noun's list, one record of it and its creations, generated unless the noun's file has its own
//   - list.go: listOf and oneOf for queries; batches
//   - save.go: createOne and createItems for nouns that have batches, create for the others; update and updateLocked for
//     changes of one record; insert and save below them
//   - relate.go: toOne, toMany and hasMany for relations; embedded for records that are part of others
//   - narrow.go: lists of records in records, whole or the part that a query asks for
//
// An update locks the record, before that the case it belongs to, looks up what the input names, changes the record by
// its Patch, checks the caller's precondition, lets the state machine decide, and saves.
//
// What resolvers need besides the database is in Resolver. The package may import the capabilities, such as graph/feed,
// graph/renewal and graph/verdict, and graph/engine, model and storage, but not a door: the program joins engine, resolvers
// and doors. To add a noun, add its file here; a field of the schema without a resolver does not
// compile, and one that is bound to a method is also named in encode/bindings.go.
package graph

//go:generate go run ./generated/nodes
//go:generate go tool gqlgen generate
//go:generate go run ./generated/trim
