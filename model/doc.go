// Package model says what a case or a policy is and which moves are legal: types shared by Bun and GraphQL, enums, state
// tables, validation, the renewal schedule, errors and the principal. It is pure: no I/O, no clock, no context.
//
// It may import the standard library, uuid, Bun's tags and gqlgen's scalars. To add a noun, add its type to
// schema.graphqls, a file named after it here with its Bun struct and rules, and run `make generate`: what has no struct
// here is generated into models_gen.go (enums and inputs).
package model
