// Package model says what a case or a policy is and which moves are legal: types shared by Bun and GraphQL, enums, state
// tables, validation, the renewal schedule and the principal. It is pure: no I/O, no clock, no context.
//
// It may import the standard library, uuid, Bun's tags, gqlgen's scalars and the rooms below it, which also use
// golang.org/x/text, shopspring/decimal, uint128 and bojanz/currency. To add a noun, add its type to schema.graphqls, a file
// named after it here with its Bun struct and rules, and run `make generate`: what has no struct here is generated into
// models_gen.go (enums and inputs).
//
// # Rooms
//
// Rooms below the nouns are imported here and never import model: fault, scalar, patch, page, catalog, credentials,
// receiver, mailer and copies. Rooms above import model and are never imported here: compliance and letter. Files
// here are named after a noun of storage/nouns.go; what belongs to no noun goes to a room. Each room's doc.go says what it
// has.
//
// # Inputs
//
// New... makes a record of its input and Patch changes one. Both report every violation. A record with a violation is half
// changed: throw it away. The AsUpdate methods give a creation as a change, so that one code checks both.
//
// # States
//
// The state machines are tables: policyTable in policy_status.go, caseMoves in case_status.go, and for tasks OpenTaskStates
// and Move in task.go. The tests beside them check each state and action against contract section 5.
package model
