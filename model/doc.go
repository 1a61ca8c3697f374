// Package model says what a case or a policy is and which moves are legal: types shared by Bun and GraphQL, enums, state
// tables, validation, the renewal schedule, errors and the principal. It is pure: no I/O, no clock, no context.
//
// It may import the standard library, uuid, Bun's tags and gqlgen's scalars. To add a noun, add its type to
// schema.graphqls, a file named after it here with its Bun struct and rules, and run `make generate`: what has no struct
// here is generated into models_gen.go (enums and inputs).
//
// Besides those it imports golang.org/x/text and shopspring/decimal, which do no I/O either.
//
// # The states of a case
//
// A row is where it stands, a column is the `status` that a PATCH asks for (case_status.go). An action has no column:
// on-hold leads from any row to onHold, remembering the row, and release-hold leads back.
//
//	             DRAFT                OPEN                 ONBOARDING           approved             onHold
//	DRAFT        DRAFT                OPEN                 ONBOARDING           invalid_transition   422, use on-hold
//	OPEN         invalid_transition   OPEN                 ONBOARDING           approved             422, use on-hold
//	ONBOARDING   invalid_transition   OPEN                 ONBOARDING           approved             422, use on-hold
//	approved     invalid_transition   OPEN                 invalid_transition   approved             422, use on-hold
//	onHold       case_on_hold         case_on_hold         case_on_hold         case_on_hold         422, use on-hold
//
// # The states of a policy
//
// A row is where it stands, "held: x" being onHold with x remembered; a column is an action (policy_status.go). The cascade
// is what the on-hold action of its case does to it: the same as on-hold, but a deactivated policy stays as it is.
//
//	                on-hold         release-hold         deactivate    reactivate               new-term             PATCH status
//	active          held: active    policy_not_on_hold   deactivated   policy_not_deactivated   active               as asked
//	renewal         held: renewal   policy_not_on_hold   deactivated   policy_not_deactivated   active               as asked
//	deactivated     held: deact.    policy_not_on_hold   deactivated   active                   policy_deactivated   policy_deactivated
//	held: active    held: active    active               deactivated   policy_not_deactivated   held: active         policy_on_hold
//	held: renewal   held: renewal   renewal              deactivated   policy_not_deactivated   held: active         policy_on_hold
//	held: deact.    held: deact.    deactivated          deactivated   policy_not_deactivated   policy_deactivated   policy_on_hold
//
// "Renewal" is renewalInProgress. PATCH takes active and renewalInProgress; onHold and deactivated are 422 and name the
// action. A new policy is active, and "held: active" on a held case.
//
// # The states of a task
//
// Among open, inProgress and paused a person moves it freely, and from each of them to completed or cancelled, which no move
// leaves (task_state.go). A hold pauses the open tasks of renewal follow-up and the release gives each its state back.
package model
