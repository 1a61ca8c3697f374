package placement

import "github.com/covertrack/covertrack/model/fault"

// State is how far a placement is.
type State string

// The states, in their order.
const (
	StateNoticed   State = "noticed"   // the first notice is due, or went out
	StateReminded  State = "reminded"  // the reminder went out
	StateMayPlace  State = "mayPlace"  // all days of the notices are over
	StatePlaced    State = "placed"    // the insurance is bought
	StateCharged   State = "charged"   // the borrower was charged
	StateCancelled State = "cancelled" // the insurance ended; something may be to give back
	StateRefunded  State = "refunded"  // all that was due is given back
	StateCured     State = "cured"     // cover was proven, or mended without a gap, before a charge
)

// Action is what moves a placement.
type Action string

// The actions.
const (
	ActionNotice Action = "notice" // the first notice counts, and it alone
	ActionRemind Action = "remind" // the reminder counts
	ActionPermit Action = "permit" // the last day of the waits is over
	ActionPlace  Action = "place"
	ActionCharge Action = "charge" // also a further instalment
	ActionCancel Action = "cancel"
	ActionRefund Action = "refund" // money was given back
	ActionSettle Action = "settle" // all that was due is given back
	ActionCure   Action = "cure"
	ActionReopen Action = "reopen" // evidence shows that more is to be given back
	ActionGiveUp Action = "giveUp" // cover was mended behind a gap, and has ended anew
)

// moves are where each action leads from a state. What is not there is refused. Before a placement, the days decide where it
// is: a notice that turns out not to count, or a changed estimate, leads back. A gap is owed also when the insurance is cancelled,
// evidence that comes after a refund opens it again, and insurance that was cured is ended with its carrier, too.
var moves = map[State]map[Action]State{
	StateNoticed:   waiting(),
	StateReminded:  waiting(),
	StateMayPlace:  withPlace(waiting()),
	StatePlaced:    {ActionCharge: StateCharged, ActionCancel: StateCancelled, ActionCure: StateCured},
	StateCharged:   {ActionCharge: StateCharged, ActionCancel: StateCancelled, ActionRefund: StateCharged},
	StateCancelled: {ActionCharge: StateCancelled, ActionRefund: StateCancelled, ActionSettle: StateRefunded},
	StateRefunded:  {ActionReopen: StateCancelled},
	StateCured:     {ActionCancel: StateCured},
}

// waiting are the moves before insurance may be bought.
func waiting() map[Action]State {
	return map[Action]State{
		ActionNotice: StateNoticed, ActionRemind: StateReminded, ActionPermit: StateMayPlace, ActionCure: StateCured,
		ActionGiveUp: StateCured,
	}
}

func withPlace(moves map[Action]State) map[Action]State {
	moves[ActionPlace] = StatePlaced
	return moves
}

// Move returns the state after an action. `invalid_transition`.
func (s State) Move(a Action) (State, error) {
	next, ok := moves[s][a]
	if !ok {
		return s, fault.New(fault.CodeInvalidTransition, "A placement that is %s takes no action %s.", s, a)
	}
	return next, nil
}

// IsWaiting reports whether nothing is bought yet and something may be.
func (s State) IsWaiting() bool { return s == StateNoticed || s == StateReminded || s == StateMayPlace }

// IsOver reports whether nothing more happens.
func (s State) IsOver() bool { return s == StateRefunded || s == StateCured }
