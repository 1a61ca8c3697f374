// Package scim is the door by which a company's directory tells of its people (SCIM 2.0, RFC 7643 and 7644): who may sign in,
// before they ever did, and who is in which group.
//
// door.go authenticates, bounds and refuses; user.go and group.go have the two resources, patch.go the changes of attributes,
// change.go what a transaction does to people. Schemas, validation, filters and paths are github.com/elimity-com/scim's.
//
// The package may import graph/engine, graph/jobs, model and storage.
package scim
