// Package deficiency says what follows from the open findings of a case: its task, when that is due, and the placements that begin.
//
// It may import model.
package deficiency
