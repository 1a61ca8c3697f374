// Package scalar has the values that records are made of: ids, times, dates, decimals, JSON, metadata, money, names,
// addresses and slugs. It says how each is read from a client, checked, written to an answer and stored.
//
// It lies below the nouns of model: of this module it imports only fault. gqlgen.yml binds the scalars of the schema to
// it. To add one, add its functions Marshal and Unmarshal here, a line there and one to the binder in graph/strict.
package scalar
