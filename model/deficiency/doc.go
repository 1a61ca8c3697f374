// Package deficiency says what follows from the open findings of a case: its task, and when that is due.
//
// It may import model.
package deficiency
