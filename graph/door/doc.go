// Package door is GraphQL over HTTP: one of the two doors of the engine. The other one is package restcompat.
//
// A request goes through authentication and the limits of its middleware (door.go); its members are read (members.go);
// its text is found in the trusted list (trusted.go) or in the cache, or is parsed, checked by the guard (guard.go) and
// validated (text.go); its variables are coerced (variables.go). The engine runs the operation, and the response is
// written as JSON (response.go) or as a stream of events (stream.go, event.go).
//
// It may import graph/engine, graph/strict and model, but not the resolvers (package graph) and not storage. What a
// GraphQL request may have or may cost is added here; what both doors have belongs to the engine.
package door
