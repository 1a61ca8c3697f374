// Package placement knows what a lender owes its borrower when it places insurance: which notices go out first and what
// they say, how long to wait, when a premium may be charged, and what is given back. It buys nothing and charges nothing.
//
// programmes/*.yaml are the rules, each with its citation; programme.go reads them, facts.go says which applies.
// file.go is the history of one placement; state.go its states, earliest.go and duty.go its days, evidence.go what
// proof of cover means for them, money.go what is owed and given back. wording.go holds a lender's words against what a
// notice must say.
//
// It is pure, and lies below the nouns: it imports fault and scalar only. A further programme is a file.
package placement
