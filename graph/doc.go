// Package graph is the resolvers: one file per noun, with its queries, its mutations and its relations.
//
// A resolver gets the caller, the clock and the database from engine.RequestOf. It loads records from storage, lets
// model decide, and saves them with their audit events. It calls Request.CheckPrecondition after the record is locked
// and the input accepted. Lists and batches share list.go, relations relate.go, simple saves save.go.
//
// It may import graph/engine, graph/generated, graph/renewal, model and storage, but not a door: the program joins
// engine, resolvers and doors. To add a noun, add its file here; a field of the schema without a resolver does not
// compile, and one that is bound to a method is also named in encode/bindings.go.
package graph
