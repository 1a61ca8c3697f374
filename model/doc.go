// Package model says what a case or a policy is and which moves are legal: types shared by Bun and GraphQL, enums,
// state tables, validation, the renewal schedule, errors and the principal. It is pure: no I/O, no clock, no context.
//
// It may import the standard library, uuid, Bun's tags, gqlgen's scalars, golang.org/x/text, shopspring/decimal, uint128
// and bojanz/currency. To add a noun, add its type to schema.graphqls, a file named after it here with its Bun struct and
// rules, and run `make generate`: what has no struct here is generated into models_gen.go (enums and inputs).
//
// # Compliance
//
// ComplianceFacts.On holds the records of a case against its risk profile on a day. compliance_demand.go and
// compliance_target.go say what is held against what, compliance_term.go which version counts, compliance_check.go has the
// checks of one policy and compliance_set.go those of several together, compliance_verdict.go and compliance_finding.go what
// follows, compliance_change.go when that changes. The codes and their sentences are one table, FindingRules. A new worked
// example is a file in testdata/compliance.
//
// # Inputs
//
// New... makes a record of its input and Patch changes one. Both report every violation. A record with a violation is
// half changed: throw it away. The AsUpdate methods give a creation as a change, so that one code checks both.
//
// # States
//
// The state machines are tables: policyTable in policy_status.go, caseMoves in case_status.go, and for tasks
// OpenTaskStates and Move in task.go. The tests beside them check each state and action against contract section
// 5.
package model
